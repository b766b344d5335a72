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
        // The doors of a row share its width, also in a last row with fewer doors.
        let across = min(columns, count - (place - column))
        let left = area.columns * column / across
        let right = area.columns * (column + 1) / across
        let top = area.rows * row / rows
        let height = area.rows * (row + 1) / rows - top
        return CellRect(
            column: area.column + left + 1, row: area.row + top, columns: max(1, right - left - 2),
            rows: max(1, height - (height >= Self.spacedHeight ? 1 : 0)))
    }
}

/// The parts of a door: its picture, and the text about its room.
struct LobbyDoorLayout: Equatable {
    /// The picture: above the text, on a low door to the right of it.
    let picture: CellRect
    /// The lines of text.
    let text: CellRect

    /// The height from which the text lies below the picture.
    private static let minStackedHeight = 7
    /// The number of lines below a picture.
    private static let stackedLines = 4
    /// The width that the text beside a picture keeps, so that titles stay readable.
    private static let minTextWidth = 24
    /// The minimum width of a picture beside the text.
    private static let minPictureWidth = 6

    /// Divides the cells of a door.
    init(_ door: CellRect) {
        if door.rows >= Self.minStackedHeight {
            let rows = door.rows - Self.stackedLines
            picture = CellRect(column: door.column + 1, row: door.row, columns: door.columns - 2, rows: rows)
            text = CellRect(
                column: door.column, row: door.row + rows, columns: door.columns, rows: Self.stackedLines)
        } else {
            let free = min(door.columns * 9 / 20, door.columns - Self.minTextWidth)
            let columns = free >= Self.minPictureWidth ? free : 0
            picture = CellRect(
                column: door.endColumn - columns, row: door.row, columns: columns, rows: columns > 0 ? door.rows : 0)
            text = CellRect(column: door.column, row: door.row, columns: door.columns - columns, rows: door.rows)
        }
    }
}
