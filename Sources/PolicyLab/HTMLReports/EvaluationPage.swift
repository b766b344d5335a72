public import JSON
public import PolicyEvaluation
import PolicyReports

extension HTMLReport {
    /// Creates the report of an evaluation.
    ///
    /// - Parameters:
    ///   - evaluation: The evaluation.
    ///   - figures: The evaluation as JSON, for download.
    ///   - limit: The greatest number of broken sessions that are listed.
    public init(_ evaluation: Evaluation, figures: JSONValue?, limit: Int) {
        let names = evaluation.policies.map(\.name)
        let sessions = evaluation.sessions == 1 ? "1 session" : "\(evaluation.sessions) sessions"
        var sections = evaluation.comparisons.map { comparison -> Section in
            let (policy, other) = (names[comparison.policy], names[comparison.other])
            return .intervals(
                title: "\(policy) against \(other)",
                IntervalPlot(
                    caption: "Differences in the mean of a session, with the interval of 95 % of the resamples",
                    rows: zip(EvaluatedFigure.allCases, comparison.figures).compactMap { figure, sums in
                        sums.count > 0 ? IntervalPlot.Row(figure, sums) : nil
                    }))
        }
        if !evaluation.comparisons.isEmpty {
            let verdicts = evaluation.comparisons.map { EvaluationText.verdict($0, of: evaluation) }
            sections.insert(.text(title: "In short", verdicts), at: 0)
        }
        sections.append(
            .table(
                title: "Figures",
                HTMLTable(
                    "The figures of all sessions together", columns: ["figure"] + names,
                    rows: FiguresTable(evaluation.figures, namesLeastSeen: false).rows.map {
                        HTMLTable.Row($0.label, isPart: $0.isPart, $0.values)
                    }, isNumeric: true)))
        if !evaluation.broken.isEmpty {
            sections.insert(
                .verdict(.open, "\(evaluation.broken.count) broken, which are not counted", details: []), at: 0)
            sections.append(
                .table(
                    title: "Broken sessions",
                    HTMLTable(
                        "Sessions that cannot be played", columns: ["session", "problem"],
                        rows: evaluation.broken.prefix(limit).map { HTMLTable.Row($0.path, [$0.problem], state: .bad) })
                ))
        }
        self.init(
            command: "evaluate", title: sessions,
            facts: (names.count == 1 ? names : ["\(names.count) policies"] + names) + EvaluationText.groups(evaluation),
            sections: sections, figures: figures)
        if evaluation.broken.count > limit { notes.append("\(limit) of the broken sessions are listed.") }
    }
}

extension IntervalPlot.Row {
    fileprivate init(_ figure: EvaluatedFigure, _ sums: DifferenceSums) {
        name = figure.label
        switch sums.verdict {
        case .more: verdict = "▲ more"
        case .less: verdict = "▼ less"
        case .undecided: verdict = "? cannot be told"
        case .equal: verdict = "= equal"
        }
        words = sums.verdict == .equal ? "none" : EvaluationText.facts(figure, sums)
        // The scale is that of the farther end, so that the interval fills its half.
        let interval = sums.interval ?? (sums.mean ?? 0, sums.mean ?? 0)
        let far = max(abs(interval.low), abs(interval.high))
        shares = far > 0 ? (interval.low / far, (sums.mean ?? 0) / far, interval.high / far) : nil
    }
}
