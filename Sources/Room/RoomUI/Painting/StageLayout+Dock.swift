import TerminalCells

// A panel docked to the stage: the picture gets smaller, and nothing of it is covered.
extension StageLayout {
    /// The minimum width of a terminal whose panel is beside the picture.
    static let minColumnsForSideDock = 110
    /// The minimum rows above the status lines for a panel below the picture; on a lower terminal it lies over it.
    private static let minRowsForDock = 10
    /// The fewest rows of a panel below the picture.
    private static let minDockRows = 4

    /// Returns the cells of a panel: beside the picture on a wide terminal, else below it; `nil` if neither has room.
    ///
    /// - Parameters:
    ///   - bottom: The row after the picture and the panel.
    ///   - columns: The width of the terminal.
    ///   - content: The rows that the panel needs.
    static func dock(above bottom: Int, columns: Int, content: Int) -> CellRect? {
        guard bottom >= minRowsForDock else { return nil }
        if columns >= minColumnsForSideDock {
            let width = min(72, columns * 2 / 5)
            return CellRect(column: columns - width, row: 0, columns: width, rows: bottom)
        }
        let height = min(max(content, minDockRows), bottom * 2 / 5)
        return CellRect(column: 0, row: bottom - height, columns: columns, rows: height)
    }
}
