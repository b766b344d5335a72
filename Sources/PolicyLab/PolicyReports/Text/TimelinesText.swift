import ExactNumbers
import Playback
import PolicyComparison
import Recordings
import TerminalCells

/// The timelines of a comparison, one above the other with a common scale.
struct TimelinesText {
    /// The width of the labels to the left of the timelines, including the space after them.
    let margin: Int
    /// The rows of the scale, the inputs and the policies.
    let rows: [String]
    /// The explanation of the colors and signs.
    let legend: [String]
    /// The greatest number of presentations of a policy that no column shows.
    let hiddenCount: Int
    /// The time that a column covers.
    let columnLength: Nanoseconds

    /// The width of the widest label. Longer names of policies are truncated here, but not in the table of figures.
    private static let maxLabelWidth = 16

    init(_ comparison: Comparison, _ style: TextStyle) {
        let widest =
            (comparison.sessions.map(\.policy.name) + ["  dropped"])
            .map { DisplayWidth.columns(of: $0) }.max() ?? 0
        let margin = min(Self.maxLabelWidth, widest) + 2
        let sheet = TimelineSheet(
            comparison: comparison, style: style, margin: margin,
            axis: TimeAxis(comparison.window, columns: style.columns - margin), colors: KindColors(comparison))
        self.margin = margin
        let stages = comparison.sessions.map { StageRow($0.timeline, sheet.axis) }
        let backlogs = comparison.sessions.map { CountRow($0.timeline.backlog, sheet.axis) }
        let counts = comparison.sessions.map { EndingRows($0.timeline, sheet.axis) }
        let arrivals = CountRow(
            comparison.events.filter { $0.kind == .arrival }.map(\.at), sheet.axis)
        let mostWaiting = backlogs.map(\.maximum).max() ?? 0

        var rows = sheet.headerRows(arrivals)
        for (index, session) in comparison.sessions.enumerated() {
            rows.append(sheet.stageRow(stages[index], of: session.policy))
            rows += sheet.countRows(counts[index], backlogs[index], maxWaiting: mostWaiting)
        }
        self.rows = rows
        let most = ([arrivals] + counts.flatMap { [$0.dropped, $0.merged] }).map(\.maximum).max() ?? 0
        legend = sheet.legend(
            Set(stages.flatMap(\.symbols)), maxWaiting: mostWaiting, maxAtOnce: most)
        hiddenCount = stages.map(\.hiddenCount).max() ?? 0
        columnLength = sheet.axis.length / Nanoseconds(sheet.axis.columns)
    }
}

/// The gifts that were never on the stage, by outcome.
private struct EndingRows {
    let dropped: CountRow
    let merged: CountRow

    init(_ timeline: SessionTimeline, _ axis: TimeAxis) {
        func row(_ name: Outcome.Name) -> CountRow {
            CountRow(timeline.unshownGifts.filter { $0.outcome.name == name }.map(\.at), axis)
        }
        dropped = row(.dropped)
        merged = row(.merged)
    }
}

/// The common properties of the rows of a comparison.
private struct TimelineSheet {
    let comparison: Comparison
    let style: TextStyle
    let margin: Int
    let axis: TimeAxis
    let colors: KindColors

    /// The greatest number of waiting gifts that is shown with digits. Greater numbers are shown with bars.
    static let maxDigit = 9

    // MARK: - Rows

    func headerRows(_ arrivals: CountRow) -> [String] {
        var rows = comparison.window.isEmpty ? [] : [scaleRow]
        if arrivals.total > 0 {
            rows.append(
                row("arrivals") { write(arrivals.symbols(one: style.glyph("▾", "v")), into: &$0, TextColors.faint) })
        }
        let controls = comparison.events.filter { $0.kind != .arrival }
        if !controls.isEmpty {
            rows.append(
                row("controls") { line in
                    for control in controls {
                        line.write(control.kind.symbol(style), at: margin + axis.column(control.at), TextColors.faint)
                    }
                })
        }
        if let moment = comparison.firstDifference, comparison.window.contains(moment) {
            rows.append(
                row("differ") { $0.write(style.glyph("▲", "^"), at: margin + axis.column(moment), TextColors.accent) })
        }
        return rows
    }

    private var scaleRow: String {
        let (times, step) = axis.marks(spacing: 9)
        return row("") { line in
            for time in times {
                let label = TimeFormat.mark(time, step: step)
                let column = min(margin + axis.column(time), style.columns - label.utf8.count)
                guard column >= line.end || line.end <= margin else { continue }
                line.move(to: column)
                line.write(label, TextColors.faint)
                line.move(to: line.end + 1)
            }
        }
    }

    func stageRow(_ stage: StageRow, of policy: Policy) -> String {
        row(policy.name, isName: true) { stage.draw(into: &$0, at: margin, colors, style) }
    }

    func countRows(_ endings: EndingRows, _ backlog: CountRow, maxWaiting: Int) -> [String] {
        var rows: [String] = []
        if backlog.total > 0 {
            let cells =
                maxWaiting > Self.maxDigit ? backlog.bars(of: maxWaiting, style) : backlog.symbols(one: "1")
            rows.append(row("  waiting") { write(cells, into: &$0, TextColors.faint) })
        }
        if endings.dropped.total > 0 {
            let cells = endings.dropped.symbols(one: style.glyph("×", "x"))
            rows.append(row("  dropped") { write(cells, into: &$0, TextColors.warning) })
        }
        if endings.merged.total > 0 {
            rows.append(row("  merged") { write(endings.merged.symbols(one: "+"), into: &$0, TextColors.faint) })
        }
        return rows
    }

    private func row(_ label: String, isName: Bool = false, _ draw: (inout TextLine) -> Void) -> String {
        var line = TextLine(columns: style.columns)
        line.write(
            TextFitting.text(label, columns: margin - 2, style), isName ? .terminalDefault : TextColors.faint, on: nil,
            isName ? .bold : [])
        line.move(to: margin)
        draw(&line)
        return line.text(style)
    }

    private func write(_ cells: [String], into line: inout TextLine, _ color: CellColor) {
        for (column, cell) in cells.enumerated() where cell != " " {
            line.write(cell, at: margin + column, color)
        }
    }

    // MARK: - Legend

    func legend(_ signs: Set<StageRow.Symbol>, maxWaiting: Int, maxAtOnce: Int) -> [String] {
        var items: [(sign: String, color: UInt32?, words: String)] = []
        if style.hasColors {
            items += colors.kinds.map { ("  ", KindColors.palette[colors.index(of: $0)], $0) }
        }
        items += StageRow.Symbol.allCases.filter { signs.contains($0) }.map { ($0.glyph(style), nil, $0.explanation) }
        let controls = Set(comparison.events.map(\.kind)).subtracting([.arrival])
        items += Comparison.Event.Kind.allCases.filter { controls.contains($0) }.map {
            ($0.symbol(style), nil, $0.explanation)
        }
        if maxWaiting > Self.maxDigit { items.append((style.glyph("█", "#"), nil, "\(maxWaiting) waiting")) }
        if maxAtOnce > Self.maxDigit {
            items.append(("2-9 #", nil, "gifts at a time, # for more"))
        } else if maxAtOnce > 1 {
            items.append((maxAtOnce > 2 ? "2-\(maxAtOnce)" : "2", nil, "gifts at a time"))
        }
        return wrapped(items)
    }

    /// Returns the items one after the other, in as many lines as they need.
    private func wrapped(_ items: [(sign: String, color: UInt32?, words: String)]) -> [String] {
        var lines: [String] = []
        var line = TextLine(columns: style.columns)
        for item in items {
            let words = TextFitting.text(item.words, columns: style.columns - 8, style)
            let width = DisplayWidth.columns(of: item.sign) + 1 + DisplayWidth.columns(of: words)
            if line.end > 0, line.end + 3 + width > style.columns {
                lines.append(line.text(style))
                line = TextLine(columns: style.columns)
            }
            if line.end > 0 { line.move(to: line.end + 3) }
            line.write(item.sign, .terminalDefault, on: item.color.map { CellColor($0) })
            line.move(to: line.end + 1)
            line.write(words, TextColors.faint)
        }
        return line.end > 0 ? lines + [line.text(style)] : lines
    }
}

extension Comparison.Event.Kind {
    fileprivate func symbol(_ style: TextStyle) -> String {
        switch self {
        case .arrival: style.glyph("▾", "v")
        case .close: style.glyph("✕", "x")
        case .clear: style.glyph("⊗", "X")
        case .pause: "p"
        case .resume: "r"
        case .change: "s"
        }
    }

    fileprivate var explanation: String {
        switch self {
        case .arrival: "a gift arrives"
        case .close: "close"
        case .clear: "clear"
        case .pause: "pause"
        case .resume: "resume"
        case .change: "settings or animations change"
        }
    }
}
