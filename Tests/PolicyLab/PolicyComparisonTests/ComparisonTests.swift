import ExactNumbers
import Playback
import PlayerSettings
import PolicyComparison
import Recordings
import Scenarios
import Testing

@Suite("Comparisons of policies")
struct ComparisonTests {
    @Test("a comparison has one session per policy, in order, each compared with the first")
    func comparisonHasOneSessionPerPolicy() async throws {
        let policies = Policy.bothModes + [Policy("queue too", []), Policy("hold", [.mode(.replace), .early(.hold)])]
        let comparison = try await Comparison(of: .rocketAndHearts, under: policies)
        #expect(comparison.sessions.map(\.policy.name) == ["queue", "replace", "queue too", "hold"])
        #expect(comparison.differences.map { $0?.at } == [nil, .second, nil, 12 * tenthOfSecond])
        #expect(comparison.firstDifference == .second)
        #expect(comparison.window == 0..<7 * .second)
        #expect(comparison.events.map(\.kind) == [.arrival, .arrival, .arrival])
    }

    @Test("a policy overrides the settings of the scenario")
    func policyOverridesScenarioSettings() async throws {
        let source = SessionSource(
            Scenario(settings: [.mode(.replace), .gap(.second)], events: []), path: "empty.yaml")
        let comparison = try await Comparison(of: source)
        #expect(comparison.name == "empty.yaml")
        #expect(comparison.sessions.map(\.settings.mode) == [.queue, .replace])
        #expect(comparison.sessions.allSatisfy { $0.settings.gap == .second })
    }

    @Test("a session of a comparison equals a run of the scenario")
    func sessionEqualsRunOfScenario() async throws {
        struct Lines: SessionObserver {
            var started = 0
            var outcomes: [Outcome.Name: Int] = [:]

            mutating func receive(_ event: TraceEvent) {
                switch event.kind {
                case .started: started += 1
                case .ended(_, let outcome): outcomes[outcome.name, default: 0] += 1
                default: break
                }
            }
        }
        var lines = Lines()
        try SessionSource.rocketAndHearts.run(overriding: [.mode(.replace)], observer: &lines)
        let figures = try await Comparison(of: .rocketAndHearts).sessions[1].figures
        #expect(figures.shown == lines.started && figures.outcomes == lines.outcomes)
    }

    @Test("sessions that branch are equal up to the branch and follow their policies from there on")
    func sessionsAreEqualUpToBranch() async throws {
        let comparison = try await Comparison(of: .rocketAndHearts, from: 1_500_000_000)
        #expect(comparison.differences.map { $0?.at } == [nil, 1_500_000_000])
        #expect(comparison.sessions.map(\.settings.mode) == [.queue, .replace])
        // The first heart waits; the switch drops it, and the second heart replaces the rocket.
        #expect(comparison.sessions[1].figures.drops == [.modeSwitch: 1])
        #expect(comparison.sessions[1].figures.interruptedProgress[50] == 500_000)
        #expect(comparison.sessions[0].figures.outcomes == [.completed: 3])
    }

    @Test("a branch after the last event takes effect")
    func branchAfterLastEventTakesEffect() async throws {
        let policies = [Policy("as it was", []), Policy("replace", [.mode(.replace)])]
        let comparison = try await Comparison(of: .rocketAndHearts, under: policies, from: 3 * .second)
        #expect(comparison.sessions.map(\.figures.drops) == [[:], [.modeSwitch: 2]])
    }

    @Test("with too many arrivals the window ends at the last one within the limit")
    func windowEndsAtLimit() async throws {
        let events = (0...100).map { index in
            Scenario.Event(
                at: Int64(index) * .second, .arrival(Arrival(kind: "heart", sender: "ann", duration: 1)))
        }
        let source = SessionSource(Scenario(events: events), path: "")
        let comparison = try await Comparison(of: source, window: 5 * .second..<Nanoseconds.max, limit: 100)
        #expect(!comparison.isTruncated && comparison.events.count == 96)
        let whole = try await Comparison(of: source, limit: 100)
        #expect(whole.isTruncated && whole.window.upperBound == 100 * .second)
        #expect(whole.events.count == 100)
    }

    @Test("an error in the events is thrown whatever the policies are")
    func errorInEventsIsThrown() async {
        let source = SessionSource(path: "broken.ndjson") { () throws(ConfigurationError) in
            EventStream { () throws(ConfigurationError) in
                throw ConfigurationError(.file(path: "broken.ndjson", line: 7, column: 1), "expected an object")
            }
        }
        await #expect(throws: ConfigurationError.self) { try await Comparison(of: source) }
    }
}
