import TerminalCells

extension StageLayout {
    /// The cells in which the cards of the queue stack up: beside the chat, right of the close button; empty on a small
    /// screen.
    var queue: CellRect {
        guard !chat.isEmpty else { return CellRect(column: 0, row: 0, columns: 0, rows: 0) }
        let end = picture.endColumn - 1
        let columns = min(end - closeButton.endColumn - 1, max(36, picture.columns / 4), Self.maxQueueColumns)
        let rows = max(chat.rows, min(Self.maxQueueRows, picture.rows * 2 / 5))
        return CellRect(column: end - columns, row: chat.endRow - rows, columns: columns, rows: rows)
    }

    /// The number of rows of a card.
    var queueCardRows: Int { bounds.rows >= 36 ? 2 : 1 }

    private static let maxQueueColumns = 44
    /// The maximum number of rows of cards; more would cover the gift.
    private static let maxQueueRows = 20
}
