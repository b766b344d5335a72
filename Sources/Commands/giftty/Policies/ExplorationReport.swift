import ExactNumbers
import JSON
import Playback
import PlayerSettings
import PolicyExploration
import PolicyReports
import Scenarios

/// The report of `giftty explore`.
struct ExplorationReport {
    let plan: ExplorationPlan
    let result: ExplorationResult
    let elapsed: Duration
    /// The command line that reproduces the result.
    let command: String

    private var counterexample: Counterexample? {
        if case .violated(let example) = result.verdict { example } else { nil }
    }

    private var seconds: Double {
        // Digits after the hundredths differ from run to run.
        Double(elapsed.inMilliseconds / 10) / 100
    }

    /// The counterexample as the text of a scenario file; `nil` without a counterexample.
    var scenarioText: String? {
        guard let counterexample else { return nil }
        let heading = [
            "Broken: \(counterexample.violation.rule.summary).",
            "What happens: \(counterexample.violation.problem), at "
                + "\(counterexample.violation.at.durationText).",
            "No shorter session does this. It expects what happens, so giftty check passes while it still happens.",
            "Found by: \(command)",
        ]
        return counterexample.scenario.fileText(kinds: plan.kinds.map { ($0.name, $0.kind) }, heading: heading)
    }

    // MARK: - Text

    /// Returns the report.
    ///
    /// - Parameter output: The file to which the counterexample was written; with `nil`, the report contains it.
    func lines(output: String?) -> [String] {
        var lines =
            (headerLines + plan.forbiddenConditions.map { "never \($0.text)" } + promiseLines)
            .flatMap(WrappedText.lines) + [""]
            + verdictLines(isTimed: true)
        guard let scenarioText else { return lines }
        if let output {
            lines.append("  written to \(output)")
        } else {
            lines.append("")
            lines += scenarioText.split(separator: "\n").map(String.init)
        }
        return lines
    }

    /// Returns the answer, and what was done for it.
    ///
    /// - Parameter isTimed: Whether the time is stated that it took, which no two runs have in common.
    func verdictLines(isTimed: Bool) -> [String] {
        let workSummary = workSummary + (isTimed ? ", \(seconds) s" : "")
        var lines: [String] = []
        switch result.verdict {
        case .holds:
            let states =
                result.counts.states == 1
                ? "the only state" : "all \(CountedWords.counted(result.counts.states, "state"))"
            lines.append("holds in \(states): \(workSummary)")
        case .stopped:
            lines.append(
                "stopped at the limit of \(CountedWords.counted(plan.stateLimit, "state")): not everything was seen")
            lines.append("holds in the \(CountedWords.counted(result.counts.states, "state")) so far: \(workSummary)")
        case .violated(let example):
            lines.append("broken: \(example.violation.rule.summary)")
            lines.append("  \(example.violation.problem), at \(example.violation.at.durationText)")
            let count = example.scenario.events.count
            lines.append("  shortest case: \(count) \(count == 1 ? "event" : "events")")
            lines += loopLines(example)
            lines.append("  \(CountedWords.counted(result.counts.states, "state")), \(workSummary)")
        }
        lines += boundLines
        return lines
    }

    private var promiseLines: [String] {
        plan.properties.map { $0.name.isEmpty ? $0.text : "\($0.name): \($0.text)" }
    }

    /// The lines about what goes on for ever after the events; none if something happens that must not.
    private func loopLines(_ example: Counterexample) -> [String] {
        guard let loop = example.loop else { return [] }
        let stem = "  stem: the \(CountedWords.counted(example.scenario.events.count, "event")) below, up to "
        let start = stem + loop.start.durationText
        guard let length = loop.length else {
            return [start, "  loop: nothing happens any more\(loop.isPaused ? "; the stage is paused" : ""), for ever"]
        }
        return [start, "  loop: every \(length.durationText), for ever"] + loop.lines.map { "    \($0.json)" }
    }

    /// The lines about what is not decided; none for a counterexample, which decides.
    private var boundLines: [String] {
        guard counterexample == nil else { return [] }
        var lines = ["not covered:"] + plan.uncovered.flatMap { WrappedText.lines("  \($0)") }
        if !plan.properties.isEmpty {
            lines.append(
                "promises are decided only up to \(CountedWords.counted(plan.maxGifts, "gift")) and "
                    + "\(CountedWords.counted(plan.maxActions, "action"))")
        }
        return lines
    }

    private var workSummary: String {
        "\(CountedWords.counted(result.counts.transitions, "transition")), depth \(result.counts.depth)"
    }

    /// The gifts, the actions and the settings.
    var headerLines: [String] {
        let kinds = plan.kinds.map { named in
            let own = named.kind.policy.settings.map(\.description)
            let facts = (named.count > 1 ? ["\(named.count) at once"] : []) + own
            return "\(named.name) \(named.kind.lengthText) worth \(named.kind.value)"
                + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
        }
        let settings = plan.settings.stated.map { $0.description }
        let actions = (plan.allowedActions.map(\.rawValue) + plan.changes.map { "set \($0)" }).joined(separator: ", ")
        return [
            "up to \(plan.maxGifts) \(plan.maxGifts == 1 ? "gift" : "gifts"): " + kinds.joined(separator: ", "),
            plan.maxActions == 0
                ? "no actions" : "up to \(plan.maxActions) \(plan.maxActions == 1 ? "action" : "actions"): " + actions,
            settings.joined(separator: ", "),
        ]
    }

    // MARK: - JSON

    /// Returns the report as a JSON object.
    func json(output: String?, isTimed: Bool = true) -> JSONValue {
        let verdict =
            switch result.verdict {
            case .holds: "holds"
            case .violated: "violated"
            case .stopped: "stopped"
            }
        var members: [(key: String, value: JSONValue)] = [
            ("verdict", .string(verdict)), ("gifts", .integer(plan.maxGifts)), ("actions", .integer(plan.maxActions)),
            ("settings", .object(plan.settings.stated.map { ($0.key.name, .string($0.value.description)) })),
            ("notCovered", .array(plan.uncovered.map { .string($0) })),
            ("never", .array(plan.forbiddenConditions.map { .string($0.text) })),
            ("states", .integer(result.counts.states)),
            ("transitions", .integer(result.counts.transitions)), ("depth", .integer(result.counts.depth)),
        ]
        if isTimed { members.append(("seconds", .number(seconds))) }
        if !plan.properties.isEmpty {
            members.append(("properties", .array(plan.properties.map { .string($0.text) })))
        }
        if let counterexample {
            members.append(("rule", .string(counterexample.violation.rule.summary)))
            members.append(("problem", .string(counterexample.violation.problem)))
            members.append(("at", .seconds(counterexample.violation.at)))
            members.append(("events", .integer(counterexample.scenario.events.count)))
            if let loop = counterexample.loop { members.append(("loop", Self.json(loop))) }
            members.append(("scenario", .string(scenarioText ?? "")))
        }
        if let output, counterexample != nil { members.append(("output", .string(output))) }
        return .object(members)
    }

    private static func json(_ loop: EndlessLoop) -> JSONValue {
        .object([
            ("start", .seconds(loop.start)),
            ("length", loop.length.map { .seconds($0) } ?? .null),
            ("paused", .bool(loop.isPaused)), ("lines", .array(loop.lines.map { .string($0.json) })),
        ])
    }
}
