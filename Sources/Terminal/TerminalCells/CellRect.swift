/// A rectangle of cells, with its top left counted from 0; it may lie partly or completely outside a grid.
public struct CellRect: Hashable, Sendable {
    /// The leftmost column.
    public var column: Int
    /// The topmost row.
    public var row: Int
    /// The width in columns, never negative.
    public var columns: Int
    /// The height in rows, never negative.
    public var rows: Int

    /// Creates a rectangle; a negative width or height becomes 0.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// The first column to the right of the rectangle.
    public var endColumn: Int { column + columns }
    /// The first row below the rectangle.
    public var endRow: Int { row + rows }
    /// Whether the rectangle contains no cell.
    public var isEmpty: Bool { columns == 0 || rows == 0 }

    /// Returns whether the rectangle contains a cell.
    public func contains(column other: Int, row otherRow: Int) -> Bool {
        other >= column && other < endColumn && otherRow >= row && otherRow < endRow
    }

    /// Returns the intersection of two rectangles, which is empty if they do not overlap.
    public func intersection(_ other: CellRect) -> CellRect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        return CellRect(
            column: left, row: top, columns: min(endColumn, other.endColumn) - left,
            rows: min(endRow, other.endRow) - top)
    }
}
