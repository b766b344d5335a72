import ExactNumbers
import Playback
import PolicyExploration
import Scenarios
import Testing

@Suite("The example of ExactNumbers")
struct ExactNumbersExampleTests {
    @Test("frames begin without drift")
    func framesHaveNoDrift() {
        #expect(frameTimes(3, over: "1s") == [0, 333_333_333, 666_666_666])
        #expect(frameTimes(2, over: "a second") == nil)
    }

    @Test("a share that is shown as the threshold has reached it")
    func shownThresholdIsReached() {
        let threshold = Millionths(300_000)
        #expect(progress(299_999_999, of: .second, threshold: threshold) == (false, "0.299999 of 1s"))
        #expect(progress(300_000_000, of: .second, threshold: threshold) == (true, "0.3 of 1s"))
    }
}

@Suite("The example of Playback")
struct PlaybackExampleTests {
    private let gifts: [(at: Nanoseconds, kind: String, duration: Nanoseconds)] = [
        (0, "rocket", 4 * .second), (2 * .second, "heart", .second),
    ]

    @Test("in a queue both gifts complete, from the threshold on the second replaces the first")
    func modesDiffer() {
        let queued = trace(of: gifts, replaceAt: nil)
        #expect(queued.filter { $0.contains("completed") }.count == 2)
        let replaced = trace(of: gifts, replaceAt: Millionths(500_000))
        #expect(replaced.contains { $0.contains("\"replaced\"") && $0.contains("0.5") })
        let early = trace(of: gifts, replaceAt: Millionths(500_001))
        #expect(early.contains { $0.contains("\"early\"") })
    }
}

@Suite("The example of Scenarios")
struct ScenariosExampleTests {
    private static let text = """
        name: two hearts
        settings: {mode: queue}
        events:
          - {at: 0, gift: heart, from: ann}
          - {at: 0.5, gift: heart, from: bob}
        expect:
          - {gift: 2, outcome: completed, at: 2}
        """

    @Test("a scenario holds in the mode of its file, and not in the other one")
    func otherModeFails() throws {
        #expect(try failures(of: [("two.yaml", Self.text)]).isEmpty)
        let lines = try failures(of: [("two.yaml", Self.text)], mode: .replace)
        #expect(lines.count == 1 && lines[0].hasPrefix("two.yaml: "))
    }

    @Test("an error in a file has its place")
    func errorHasPlace() {
        let error = #expect(throws: (any Error).self) {
            try failures(of: [("odd.yaml", "events:\n  - {at: 0, gift: hart, from: ann}\n")])
        }
        #expect(error.map { "\($0)" }?.hasPrefix("odd.yaml:2:") == true)
    }
}

@Suite("The example of PolicyExploration")
struct PolicyExplorationExampleTests {
    @Test("the shortest session with an early drop of an expensive gift has two gifts")
    func shortestSessionIsFound() async throws {
        var settings = Settings()
        settings.mode = .replace
        let trace = try await shortestSession(with: "dropped(early) & value >= 500", settings: settings, gifts: 2)
        #expect(trace.filter { if case .arrived = $0.kind { true } else { false } }.count == 2)
        settings.mode = .queue
        #expect(try await shortestSession(with: "dropped(early)", settings: settings, gifts: 2).isEmpty)
    }

    @Test("a condition that cannot be read is an error with its column")
    func invalidConditionIsError() async {
        await #expect(throws: ForbiddenExpression.SyntaxError.self) {
            try await shortestSession(with: "dropped(erly)", settings: Settings(), gifts: 1)
        }
    }
}
