import Playback
import PolicyExploration
import Testing

/// Tests that every fault is found in a session of at most four gifts and actions.
@Suite struct FaultDetectionTests {
    @Test(arguments: ControllerFault.allCases)
    func everyFaultIsFoundInShortSession(fault: ControllerFault) async {
        var settings = Settings()
        for setting in fault.settings { settings.apply(setting) }
        var plan = ExplorationPlan(settings: settings, maxGifts: 3, maxActions: 2)
        if let kinds = fault.kinds { plan.kinds = kinds }
        let result = await plan.explore(ReferenceController(settings: settings, fault: fault), jobs: 2)
        guard case .violated(let example) = result.verdict else {
            Issue.record("\(fault) is not found: \(result)")
            return
        }
        let events = example.scenario.events
        #expect(events.count <= 4, "\(fault): \(events.map(\.input))")
    }
}
