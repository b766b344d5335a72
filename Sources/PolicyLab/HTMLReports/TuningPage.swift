public import JSON
import Playback
import PolicyEvaluation
import PolicyExploration
public import PolicyReports
public import PolicyTuning

extension HTMLReport {
    /// Creates the report of a tuning.
    ///
    /// - Parameters:
    ///   - tuning: The tuning.
    ///   - documents: The settings of each point as files.
    ///   - figures: The tuning as JSON, for download.
    ///   - limit: The greatest number of gifts in a counterexample, and of candidates in the picture.
    /// - Throws: Never for counterexamples, whose events are in memory.
    public init(_ tuning: Tuning, documents: [TunedDocuments], figures: JSONValue?, limit: Int) throws {
        let summary = TuningSummary(tuning)
        let state: HTMLTable.State = tuning.proven.isEmpty ? (tuning.isFeasible ? .open : .bad) : .good
        var sections: [Section] = [
            .verdict(
                state, summary.answer.hasSuffix(":") ? String(summary.answer.dropLast()) : summary.answer, details: [])
        ]
        let plot = FrontPlot(tuning, limit: limit)
        if let plot { sections.append(.front(title: "The front", plot)) }
        let rows = summary.table
        sections.append(
            .table(
                title: "The points on the sessions held out",
                HTMLTable(
                    "Figures with their 95 % intervals", columns: ["settings"] + (rows.first ?? []).dropFirst(),
                    rows: rows.dropFirst().map { HTMLTable.Row($0[0], Array($0.dropFirst())) }, isNumeric: true)))
        var films = 0
        var hidden = 0
        for (index, point) in tuning.points.enumerated() {
            sections += Self.sections(point, number: index + 1, summary, documents[index])
            for answer in point.certificate.answers {
                guard case .violated(let example) = answer.result.verdict else { continue }
                guard films < Self.maxFilms, limit > 0 else {
                    hidden += 1
                    continue
                }
                films += 1
                let name = answer.promise?.label ?? example.violation.rule.summary
                sections.append(
                    .film(
                        title: "Point \(index + 1) breaks \(name): the shortest case",
                        try Self.strip(example, answer.promise.map { [$0] } ?? [], limit: limit)))
            }
        }
        sections.append(.text(title: "The search", summary.facts))
        if let plan = tuning.points.first?.certificate.plan {
            sections.append(.text(title: "Not covered by the explorations", plan.uncovered))
        }
        self.init(
            command: "tune", title: tuning.plan.goal.words,
            facts: ["\(tuning.sessions.tuned) sessions to tune on", "\(tuning.sessions.heldOut) held out"],
            sections: sections, figures: figures)
        if let plot, plot.hidden > 0 {
            notes.append("\(plot.hidden) of the settings that were tried are not in the picture.")
        }
        if hidden > 0 { notes.append("\(hidden) more counterexamples are only in the figures.") }
        if !tuning.broken.isEmpty { notes.append("\(tuning.broken.count) sessions are broken and not counted.") }
    }

    /// The most counterexamples through which the reader moves.
    private static let maxFilms = 4

    private static func sections(
        _ point: Tuning.Point, number: Int, _ summary: TuningSummary, _ documents: TunedDocuments
    ) -> [Section] {
        let answers = point.certificate.answers.map { answer -> HTMLTable.Row in
            let words = TuningSummary.words(answer)
            let state: HTMLTable.State =
                switch answer.result.verdict {
                case .holds: .good
                case .stopped: .open
                case .violated: .bad
                }
            return HTMLTable.Row(
                answer.promise?.label ?? "the rules of playback", [words.joined(separator: "; ")], state: state)
        }
        let settings =
            documents.configuration.split(separator: "\n").map(String.init) + ["PUT /settings: \(documents.store)"]
            + point.policy.rules.map {
                "gift.yaml of \(TuningSummary.gifts($0)): settings: {\($0.setting.key.name): \($0.setting.value)}"
            }
        return [
            .text(
                title: "Point \(number): \(TuningSummary.settings(point.policy))",
                summary.differences(point) + summary.limits(point)),
            .table(
                title: "Point \(number): promises",
                HTMLTable("What an exploration decides", columns: ["promise", "answer"], rows: answers)),
            .text(title: "Point \(number): settings", settings),
        ]
    }
}
