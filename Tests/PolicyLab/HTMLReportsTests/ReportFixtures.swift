import ExactNumbers
import Foundation
import HTMLReports
import JSON
import Playback
import PolicyComparison
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
