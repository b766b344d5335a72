import TerminalCells

/// The layout of the lobby's doors, shared by painting and mouse handling.
struct LobbyLayout: Equatable {
    /// The title line.
    let title: CellRect
    /// The area of the doors.
    let area: CellRect
    /// The number of doors in a row.
    let columns: Int
    /// The number of visible rows of doors.
    let rows: Int
    private let count: Int

    /// The minimum width of a door, including the space between doors.
    private static let minWidth = 29
    private static let maxColumns = 4
    /// The minimum height of a door, in rows.
    private static let minHeight = 4
    private static let maxHeight = 18
    /// The height from which there is an empty row between doors.
    private static let spacedHeight = 7

    /// Creates the layout for `count` doors.
    init(_ layout: StageLayout, count: Int) {
        self.count = max(1, count)
        let bounds = layout.bounds
        title = CellRect(column: 0, row: 0, columns: bounds.columns, rows: 1)
        let area = CellRect(column: 0, row: 1, columns: bounds.columns, rows: layout.keyLine.row - 1)
        self.area = area
        let most = max(1, min(Self.maxColumns, self.count, area.columns / Self.minWidth))
        let wanted = (self.count + most - 1) / most
        // The doors are distributed evenly over the rows, without increasing the number of rows.
        columns = (self.count + wanted - 1) / wanted
        rows = max(1, min(wanted, area.rows / Self.minHeight))
    }

    /// Returns the index of the first door on the page that contains `chosen`.
    func first(showing chosen: Int) -> Int { max(0, chosen) / (columns * rows) * (columns * rows) }

    /// Returns the cells of the door at index `place` while the page of `chosen` is visible, or `nil` if it is on
    /// another page.
    func door(_ place: Int, showing chosen: Int) -> CellRect? {
        let offset = place - first(showing: chosen)
        guard offset >= 0, offset < columns * rows, place < count else { return nil }
        let (row, column) = offset.quotientAndRemainder(dividingBy: columns)
        let height = min(Self.maxHeight, area.rows / rows)
        let left = area.columns * column / columns
        let right = area.columns * (column + 1) / columns
        return CellRect(
            column: area.column + left + 1, row: area.row + row * height, columns: max(1, right - left - 2),
            rows: max(1, height - (height >= Self.spacedHeight ? 1 : 0)))
    }
}
