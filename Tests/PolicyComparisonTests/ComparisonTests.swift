import Playback
import PolicyComparison
import Scenarios
import Testing

@Suite("Comparisons")
struct ComparisonTests {
    @Test("have a session a policy, in order, each beside the first")
    func sessions() async {
        let policies = Policy.bothModes + [Policy("queue too", []), Policy("hold", [.mode(.replace), .early(.hold)])]
        let comparison = await Comparison(of: .rocketAndHearts, under: policies)
        #expect(comparison.sessions.map(\.policy.name) == ["queue", "replace", "queue too", "hold"])
        #expect(comparison.differences.map { $0?.at } == [nil, .second, nil, 12 * tenth])
        #expect(comparison.firstDifference == .second)
        #expect(comparison.window == 0..<7 * .second)
        #expect(comparison.happenings.map(\.kind) == [.arrival, .arrival, .arrival])
    }

    @Test("the policy beats the scenario's own settings")
    func settings() async {
        var scenario = Scenario.rocketAndHearts
        scenario.settings = [.mode(.replace), .gap(.second)]
        let comparison = await Comparison(of: scenario)
        #expect(comparison.sessions.map(\.settings.mode) == [.queue, .replace])
        #expect(comparison.sessions.allSatisfy { $0.settings.gap == .second })
    }

    @Test("a session is what the scenario comes to when it is run")
    func sameTrace() async {
        let tally = Scenario.rocketAndHearts.run(overriding: [.mode(.replace)]) { _ in }
        let figures = await Comparison(of: .rocketAndHearts).sessions[1].figures
        #expect(figures.arrivals == tally.arrivals && figures.shown == tally.started)
        #expect(Outcome.Name.allCases.allSatisfy { figures[$0] == tally[$0] })
        #expect(Outcome.DropReason.allCases.allSatisfy { figures[$0] == tally[$0] })
    }
}
