import Playback
import PolicyExploration
import Testing

@Suite struct ExplorationTests {
    @Test(arguments: Settings.Mode.allCases)
    func theControllerHolds(mode: Settings.Mode) async {
        var settings = Settings()
        settings.mode = mode
        let result = await ExplorationPlan(settings: settings, gifts: 2, actions: 2).explore(jobs: 2)
        guard case .holds = result.verdict else {
            Issue.record("\(result.verdict)")
            return
        }
        #expect(result.counts.depth == 4)
    }
}
