public import ExactNumbers
import Playback

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
        var expected: [String] = []
        // What falls due later only matters for a line that says it too early.
        let high = content.at + index.tolerance
        let mismatches = mismatches.filter { $0.time.low <= high || $0.decides(content.event) }
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
        guard let number = state.number(of: gift) else {
            return state.isTaken(arrival)
                ? ("no further line about gift \(gift)", "it has ended; a gift ends once and starts once")
                : ("gift \(gift) to arrive first", "it arrives at \(index.lines[arrival].at.durationText)")
        }
        let running = state.controller.running?.gift.number
        if running == number {
            return ("gift \(gift) to go on", "nothing that ends a presentation has happened")
        }
        let stage = running.flatMap { state.present[$0]?.name }.map { "gift \($0) is on stage" } ?? "the stage is empty"
        return ("gift \(gift) to wait", stage)
    }
}

extension AppLog.Line {
    /// The line in words.
    var words: String {
        let what =
            switch event {
            case .arrived(let gift): "gift \(gift.gift) arrived"
            case .started(let gift): "gift \(gift) started"
            case .ended(let gift, let end): "gift \(gift) \(end.words)"
            case .settings(let settings): "settings \(settings.map(\.description).joined(separator: ", "))"
            case .paused: "paused"
            case .resumed: "resumed"
            }
        return "\(what) at \(at.durationText)"
    }
}

extension LoggedEnd {
    var words: String {
        let reason = reason.map { ": \($0)" } ?? ""
        let other = by.map { " by \($0)" } ?? into.map { " into \($0)" } ?? ""
        let progress = progress.map { " with progress \($0)" } ?? ""
        return outcome.rawValue + reason + other + progress
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
    func decides(_ event: AppLog.Event) -> Bool {
        decisions.contains { line in
            switch (line.kind, event) {
            case (.started(let number), .started(let gift)): state.present[number]?.name == gift
            case (.ended(let number, let outcome), .ended(let gift, let end)):
                state.present[number]?.name == gift && end.outcome == outcome.name
            default: false
            }
        }
    }

    /// What was expected, in words.
    func words(in index: LogIndex) -> String {
        func name(_ number: Int) -> String {
            if let known = state.present[number]?.name { return known }
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
        let settings = state.controller.settings
        let replaceAt = state.controller.running?.replaceAt ?? settings.replaceAt
        switch decisions.first?.kind {
        case .ended(_, let outcome):
            switch outcome {
            case .completed: return "a presentation ends when its animation is over"
            case .replaced: return "replace: from replaceAt \(replaceAt) on, a new gift takes the stage"
            case .dismissed: return "a close ends the running presentation"
            case .dropped(let reason, _): return Self.rule(of: reason, replaceAt, settings)
            case .merged:
                return "combineWithin \(settings.combineWithin?.durationText ?? ""): the same gift of the same sender "
                    + "is added to the one that waits or runs"
            case .unplayed: return "the session ends"
            }
        case .started:
            return settings.mode == .queue
                ? "queue: the next gift starts as soon as the stage is free, in the order of \(settings.order.rawValue)"
                : "replace: a gift that arrives at an empty stage starts at once"
        default: return "nothing is due"
        }
    }

    private static func rule(
        of reason: Outcome.DropReason, _ replaceAt: Millionths, _ settings: Settings
    ) -> String {
        switch reason {
        case .early: "replace: before replaceAt \(replaceAt), a new gift is dropped"
        case .superseded: "early hold: only the latest early gift is held"
        case .missing: "missing \(settings.missing.rawValue): the animation is not there"
        case .modeSwitch: "backlog \(settings.backlog.rawValue): a switch to replace drops what waits"
        case .overflow: "maxWaiting \(settings.maxWaiting.map(String.init) ?? "none"), \(settings.overflow.rawValue)"
        case .expired: "expireAfter \(settings.expireAfter?.durationText ?? "none")"
        case .cleared: "a clear drops all that waits"
        case .duplicate: "an event with the same id arrived before"
        }
    }
}
