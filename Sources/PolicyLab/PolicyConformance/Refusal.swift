public import ExactNumbers
import Playback
import Scenarios

/// The first line of a log that no run of the policy allows.
public struct Refusal: Hashable, Sendable {
    /// The line number.
    public let line: Int
    /// The logged time.
    public let at: Nanoseconds
    /// What the line says.
    public let found: String
    /// What the policy allows instead; of several, the first is the simplest.
    public let expected: [String]
    /// The rule.
    public let rule: String
    /// What is inferred about the lines before.
    public let inferences: [Inference]

    /// The line in words: `found gift 2 started at 1s, expected gift 2 dropped: early at 1s (…)`.
    public var summary: String {
        "found \(found), expected \(expected.joined(separator: "; or ")) (\(rule))"
    }

    init(
        _ line: Int, in index: LogIndex, after state: ConformanceState, _ mismatches: [ConformanceMismatch]
    ) {
        let content = index.lines[line]
        self.line = content.number
        at = content.at
        found = content.words
        inferences = state.inferences
        var expected: [String] = []
        // What falls due later only matters for a line that says it too early.
        let high = content.at + index.tolerance
        let mismatches = mismatches.filter { $0.time.low <= high || $0.decides(content.event, in: index) }
        for mismatch in mismatches {
            let words = mismatch.words(in: index)
            if !words.isEmpty, !expected.contains(words), expected.count < Self.maxAlternatives {
                expected.append(words)
            }
        }
        if let mismatch = mismatches.first(where: { !$0.decisions.isEmpty }) {
            rule = mismatch.rule
        } else {
            let (words, reason) = Self.silence(content, in: index, after: state)
            expected = expected.isEmpty ? [words] : expected
            rule = reason
        }
        self.expected = expected
    }

    private static let maxAlternatives = 3

    /// Returns what is expected where the policy decides nothing.
    private static func silence(
        _ line: AppLog.Line, in index: LogIndex, after state: ConformanceState
    ) -> (words: String, rule: String) {
        let gift: String
        switch line.event {
        case .started(let name), .ended(let name, _): gift = name
        case .arrived, .settings, .paused, .resumed:
            return ("it at another time", "no run has it between the lines around it")
        }
        guard let arrival = index.arrivals[gift] else {
            return ("no such line", "gift \(gift) never arrived")
        }
        guard let number = state.present.number(arrivedOn: arrival) else {
            return state.isTaken(arrival)
                ? ("no further line about gift \(gift)", "it has ended; a gift ends once and starts once")
                : ("gift \(gift) to arrive first", "it arrives at \(index.lines[arrival].at.durationText)")
        }
        let running = state.controller.running?.gift.number
        if running == number {
            return ("gift \(gift) to go on", "nothing that ends a presentation has happened")
        }
        let stage =
            running.flatMap { state.name(of: $0, in: index) }.map { "gift \($0) is on stage" } ?? "the stage is empty"
        return ("gift \(gift) to wait", stage)
    }
}

extension AppLog.Line {
    /// The line in words, with its time.
    package var words: String { "\(summary) at \(at.durationText)" }

    /// What the line says, in words.
    package var summary: String {
        switch event {
        case .arrived(let gift): "gift \(gift.gift) arrived"
        case .started(let gift): "gift \(gift) started"
        case .ended(let gift, let end): "gift \(gift) \(end.summary)"
        case .settings(let settings): "settings \(settings.map(\.description).joined(separator: ", "))"
        case .paused: "paused"
        case .resumed: "resumed"
        }
    }
}

extension LoggedEnd {
    /// The end in words: the outcome with what is logged of it.
    package var summary: String {
        let reason = reason.map { ": \($0)" } ?? ""
        let other = by.map { " by \($0)" } ?? into.map { " into \($0)" } ?? ""
        let progress = progress.map { " with progress \($0)" } ?? ""
        return outcome.rawValue + reason + other + progress
    }
}

extension ConformanceState {
    /// Returns the name in the log of a gift that has not ended.
    fileprivate func name(of number: Int, in index: LogIndex) -> String? {
        present[number].map { index.name(ofArrival: $0.line) }
    }
}

extension ConformanceMismatch {
    /// The decisions among what was expected.
    var decisions: [TraceEvent] {
        expected.filter { line in
            switch line.kind {
            case .started, .ended: true
            case .settings, .arrived, .paused, .resumed, .speed, .looped, .scrubbed: false
            }
        }
    }

    /// Returns whether what a line says is among what was expected.
    func decides(_ event: AppLog.Event, in index: LogIndex) -> Bool {
        decisions.contains { line in
            switch (line.kind, event) {
            case (.started(let number), .started(let gift)): state.name(of: number, in: index) == gift
            case (.ended(let number, let outcome), .ended(let gift, let end)):
                state.name(of: number, in: index) == gift && end.outcome == outcome.name
            default: false
            }
        }
    }

    /// What was expected, in words.
    func words(in index: LogIndex) -> String {
        func name(_ number: Int) -> String {
            if let known = state.name(of: number, in: index) { return known }
            if case .arrival(let line, _) = step, case .arrived(let gift) = index.lines[line].event { return gift.gift }
            return String(number)
        }
        let words = decisions.prefix(4).map { line in
            switch line.kind {
            case .started(let gift): return "gift \(name(gift)) started"
            case .ended(let gift, let outcome):
                let other = outcome.otherGift.map(name)
                let label =
                    switch outcome {
                    case .replaced: "replaced by \(other ?? "")"
                    case .merged: "merged into \(other ?? "")"
                    default: outcome.label
                    }
                let progress = outcome.progress.map { " with progress \($0)" } ?? ""
                return "gift \(name(gift)) \(label)\(progress)"
            default: return ""
            }
        }
        guard !words.isEmpty else { return "" }
        return words.joined(separator: ", ") + (decisions.count > 4 ? ", …" : "") + " at \(momentText)"
    }

    private var momentText: String {
        time.low >= time.high
            ? time.low.durationText : "\(max(0, time.low).durationText) to \(time.high.durationText)"
    }

    /// The rule by which the first of the decisions is made.
    var rule: String {
        let controller = state.controller
        return decisions.first?.kind.rule(settings: controller.settings, replaceAt: controller.running?.replaceAt)
            ?? "nothing is due"
    }
}
