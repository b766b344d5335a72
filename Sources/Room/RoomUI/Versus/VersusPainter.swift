import ExactNumbers
import RoomSession
import TerminalCells

/// A painter of the texts of the split stage: everything except the pictures of the stages.
struct VersusPainter {
    let layout: VersusLayout
    let text: VersusText
    /// The index of the policy that the keys change.
    let chosen: Int

    /// The session time for which the stages mark a gift that ends differently.
    static let markTime: Nanoseconds = 3 * .second

    private var symbols: SymbolSet { text.symbols }

    /// Paints the texts.
    ///
    /// - Parameters:
    ///   - grid: The grid to paint into.
    ///   - time: The session time.
    func paint(in grid: inout CellGrid, at time: Nanoseconds) {
        for area in [layout.title, layout.differences] + layout.separators {
            grid.fill(area, with: Cell(foreground: Theme.text, background: Theme.bar))
        }
        paintTitle(in: &grid)
        for area in layout.separators {
            for row in area.row..<area.endRow {
                grid.write(StyledText(symbols.bar.marker, Theme.inactive), column: area.column, row: row)
            }
        }
        for panel in layout.panels { paint(panel, in: &grid, at: time) }
        paintDifferences(in: &grid)
    }

    private func paintTitle(in grid: inout CellGrid) {
        guard !layout.title.isEmpty else { return }
        let count = text.differenceCount
        let left = layout.title.columns - 2 - count.width - 2
        write(text.title(visibleCount: layout.panels.count), in: layout.title, width: left, &grid)
        grid.write(count, column: layout.title.endColumn - 1 - count.width, row: layout.title.row)
    }

    private func paint(_ panel: VersusLayout.Panel, in grid: inout CellGrid, at time: Nanoseconds) {
        let isChosen = panel.side == chosen
        grid.fill(
            panel.headline, with: Cell(foreground: Theme.text, background: isChosen ? Theme.selection : Theme.panel))
        grid.fill(panel.lines, with: Cell(foreground: Theme.text, background: Theme.bar))
        let width = panel.bounds.columns
        grid.write(
            text.headline(panel.side, isChosen: isChosen).fitted(to: width, ellipsis: symbols.ellipsis),
            column: panel.headline.column, row: panel.headline.row)
        for (index, line) in lines(of: panel).enumerated() {
            write(line, in: panel.lines, at: index, &grid)
        }
        paintMark(panel, in: &grid, at: time)
    }

    /// Returns the lines below the picture. With two lines only, the figures follow the queue in one of them.
    private func lines(of panel: VersusLayout.Panel) -> [StyledText] {
        let width = panel.lines.columns - 2
        var queue = text.queue(panel.side)
        let figures = text.figures(panel.side, width: width)
        switch panel.lines.rows {
        case 0: return []
        case 1: return [text.progress(panel.side, width: width)]
        case 2:
            for piece in figures.pieces { queue.append(piece) }
            return [text.progress(panel.side, width: width), queue]
        default: return [text.progress(panel.side, width: width), queue, figures]
        }
    }

    /// Marks the last gift that ends differently, over the first row of the picture.
    private func paintMark(_ panel: VersusLayout.Panel, in grid: inout CellGrid, at time: Nanoseconds) {
        guard let difference = text.comparison.differences.mark(at: time), !panel.picture.isEmpty else { return }
        let line = StyledText(" \(text.mark(difference, side: panel.side)) ", Theme.textOnColor, isBold: true)
            .fitted(to: panel.picture.columns, ellipsis: symbols.ellipsis)
        let place = CellRect(
            column: panel.picture.column + (panel.picture.columns - line.width) / 2, row: panel.picture.row,
            columns: line.width, rows: 1)
        grid.fill(place, with: Cell(background: difference.fates[panel.side].color))
        grid.write(line, column: place.column, row: place.row)
    }

    private func paintDifferences(in grid: inout CellGrid) {
        guard !layout.differences.isEmpty else { return }
        let recent = text.comparison.differences.recent.suffix(layout.differences.rows).reversed()
        if recent.isEmpty {
            write(StyledText("no gift has ended differently yet", Theme.secondaryText), in: layout.differences, &grid)
        }
        for (index, difference) in recent.enumerated() {
            write(text.difference(difference), in: layout.differences, at: index, &grid)
        }
    }

    private func write(
        _ line: StyledText, in area: CellRect, at index: Int = 0, width: Int? = nil, _ grid: inout CellGrid
    ) {
        grid.write(
            line.fitted(to: max(0, width ?? area.columns - 2), ellipsis: symbols.ellipsis), column: area.column + 1,
            row: area.row + index, within: area)
    }
}

extension GiftDifferences {
    /// Returns the gift that the stages mark at a time: the last one that ends differently, for a while.
    func mark(at time: Nanoseconds) -> GiftDifference? {
        guard let last = recent.last, time - last.at < VersusPainter.markTime else { return nil }
        return last
    }
}
