import TerminalCells

extension StageLayout {
    /// The rows of the decision line, from the top bar downwards: one, or up to three on a high terminal.
    var decisionLine: CellRect {
        CellRect(
            column: picture.column, row: picture.row + topBar.rows, columns: picture.columns,
            rows: bounds.rows >= 40 ? 3 : 1)
    }
}
