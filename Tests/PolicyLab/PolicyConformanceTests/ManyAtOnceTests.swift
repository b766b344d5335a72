import ExactNumbers
import Foundation
import Playback
import PolicyConformance
import SeededRandomness
import Testing

/// Tests of logs without numbers in which many gifts arrive in one moment.
@Suite struct ManyAtOnceTests {
    /// Returns the lines of a session in which gifts arrive at 1 s, as an app logs them that neither numbers its gifts
    /// nor keeps the order of the lines of one moment.
    private static func lines(_ settings: String, gifts: Int = 60, _ random: inout SeededGenerator) throws -> (
        LoggedSession, [String]
    ) {
        let events = (0..<gifts).map { gift in
            "  - {at: 1s, gift: \(["heart", "rose", "rocket"][gift % 3]), from: v\(gift)}"
        }
        let session = try LoggedSession(
            """
            settings: \(settings)
            gifts:
              heart: {duration: 1s, value: 1}
              rose: {duration: 1.5s, value: 1}
              rocket: {duration: 2s, value: 500}
            events:
            \(events.joined(separator: "\n"))
            """)
        let named = session.lines.map { line in
            line.replacing(/"(gift|by|into)":([0-9]+)/) {
                "\"\($0.1)\":\"msg-\(Int($0.2).map { $0 * 7_919 % 101 } ?? 0)\""
            }
        }
        let arrivals = named.filter { $0.contains(#""arrived""#) }.shuffled(using: &random)
        return (session, arrivals + named.filter { !$0.contains(#""arrived""#) && !$0.contains(#""settings""#) })
    }

    private static let policies = [
        "{mode: queue}", "{order: value}", "{order: value, gap: 200ms}", "{expireAfter: 20s}", "{combineWithin: 2s}",
        "{maxWaiting: 20}", "{maxWaiting: 20, overflow: dropOldest}", "{maxWaiting: 20, overflow: dropCheapest}",
        "{mode: replace}", "{mode: replace, early: hold}", "{mode: replace, replaceAt: 0}",
    ]

    @Test(arguments: policies)
    func sixtyGiftsWithoutNumbersAreDecided(policy: String) throws {
        for seed in 1...UInt64(3) {
            var random = SeededGenerator(seed: seed)
            let (session, lines) = try Self.lines(policy, &random)
            let settings = try LoggedSession("settings: \(policy)\nevents: []").trace.flatMap { event -> [Setting] in
                if case .settings(let settings) = event.kind { settings } else { [] }
            }
            let verdict = try session.verdict(on: lines, overriding: settings, tolerance: 20_000_000)
            #expect(verdict.conforms, "seed \(seed): \(verdict)")
        }
    }

    @Test func whatIsTooMuchToTryIsNotDecidedAndSaysWhere() throws {
        var random = SeededGenerator(seed: 1)
        var (session, lines) = try Self.lines("{mode: queue}", gifts: 12, &random)
        // A line that no order of arrivals explains: the first gift ends too early.
        let end = try #require(lines.firstIndex { $0.contains("completed") })
        lines[end] = lines[end].replacing(/"at":[0-9.]+/, with: #""at":1.5"#)
        switch try session.verdict(on: lines, tolerance: 20_000_000) {
        case .conforms: Issue.record("a wrong line conforms")
        case .refused(let refusal): #expect(refusal.at == 1_500_000_000)
        case .undecided(let refusal): #expect(refusal.at == 1_500_000_000 && !refusal.expected.isEmpty)
        }
    }
}
