import ExactNumbers
import Playback
import PolicyExploration
import Testing

/// Tests that the playback controller follows its rules in every session of a few gifts and actions.
@Suite struct ExplorationTests {
    /// The settings to explore in both modes.
    static let settingCombinations: [[Setting]] = [
        [],
        [.replaceAt(.zero)],
        [.replaceAt(Millionths(333_333))],
        [.replaceAt(.one)],
        [.replaceAt(Millionths(1_000_001))],
        [.early(.hold)],
        [.early(.hold), .backlog(.park)],
        [.backlog(.park)],
        [.maxWaiting(0)],
        [.maxWaiting(1), .overflow(.dropOldest)],
        [.maxWaiting(1), .overflow(.dropCheapest)],
        [.expireAfter(.second)],
        [.expireAfter(0)],
        [.combineWithin(.second)],
        [.order(.value)],
        [.gap(.second)],
        [.missing(.wait)],
        [.missing(.wait), .early(.hold), .waitAtMost(0)],
        [.missing(.wait), .backlog(.park), .maxWaiting(1)],
        [.early(.hold), .gap(.second), .expireAfter(.second), .backlog(.park), .order(.value), .missing(.wait)],
    ]

    static let plans: [ExplorationPlan] = Settings.Mode.allCases.flatMap { mode in
        settingCombinations.map { row in
            var settings = Settings()
            for setting in row + [.mode(mode)] { settings.apply(setting) }
            return ExplorationPlan(settings: settings, maxGifts: 2, maxActions: 2)
        }
    }

    /// Plans with an animation of intro, loop and outro.
    static let loopPlans: [ExplorationPlan] = Settings.Mode.allCases.flatMap { mode in
        [[.combineWithin(.second)], [.loopWhile(.idle)], [.loopWhile(.idle), .early(.hold)], [.missing(.wait)]]
            .map { (row: [Setting]) in
                var settings = Settings()
                for setting in row + [.mode(mode)] { settings.apply(setting) }
                var plan = ExplorationPlan(settings: settings, maxGifts: 2, maxActions: 2)
                plan.kinds = [
                    .init("heart", duration: 1 * .second, value: 1),
                    .init("rocket", duration: 4 * .second, loop: GiftLoop(start: .second, end: 2 * .second)),
                    .init("halo", duration: 1 * .second, loop: GiftLoop(start: 0, end: .second)),
                ]
                return plan
            }
    }

    /// Plans with an animation that has three rounds in any case, of lengths that are no whole nanoseconds.
    static let plannedPlans: [ExplorationPlan] = Settings.Mode.allCases.flatMap { mode in
        [[.combineWithin(.second)], [.early(.hold), .loopWhile(.never)]].map { (row: [Setting]) in
            var settings = Settings()
            for setting in row + [.mode(mode)] { settings.apply(setting) }
            var plan = ExplorationPlan(settings: settings, maxGifts: 2, maxActions: 2)
            plan.kinds = [
                .init("heart", duration: 1 * .second, value: 1),
                .init(
                    "rocket", duration: 3 * .second,
                    loop: GiftLoop(start: .second, end: 2 * .second, plannedRounds: 3)),
                .init("halo", duration: 1 * .second, loop: GiftLoop(start: 0, end: .second, plannedRounds: 2)),
            ]
            return plan
        }
    }

    @Test("a planned round shorter than half a nanosecond is over when the gift starts, and the next one is told")
    func shortestRounds() async throws {
        let loop = try #require(GiftLoop(start: 0, end: 1, plannedRounds: 3))
        for mode in Settings.Mode.allCases {
            var settings = Settings()
            settings.apply(.mode(mode))
            var plan = ExplorationPlan(settings: settings, maxGifts: 2, maxActions: 2)
            plan.kinds = [.init("flash", duration: 1, loop: loop)]
            let result = await plan.explore(LockstepController(settings: settings), jobs: 2)
            guard case .holds = result.verdict else {
                Issue.record("\(result.summary)")
                continue
            }
        }
    }

    @Test(arguments: plans + loopPlans + plannedPlans)
    func controllerFollowsRulesLikeReferenceController(plan: ExplorationPlan) async {
        let result = await plan.explore(LockstepController(settings: plan.settings), jobs: 2)
        guard case .holds = result.verdict else {
            Issue.record("\(result.summary)")
            return
        }
        #expect(result.counts.depth == 4 && result.counts.states > 50)
    }
}

extension ExplorationResult {
    /// The text for an issue of a test.
    var summary: String {
        switch verdict {
        case .holds: "holds"
        case .stopped: "stopped"
        case .violated(let example):
            (["\(example.violation)", "\(example.scenario.settings)"] + example.scenario.events.map { "\($0)" }
                + example.trace.map(\.json)).joined(separator: "\n")
        }
    }
}
