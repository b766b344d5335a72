public import JSON
public import PolicyComparison
import PolicyReports
public import Scenarios

extension HTMLReport {
    /// Creates the report of a comparison.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - source: The session, which is played again for the films.
    ///   - figures: The comparison as JSON, for download.
    ///   - limit: The greatest number of gifts in all films.
    /// - Throws: `ConfigurationError` if an event cannot be read.
    public init(_ comparison: Comparison, of source: SessionSource, figures: JSONValue?, limit: Int) throws {
        let policies = comparison.sessions.map(\.policy)
        let settings = SettingsSummary(comparison.sessions.map(\.settings))
        let gifts = comparison.sessions.first?.figures.gifts ?? 0
        var facts = [
            gifts == 1 ? "1 gift" : "\(gifts) gifts", policies.count == 1 ? "1 policy" : "\(policies.count) policies",
        ]
        if !settings.shared.isEmpty { facts.append(settings.shared) }
        let films = try zip(policies, settings.policySettings).map { policy, words in
            // The end of a comparison's window is the end of the longest session.
            let window = comparison.window
            let isWhole = comparison.sessions.allSatisfy { $0.figures.end <= window.upperBound }
            return try SessionFilm(
                of: source, under: policy, settings: words,
                window: window.lowerBound..<(isWhole ? .max : window.upperBound), limit: limit / policies.count)
        }
        var strip = FilmStrip(films, from: comparison.window.lowerBound)
        strip.mark = comparison.firstDifference.map { ($0, "first difference") }
        self.init(
            command: "compare", title: comparison.name, facts: facts,
            sections: [.film(title: "The stage", strip)] + Self.differences(comparison) + [
                .table(
                    title: "Figures",
                    HTMLTable(
                        "The figures of the whole session", columns: ["figure"] + policies.map(\.name),
                        rows: FiguresTable(comparison.sessions.map(\.figures)).rows.map {
                            HTMLTable.Row($0.label, isPart: $0.isPart, $0.values)
                        }, isNumeric: true))
            ], figures: figures)
        if films.contains(where: \.isCut) {
            notes.append(
                "The stage is shown up to \(TimeFormat.seconds(strip.window.upperBound)), with as many gifts as fit "
                    + "here; --from and --to show others. The figures count the whole session.")
        }
    }

    private static func differences(_ comparison: Comparison) -> [Section] {
        let summary = DifferenceSummary(comparison)
        var rows: [HTMLTable.Row] = []
        for moment in summary.moments {
            rows.append(HTMLTable.Row(moment.heading, [""]))
            rows += moment.sides.map { HTMLTable.Row($0.policy, isPart: true, [$0.decisions]) }
        }
        var sections: [Section] = []
        if !rows.isEmpty {
            sections.append(
                .table(
                    title: "Where they differ",
                    HTMLTable(
                        "The first moments at which policies decide differently", columns: ["moment", "decision"],
                        rows: rows)))
        }
        if let sentence = summary.equalPoliciesSentence {
            sections.append(.text(title: "What is equal", [sentence]))
        }
        return sections
    }
}
