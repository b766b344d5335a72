import ExactNumbers
import Foundation
import Playback
import PolicyConformance
import Scenarios
import SeededRandomness
import Testing

/// Tests of the run that is kept for an answer: a page shows it beside the log, and must not contradict the answer.
@Suite struct JudgementTests {
    private static let policies = [
        "{mode: queue}", "{mode: replace}", "{mode: replace, early: hold}", "{order: value, gap: 100ms}",
        "{maxWaiting: 2, overflow: dropCheapest}", "{expireAfter: 5s}", "{combineWithin: 2s}", "{missing: wait}",
        "{mode: replace, combineWithin: 2s}",
    ]

    /// Returns the gifts that start and how gifts end, with the names of a log.
    private static func decisions(_ trace: [TraceEvent], _ names: [String]) -> [String: String] {
        func name(_ number: Int) -> String { number <= names.count ? names[number - 1] : "?" }
        var decisions: [String: String] = [:]
        for event in trace {
            switch event.kind {
            case .started(let gift): decisions["\(name(gift)) starts"] = ""
            case .ended(let gift, let outcome):
                let other = outcome.otherGift.map(name) ?? ""
                decisions[name(gift)] = "\(outcome.name.rawValue) \(outcome.reason ?? "") \(other)"
            default: break
            }
        }
        return decisions
    }

    @Test(arguments: policies)
    func runOfALogThatConformsMakesItsDecisions(policy: String) throws {
        var conforming = 0
        for seed in 1...UInt64(12) {
            var random = SeededGenerator(seed: seed)
            let session = try ToleranceTests.busySession(gifts: 40, policy, &random)
            let lines = session.lines(jitter: 15_000_000, &random)
            let judgement = try session.judgement(on: lines, tolerance: 20_000_000)
            guard judgement.verdict.conforms else { continue }
            conforming += 1
            var recorder = TraceRecorder()
            try SessionSource(judgement.run, path: "run").run(observer: &recorder)
            let names = (1...session.trace.count).map(String.init)
            #expect(
                Self.decisions(recorder.trace, judgement.gifts) == Self.decisions(session.trace, names), "seed \(seed)")
        }
        #expect(conforming >= 10)
    }

    @Test func runOfARefusedLogMakesTheDecisionsBeforeItsLine() throws {
        let session = try LoggedSession(
            """
            settings: {mode: replace}
            gifts: {rocket: 4s}
            events: [{at: 0, gift: rocket, from: ann}, {at: 1.2s, gift: rocket, from: bob}, {at: 3s, gift: rocket, from: cy}]
            """)
        // Logged 10 ms before the threshold, which the tolerance permits; the last start is too late for any run.
        let lines = session.lines.map { line in
            line.replacing(#""at":1.2,"#, with: #""at":1.19,"#)
                .replacing(#""at":3,"event":"started""#, with: #""at":3.5,"event":"started""#)
        }
        let judgement = try session.judgement(on: lines, tolerance: 20_000_000)
        #expect(judgement.verdict.refusal?.at == 3_500_000_000, "\(judgement.verdict)")
        var recorder = TraceRecorder()
        try SessionSource(judgement.run, path: "run").run(observer: &recorder)
        let replaced = recorder.trace.contains { event in
            if case .ended(1, .replaced(by: 2, _)) = event.kind { true } else { false }
        }
        #expect(replaced, "\(recorder.trace.map(\.json))")
    }

    private struct TraceRecorder: SessionObserver {
        var trace: [TraceEvent] = []

        mutating func receive(_ event: TraceEvent) { trace.append(event) }
    }
}
