extension CellGrid {
    /// Calls `body` with the index of each cell that looks different from `before`, which has the same size.
    ///
    /// The right half of a wide glyph is drawn with its left half, so only the left half is reported.
    package func forEachChange(since before: CellGrid, _ body: (Int, Cell) -> Void) {
        for index in cells.indices {
            let cell = cells[index]
            guard cell.glyph != .continuation else { continue }
            let isWide = cell.glyph.columns == 2 && index + 1 < cells.count
            guard
                !cell.looksIdentical(to: before.cells[index])
                    || isWide && before.cells[index + 1].glyph != .continuation
            else { continue }
            body(index, cell)
        }
    }
}
