public import PolicyComparison
import TerminalCells

/// A sweep as text for the terminal, with a chart for each type of figure and two charts per row if there is room.
public struct SweepText {
    private let sweep: Sweep
    private let style: TextStyle

    /// The number of columns from which two charts are in a row.
    private static let minColumnsForTwoCharts = 72
    private static let rows = 7
    private static let gap = 3

    /// Creates the text of a sweep.
    public init(_ sweep: Sweep, _ style: TextStyle) {
        self.sweep = sweep
        self.style = style
    }

    /// The lines of the text, none wider than the style's columns.
    public var lines: [String] {
        let words = SweepSummary(sweep)
        var lines = wrapped(words.title, bold: true)
        lines += wrapped(words.facts.joined(separator: style.glyph(" · ", ", ")))
        if let warning = SweepSummary.overrideWarning(sweep) { lines += wrapped(warning) }
        let panels = SweepPanels(sweep).panels
        let isDouble = style.columns >= Self.minColumnsForTwoCharts
        let width = isDouble ? (style.columns - Self.gap) / 2 : style.columns
        for start in stride(from: 0, to: panels.count, by: isDouble ? 2 : 1) {
            let pair = panels[start..<min(panels.count, start + (isDouble ? 2 : 1))]
            lines.append("")
            lines += sideBySide(
                pair.map { SweepChart($0, sweep.axis, width: width, rows: Self.rows, style) }, width: width)
        }
        let extremes = words.extremes.flatMap { wrapped($0) }
        return extremes.isEmpty ? lines : lines + [""] + extremes
    }

    private func sideBySide(_ charts: [SweepChart], width: Int) -> [String] {
        (0..<(charts.map(\.height).max() ?? 0)).map { row in
            var line = TextLine(columns: style.columns)
            for (index, chart) in charts.enumerated() {
                chart.draw(row: row, into: &line, at: index * (width + Self.gap))
            }
            return line.text(style)
        }
    }

    private func wrapped(_ text: String, bold: Bool = false) -> [String] {
        TextFitting.lines(text, columns: style.columns, style).map { words in
            var line = TextLine(columns: style.columns)
            line.write(words, .terminalDefault, on: nil, bold ? .bold : [])
            return line.text(style)
        }
    }
}

/// One chart in character cells: the title, the plot with its axes, and the legend.
private struct SweepChart {
    let height: Int

    private let panel: SweepPanel
    private let axis: SweepAxis
    private let width: Int
    private let plot: SweepPlot
    private let margin: Int
    private let legend: [[Int]]
    private let style: TextStyle

    init(_ panel: SweepPanel, _ axis: SweepAxis, width: Int, rows: Int, _ style: TextStyle) {
        self.panel = panel
        self.axis = axis
        self.width = width
        self.style = style
        margin = panel.unit.label(panel.upperBound).count + 1
        plot = SweepPlot(panel, columns: max(8, width - margin - 1), rows: rows, style)
        var lines: [[Int]] = [[]]
        var used = 0
        for index in panel.curves.indices {
            let item = Self.item(index, panel, style)
            let columns = DisplayWidth.columns(of: item) + 2
            if used + columns - 2 > width - margin - 1, used > 0 {
                lines.append([])
                used = 0
            }
            lines[lines.count - 1].append(index)
            used += columns
        }
        legend = lines
        // The title, the plot, the axis, its labels and the legend.
        height = 1 + rows + 2 + lines.count
    }

    private static func item(_ index: Int, _ panel: SweepPanel, _ style: TextStyle) -> String {
        SweepPlot.symbol(index, of: panel, style) + " " + panel.curves[index].name
    }

    func draw(row: Int, into line: inout TextLine, at offset: Int) {
        let left = offset + margin
        let end = offset + width
        switch row {
        case 0: line.write(panel.title, at: left, .terminalDefault, on: nil, .bold, limit: end)
        case 1...plot.rows: draw(plotRow: row - 1, into: &line, at: offset)
        case plot.rows + 1:
            let corner = style.glyph("└", "+")
            let edge = String(repeating: style.glyph("─", "-"), count: plot.columns)
            line.write(corner + edge, at: left, TextColors.faint, limit: end)
        case plot.rows + 2: drawAxisLabels(into: &line, from: left, to: min(end, left + 1 + plot.columns))
        default:
            guard legend.indices.contains(row - plot.rows - 3) else { return }
            var column = left + 1
            for index in legend[row - plot.rows - 3] {
                let sign = SweepPlot.symbol(index, of: panel, style)
                column = line.write(sign, at: column, color(index), limit: end)
                column = line.write(" " + panel.curves[index].name, at: column, TextColors.faint, limit: end) + 2
            }
        }
    }

    private func draw(plotRow row: Int, into line: inout TextLine, at offset: Int) {
        let isLabelled = row == 0 || row == plot.rows - 1 || (plot.rows % 2 == 1 && row == plot.rows / 2)
        if isLabelled {
            let value = panel.upperBound * (1 - Double(row) / Double(plot.rows - 1))
            let label = panel.unit.label(value)
            // The label in the middle is omitted if it does not fit, which only happens if it is not a round number.
            if label.count < margin {
                line.write(label, at: offset + margin - 1 - label.count, TextColors.faint)
            }
        }
        line.write(isLabelled ? style.glyph("┤", "+") : style.glyph("│", "|"), at: offset + margin, TextColors.faint)
        for column in 0..<plot.columns {
            guard let (glyph, curve) = plot.cells[row * plot.columns + column] else { continue }
            line.write(glyph, at: offset + margin + 1 + column, color(curve))
        }
    }

    private func drawAxisLabels(into line: inout TextLine, from left: Int, to end: Int) {
        let labels = [axis.values.first, axis.values.last].map { $0?.description ?? "" }
        line.write(labels[0], at: left + 1, TextColors.faint, limit: end)
        guard axis.values.count > 1 else { return }
        line.write(labels[1], at: end - labels[1].count, TextColors.faint, limit: end)
        let name = axis.key.name
        let middle = left + 1 + (plot.columns - name.count) / 2
        guard middle > left + 1 + labels[0].count, middle + name.count < end - labels[1].count else { return }
        line.write(name, at: middle, TextColors.faint, limit: end)
    }

    private func color(_ curve: Int) -> CellColor {
        CellColor(KindColors.palette[curve % KindColors.palette.count])
    }
}
