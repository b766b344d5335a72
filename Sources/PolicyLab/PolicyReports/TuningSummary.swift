import ExactNumbers
import Playback
import PlayerSettings
import PolicyEvaluation
import PolicyExploration
package import PolicyTuning

/// What a tuning found, in words that all reports have in common.
package struct TuningSummary {
    private let tuning: Tuning

    /// Creates the summary.
    package init(_ tuning: Tuning) { self.tuning = tuning }

    private var goal: TuningGoal { tuning.plan.goal }

    /// What was searched, and how.
    package var facts: [String] {
        let sessions = tuning.sessions
        let broken = tuning.broken.isEmpty ? "" : ", \(tuning.broken.count) broken"
        let space = CountedWords.grouped(tuning.spaceCount)
        let tries =
            switch tuning.method {
            case .exact where tuning.spaceCount == 1: "the only settings of the space tried"
            case .exact: "all \(space) settings of the space tried"
            case .genetic:
                "\(CountedWords.grouped(tuning.tried)) of "
                    + (tuning.spaceCount == .max ? "very many" : space) + " settings of the space tried (NSGA-II)"
            }
        return [
            goal.words,
            "\(CountedWords.counted(sessions.tuned, "session")) to tune on, "
                + "\(CountedWords.grouped(sessions.heldOut)) held out to judge\(broken), seed \(tuning.plan.seed)",
            tries,
        ] + tuning.plan.space.axes.map { "  \($0)" }
    }

    /// The answer in one line.
    package var answer: String {
        guard tuning.isFeasible else {
            return "no settings keep all limits; those that come nearest:"
        }
        let points = CountedWords.counted(tuning.points.count, "point")
        let shown = tuning.frontCount > tuning.points.count ? ", \(points) of them below" : ""
        let proven = tuning.proven.map { String($0 + 1) }
        let words =
            switch proven.count {
            case 0: "none of them keeps all limits and promises"
            case tuning.points.count: "all keep all limits and promises"
            default: "\(proven.joined(separator: ", ")) keep\(proven.count == 1 ? "s" : "") all limits and promises"
            }
        guard tuning.frontCount > 1 else {
            return "the settings that no others beat; they keep \(proven.isEmpty ? "not " : "")all limits and promises:"
        }
        return "\(CountedWords.grouped(tuning.frontCount)) settings that no others beat\(shown); \(words):"
    }

    /// The heads of the columns, then the sessions' own settings, then each point: a name and the figures with their
    /// intervals on the sessions that were held out.
    package var table: [[String]] {
        let heads = [""] + goal.figures.flatMap { [$0.description, "95 % interval"] }
        func row(_ name: String, _ figures: [HeldOutFigure]) -> [String] {
            [name]
                + figures.flatMap { figure in
                    [Self.text(figure.amount, figure.figure), Self.text(figure.interval, figure.figure)]
                }
        }
        return [heads, row("own settings", tuning.own)]
            + tuning.points.enumerated().map { row("point \($0 + 1)", $1.heldOut) }
    }

    /// Returns the settings in words, such as `mode replace, replaceAt 0.45; early hold for gifts at 1000+`.
    package static func settings(_ policy: TunedPolicy) -> String {
        let words = policy.settings.map(\.description) + policy.rules.map(\.description)
        return words.isEmpty ? "the sessions' own settings" : words.joined(separator: ", ")
    }

    /// Returns the gifts of a rule in words.
    package static func gifts(_ rule: GiftRule) -> String {
        switch rule.scope {
        case .tier: "each kind at \(rule.scope)"
        case .kind: rule.scope.description
        }
    }

    // MARK: - One point

    /// Returns how the objectives differ from those with the sessions' own settings:
    /// `valueSeen 3.1 % more than with the own settings: 41.2, 95 % interval 33 to 50`.
    package func differences(_ point: Tuning.Point) -> [String] {
        goal.objectives.compactMap { objective in
            guard let figure = point.heldOut.first(where: { $0.figure == objective.figure }) else { return nil }
            guard let difference = figure.difference else { return "\(objective.figure): none of the sessions has it" }
            let interval = figure.differenceInterval
            if difference == 0, interval.map({ $0.low == 0 && $0.high == 0 }) ?? true {
                return "\(objective.figure): as with the own settings"
            }
            let isTold = interval.map { $0.low > 0 || $0.high < 0 } ?? false
            guard isTold else {
                return "\(objective.figure): no difference from the own settings can be told: "
                    + Self.facts(difference, interval, figure.figure)
            }
            var change = difference > 0 ? "more" : "less"
            if let own = tuning.own.first(where: { $0.figure == objective.figure })?.amount, own.value > 0 {
                change = "\(EvaluationText.number(abs(difference) / own.value * 100, 1)) % \(change)"
            }
            return "\(objective.figure) \(change) than with the own settings: "
                + Self.facts(difference, interval, figure.figure)
        }
    }

    /// Returns whether each limit is kept on the sessions that were held out.
    package func limits(_ point: Tuning.Point) -> [String] {
        goal.constraints.compactMap { constraint in
            guard let figure = point.heldOut.first(where: { $0.figure == constraint.figure }) else { return nil }
            let words =
                switch figure.answer(to: constraint) {
                case .kept: "kept"
                case .broken: "broken on the sessions held out"
                case .undecided where figure.interval == nil:
                    constraint.isKept(figure.amount)
                        ? "kept, but no interval can be told" : "broken, but no interval can be told"
                case .undecided:
                    constraint.isKept(figure.amount)
                        ? "kept, but the interval reaches the limit" : "broken, but the interval reaches the limit"
                }
            return "\(constraint): \(words)"
        }
    }

    /// Returns the answer about a promise in words: a line, and further ones for a counterexample.
    package static func words(_ answer: TuningCertificate.Answer) -> [String] {
        let name = answer.promise.map { "promise \($0.label)" } ?? "the rules of playback"
        let (holds, it) = answer.promise == nil ? ("hold", "they hold") : ("holds", "it holds")
        let counts = answer.result.counts
        switch answer.result.verdict {
        case .holds: return ["\(name): \(holds) in all \(CountedWords.counted(counts.states, "state"))"]
        case .stopped:
            return [
                "\(name): not decided, \(it) in the \(CountedWords.counted(counts.states, "state")) up to the limit"
            ]
        case .violated(let example):
            let events = CountedWords.counted(example.scenario.events.count, "event")
            var lines = [
                "\(name): broken at \(example.violation.at.durationText), in the shortest case of \(events)",
                example.violation.problem,
            ]
            // A promise that another one hides is not broken itself.
            if case .promise = example.violation.rule {
            } else {
                lines.append("rule: \(example.violation.rule.summary)")
            }
            return lines
        }
    }

    /// Returns what the files of some gifts have for a rule: `gift.yaml of gifts at 1000+: settings: {replaceAt: 0.9}`.
    package static func giftFileLine(_ rule: GiftRule) -> String {
        "gift.yaml of \(gifts(rule)): settings: {\(rule.setting.key.name): \(rule.setting.value)}"
    }

    // MARK: - Numbers

    /// Returns an amount with its unit.
    package static func text(_ amount: FigureAmount?, _ figure: TuningFigure) -> String {
        amount.map { EvaluationText.text($0.value, figure.unit) } ?? "–"
    }

    /// Returns the ends of an interval with their unit.
    package static func text(_ interval: HeldOutFigure.Interval?, _ figure: TuningFigure) -> String {
        guard let interval else { return "–" }
        return "\(EvaluationText.text(interval.low, figure.unit)) to \(EvaluationText.text(interval.high, figure.unit))"
    }

    private static func facts(
        _ difference: Double, _ interval: HeldOutFigure.Interval?, _ figure: TuningFigure
    ) -> String {
        func text(_ difference: Double) -> String { EvaluationText.difference(difference, figure.unit) }
        guard let interval else { return text(difference) }
        return "\(text(difference)), 95 % interval \(text(interval.low)) to \(text(interval.high))"
    }
}
