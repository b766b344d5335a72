import TerminalCells

/// The layout of the gallery, shared by painting and mouse handling.
struct GalleryLayout: Equatable {
    /// The title line.
    let title: CellRect
    /// The gift kinds, in columns that are filled downwards.
    let list: CellRect
    /// The number of columns of gift kinds.
    let listColumns: Int
    /// The picture of the chosen kind.
    let picture: CellRect
    /// The facts about the chosen kind.
    let facts: CellRect
    /// The progress bar.
    let progressBar: CellRect
    /// The line with the elapsed time and the frame.
    let position: CellRect

    private static let tileWidth = 24
    /// The width of a single column in a wide terminal, which fits most names.
    private static let wideTileWidth = 30

    /// Creates the layout.
    ///
    /// - Parameters:
    ///   - layout: The layout of the stage.
    ///   - count: The number of gift kinds. The list takes only the columns that it needs for them.
    init(_ layout: StageLayout, count: Int) {
        let bounds = layout.bounds
        func line(_ row: Int, _ rows: Int = 1) -> CellRect {
            CellRect(column: 0, row: row, columns: bounds.columns, rows: rows)
        }
        title = line(0)
        position = line(layout.keyLine.row - 1)
        progressBar = CellRect(column: 1, row: position.row - 1, columns: bounds.columns - 2, rows: 1)
        let rows = max(0, progressBar.row - 1)
        let wanted = (max(1, count) + max(1, rows) - 1) / max(1, rows)
        listColumns = min(wanted, bounds.columns >= 170 ? 3 : bounds.columns >= 110 ? 2 : 1)
        let tileWidth = bounds.columns >= 110 && listColumns == 1 ? Self.wideTileWidth : Self.tileWidth
        let width = min(tileWidth * listColumns, bounds.columns * 2 / 5)
        list = CellRect(column: 0, row: 1, columns: width, rows: rows)
        let rest = CellRect(column: width + 1, row: 1, columns: bounds.columns - width - 2, rows: rows)
        // The facts are beside the picture if the picture stays wide enough, else below it.
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

    /// The number of gift kinds on a page.
    var pageSize: Int { max(1, list.rows * listColumns) }

    /// Returns the index of the first kind on the page that contains `chosen`.
    func first(showing chosen: Int) -> Int { max(0, chosen) / pageSize * pageSize }

    /// Returns the cells of the kind at index `place` while the page of `chosen` is visible, or `nil` if it is on
    /// another page.
    func tile(_ place: Int, showing chosen: Int) -> CellRect? {
        let offset = place - first(showing: chosen)
        guard offset >= 0, offset < pageSize, list.rows > 0 else { return nil }
        let column = offset / list.rows
        let left = list.columns * column / listColumns
        return CellRect(
            column: list.column + left, row: list.row + offset % list.rows,
            columns: list.columns * (column + 1) / listColumns - left, rows: 1)
    }

    /// Returns the index of the kind at a cell while the page of `chosen` is visible, or `nil` if there is none.
    func index(column: Int, row: Int, of count: Int, showing chosen: Int) -> Int? {
        let first = first(showing: chosen)
        return (first..<max(first, min(count, first + pageSize))).first {
            tile($0, showing: chosen)?.contains(column: column, row: row) == true
        }
    }
}
