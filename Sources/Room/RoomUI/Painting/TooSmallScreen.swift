import Banners
import ExactNumbers
import TerminalCells

/// The screen of a terminal that is too small for the stage.
enum TooSmallScreen {
    /// Paints a message with the required size, and the banners in the rows below it.
    static func paint(_ lanes: BannerLanes, in grid: inout CellGrid, at time: Nanoseconds, symbols: SymbolSet) {
        paint(in: &grid)
        var first = firstRow(in: grid) + 2
        if first >= grid.rows, lanes.nextDue != nil {
            // If there is room for only one of the two, the banners take the last row.
            first = grid.rows - 1
            grid.fill(CellRect(column: 0, row: first, columns: grid.columns, rows: 1), with: Cell())
        }
        guard first >= 0, first < grid.rows else { return }
        let area = CellRect(column: 0, row: first, columns: grid.columns, rows: grid.rows - first)
        BannerPainter(area: area, symbols: symbols).paint(lanes, at: time, in: &grid)
    }

    /// Paints a message with the required size.
    static func paint(in grid: inout CellGrid) {
        let (columns, rows) = StageLayout.minSize
        let lines = ["too small", "needs \(columns)x\(rows)"]
        for (index, line) in lines.enumerated() {
            grid.write(
                line, column: max(0, (grid.columns - line.count) / 2), row: firstRow(in: grid) + index,
                foreground: Theme.text)
        }
    }

    private static func firstRow(in grid: CellGrid) -> Int { max(0, grid.rows / 2 - 1) }
}
