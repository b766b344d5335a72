import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import PolicyConformance
import Scenarios
import SeededRandomness
import TestSupport

/// A session and the log that an app without faults would write of it.
struct LoggedSession {
    var trace: [TraceEvent] = []
    /// The properties of the kinds that arrived.
    var kinds: [String: ScenarioGift] = [:]

    /// Runs a scenario; `overrides` are settings of the start.
    init(_ text: String, path: String = "test.yaml", overriding overrides: [Setting] = []) throws {
        var recorder = Recorder()
        let scenario = try Scenario(text, path: path)
        try SessionSource(scenario, path: path).run(overriding: overrides, observer: &recorder)
        (trace, kinds) = (recorder.trace, recorder.kinds)
    }

    private struct Recorder: SessionObserver {
        var trace: [TraceEvent] = []
        var kinds: [String: ScenarioGift] = [:]

        mutating func willHandle(_ input: Input) {
            guard case .arrival(let arrival) = input else { return }
            kinds[arrival.kind] = ScenarioGift(duration: arrival.duration, value: arrival.value)
        }

        mutating func receive(_ event: TraceEvent) { trace.append(event) }
    }

    /// The lines of the log.
    var lines: [String] { trace.map(\.json) }

    /// Returns the log with times that are up to `jitter` wrong, in the order of the wrong times.
    func lines(jitter: Nanoseconds, _ random: inout SeededGenerator) -> [String] {
        trace.map { event -> TraceEvent in
            TraceEvent(at: max(0, event.at + Nanoseconds.random(in: -jitter...jitter, using: &random)), event.kind)
        }
        .sorted { $0.at < $1.at }.map(\.json)
    }

    /// Returns the answer for a log with these lines.
    func verdict(
        on lines: [String], overriding overrides: [Setting] = [], tolerance: Nanoseconds = 0,
        infersClose: Bool = false
    ) throws -> Conformance.Verdict {
        try judgement(on: lines, overriding: overrides, tolerance: tolerance, infersClose: infersClose).verdict
    }

    /// Returns the answer for a log with these lines, and the run that led to it.
    func judgement(
        on lines: [String], overriding overrides: [Setting] = [], tolerance: Nanoseconds = 0,
        infersClose: Bool = false
    ) throws -> Judgement {
        let log = try AppLog(Array(lines.joined(separator: "\n").utf8), path: "app.log")
        let conformance = Conformance(
            overrides: overrides, kinds: ScenarioCatalogue(kinds), tolerance: tolerance, infersClose: infersClose)
        return try conformance.judge(log)
    }
}

extension Conformance.Verdict {
    var conforms: Bool { if case .conforms = self { true } else { false } }
    var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
