import TerminalCells

/// The layout of the stage for a terminal size.
struct StageLayout: Equatable {
    /// The whole terminal.
    let bounds: CellRect
    /// The area of the stream and of the gift over it.
    let picture: CellRect
    /// The room's name and numbers, over the first row of the picture; empty with fewer than 10 rows.
    let topBar: CellRect
    /// The chat, over the lower left of the picture; empty on a small screen.
    let chat: CellRect
    /// The banners: above the chat, or at the left above the notice line if there is no chat.
    let maxBannerArea: CellRect
    /// The button that closes the running presentation, over the bottom center of the picture.
    let closeButton: CellRect
    /// The status lines with policy and presentation below the picture, above the keys: one row or two.
    let status: CellRect
    /// The keys that work now, at the bottom; empty with fewer than 15 rows.
    let keyLine: CellRect
    /// The row for warnings, above the last row of the picture.
    let notice: CellRect
    /// The docked panel, beside or below the picture; `nil` if there is none.
    let dock: CellRect?

    /// The minimum size of the stage, in cells.
    static let minSize = (columns: 20, rows: 6)
    /// The number of rows from which there is a line of keys.
    static let minRowsForKeyLine = 15
    /// The width of the close button, in columns.
    static let buttonWidth = 7

    /// Creates the layout for a terminal size, or returns `nil` if the terminal is too small.
    ///
    /// - Parameters:
    ///   - terminalColumns: The width of the terminal.
    ///   - terminalRows: The height of the terminal.
    ///   - content: The rows that a docked panel needs, or `nil` without one.
    init?(columns terminalColumns: Int, rows terminalRows: Int, dockedRows content: Int? = nil) {
        guard terminalColumns >= Self.minSize.columns, terminalRows >= Self.minSize.rows else { return nil }
        bounds = CellRect(column: 0, row: 0, columns: terminalColumns, rows: terminalRows)
        let statusRows = terminalRows >= 12 ? 2 : 1
        let keyRows = terminalRows >= Self.minRowsForKeyLine ? 1 : 0
        keyLine = CellRect(column: 0, row: terminalRows - keyRows, columns: terminalColumns, rows: keyRows)
        let bottomOfPicture = terminalRows - keyRows - statusRows
        status = CellRect(column: 0, row: bottomOfPicture, columns: terminalColumns, rows: statusRows)
        let dock = content.flatMap { Self.dock(above: bottomOfPicture, columns: terminalColumns, content: $0) }
        self.dock = dock
        // Without the panel, the stage is laid out as on a smaller terminal.
        let columns = dock.map { $0.column > 0 ? $0.column : terminalColumns } ?? terminalColumns
        let rows = terminalRows - (dock.map { $0.column > 0 ? 0 : $0.rows } ?? 0)
        picture = CellRect(column: 0, row: 0, columns: columns, rows: rows - statusRows - keyRows)
        topBar = CellRect(column: 0, row: 0, columns: columns, rows: rows >= 10 ? 1 : 0)
        let bottom = picture.rows - 1
        closeButton = CellRect(
            column: (columns - Self.buttonWidth) / 2, row: bottom, columns: Self.buttonWidth, rows: 1)
        notice = CellRect(column: 0, row: max(topBar.rows, bottom - 1), columns: columns, rows: 1)
        // The chat leaves the middle of the picture free for the gift.
        let hasChat = columns >= 50 && rows >= 14
        let chatWidth = hasChat ? min(max(44, columns * 3 / 10), columns * 2 / 5, 72) : 0
        let chatRows = hasChat ? min(16, max(4, picture.rows * 2 / 5)) : 0
        chat = CellRect(column: 1, row: bottom - chatRows, columns: chatWidth, rows: chatRows)
        maxBannerArea = Self.bannerArea(
            above: hasChat ? chat.row - 1 : notice.row, below: topBar.rows, columns: hasChat ? chatWidth : columns - 2,
            share: hasChat ? 2 : 3)
    }

    /// The maximum number of banner rows; more would cover the gift.
    static let maxBannerRows = 8

    /// Returns the area of the banners.
    ///
    /// - Parameters:
    ///   - bottom: The row after the last free row.
    ///   - top: The first free row.
    ///   - columns: The width of the area.
    ///   - share: The divisor of the free rows: the banners take at most one `share`-th of them, rounded up.
    private static func bannerArea(above bottom: Int, below top: Int, columns: Int, share: Int) -> CellRect {
        let free = max(0, bottom - top)
        let rows = min(maxBannerRows, max(min(1, free), (free + share - 1) / share))
        return CellRect(column: 1, row: bottom - rows, columns: columns, rows: rows)
    }

    /// Returns the rows nearest to the chat that `lanes` banner lanes need.
    func bannerArea(lanes: Int) -> CellRect {
        let rows = min(maxBannerArea.rows, max(1, lanes))
        return CellRect(
            column: maxBannerArea.column, row: maxBannerArea.endRow - rows, columns: maxBannerArea.columns, rows: rows)
    }
}

extension StageLayout {
    /// The picture without the top bar, in which panels can be placed.
    var panelArea: CellRect {
        CellRect(
            column: picture.column, row: picture.row + topBar.rows, columns: picture.columns,
            rows: picture.rows - topBar.rows)
    }
}
