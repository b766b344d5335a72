import HalfBlocks

/// Where things stand on the stage, for a terminal of any size.
struct StageLayout: Equatable {
    /// The whole terminal.
    let bounds: CellRect
    /// The stream, and the gift over it.
    let picture: CellRect
    /// The room's name and numbers, over the picture's first row; empty on a low screen.
    let topBar: CellRect
    /// Who says what, over the picture's lower left; empty on a small screen.
    let chat: CellRect
    /// The banners of gifts, over the chat; where there is no chat, at the left above what warns.
    let banners: CellRect
    /// The button that closes the gift, over the picture's bottom centre.
    let closeButton: CellRect
    /// What plays and under which policy, below the picture: one line or two.
    let status: CellRect
    /// A line for warnings, over the picture's last row.
    let notice: CellRect

    /// Fewest columns and rows on which the stage can be used.
    static let smallest = (columns: 20, rows: 6)
    /// The button's width.
    static let buttonWidth = 7

    /// The layout of a terminal of this size; nil where it is too small.
    init?(columns: Int, rows: Int) {
        guard columns >= Self.smallest.columns, rows >= Self.smallest.rows else { return nil }
        bounds = CellRect(column: 0, row: 0, columns: columns, rows: rows)
        let statusRows = rows >= 12 ? 2 : 1
        picture = CellRect(column: 0, row: 0, columns: columns, rows: rows - statusRows)
        status = CellRect(column: 0, row: picture.rows, columns: columns, rows: statusRows)
        topBar = CellRect(column: 0, row: 0, columns: columns, rows: rows >= 10 ? 1 : 0)
        let bottom = picture.rows - 1
        closeButton = CellRect(
            column: (columns - Self.buttonWidth) / 2, row: bottom, columns: Self.buttonWidth, rows: 1)
        notice = CellRect(column: 0, row: max(topBar.rows, bottom - 1), columns: columns, rows: 1)
        // The chat leaves the middle of the picture, and with it the gift, to itself.
        let hasChat = columns >= 50 && rows >= 14
        let chatWidth = hasChat ? min(max(44, columns * 3 / 10), columns * 2 / 5, 72) : 0
        let chatRows = hasChat ? min(16, max(4, picture.rows * 2 / 5)) : 0
        chat = CellRect(column: 1, row: bottom - chatRows, columns: chatWidth, rows: chatRows)
        banners = Self.banners(
            above: hasChat ? chat.row - 1 : notice.row, below: topBar.rows, columns: hasChat ? chatWidth : columns - 2,
            share: hasChat ? 2 : 3)
    }

    /// Most rows of banners: more would stand over the gift's face.
    static let mostBannerRows = 8

    /// As many rows as there may be banners, and no more than a half or a third of those that are free.
    private static func banners(above bottom: Int, below top: Int, columns: Int, share: Int) -> CellRect {
        let free = max(0, bottom - top)
        let rows = min(mostBannerRows, max(min(1, free), (free + share - 1) / share))
        return CellRect(column: 1, row: bottom - rows, columns: columns, rows: rows)
    }

    /// The room that so many banners have: the rows nearest to the chat.
    func banners(lanes: Int) -> CellRect {
        let rows = min(banners.rows, max(1, lanes))
        return CellRect(column: banners.column, row: banners.endRow - rows, columns: banners.columns, rows: rows)
    }
}
