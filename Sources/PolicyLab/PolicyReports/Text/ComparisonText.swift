public import PolicyComparison
import TerminalCells

/// A comparison as text for the terminal: a timeline for each policy, the first differences and the figures.
public struct ComparisonText {
    private let comparison: Comparison
    private let style: TextStyle

    /// Creates the text of a comparison.
    public init(_ comparison: Comparison, _ style: TextStyle) {
        self.comparison = comparison
        self.style = style
    }

    /// The lines of the text, none wider than the style's columns.
    public var lines: [String] {
        let timelines = TimelinesText(comparison, style)
        var lines = heading + [""] + timelines.rows
        let notes = timelines.legend + scaleNotes(timelines)
        if !notes.isEmpty { lines += [""] + notes }
        lines += [""] + differenceLines(margin: timelines.margin) + [""]
        return lines + FiguresText(comparison.sessions, style).lines
    }

    private var heading: [String] {
        let figures = comparison.sessions.first?.figures
        let arrivals = figures?.gifts ?? 0
        let settings = SettingsSummary(comparison.sessions.map(\.settings))
        var facts = [arrivals == 1 ? "1 gift" : "\(arrivals) gifts"]
        if let worth = figures?.value, worth > 0 { facts.append("worth \(worth)") }
        facts.append(comparison.sessions.count == 1 ? "1 policy" : "\(comparison.sessions.count) policies")
        if !settings.shared.isEmpty { facts.append("all with \(settings.shared)") }
        let lines =
            wrapped(comparison.name, bold: true) + wrapped(facts.joined(separator: style.glyph(" · ", ", ")))
        // Policies whose names are their settings need no explanation.
        return lines
            + zip(comparison.sessions.map(\.policy.name), settings.policySettings).filter { $0 != $1 && !$1.isEmpty }
            .flatMap { wrapped("\($0): \($1)") }
    }

    private func scaleNotes(_ timelines: TimelinesText) -> [String] {
        TimelineNotes.notes(
            comparison, hidden: timelines.hiddenCount, place: "\(TimeFormat.seconds(timelines.columnLength)) a column"
        ).flatMap { wrapped($0) }
    }

    private func differenceLines(margin: Int) -> [String] {
        let words = DifferenceSummary(comparison)
        var lines: [String] = []
        for moment in words.moments {
            lines += wrapped(moment.heading, bold: true)
            for side in moment.sides {
                let name = TextFitting.text(side.policy, columns: margin - 2, style)
                let texts = TextFitting.lines(side.decisions, columns: style.columns - margin - 2, style)
                for (index, text) in texts.enumerated() {
                    var line = TextLine(columns: style.columns)
                    if index == 0 { line.write("  " + name) }
                    line.move(to: margin + 2)
                    line.write(text)
                    lines.append(line.text(style))
                }
            }
        }
        if let same = words.equalPoliciesSentence { lines += wrapped(same) }
        return lines
    }

    private func wrapped(_ text: String, bold: Bool = false) -> [String] {
        TextFitting.lines(text, columns: style.columns, style).map { words in
            var line = TextLine(columns: style.columns)
            line.write(words, .terminalDefault, on: nil, bold ? .bold : [])
            return line.text(style)
        }
    }
}
