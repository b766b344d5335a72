import ExactNumbers
import Foundation
import HTMLReports
import JSON
import Playback
import PolicyComparison
import PolicyExploration
import PolicyProperties
import PolicyReports
import PolicyTuning
import Recordings
import Scenarios
import TestSupport
import Testing

/// Reports of small sessions.
enum ReportFixtures {
    static let rush = """
        name: three viewers at once
        gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1s, value: 1}, crown: {duration: 3.5s, value: 300}}
        events:
          - {at: 0, gift: rocket, from: ann}
          - {at: 0.8s, gift: heart, from: bob}
          - {at: 1s, do: pause}
          - {at: 2s, do: resume}
          - {at: 3s, gift: crown, from: cleo}
          - {at: 3.5s, gift: heart, from: bob, count: 5}
        expect:
          - {gift: 1, outcome: completed}
          - {gift: 2, outcome: dropped}
        """

    static func source(_ text: String = rush) throws -> SessionSource {
        SessionSource(try Scenario(text, path: "rush.yaml"), path: "rush.yaml")
    }

    static func comparison(
        _ source: SessionSource, _ policies: [Policy] = Policy.bothModes
    ) async throws -> [UInt8] {
        let comparison = try await Comparison(of: source, under: policies)
        return try HTMLReport.fitting { limit in
            try HTMLReport(comparison, of: source, figures: .object([("gifts", .integer(4))]), limit: limit)
        }
    }

    static func check(_ source: SessionSource, _ overrides: [Setting] = []) throws -> [UInt8] {
        let session = CheckedSession(
            path: source.path, name: source.name, expectationCount: source.expectations.count,
            failures: try source.check(overriding: overrides), source: source)
        return try HTMLReport.fitting { limit in
            try HTMLReport(checked: [session], overriding: overrides, figures: .array([]), limit: limit)
        }
    }

    /// A tuning of a few sessions of these names, with a promise that is broken.
    static func tuning(kinds: [String] = ["heart", "rocket"]) async throws -> [UInt8] {
        @Sendable func open(_ path: String) throws -> SessionSource {
            let count = 8 + (Int(path) ?? 0)
            let events = (0..<count).map { gift in
                Scenario.Event(
                    at: Nanoseconds(gift) * .second / 2,
                    .arrival(
                        Arrival(
                            kind: kinds[gift % kinds.count], sender: "viewer \(gift % 3)", value: Int64(gift % 5 * 30),
                            duration: Nanoseconds(1 + gift % 3) * .second)))
            }
            return SessionSource(Scenario(name: path, events: events), path: path)
        }
        var exploration = ExplorationPlan(settings: Settings(), maxGifts: 2, maxActions: 0)
        exploration.kinds = [ExplorationPlan.NamedKind(kinds[0], duration: .second, value: 1)]
        let plan = TuningPlan(
            goal: try TuningGoal(
                objectives: [TuningObjective(try TuningFigure("valueSeen"), isMaximised: true)],
                constraints: [try TuningConstraint("p95(waiting) <= 30s")]),
            space: try SearchSpace([try TuningAxis("mode=queue,replace"), try TuningAxis("early=drop,hold")]),
            common: [],
            certificates: CertificatePlan(
                exploration, promises: [try Property("never completed"), try Property("never paused", name: "<b>calm")])
        )
        let tuning = try await plan.run(on: (1...8).map(String.init), tasks: 2, open: open)
        let documents = tuning.points.map { _ in TunedDocuments(configuration: "mode: queue\n", store: "{}") }
        return try HTMLReport.fitting { limit in
            try HTMLReport(tuning, documents: documents, figures: .object([("gifts", .integer(4))]), limit: limit)
        }
    }

    /// Names that would be markup, end a script, or hide and reorder text.
    static let hostileNames = [
        "</script><script>document.title='owned'</script>", "<img src=x onerror=document.title='owned'>",
        "\"' onmouseover='document.title=1", "\u{202E}desrever\u{2066}", "a\u{0}b\u{1B}[2J\nc", "<!--", "]]>",
    ]

    /// A session in which all names are hostile.
    static var hostile: SessionSource {
        let events = hostileNames.enumerated().map { index, name in
            Scenario.Event(
                at: Nanoseconds(index) * .second / 2,
                .arrival(Arrival(kind: name, sender: name, value: 1, duration: .second)))
        }
        return SessionSource(Scenario(name: hostileNames[0], events: events), path: hostileNames[1])
    }

    static func storm(gifts: Int) -> SessionSource {
        let events = (0..<gifts).map { index in
            Scenario.Event(
                at: Nanoseconds(index) * .second / 3,
                .arrival(Arrival(kind: "kind \(index % 30)", sender: "viewer \(index)", value: 7, duration: .second)))
        }
        return SessionSource(Scenario(name: "storm", events: events), path: "storm.yaml")
    }
}
