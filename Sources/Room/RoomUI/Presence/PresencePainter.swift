import Motion
public import Presence
public import TerminalCells
import VectorGraphics

/// A painter that draws a presence frame into a cell grid.
///
/// A *head* marks the last message that a viewer has read. It is a disc of half-blocks in the viewer's color. The
/// viewer's initials appear on it while it is on a row. A label counts the heads that have no room.
///
/// The output depends only on the frame and the grid; the painter stores nothing but a reused pixel buffer for a disc.
public struct PresencePainter: Sendable {
    /// The width of a disc, in columns.
    ///
    /// ``PresenceStyle/headColumns`` is one more by default, which leaves a free column beside each disc.
    public static let discColumns = 4

    /// The text color of the labels that count hidden heads.
    public var labelColor = CellColor(0x9A9AA8)
    /// The text color of the initials.
    ///
    /// One color suffices because all discs have the same lightness.
    public var initialsColor = CellColor(0x16161C)

    /// The pixel buffer of one disc, one column and two half rows larger than the disc for positions between cells.
    private var disc = Pixmap(width: discColumns + 1, height: 4)

    /// Creates a painter.
    public init() {}

    /// Paints a frame over the contents of a grid.
    ///
    /// - Parameters:
    ///   - frame: The heads and labels to paint.
    ///   - grid: The grid to paint into. Painting is clipped to `area`.
    ///   - area: The cells that the presence frame covers.
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
        // A spring can reach any position. Nothing beyond this distance is visible, and the limit keeps the conversions
        // to `Int` safe.
        guard abs(head.x) < 1e6, abs(head.y) < 1e6 else { return }
        let column = Int(head.x.rounded(.down))
        let row = Int((head.y / 2).rounded(.down))
        drawDisc(head, right: head.x - Double(column), down: head.y - Double(2 * row))
        grid.draw(disc, column: area.column + column, row: area.row + row, within: area)
        write(head, into: &grid, area: area)
    }

    /// Writes the initials if the head is within a quarter of a half row of a row and its opacity exceeds 0.6.
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

    /// The share of a pixel that the disc, an ellipse of 4 × 2 pixels, covers: at its left and right end, and in the
    /// middle.
    private static let coverage = (end: 0.614, middle: 1.0)

    /// Draws the disc into the buffer.
    ///
    /// - Parameters:
    ///   - head: The head that supplies the color and the opacity.
    ///   - right: The offset to the right, as a fraction of a column from 0 to below 1.
    ///   - down: The offset downwards, in half rows from 0 to below 2.
    private mutating func drawDisc(_ head: PresenceFrame.Head, right: Double, down: Double) {
        let color = head.viewer.color
        for y in 0..<disc.height {
            // The vertical share of this pixel row that lies between the upper and the lower edge of the disc.
            let rowCover = min(max(min(Double(y + 1), down + 2) - max(Double(y), down), 0), 1)
            for x in 0..<disc.width {
                let own = Self.column(x) * (1 - right) + Self.column(x - 1) * right
                disc[x, y] = Self.pixel(color, alpha: own * rowCover * head.opacity)
            }
        }
    }

    private static func column(_ x: Int) -> Double {
        x < 0 || x >= discColumns ? 0 : x == 0 || x == discColumns - 1 ? coverage.end : coverage.middle
    }

    /// Returns a premultiplied pixel in the format `0xAABBGGRR`.
    private static func pixel(_ color: MotionColor, alpha: Double) -> UInt32 {
        let alpha = min(max(alpha, 0), 1)
        func byte(_ value: Double) -> UInt32 { UInt32((min(max(value, 0), 1) * alpha * 255).rounded()) }
        return byte(1) << 24 | byte(color.blue) << 16 | byte(color.green) << 8 | byte(color.red)
    }
}
