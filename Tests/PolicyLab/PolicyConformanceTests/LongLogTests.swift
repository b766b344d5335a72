import ExactNumbers
import Playback
import PolicyConformance
import SeededRandomness
import Testing

/// Tests of logs in which a thousand gifts or more wait.
@Suite struct LongLogTests {
    /// Returns the session of a room in which a gift arrives every 10 ms and each one plays for 200 ms.
    private static func session(gifts: Int, _ settings: String) throws -> LoggedSession {
        let events = (0..<gifts).map { gift in
            "  - {at: \(gift * 10)ms, gift: \(gift.isMultiple(of: 3) ? "rocket" : "heart"), from: v\(gift % 977)}"
        }
        return try LoggedSession(
            """
            settings: \(settings)
            gifts: {rocket: {duration: 200ms, value: 500}, heart: {duration: 200ms, value: 1}}
            events:
            \(events.joined(separator: "\n"))
            until: \(gifts * 10)ms
            """)
    }

    @Test(arguments: [
        "{mode: queue}", "{order: value}", "{combineWithin: 5s}", "{expireAfter: 10s}",
        "{maxWaiting: 700, overflow: dropCheapest}", "{missing: wait}",
    ])
    func aThousandMayWait(settings: String) throws {
        var random = SeededGenerator(seed: 3)
        let session = try Self.session(gifts: 1_000, settings)
        let lines = session.lines(jitter: 15_000_000, &random)
        let verdict = try session.verdict(on: lines, tolerance: 20_000_000)
        #expect(verdict.conforms, "\(verdict.refusal?.summary ?? "\(verdict)")")
    }

    @Test func wrongLineAfterThousandsIsNamed() throws {
        let session = try Self.session(gifts: 3_000, "{mode: queue}")
        var lines = session.lines.filter { !$0.contains("unplayed") }
        let last = try #require(lines.lastIndex { $0.contains("started") })
        // The gift after the one whose turn it is.
        lines[last] = lines[last].replacing(/"gift":(\d+)/) { "\"gift\":\((Int($0.1) ?? 0) + 1)" }
        let refusal = try #require(try session.verdict(on: lines, tolerance: 4_000_000).refusal)
        #expect(refusal.line == last + 1, "\(refusal.summary)")
    }
}
