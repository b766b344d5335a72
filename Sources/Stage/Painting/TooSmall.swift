import HalfBlocks

/// What a terminal shows that is too small for the stage.
enum TooSmall {
    /// Asks for more room.
    static func paint(in grid: inout CellGrid) {
        let (columns, rows) = StageLayout.smallest
        let lines = ["too small", "needs \(columns)x\(rows)"]
        for (index, line) in lines.enumerated() {
            grid.write(
                line, column: max(0, (grid.columns - line.count) / 2), row: max(0, grid.rows / 2 - 1) + index,
                foreground: Theme.text)
        }
    }
}
