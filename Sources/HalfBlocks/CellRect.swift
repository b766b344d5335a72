/// A rectangle of cells, its top left counted from 0; it may lie partly or wholly off a grid.
public struct CellRect: Hashable, Sendable {
    /// The leftmost column.
    public var column: Int
    /// The topmost row.
    public var row: Int
    /// Width in columns, never negative.
    public var columns: Int
    /// Height in rows, never negative.
    public var rows: Int

    /// A rectangle; a negative width or height becomes 0.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// The first column to the right.
    public var endColumn: Int { column + columns }
    /// The first row below.
    public var endRow: Int { row + rows }
    /// Whether there is no cell in it.
    public var isEmpty: Bool { columns == 0 || rows == 0 }

    /// Whether a cell lies within.
    public func contains(column other: Int, row otherRow: Int) -> Bool {
        other >= column && other < endColumn && otherRow >= row && otherRow < endRow
    }

    /// What both rectangles cover; empty where they do not meet.
    public func intersection(_ other: CellRect) -> CellRect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        return CellRect(
            column: left, row: top, columns: min(endColumn, other.endColumn) - left,
            rows: min(endRow, other.endRow) - top)
    }

    /// The rectangle with this much taken off each side.
    public func inset(columns byColumns: Int, rows byRows: Int) -> CellRect {
        CellRect(
            column: column + byColumns, row: row + byRows, columns: columns - 2 * byColumns, rows: rows - 2 * byRows)
    }
}
