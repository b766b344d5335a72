public import HalfBlocks
import Motion
public import Presence
import VectorGraphics

/// Paints seen heads into cells: discs of half-blocks in the viewer's colour, with initials where they stand still on a
/// row, and the numbers of those that have no room.
///
/// What is painted depends on the frame and the cells alone; the painter keeps only the memory that it draws a disc in.
public struct PresencePainter: Sendable {
    /// Columns of a disc; the layout's ``PresenceStyle/headColumns`` has one more, which stays free.
    public static let discColumns = 4

    /// How the numbers are set.
    public var labelColor = CellColor(0x9A9AA8)
    /// How initials are set, on discs that are all of one lightness.
    public var initialsColor = CellColor(0x16161C)

    /// A disc with room for being between columns and rows.
    private var disc = Pixmap(width: discColumns + 1, height: 4)

    /// A painter.
    public init() {}

    /// Paints a frame over what is in a grid.
    /// - Parameters:
    ///   - frame: What to paint.
    ///   - grid: Where; it is clipped to `area`.
    ///   - area: The cells that are the presence's screen.
    public mutating func paint(_ frame: PresenceFrame, into grid: inout CellGrid, area: CellRect) {
        for label in frame.labels {
            grid.write(
                "+\(label.count)", column: area.column + label.column + 1, row: area.row + label.row,
                foreground: labelColor, within: area)
        }
        for head in frame.resting { paint(head, into: &grid, area: area) }
        for head in frame.moving { paint(head, into: &grid, area: area) }
    }

    private mutating func paint(_ head: PresenceFrame.Head, into grid: inout CellGrid, area: CellRect) {
        // Whatever a spring does, nothing farther off than this is seen.
        guard abs(head.x) < 1e6, abs(head.y) < 1e6 else { return }
        let column = Int(head.x.rounded(.down))
        let row = Int((head.y / 2).rounded(.down))
        fill(head, right: head.x - Double(column), down: head.y - Double(2 * row))
        grid.draw(disc, column: area.column + column, row: area.row + row, within: area)
        write(head, into: &grid, area: area)
    }

    /// The initials, once the head is as good as on a row and mostly there.
    private func write(_ head: PresenceFrame.Head, into grid: inout CellGrid, area: CellRect) {
        let row = (head.y / 2).rounded()
        guard abs(head.y - 2 * row) < 0.25, head.opacity > 0.6 else { return }
        let width = DisplayWidth.columns(of: head.viewer.initials)
        guard width <= Self.discColumns else { return }
        let column = Int(head.x.rounded()) + (Self.discColumns - width) / 2
        grid.write(
            head.viewer.initials, column: area.column + column, row: area.row + Int(row), foreground: initialsColor,
            attributes: .bold, within: area)
    }

    /// How much of each pixel an ellipse of four by two covers: of one end and of the middle.
    private static let cover = (end: 0.614, middle: 1.0)

    /// Draws the disc, a part of a column to the right and half rows down.
    private mutating func fill(_ head: PresenceFrame.Head, right: Double, down: Double) {
        let color = head.viewer.color
        for y in 0..<disc.height {
            // The share of the pixel that lies between the disc's edges.
            let rowCover = min(max(min(Double(y + 1), down + 2) - max(Double(y), down), 0), 1)
            for x in 0..<disc.width {
                let own = Self.column(x) * (1 - right) + Self.column(x - 1) * right
                disc[x, y] = Self.pixel(color, alpha: own * rowCover * head.opacity)
            }
        }
    }

    private static func column(_ x: Int) -> Double {
        x < 0 || x >= discColumns ? 0 : x == 0 || x == discColumns - 1 ? cover.end : cover.middle
    }

    /// A premultiplied pixel, `0xAABBGGRR`.
    private static func pixel(_ color: MotionColor, alpha: Double) -> UInt32 {
        let alpha = min(max(alpha, 0), 1)
        func byte(_ value: Double) -> UInt32 { UInt32((min(max(value, 0), 1) * alpha * 255).rounded()) }
        return byte(1) << 24 | byte(color.blue) << 16 | byte(color.green) << 8 | byte(color.red)
    }
}
