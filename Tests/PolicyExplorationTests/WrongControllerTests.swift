import Playback
import PolicyExploration
import Testing

/// Tests that every fault is found in a session of at most four gifts and actions.
@Suite struct WrongControllerTests {
    @Test(arguments: Fault.allCases)
    func everyFaultIsFoundInAShortSession(fault: Fault) async {
        var settings = Settings()
        for setting in fault.settings { settings.apply(setting) }
        let plan = ExplorationPlan(settings: settings, gifts: 3, actions: 2)
        let result = await plan.explore(PlainController(settings: settings, fault: fault), jobs: 2)
        guard case .violated(let example) = result.verdict else {
            Issue.record("\(fault) is not found: \(result)")
            return
        }
        let events = example.scenario.events
        #expect(events.count <= 4, "\(fault): \(events.map(\.input))")
    }
}
