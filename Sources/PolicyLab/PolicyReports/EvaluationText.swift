import ExactNumbers
public import PolicyEvaluation
import TerminalText

/// An evaluation as text: the figures of all sessions, and how each policy differs from the first one.
public struct EvaluationText {
    private let evaluation: Evaluation

    /// Creates the text of an evaluation.
    public init(_ evaluation: Evaluation) { self.evaluation = evaluation }

    /// The lines of the text.
    public var lines: [String] {
        WrappedText.lines(heading) + [""] + table
            + evaluation.comparisons.flatMap { [""] + lines($0).flatMap(WrappedText.lines) }
    }

    private var heading: String {
        let sessions = evaluation.sessions == 1 ? "1 session" : "\(evaluation.sessions) sessions"
        let policies = evaluation.policies.count == 1 ? "1 policy" : "\(evaluation.policies.count) policies"
        let broken = evaluation.broken.isEmpty ? [] : ["\(evaluation.broken.count) broken"]
        return ([sessions, policies] + broken + Self.groups(evaluation)).joined(separator: " · ")
    }

    /// Returns the numbers of groups of sessions that are resampled as a whole, such as `12 groups by folder:2`.
    package static func groups(_ evaluation: Evaluation) -> [String] {
        zip(evaluation.groupings, evaluation.groupCounts).map { grouping, count in
            count == 1 ? "1 group by \(grouping), so that no interval can be told" : "\(count) groups by \(grouping)"
        }
    }

    /// The figures, with a row per figure and a column per policy.
    private var table: [String] {
        let rows = FiguresTable(evaluation.figures, namesLeastSeen: false).rows
        let names = evaluation.policies.map { $0.name.terminalSafe() }
        let margin = rows.map { $0.label.count + ($0.isPart ? 2 : 0) }.max() ?? 0
        let widths = names.indices.map { column in
            max(names[column].count, rows.map { $0.values[column].count }.max() ?? 0)
        }
        func line(_ label: String, _ values: [String]) -> String {
            zip(values, widths).reduce(label + String(repeating: " ", count: margin - label.count)) { line, cell in
                line + String(repeating: " ", count: cell.1 - cell.0.count + 3) + cell.0
            }
        }
        return [line("", names)] + rows.map { line(($0.isPart ? "  " : "") + $0.label, $0.values) }
    }

    // MARK: - Differences

    private func lines(_ comparison: Evaluation.Comparison) -> [String] {
        let names = evaluation.policies.map { $0.name.terminalSafe() }
        var lines = [Self.verdict(comparison, of: evaluation).terminalSafe(), ""]
        lines.append(
            "\(names[comparison.policy]) against \(names[comparison.other]), in the mean of a session, with 95 % intervals:"
        )
        var (open, equal): ([String], [String]) = ([], [])
        for (figure, sums) in zip(EvaluatedFigure.allCases, comparison.figures) where sums.count > 0 {
            switch sums.verdict {
            case .more, .less: lines.append("  " + Self.words(figure, sums))
            case .undecided: open.append(figure.label)
            case .equal: equal.append(figure.label)
            }
        }
        if !open.isEmpty { lines.append("  no difference can be told in \(open.joined(separator: ", "))") }
        if !equal.isEmpty { lines.append("  no difference at all in \(equal.joined(separator: ", "))") }
        return lines
    }

    /// Returns the answer in a sentence: `hold against queue, on 200 sessions: value seen 3.1 % more (95 % interval 2.2 to
    /// 3.9 %); no difference can be told in mean waiting time`.
    package static func verdict(_ comparison: Evaluation.Comparison, of evaluation: Evaluation) -> String {
        let names = evaluation.policies.map(\.name)
        let parts = zip(EvaluatedFigure.allCases, comparison.figures).compactMap { figure, sums -> String? in
            guard [.valueSeen, .waitingMean].contains(figure), sums.count > 0 else { return nil }
            switch sums.verdict {
            case .equal: return "no difference at all in \(figure.label)"
            case .undecided: return "no difference can be told in \(figure.label)"
            case .more, .less: return "\(figure.label) \(share(sums) ?? words(figure, sums))"
            }
        }
        let sessions = evaluation.sessions == 1 ? "1 session" : "\(evaluation.sessions) sessions"
        return "\(names[comparison.policy]) against \(names[comparison.other]), on \(sessions): "
            + (parts.isEmpty ? "nothing to compare" : parts.joined(separator: "; "))
    }

    /// Returns a difference and its interval in per cent of the mean under the other policy; `nil` if that is 0.
    private static func share(_ sums: DifferenceSums) -> String? {
        guard let change = sums.change, let interval = sums.changeInterval else { return nil }
        func percent(_ value: Double) -> String { Self.percent(change > 0 ? value : -value) }
        let ends = change > 0 ? (interval.low, interval.high) : (interval.high, interval.low)
        return "\(percent(change)) % \(change > 0 ? "more" : "less") "
            + "(95 % interval \(percent(ends.0)) to \(percent(ends.1)) %)"
    }

    /// Returns a difference in words: `value not seen 12.5 % less: −3.2 (−4.1 to −2.3), effect −1.1`.
    private static func words(_ figure: EvaluatedFigure, _ sums: DifferenceSums) -> String {
        var change = sums.verdict == .more ? "more" : "less"
        if let share = sums.change { change = "\(percent(abs(share))) % \(change)" }
        return "\(figure.label) \(change): \(facts(figure, sums))"
    }

    /// Returns the numbers of a difference, with the interval in parentheses: `−3.2 (−4.1 to −2.3), effect −1.1`.
    package static func facts(_ figure: EvaluatedFigure, _ sums: DifferenceSums) -> String {
        // The word for the unit of shares is there once.
        func end(_ value: Double) -> String {
            figure.unit == .share ? points(value) : text(value, figure.unit)
        }
        let interval = sums.interval.map { " (\(end($0.low)) to \(end($0.high)))" } ?? ""
        let effect = sums.effect.map { ", effect \(number($0, 2))" } ?? ""
        return difference(sums.mean ?? 0, figure.unit) + interval + effect
    }

    /// Returns a difference with its unit. That of two shares is in points, which are not per cent of one of them.
    package static func difference(_ value: Double, _ unit: EvaluatedFigure.Unit) -> String {
        unit == .share ? points(value) + " points" : text(value, unit)
    }

    /// Returns a difference of shares in hundredths of the whole.
    private static func points(_ value: Double) -> String {
        number(value * 100 / EvaluatedFigure.Unit.share.scale, 2)
    }

    /// Returns a number with its unit.
    package static func text(_ value: Double, _ unit: EvaluatedFigure.Unit) -> String {
        switch unit {
        case .gifts, .value: number(value / unit.scale, 2)
        case .time: number(value / unit.scale, 3) + "s"
        case .share: number(value * 100 / unit.scale, 2) + " %"
        }
    }

    /// Returns a number with at most so many decimal places, rounded half up; one that is not 0 has more of them if it would
    /// read 0 otherwise, so that a difference never contradicts its verdict.
    package static func number(_ value: Double, _ places: Int) -> String {
        var (scale, digits) = (1.0, 0)
        func isShort(_ scale: Double) -> Bool { abs(value) * scale < Double(Int64.max) }
        while digits < places && isShort(scale * 10)
            || value != 0 && (value * scale).rounded() == 0 && digits < maxPlaces
        {
            scale *= 10
            digits += 1
        }
        return ExactDecimal(Int64(clamped: (value * scale).rounded()), digits: digits).trimmed
    }

    /// Returns a share in per cent with at least one decimal place, or more where it would read 100 and is not.
    private static func percent(_ share: Double) -> String {
        let exact = share * 100
        for places in 1..<maxPlaces {
            let text = number(exact, places)
            if !["100", "−100"].contains(text) || abs(exact) == 100 { return text }
        }
        return number(exact, maxPlaces)
    }

    private static let maxPlaces = 9
}

extension ExactDecimal {
    /// The text with a minus sign as in prose.
    fileprivate var trimmed: String {
        let text = description
        return text.hasPrefix("-") ? "−" + text.dropFirst() : text
    }
}
