import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import PolicyConformance
import Scenarios
import SeededRandomness
import Testing

/// Tests of what the tolerance permits.
@Suite struct ToleranceTests {
    /// Returns a random session of gifts that often arrive close to thresholds and ends.
    static func busySession(
        gifts: Int, _ settings: String, _ random: inout SeededGenerator
    ) throws -> LoggedSession {
        var time: Nanoseconds = 0
        var events: [String] = []
        for _ in 0..<gifts {
            time += [0, 300, 301, 1000, 1200, 999, 40, 2000][random.next(below: 8)] * 1_000_000
            let kind = ["heart", "rocket"][random.next(below: 2)]
            let sender = ["ann", "bob"][random.next(below: 2)]
            events.append("  - {at: \(time.durationText), gift: \(kind), from: \(sender)}")
            if random.next(below: 6) == 0 { events.append("  - {at: \(time.durationText), do: close}") }
        }
        return try LoggedSession(
            """
            settings: \(settings)
            gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1s, value: 1}}
            events:
            \(events.joined(separator: "\n"))
            """)
    }

    private static let policies = [
        "{mode: queue}", "{mode: replace}", "{mode: replace, early: hold}", "{order: value, gap: 100ms}",
        "{maxWaiting: 2, overflow: dropCheapest}", "{expireAfter: 5s}", "{combineWithin: 2s}",
    ]

    @Test(arguments: policies)
    func longLogsWithIndependentlyWrongTimesConform(policy: String) throws {
        for seed in 1...UInt64(8) {
            var random = SeededGenerator(seed: seed)
            let session = try Self.busySession(gifts: 60, policy, &random)
            let lines = session.lines(jitter: 15_000_000, &random)
            let verdict = try session.verdict(on: lines, tolerance: 20_000_000)
            #expect(verdict.conforms, "seed \(seed): \(verdict.refusal?.summary ?? "\(verdict)")")
        }
    }

    @Test func wholeToleranceMayBeUsed() throws {
        var random = SeededGenerator(seed: 7)
        let session = try Self.busySession(gifts: 60, "{mode: replace}", &random)
        let lines = session.lines(jitter: 20_000_000, &random)
        #expect(try session.verdict(on: lines, tolerance: 20_000_000).conforms)
    }

    private static let pair = """
        settings: {mode: replace}
        gifts: {rocket: 4s}
        events: [{at: 0, gift: rocket, from: ann}, {at: 1.2s, gift: rocket, from: bob}]
        """

    @Test func arrivalJustBeforeAThresholdMayHaveHappenedEitherWay() throws {
        let session = try LoggedSession(Self.pair)
        let early = session.lines.map { $0.replacing(#""at":1.2,"#, with: #""at":1.19,"#) }
        #expect(try session.verdict(on: early, tolerance: 20_000_000).conforms)
        #expect(try session.verdict(on: early, tolerance: 4_000_000).refusal != nil)
        let late =
            session.lines.prefix(4).map { $0.replacing(#""at":1.2,"#, with: #""at":1.21,"#) } + [
                #"{"at":1.21,"event":"ended","gift":2,"outcome":"dropped","reason":"early","progress":0.2999}"#,
                #"{"at":4,"event":"ended","gift":1,"outcome":"completed"}"#,
            ]
        #expect(try session.verdict(on: late, tolerance: 20_000_000).conforms)
        #expect(try session.verdict(on: late, tolerance: 4_000_000).refusal != nil)
    }

    @Test func timesMustFitTogetherAndNotOnlyOneByOne() throws {
        // Each of the animations seems 38 ms too long, which the tolerance of both its ends allows once.
        let session = try LoggedSession(
            """
            gifts: {heart: 1s}
            events: [{at: 0, gift: heart, from: ann}, {at: 0, gift: heart, from: bob}, {at: 0, gift: heart, from: cy}]
            """)
        let wrong = session.lines.map { line in
            line.replacing(#""at":3,"#, with: #""at":3.114,"#).replacing(#""at":2,"#, with: #""at":2.076,"#)
                .replacing(#""at":1,"#, with: #""at":1.038,"#)
        }
        let refusal = try session.verdict(on: wrong, tolerance: 20_000_000).refusal
        #expect(refusal?.line == 8, "\(refusal as Any)")
    }

    @Test func gapsBetweenPausesCount() throws {
        let text = """
            gifts: {heart: 1s}
            events:
              - {at: 0, gift: heart, from: ann}
              - {at: 0.5s, do: pause}
              - {at: 3s, do: resume}
            """
        let session = try LoggedSession(text)
        for seed in 1...UInt64(20) {
            var random = SeededGenerator(seed: seed)
            let lines = session.lines(jitter: 20_000_000, &random)
            #expect(try session.verdict(on: lines, tolerance: 20_000_000).conforms, "seed \(seed)")
        }
        // The gift ends in the pause.
        var unpaused = session.lines
        let end = unpaused.remove(at: try #require(unpaused.firstIndex { $0.contains(#""at":3.5,"#) }))
        let resumed = try #require(unpaused.firstIndex { $0.contains(#""resumed""#) })
        unpaused.insert(end.replacing(#""at":3.5,"#, with: #""at":1,"#), at: resumed)
        #expect(try session.verdict(on: unpaused, tolerance: 20_000_000).refusal != nil)
    }

    @Test func closesAreInferredOnlyIfDeclared() throws {
        let text = """
            gifts: {rocket: 4s, heart: 1s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, gift: heart, from: bob}
              - {at: 2s, do: close}
            """
        let session = try LoggedSession(text)
        let lines = session.lines.filter { !$0.contains("dismissed") }
        #expect(try session.verdict(on: session.lines).conforms)
        #expect(try session.verdict(on: lines).refusal != nil)
        let verdict = try session.verdict(on: lines, infersClose: true)
        guard case .conforms(let inferences) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(inferences.count == 1)
        #expect(inferences.first?.summary.hasPrefix("the viewer closed gift 1") == true)
    }

    @Test func giftsMayHaveNamesInsteadOfNumbers() throws {
        let session = try LoggedSession(Self.pair)
        let lines = session.lines.map { line in
            line.replacing(/"(gift|by)":([0-9]+)/) { "\"\($0.1)\":\"msg-\($0.2)\"" }
        }
        #expect(lines.contains { $0.contains(#""by":"msg-2""#) })
        #expect(try session.verdict(on: lines).conforms)
    }

    @Test func twentyGiftsOfOneMomentMayHaveArrivedInAnyOrder() throws {
        let lines =
            (0..<20).map { #"{"at":1,"event":"arrived","gift":"g\#($0)","name":"heart","from":"ann\#($0)"}"# }
            + (0..<20).flatMap { place -> [String] in
                // The first ones that arrived by the log start last.
                let (gift, at) = (19 - place, 1 + place)
                return [
                    #"{"at":\#(at),"event":"started","gift":"g\#(gift)"}"#,
                    #"{"at":\#(at + 1),"event":"ended","gift":"g\#(gift)","outcome":"completed"}"#,
                ]
            }
        let session = try LoggedSession("gifts: {heart: 1s}\nevents: [{at: 0, gift: heart, from: ann}]")
        #expect(try session.verdict(on: lines, tolerance: 20_000_000).conforms)
    }
}
