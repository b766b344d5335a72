/// A stream of bytes that makes a terminal show one grid after another, with the changed cells in 24-bit color.
///
///     var stream = ScreenStream(columns: 80, rows: 24)
///     output += stream.bytes(showing: first)
///     output += stream.bytes(showing: second)
///
/// The stream never scrolls the screen. After a glyph whose width may differ between terminals, it positions the cursor
/// again.
public struct ScreenStream: Sendable {
    /// The width of the screen in cells.
    public let columns: Int
    /// The height of the screen in cells.
    public let rows: Int
    /// The grid on the screen; nil before the first grid.
    private var shown: CellGrid?
    private var pen = Pen()
    /// The index of the cell at the cursor; nil if it is uncertain.
    private var cursor: Int?
    /// Whether all terminals have the colors and attributes of `pen`.
    private var isPenKnown = true

    /// Creates a stream for a screen with unknown contents.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Returns the bytes that change the screen to `grid`, which must have the screen's size.
    ///
    /// The result is empty if the screen already shows the grid.
    public mutating func bytes(showing grid: CellGrid) -> [UInt8] {
        var output: [UInt8] = []
        if shown == nil {
            // Explicit mode (no reordering of letters), no attributes, a hidden cursor at the top left, and an empty
            // screen.
            output += Array("\u{1B}[8l\u{1B}[0m\u{1B}[?25l\u{1B}[H\u{1B}[2J".utf8)
            pen = Pen()
            cursor = 0
        }
        let before = shown ?? CellGrid(columns: columns, rows: rows)
        grid.forEachChange(since: before) {
            if !isPenKnown {
                output += Pen.resetSequence
                (pen, cursor, isPenKnown) = (Pen(), nil, true)
            }
            write($1, at: $0, into: &output)
        }
        shown = grid
        return output
    }

    /// Makes the next bytes set the cursor, the colors and the attributes anew, for terminals that show the same grid after
    /// other bytes.
    public mutating func forgetPen() { isPenKnown = false }

    /// Returns the bytes that restore the terminal's settings, with the cursor below the picture.
    public mutating func restoringBytes() -> [UInt8] {
        cursor = nil
        pen = Pen()
        return Array("\u{1B}[0m\u{1B}[\(max(1, rows));1H\u{1B}[?25h\u{1B}[8h".utf8)
    }

    /// Appends the bytes that position the cursor and write a cell.
    private mutating func write(_ cell: Cell, at index: Int, into output: inout [UInt8]) {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        if cursor != index { output += Array("\u{1B}[\(row + 1);\(column + 1)H".utf8) }
        pen.update(for: cell, into: &output)
        output.append(contentsOf: cell.glyph.description.utf8)
        // After the last column terminals delay the wrap in different ways.
        cursor = cell.glyph.hasCertainWidth && column + 1 < columns ? index + 1 : nil
    }
}

extension Cell {
    /// Returns whether two cells look the same; the foreground of a space is invisible.
    func looksIdentical(to other: Cell) -> Bool {
        if self == other { return true }
        var (first, second) = (self, other)
        first.attributes.subtract(.hints)
        second.attributes.subtract(.hints)
        if glyph == .space, first.attributes.isDisjoint(with: [.underline, .reverse]) {
            first.foreground = second.foreground
        }
        return first == second
    }
}

extension Glyph {
    /// Whether every terminal shows the glyph in exactly one column.
    fileprivate var hasCertainWidth: Bool {
        let scalars = scalarValues
        guard scalars.firstMark == 0 else { return false }
        return (0x20..<0x7F).contains(scalars.base) || (0x2500..<0x25A0).contains(scalars.base)
            || (0xA1..<0x180).contains(scalars.base) && scalars.base != 0xAD
    }
}
