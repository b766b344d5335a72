import TerminalCells

extension StageLayout {
    /// Returns the place of a panel on the empty stage: in the middle, or beside chat and banners if it would cover them.
    ///
    /// - Parameters:
    ///   - columns: The width of the panel, in cells.
    ///   - rows: Its height.
    /// - Returns: The place; `nil` if the panel does not fit.
    func emptyStagePanel(columns: Int, rows: Int) -> CellRect? {
        // The row below the top bar belongs to the last decision.
        let top = topBar.endRow + 1
        let free = closeButton.row - top
        guard rows <= free, columns <= picture.columns else { return nil }
        let middle = CellRect(
            column: (picture.columns - columns) / 2, row: top + (free - rows) / 2, columns: columns, rows: rows)
        let beside = max(chat.endColumn, maxBannerArea.endColumn) + 1
        let covers = !middle.intersection(chat).isEmpty || !middle.intersection(maxBannerArea).isEmpty
        guard covers, picture.columns - beside >= columns else { return middle }
        var place = middle
        place.column = beside + (picture.columns - beside - columns) / 2
        return place
    }
}
