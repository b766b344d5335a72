import HalfBlocks

/// Where things stand in the gallery; the same for the eye and for the mouse.
struct GalleryLayout: Equatable {
    /// The line that says what this is.
    let title: CellRect
    /// The gifts, in columns that are filled downwards.
    let list: CellRect
    /// Columns of gifts.
    let listColumns: Int
    /// The picture of the one that is looked at.
    let picture: CellRect
    /// What is known of it.
    let facts: CellRect
    /// Its progress bar.
    let bar: CellRect
    /// The line that says how far it has come.
    let position: CellRect
    /// The line with the keys.
    let hint: CellRect

    private static let tileWidth = 24
    /// Where there is one column and room for all of most names.
    private static let wideTileWidth = 30

    /// - Parameter count: how many gifts there are; the list leaves the picture what it doesn't need for them.
    init(_ layout: StageLayout, count: Int) {
        let bounds = layout.bounds
        func line(_ row: Int, _ rows: Int = 1) -> CellRect {
            CellRect(column: 0, row: row, columns: bounds.columns, rows: rows)
        }
        title = line(0)
        // On a low screen the bar and the position are what matters.
        let hintRows = bounds.rows >= 10 ? 1 : 0
        hint = line(bounds.rows - hintRows, hintRows)
        position = line(bounds.rows - hintRows - 1)
        bar = CellRect(column: 1, row: position.row - 1, columns: bounds.columns - 2, rows: 1)
        let rows = max(0, bar.row - 1)
        let wanted = (max(1, count) + max(1, rows) - 1) / max(1, rows)
        listColumns = min(wanted, bounds.columns >= 170 ? 3 : bounds.columns >= 110 ? 2 : 1)
        let tileWidth = bounds.columns >= 110 && listColumns == 1 ? Self.wideTileWidth : Self.tileWidth
        let width = min(tileWidth * listColumns, bounds.columns * 2 / 5)
        list = CellRect(column: 0, row: 1, columns: width, rows: rows)
        let rest = CellRect(column: width + 1, row: 1, columns: bounds.columns - width - 2, rows: rows)
        // Beside the picture where that leaves it most, else below it.
        if rest.columns >= 90 {
            facts = CellRect(column: rest.endColumn - 40, row: rest.row, columns: 40, rows: rows)
            picture = CellRect(column: rest.column, row: rest.row, columns: rest.columns - 42, rows: rows)
        } else {
            let below = rows >= 24 ? 6 : rows >= 12 ? 5 : min(1, max(0, rows - 3))
            facts = CellRect(column: rest.column, row: rest.endRow - below, columns: rest.columns, rows: below)
            picture = CellRect(
                column: rest.column, row: rest.row, columns: rest.columns, rows: max(0, rows - below))
        }
    }

    /// Gifts that are seen at once.
    var page: Int { max(1, list.rows * listColumns) }

    /// The first gift that is seen where `chosen` is: whole pages are turned.
    func first(showing chosen: Int) -> Int { max(0, chosen) / page * page }

    /// Where the gift at `place` stands while `chosen` is seen; nil where it is on another page.
    func tile(_ place: Int, showing chosen: Int) -> CellRect? {
        let offset = place - first(showing: chosen)
        guard offset >= 0, offset < page, list.rows > 0 else { return nil }
        let column = offset / list.rows
        let left = list.columns * column / listColumns
        return CellRect(
            column: list.column + left, row: list.row + offset % list.rows,
            columns: list.columns * (column + 1) / listColumns - left, rows: 1)
    }

    /// The place of the gift at a cell while `chosen` is seen; nil where there is none.
    func place(column: Int, row: Int, of count: Int, showing chosen: Int) -> Int? {
        let first = first(showing: chosen)
        return (first..<max(first, min(count, first + page))).first {
            tile($0, showing: chosen)?.contains(column: column, row: row) == true
        }
    }
}
