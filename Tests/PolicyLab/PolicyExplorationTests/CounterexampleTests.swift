import ExactNumbers
import Playback
import PolicyExploration
import Scenarios
import Testing

/// Tests of the results of an exploration and of what they depend on.
@Suite struct CounterexampleTests {
    private static func plan(_ never: String, gifts: Int = 3, actions: Int = 1) throws -> ExplorationPlan {
        var settings = Settings()
        settings.mode = .replace
        var plan = ExplorationPlan(settings: settings, maxGifts: gifts, maxActions: actions)
        plan.forbiddenConditions = [try ForbiddenExpression(never, kinds: plan.kinds.map(\.name))]
        return plan
    }

    @Test func scenarioFileReproducesTrace() async throws {
        let plan = try Self.plan("replaced & by.value < value")
        guard case .violated(let example) = await plan.explore(jobs: 2).verdict else {
            Issue.record("nothing is found")
            return
        }
        let text = example.scenario.fileText(
            kinds: plan.kinds.map { ($0.name, $0.kind) },
            heading: ["Broken: never \(plan.forbiddenConditions[0].text)."])
        #expect(
            text == """
                # Broken: never replaced & by.value < value.
                name: "gift 1, a rocket worth 500, ends as replaced by 2 at 0.3"
                settings: {mode: replace}
                gifts:
                  heart: {duration: 1s, value: 1}
                  rocket: {duration: 4s, value: 500}
                events:
                  - {at: 0s, gift: rocket, from: ann}
                  - {at: 1.2s, gift: heart, from: bob}
                expect:
                  - {gift: 1, outcome: replaced, by: 2, progress: 0.3, at: 1.2s}
                  - {gift: 2, outcome: completed, at: 2.2s}
                  - {order: [1, 2]}

                """)
        #expect(try Scenario(text ?? "", path: "counterexample.yaml").check().isEmpty)
    }

    @Test func correctControllerFailsCounterexampleOfWrongOne() async {
        let settings = Settings()
        let plan = ExplorationPlan(settings: settings, maxGifts: 3, maxActions: 0)
        let result = await plan.explore(ReferenceController(settings: settings, fault: .lastInFirstOut), jobs: 2)
        guard case .violated(let example) = result.verdict else {
            Issue.record("nothing is found")
            return
        }
        #expect(example.violation.rule == .order)
        #expect(example.scenario.check().map(\.problem).contains("order: expected [1, 3, 2], found [1, 2, 3]"))
    }

    @Test func counterexampleLastsUntilViolation() async throws {
        var plan = try Self.plan("waited > 3s & unplayed & value >= 500", gifts: 2)
        plan.settings.mode = .queue
        guard case .violated(let example) = await plan.explore(jobs: 2).verdict else {
            Issue.record("nothing is found")
            return
        }
        #expect((3 * .second + 1...4 * .second).contains(example.scenario.until ?? 0))
        #expect(example.scenario.check().isEmpty)
    }

    @Test(arguments: [1, 3, 8])
    func resultDoesNotDependOnJobs(jobs: Int) async throws {
        let settings = Settings()
        let plan = ExplorationPlan(settings: settings, maxGifts: 3, maxActions: 2)
        let one = await plan.explore(jobs: 1)
        let many = await plan.explore(jobs: jobs)
        #expect(one.counts == many.counts)
        let wrong = ReferenceController(settings: settings, fault: .clearsInReverseOrder)
        guard case .violated(let first) = await plan.explore(wrong, jobs: 1).verdict,
            case .violated(let other) = await plan.explore(wrong, jobs: jobs).verdict
        else {
            Issue.record("nothing is found")
            return
        }
        #expect(first.scenario.events == other.scenario.events && first.violation == other.violation)
    }

    @Test func explorationStopsAtStateLimit() async {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 3, maxActions: 3)
        plan.stateLimit = 200
        let result = await plan.explore(jobs: 2)
        guard case .stopped = result.verdict else {
            Issue.record("\(result.summary)")
            return
        }
        #expect(result.counts.states > 200 && result.counts.depth < 6)
    }

    @Test func largerPlanContainsStatesOfSmallerPlan() async {
        var states: [Int] = []
        for (gifts, actions) in [(0, 0), (1, 0), (1, 1), (2, 1)] {
            let result = await ExplorationPlan(settings: Settings(), maxGifts: gifts, maxActions: actions).explore(
                jobs: 1)
            states.append(result.counts.states)
        }
        // An empty stage has one state; with gifts there are states just before, at and just after start, threshold and
        // end.
        #expect(states.first == 1)
        #expect(states == states.sorted() && Set(states).count == states.count)
    }
}
