/// What a terminal has to be sent so that it shows one grid after the other: colours, places and text of the cells that
/// changed, in 24-bit colour.
///
///     var stream = ScreenStream(columns: 80, rows: 24)
///     output += stream.bytes(showing: first)
///     output += stream.bytes(showing: second)
///
/// Nothing is ever scrolled, and where a terminal may take a glyph for wider or narrower than it is here, the next one
/// is placed anew.
public struct ScreenStream: Sendable {
    /// Width of the screen in cells.
    public let columns: Int
    /// Height of the screen in cells.
    public let rows: Int
    /// What the screen shows; nil before the first grid.
    private var shown: CellGrid?
    private var pen = Pen()
    /// Where the terminal writes next; nil where that isn't sure.
    private var cursor: Int?

    /// A screen of which nothing is known.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// What makes the screen show `grid`, which has its size; nothing where it does already.
    public mutating func bytes(showing grid: CellGrid) -> [UInt8] {
        var output: [UInt8] = []
        if shown == nil {
            // Every letter in the cell it is written to; plain, without a cursor, from the top left, with nothing on it.
            output += Array("\u{1B}[8l\u{1B}[0m\u{1B}[?25l\u{1B}[H\u{1B}[2J".utf8)
            pen = Pen()
            cursor = 0
        }
        let before = shown ?? CellGrid(columns: columns, rows: rows)
        for index in grid.cells.indices {
            let cell = grid.cells[index]
            guard cell.glyph != .continuation else { continue }
            // The right half of a wide glyph comes with the left one.
            let isWide = cell.glyph.columns == 2 && index + 1 < grid.cells.count
            guard
                !cell.showsTheSame(as: before.cells[index])
                    || isWide && before.cells[index + 1].glyph != .continuation
            else { continue }
            write(cell, at: index, into: &output)
        }
        shown = grid
        return output
    }

    /// What leaves the terminal as it was found, the picture above the cursor.
    public mutating func farewell() -> [UInt8] {
        cursor = nil
        pen = Pen()
        return Array("\u{1B}[0m\u{1B}[\(max(1, rows));1H\u{1B}[?25h\u{1B}[8h".utf8)
    }

    private mutating func write(_ cell: Cell, at index: Int, into output: inout [UInt8]) {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        if cursor != index { output += Array("\u{1B}[\(row + 1);\(column + 1)H".utf8) }
        pen.take(cell, into: &output)
        output.append(contentsOf: cell.glyph.description.utf8)
        // In the last column terminals wait for what comes next, each in its own way.
        cursor = cell.glyph.hasCertainWidth && column + 1 < columns ? index + 1 : nil
    }
}

extension Cell {
    /// Whether nobody can tell the two apart: what is not seen of a space is its colour.
    func showsTheSame(as other: Cell) -> Bool {
        if self == other { return true }
        var (first, second) = (self, other)
        first.attributes.remove(.even)
        second.attributes.remove(.even)
        if glyph == .space, first.attributes.isDisjoint(with: [.underline, .reverse]) {
            first.foreground = second.foreground
        }
        return first == second
    }
}

extension Glyph {
    /// Whether every terminal gives it one column.
    fileprivate var hasCertainWidth: Bool {
        let scalars = scalarValues
        guard scalars.firstMark == 0 else { return false }
        return (0x20..<0x7F).contains(scalars.base) || (0x2500..<0x25A0).contains(scalars.base)
            || (0xA1..<0x180).contains(scalars.base) && scalars.base != 0xAD
    }
}
