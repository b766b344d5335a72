import HalfBlocks

/// Where the doors of the lobby stand; the same for the eye and for the mouse.
struct LobbyLayout: Equatable {
    /// The line that says what this is.
    let title: CellRect
    /// Where the doors are.
    let area: CellRect
    /// The line with the keys.
    let hint: CellRect
    /// Doors beside each other.
    let columns: Int
    /// Doors below each other that are seen at once.
    let rows: Int
    private let count: Int

    /// A door narrower than this says too little.
    private static let leastWidth = 29
    private static let mostColumns = 4
    /// Two lines of words and their frame.
    private static let leastHeight = 4
    private static let greatestHeight = 18
    /// From this height on there is a row between doors.
    private static let airyHeight = 7

    /// The layout for so many doors.
    init(_ layout: StageLayout, count: Int) {
        self.count = max(1, count)
        let bounds = layout.bounds
        title = CellRect(column: 0, row: 0, columns: bounds.columns, rows: 1)
        hint = CellRect(column: 0, row: bounds.rows - 1, columns: bounds.columns, rows: 1)
        let area = CellRect(column: 0, row: 1, columns: bounds.columns, rows: bounds.rows - 2)
        self.area = area
        let most = max(1, min(Self.mostColumns, self.count, area.columns / Self.leastWidth))
        let wanted = (self.count + most - 1) / most
        // As many in every row as make as many rows.
        columns = (self.count + wanted - 1) / wanted
        rows = max(1, min(wanted, area.rows / Self.leastHeight))
    }

    /// The first door that is seen where `chosen` is: whole pages are turned.
    func first(showing chosen: Int) -> Int { max(0, chosen) / (columns * rows) * (columns * rows) }

    /// Where the door at `place` stands while `chosen` is seen; nil where it is on another page.
    func door(_ place: Int, showing chosen: Int) -> CellRect? {
        let offset = place - first(showing: chosen)
        guard offset >= 0, offset < columns * rows, place < count else { return nil }
        let (row, column) = offset.quotientAndRemainder(dividingBy: columns)
        let height = min(Self.greatestHeight, area.rows / rows)
        let left = area.columns * column / columns
        let right = area.columns * (column + 1) / columns
        return CellRect(
            column: area.column + left + 1, row: area.row + row * height, columns: max(1, right - left - 2),
            rows: max(1, height - (height >= Self.airyHeight ? 1 : 0)))
    }
}
