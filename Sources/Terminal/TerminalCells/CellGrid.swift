/// A screen or a part of one: a grid of cells, row by row from the top left, into which code draws in layers.
///
/// Every operation clips at the edges, keeps wide glyphs whole (overwriting one half removes the other), and leaves all
/// other cells unchanged.
///
/// ```swift
/// var grid = CellGrid(columns: 80, rows: 24)
/// grid.draw(backdrop, column: 0, row: 0)
/// grid.draw(gift, column: 20, row: 2)
/// grid.write("alice sent a heart", column: 2, row: 20, foreground: CellColor(0xFFFFFF))
/// ```
public struct CellGrid: Equatable, Sendable {
    /// The number of columns.
    public let columns: Int
    /// The number of rows.
    public let rows: Int
    /// The `columns × rows` cells; the cell at (column, row) is `cells[row * columns + column]`.
    public internal(set) var cells: [Cell]
    /// The color that stands for the terminal's background under a translucent pixel.
    public var assumedBackground = CellColor(0)

    /// Creates a grid of equal cells; a negative side becomes 0.
    public init(columns: Int, rows: Int, filledWith cell: Cell = Cell()) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        cells = [Cell](repeating: cell, count: self.columns * self.rows)
    }

    /// Creates a grid from cells, row by row, and replaces incomplete wide glyphs with spaces.
    ///
    /// - Precondition: There are `columns × rows` cells, and neither side is negative.
    public init(columns: Int, rows: Int, repairing cells: [Cell]) {
        precondition(columns >= 0 && rows >= 0 && cells.count == columns * rows, "a cell for every place")
        self.columns = columns
        self.rows = rows
        self.cells = cells
        for index in self.cells.indices {
            let isFirst = index % columns == 0
            let isLast = index % columns == columns - 1
            if cells[index].glyph == .continuation, isFirst || cells[index - 1].glyph.columns != 2 {
                self.cells[index].glyph = .space
            } else if cells[index].glyph.columns == 2, isLast || cells[index + 1].glyph != .continuation {
                self.cells[index].glyph = .space
            }
        }
    }

    /// The rectangle of the whole grid.
    public var bounds: CellRect { CellRect(column: 0, row: 0, columns: columns, rows: rows) }

    /// Accesses the cell at a column and a row, both from 0; a cell outside the grid is empty.
    ///
    /// Setting a cell outside the grid has no effect. Use
    /// ``write(_:column:row:foreground:background:attributes:order:within:)`` for a wide glyph.
    public subscript(column: Int, row: Int) -> Cell {
        get {
            guard bounds.contains(column: column, row: row) else { return Cell() }
            return cells[row * columns + column]
        }
        set {
            guard bounds.contains(column: column, row: row) else { return }
            clearOtherHalf(column: column, row: row)
            cells[row * columns + column] = newValue
        }
    }

    /// Sets every cell to `cell`.
    public mutating func clear(to cell: Cell = Cell()) {
        cells.withUnsafeMutableBufferPointer { $0.update(repeating: cell) }
    }

    /// Sets every cell of a rectangle to `cell`, as a flat surface that is never dithered.
    public mutating func fill(_ rect: CellRect, with cell: Cell) {
        let area = rect.intersection(bounds)
        var even = cell
        even.attributes.insert(.undithered)
        for row in area.row..<area.endRow {
            clearOtherHalves(of: area, row: row)
            for column in area.column..<area.endColumn { cells[row * columns + column] = even }
        }
    }

    /// Mixes a rectangle with `amount` (0 to 255) of a color: glyphs remain and fade, so that a panel becomes readable.
    public mutating func tint(_ rect: CellRect, with color: CellColor, amount: UInt8) {
        let area = rect.intersection(bounds)
        for row in area.row..<area.endRow {
            for index in row * columns + area.column..<row * columns + area.endColumn {
                cells[index] = tinted(cells[index], with: color, amount: amount)
            }
        }
    }

    /// Returns a cell mixed with a color.
    private func tinted(_ cell: Cell, with color: CellColor, amount: UInt8) -> Cell {
        if let pixels = cell.pixels {
            var result = Cell(
                top: resolvingDefault(pixels.top).mixed(with: color, amount: amount),
                bottom: resolvingDefault(pixels.bottom).mixed(with: color, amount: amount))
            result.attributes = cell.attributes
            if !cell.attributes.contains(.undithered) { result.attributes.insert(.veiled) }
            return result
        }
        var result = cell
        result.background = resolvingDefault(cell.background).mixed(with: color, amount: amount)
        result.foreground = cell.foreground.mixed(with: color, amount: amount)
        return result
    }

    /// Returns the color to mix with: the assumed background in place of the terminal's default.
    @inline(__always)
    func resolvingDefault(_ color: CellColor) -> CellColor {
        color == .terminalDefault ? assumedBackground : color
    }

    /// Copies another grid over this one, cell by cell and opaquely, with its top left at a column and a row.
    public mutating func place(_ grid: CellGrid, column: Int, row: Int) {
        let area = CellRect(column: column, row: row, columns: grid.columns, rows: grid.rows).intersection(bounds)
        for target in area.row..<area.endRow {
            clearOtherHalves(of: area, row: target)
            for index in area.column..<area.endColumn {
                cells[target * columns + index] = grid.cells[(target - row) * grid.columns + index - column]
            }
            repairEdges(of: area, row: target)
        }
    }

    /// Replaces the other halves of wide glyphs that extend into an area from outside with spaces.
    private mutating func clearOtherHalves(of area: CellRect, row: Int) {
        guard !area.isEmpty else { return }
        clearOtherHalf(column: area.column, row: row)
        clearOtherHalf(column: area.endColumn - 1, row: row)
    }

    /// Replaces halves of wide glyphs that the edges of an area cut with spaces.
    private mutating func repairEdges(of area: CellRect, row: Int) {
        guard !area.isEmpty else { return }
        let first = row * columns + area.column
        let last = row * columns + area.endColumn - 1
        if cells[first].glyph == .continuation { cells[first].glyph = .space }
        if cells[last].glyph.columns == 2 { cells[last].glyph = .space }
    }

    /// Replaces the other half of a wide glyph at this cell with a space, because the cell is about to change.
    mutating func clearOtherHalf(column: Int, row: Int) {
        let index = row * columns + column
        if cells[index].glyph == .continuation, column > 0 {
            cells[index - 1].glyph = .space
        } else if cells[index].glyph.columns == 2, column + 1 < columns {
            cells[index + 1].glyph = .space
        }
    }
}
