import TerminalCells

/// The layout of the split stage: a panel for each policy, side by side or stacked, whichever has the larger pictures.
struct VersusLayout: Equatable {
    /// The panel of a policy.
    struct Panel: Equatable {
        /// The index of the policy.
        let side: Int
        /// All cells of the panel.
        let bounds: CellRect
        /// The line with the policy.
        let headline: CellRect
        /// The picture of the stage.
        let picture: CellRect
        /// The lines below the picture: the bar, the queue and the figures, as many as there is room for.
        let lines: CellRect
    }

    /// The line with the title; empty on a low screen.
    let title: CellRect
    /// The panels of the visible policies; all have pictures of the same size.
    let panels: [Panel]
    /// The lines with the last differences; empty on a low screen.
    let differences: CellRect
    /// The lines between the panels.
    let separators: [CellRect]

    /// The minimum size of a panel.
    private static let minSize = (columns: 20, rows: 3)

    /// Creates the layout.
    ///
    /// - Parameters:
    ///   - stage: The layout of the terminal, whose line of keys stays free.
    ///   - count: The number of policies.
    ///   - chosen: The index of the chosen policy, which is visible even if not all of them fit.
    init(_ stage: StageLayout, count: Int, chosen: Int) {
        let bounds = stage.bounds
        func line(_ row: Int, rows: Int = 1) -> CellRect {
            CellRect(column: bounds.column, row: row, columns: bounds.columns, rows: rows)
        }
        title = line(bounds.row, rows: bounds.rows >= 12 ? 1 : 0)
        let differenceRows = bounds.rows >= 40 ? 3 : bounds.rows >= 10 ? 1 : 0
        differences = line(stage.keyLine.row - differenceRows, rows: differenceRows)
        let area = line(title.endRow, rows: differences.row - title.endRow)
        var visible = max(1, count)
        while visible > 1, Self.columns(for: visible, in: area) == nil { visible -= 1 }
        let across = Self.columns(for: visible, in: area) ?? 1
        let size = Self.size(across: across, count: visible, in: area)
        let first = max(0, min(count - visible, chosen - visible + 1))
        panels = (0..<visible).map { place in
            let (row, column) = place.quotientAndRemainder(dividingBy: across)
            return Panel(
                first + place,
                CellRect(
                    column: area.column + column * (size.columns + 1), row: area.row + row * size.rows,
                    columns: size.columns, rows: size.rows))
        }
        separators = (1..<max(1, across)).map {
            CellRect(
                column: area.column + $0 * (size.columns + 1) - 1, row: area.row, columns: 1,
                rows: size.rows * ((visible + across - 1) / across))
        }
    }

    private static func size(across: Int, count: Int, in area: CellRect) -> (columns: Int, rows: Int) {
        let down = (count + across - 1) / across
        return ((area.columns - (across - 1)) / across, area.rows / down)
    }

    /// Returns the number of panels side by side that have the largest pictures, or `nil` if the panels do not fit.
    private static func columns(for count: Int, in area: CellRect) -> Int? {
        // A gift is about as wide as it is high, and a cell is twice as high as wide.
        func side(_ across: Int) -> Int {
            let size = size(across: across, count: count, in: area)
            return min(size.columns, 2 * (size.rows - 1 - lineCount(size.rows)))
        }
        return (1...count).reversed().filter { across in
            let size = size(across: across, count: count, in: area)
            return size.columns >= minSize.columns && size.rows >= minSize.rows
        }.max { side($0) < side($1) }
    }

    /// Returns the number of lines below the picture of a panel of this height.
    fileprivate static func lineCount(_ rows: Int) -> Int { rows >= 9 ? 3 : rows >= 6 ? 2 : rows >= 4 ? 1 : 0 }

    /// Returns the panel at a cell.
    func panel(column: Int, row: Int) -> Panel? { panels.first { $0.bounds.contains(column: column, row: row) } }
}

extension VersusLayout.Panel {
    fileprivate init(_ side: Int, _ bounds: CellRect) {
        self.side = side
        self.bounds = bounds
        func part(_ row: Int, rows: Int) -> CellRect {
            CellRect(column: bounds.column, row: row, columns: bounds.columns, rows: rows)
        }
        let lineCount = VersusLayout.lineCount(bounds.rows)
        headline = part(bounds.row, rows: 1)
        picture = part(bounds.row + 1, rows: bounds.rows - 1 - lineCount)
        lines = part(bounds.endRow - lineCount, rows: lineCount)
    }
}
