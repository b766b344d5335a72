public import JSON
public import Playback
import PolicyProperties
import Recordings
public import Scenarios

/// A session that was checked, for a report.
public struct CheckedSession: Sendable {
    /// The path of the session.
    public var path: String
    /// The name of the session; empty without one.
    public var name: String
    /// The number of its expectations.
    public var expectationCount: Int
    /// The expectations that were not met.
    public var failures: [ExpectationFailure]
    /// The session, which is played again if an expectation was not met.
    public var source: SessionSource

    /// Creates a checked session.
    public init(
        path: String, name: String, expectationCount: Int, failures: [ExpectationFailure], source: SessionSource
    ) {
        self.path = path
        self.name = name
        self.expectationCount = expectationCount
        self.failures = failures
        self.source = source
    }
}

extension HTMLReport {
    /// Creates the report of a check.
    ///
    /// - Parameters:
    ///   - sessions: The checked sessions.
    ///   - overrides: The settings that the check put in place of the sessions' own.
    ///   - figures: The results as JSON, for download.
    ///   - limit: The greatest number of rows, and of gifts in all films.
    /// - Throws: `ConfigurationError` if an event cannot be read.
    public init(
        checked sessions: [CheckedSession], overriding overrides: [Setting], figures: JSONValue?, limit: Int
    ) throws {
        let failed = sessions.filter { !$0.failures.isEmpty }
        let count = sessions.count == 1 ? "1 scenario" : "\(sessions.count) scenarios"
        var sections: [Section] = [
            failed.isEmpty
                ? .verdict(.good, "All expectations are met", details: [])
                : .verdict(.bad, "\(failed.count) of \(count) failed", details: [])
        ]
        let shown = failed.prefix(min(Self.maxFilms, limit))
        for session in shown {
            let title = session.name.isEmpty ? session.path : session.name
            sections.append(
                .table(
                    title: "Failed: \(title)",
                    HTMLTable(
                        session.path, columns: ["expectation", "found"],
                        rows: session.failures.prefix(limit).map {
                            HTMLTable.Row($0.expectation.summary, [$0.problem], state: .bad)
                        })))
            sections.append(
                .film(
                    title: "The stage: \(title)", try session.strip(overrides, limit: max(1, limit / shown.count))))
        }
        sections.append(
            .table(
                title: "Scenarios",
                HTMLTable(
                    "All scenarios", columns: ["scenario", "name", "expectations", "failed"],
                    rows: (failed + sessions.filter(\.failures.isEmpty)).prefix(limit).map { session in
                        HTMLTable.Row(
                            session.path,
                            [session.name, String(session.expectationCount), String(session.failures.count)],
                            state: session.failures.isEmpty ? .good : .bad)
                    })))
        self.init(
            command: "check", title: count, facts: overrides.map(\.description), sections: sections, figures: figures)
        if failed.count > shown.count { notes.append("The stage is shown for \(shown.count) of the failed scenarios.") }
        if sessions.count > limit { notes.append("The table has \(limit) of the scenarios, the failed ones first.") }
    }

    /// The greatest number of failed sessions whose stage is shown.
    private static let maxFilms = 20
}

extension CheckedSession {
    fileprivate func strip(_ overrides: [Setting], limit: Int) throws -> FilmStrip {
        let claims = source.expectations.compactMap { expectation -> Property? in
            if case .property(let property) = expectation.subject { property } else { nil }
        }
        let policy = Policy(name.isEmpty ? path : name, overrides)
        let film = try SessionFilm(of: source, under: policy, limit: limit, claims: claims)
        var strip = FilmStrip([film])
        strip.claims = ClaimHistory.names(claims)
        let wrong = Set(
            failures.filter { $0.propertyBreak == nil }.flatMap(\.trace.lines).filter(\.isMain).map(\.number))
        var line = 0
        var broken: Set<Int> = []
        strip.steps = film.steps.map { step in
            var step = step
            // Line 1 of the trace is the first line of the film.
            if step.isLine { line += 1 }
            let breaks = step.claims.indices.contains { step.claims[$0] == .broken && broken.insert($0).inserted }
            if breaks || step.isLine && wrong.contains(line) { step.state = .bad }
            return step
        }
        strip.mark = strip.steps.first { $0.state == .bad }.map { ($0.at, "not as expected") }
        return strip
    }
}
