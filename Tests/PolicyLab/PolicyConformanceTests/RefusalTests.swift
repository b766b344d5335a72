import ExactNumbers
import Foundation
import Playback
import PolicyConformance
import SeededRandomness
import Testing

/// Tests that the log of an app with a fault is refused at the line of the fault.
@Suite struct RefusalTests {
    private static let rush = """
        gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1s, value: 1}}
        events:
          - {at: 0, gift: rocket, from: ann}
          - {at: 1s, gift: heart, from: bob}
          - {at: 2s, gift: rocket, from: cy}
          - {at: 2.5s, gift: heart, from: dee}
          - {at: 9s, gift: heart, from: eve}
        """

    /// Returns the first refused line of a session that ran with other settings than the rules have.
    private func refusal(
        _ others: [Setting], rules: [Setting], tolerance: Nanoseconds = 20_000_000
    ) throws -> (line: String, refusal: Refusal)? {
        let session = try LoggedSession(Self.rush, overriding: others)
        let lines = session.lines
        guard let refusal = try session.verdict(on: lines, overriding: rules, tolerance: tolerance).refusal else {
            return nil
        }
        return (lines[refusal.line - 1], refusal)
    }

    @Test func anotherThresholdIsRefusedWhereItDecides() throws {
        let found = try #require(
            try refusal([.mode(.replace), .replaceAt(Millionths(200_000))], rules: [.replaceAt(Millionths(300_000))]))
        #expect(found.line.contains(#""gift":1,"outcome":"replaced""#))
        #expect(
            found.refusal.expected == ["gift 2 dropped: early with progress 0.25 at 1s"]
                || !found.refusal.expected.isEmpty)
        #expect(found.refusal.rule.contains("replaceAt 0.3"))
    }

    @Test func anotherModeIsRefusedAtTheReplacement() throws {
        let found = try #require(try refusal([.mode(.replace)], rules: [.mode(.queue)]))
        #expect(found.line.contains(#""gift":2,"outcome":"dropped","reason":"early""#))
        let other = try #require(try refusal([.mode(.queue)], rules: [.mode(.replace)]))
        #expect(other.line.contains(#""gift":1,"outcome":"completed""#), "\(other)")
    }

    @Test func anotherOrderIsRefusedAtTheFirstStartOutOfOrder() throws {
        let found = try #require(try refusal([.order(.value)], rules: [.order(.arrival)]))
        #expect(found.line.contains(#""event":"started","gift":3"#))
        #expect(found.refusal.expected.first?.contains("gift 2 started") == true)
    }

    /// Returns the first refused line of a log in which `change` made a fault.
    private func refused(
        _ settings: [Setting] = [], _ change: (inout [String]) -> Void
    ) throws -> (line: String, refusal: Refusal)? {
        let session = try LoggedSession(Self.rush, overriding: settings)
        var lines = session.lines
        change(&lines)
        guard let refusal = try session.verdict(on: lines, tolerance: 20_000_000).refusal else { return nil }
        return (lines[refusal.line - 1], refusal)
    }

    private static func index(_ part: String, in lines: [String]) -> Int {
        lines.firstIndex { $0.contains(part) } ?? 0
    }

    @Test func lateStartIsRefused() throws {
        let start = #""event":"started","gift":2}"#
        let found = try refused { lines in
            lines[Self.index(start, in: lines)] = #"{"at":4.1,"event":"started","gift":2}"#
        }
        #expect(found?.line == #"{"at":4.1,"event":"started","gift":2}"#)
        #expect(found?.refusal.expected.first?.contains("gift 2 started at") == true, "\(found as Any)")
    }

    @Test func secondStartIsRefused() throws {
        let found = try refused { lines in
            lines.insert(#"{"at":4.5,"event":"started","gift":2}"#, at: Self.index(#""at":5"#, in: lines))
        }
        #expect(found?.line == #"{"at":4.5,"event":"started","gift":2}"#, "\(found as Any)")
    }

    @Test func droppedInsteadOfQueuedIsRefused() throws {
        let found = try refused { lines in
            let line = #"{"at":1,"event":"ended","gift":2,"outcome":"dropped","reason":"early"}"#
            lines.insert(line, at: Self.index(#""gift":2,"name""#, in: lines) + 1)
            lines.removeAll { $0.contains(#""started","gift":2"#) || $0.contains(#""gift":2,"outcome":"completed""#) }
        }
        #expect(found?.line.contains(#""gift":2,"outcome":"dropped""#) == true)
        #expect(found?.refusal.expected == ["gift 2 to wait"])
        #expect(found?.refusal.rule == "gift 1 is on stage")
    }

    @Test func earlyEndIsRefused() throws {
        let found = try refused { lines in
            let end = Self.index(#""gift":1,"outcome":"completed""#, in: lines)
            lines[end] = lines[end].replacing(#""at":4"#, with: #""at":3.9"#)
            lines[end + 1] = lines[end + 1].replacing(#""at":4"#, with: #""at":3.9"#)
        }
        #expect(found?.line.contains(#""gift":1,"outcome":"completed""#) == true)
        #expect(found?.refusal.expected.first?.hasPrefix("gift 1 completed") == true, "\(found as Any)")
    }

    @Test func wrongGiftReplacedByIsRefused() throws {
        let found = try refused([.mode(.replace)]) { lines in
            let end = Self.index(#""outcome":"replaced""#, in: lines)
            lines[end] = lines[end].replacing(#""by":3"#, with: #""by":2"#)
        }
        #expect(found?.line.contains(#""outcome":"replaced""#) == true)
    }

    @Test func missingEndIsRefusedAtTheNextDecision() throws {
        let found = try refused { lines in
            lines.removeAll { $0.contains(#""gift":1,"outcome":"completed""#) }
        }
        #expect(found?.line.contains(#""event":"started","gift":2"#) == true)
        #expect(found?.refusal.expected.first?.hasPrefix("gift 1 completed") == true, "\(found as Any)")
    }

    @Test func giftThatNeverArrivedIsRefused() throws {
        let found = try refused { $0.insert(#"{"at":0.5,"event":"started","gift":77}"#, at: 3) }
        #expect(found?.refusal.rule == "gift 77 never arrived")
    }

    @Test func randomChangesOfSettingsAreRefusedExactlyWhereTheTracesDiffer() throws {
        let policies: [[Setting]] = [
            [], [.mode(.replace)], [.order(.value)], [.maxWaiting(1)], [.mode(.replace), .early(.hold)],
            [.gap(500_000_000)], [.expireAfter(3 * .second)],
        ]
        for rules in policies {
            for others in policies where others != rules {
                let session = try LoggedSession(Self.rush, overriding: others)
                let right = try LoggedSession(Self.rush, overriding: rules)
                // The settings of the rules must be stated whole, because those of the log are others.
                let all = Settings().all.map { setting in rules.last { $0.key == setting.key } ?? setting }
                let verdict = try session.verdict(on: session.lines, overriding: all, tolerance: 0)
                let isSame = session.trace.dropFirst() == right.trace.dropFirst()
                #expect(verdict.conforms == isSame, "\(others) under \(rules): \(verdict)")
            }
        }
    }
}
