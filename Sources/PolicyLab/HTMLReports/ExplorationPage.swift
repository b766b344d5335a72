public import JSON
import Playback
public import PolicyExploration
public import PolicyProperties
import Recordings
import Scenarios

extension HTMLReport {
    /// Creates the report of an exploration.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - facts: The gifts, the actions and the settings in words.
    ///   - claims: What must never happen, and the promises, besides the rules.
    ///   - properties: The same as promises, whose state each step of the counterexample has.
    ///   - summary: The answer in words, and what was done for it.
    ///   - figures: The result as JSON, for download.
    ///   - limit: The greatest number of gifts in the counterexample.
    /// - Throws: Never for a counterexample, whose events are in memory.
    public init(
        _ result: ExplorationResult, facts: [String], claims: [Violation.Rule], properties: [Property],
        summary: [String], figures: JSONValue?, limit: Int
    ) throws {
        var sections: [Section] = []
        let words = summary.first ?? ""
        var violation: Violation?
        switch result.verdict {
        case .holds: sections.append(.verdict(.good, words, details: Array(summary.dropFirst())))
        case .stopped: sections.append(.verdict(.open, words, details: Array(summary.dropFirst())))
        case .violated(let example):
            violation = example.violation
            sections.append(.verdict(.bad, words, details: Array(summary.dropFirst())))
            sections.append(.film(title: "The shortest case", try Self.strip(example, properties, limit: limit)))
        }
        let rules = Violation.Rule.always + claims
        sections.append(
            .table(
                title: "Rules and claims",
                HTMLTable(
                    "What was checked after each step", columns: ["rule", "answer"],
                    rows: rules.map { rule in
                        if let violation, violation.rule == rule {
                            return HTMLTable.Row(
                                rule.summary, ["broken at \(violation.at.durationText): \(violation.problem)"],
                                state: .bad)
                        }
                        let isOpen = violation != nil
                        return HTMLTable.Row(
                            rule.summary,
                            [isOpen ? "holds in the shortest case" : "holds in all states that were seen"],
                            state: isOpen ? .open : .good)
                    })))
        sections.append(
            .table(
                title: "The search",
                HTMLTable(
                    "What was seen", columns: ["figure", "number"],
                    rows: [
                        HTMLTable.Row("states", [String(result.counts.states)]),
                        HTMLTable.Row("transitions", [String(result.counts.transitions)]),
                        HTMLTable.Row("depth", [String(result.counts.depth)]),
                    ], isNumeric: true)))
        self.init(
            command: "explore", title: "Can it ever happen?", facts: facts, sections: sections, figures: figures)
    }

    static func strip(_ example: Counterexample, _ properties: [Property], limit: Int) throws -> FilmStrip {
        let source = SessionSource(example.scenario, path: "counterexample")
        let film = try SessionFilm(
            of: source, under: Policy("the shortest case", []), limit: limit, claims: properties)
        var strip = FilmStrip([film])
        strip.claims = ClaimHistory.names(properties)
        let violation = example.violation
        // The last step of the moment is the one after which the rule does not hold any more.
        let broken = film.steps.lastIndex { $0.at == violation.at } ?? film.steps.indices.last
        strip.steps = film.steps.enumerated().map { index, step in
            var step = step
            step.state = index == broken ? .bad : index < broken ?? 0 ? .good : nil
            if index == broken, step.isLine { step.rule = "broken: \(violation.rule.summary)" }
            return step
        }
        strip.mark = (violation.at, "broken")
        return strip
    }
}
