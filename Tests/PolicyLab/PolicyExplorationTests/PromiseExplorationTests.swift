import ExactNumbers
import Playback
import PolicyExploration
import PolicyProperties
import Testing

/// Tests of promises over time in an exploration.
@Suite struct PromiseExplorationTests {
    private static func explore(
        _ property: String, _ settings: [Setting] = [], gifts: Int = 2, actions: Int = 1,
        kinds: [ExplorationPlan.NamedKind] = ExplorationPlan.defaultKinds
    ) async throws -> Counterexample? {
        var all = Settings()
        for setting in settings { all.apply(setting) }
        var plan = ExplorationPlan(settings: all, maxGifts: gifts, maxActions: actions)
        plan.kinds = kinds
        plan.properties = [try Property(property, kinds: plan.kinds.map(\.name))]
        let result = await plan.explore(jobs: 2)
        guard case .violated(let example) = result.verdict else { return nil }
        #expect(example.violation.rule == .promise(property))
        #expect(example.scenario.check().isEmpty, "\(property) is not shown by \(example.scenario.events)")
        return example
    }

    /// `--never X` and the property `never X` find sessions of the same length.
    @Test(
        arguments: [
            ("dropped(early) & value >= 500", [Setting.mode(.replace)], 2),
            ("replaced & by.value < value", [.mode(.replace)], 2),
            ("replaced & progress < 30%", [.mode(.replace)], 3), ("dropped(modeSwitch)", [], 3),
            ("completed & progress < 1", [], nil), ("unplayed(running)", [], 2), ("waited > 1s & !unplayed", [], 2),
            ("waited > 4s & !unplayed", [], nil), ("waiting >= 1", [], 2), ("waiting > 1", [], nil),
            ("mode = replace & paused", [.mode(.replace)], 1),
            ("held = 1 | parked = 1", [.mode(.replace), .early(.hold)], 2),
            ("from = zoe & completed", [], 1), ("completed & count = 2", [.combineWithin(.second)], 2),
        ] as [(String, [Setting], Int?)])
    func neverIsForbiddenExpression(text: String, settings: [Setting], length: Int?) async throws {
        #expect(try await Self.explore("never \(text)", settings)?.scenario.events.count == length, "\(text)")
    }

    @Test(
        arguments: [
            ("always (arrived implies within 4s (started or ended))", [], nil, 0),
            // The second gift waits for the rocket before it: one nanosecond less is too little.
            ("always (arrived implies within 3999999999ns (started or ended))", [], 2, 0),
            ("after paused until not paused: never completed", [], nil, 1),
            ("before started: never ended", [], nil, 0), ("(not started) unless arrived", [], nil, 1),
            ("always (started implies within 4s ended)", [], nil, 0),
            ("always (started implies within 4s ended)", [], 2, 1),
            ("after mode = replace: never waiting > 0", [], nil, 1),
        ] as [(String, [Setting], Int?, Int)])
    func promiseWithDeadlineIsDecided(text: String, settings: [Setting], length: Int?, actions: Int) async throws {
        let example = try await Self.explore(text, settings, actions: actions)
        #expect(example?.scenario.events.count == length, "\(text)")
    }

    @Test func momentOfBreakIsDeadline() async throws {
        let example = try #require(
            try await Self.explore("always (arrived implies within 3s (started or ended))", actions: 0))
        #expect(example.violation.problem == "its time is over")
        // The second gift arrives a nanosecond after the first one, which starts at once.
        #expect(example.violation.at == 3 * .second + 1)
    }

    @Test func pauseForEverIsLoopOfNothing() async throws {
        let promise = "always (started implies eventually (completed or dismissed))"
        let example = try #require(try await Self.explore(promise))
        let loop = try #require(example.loop)
        #expect(loop.length == nil && loop.lines.isEmpty && loop.isPaused)
        #expect(example.scenario.events.map(\.input).contains(.pause) && example.scenario.events.count == 2)
        #expect(try await Self.explore("if pauses end: \(promise)") == nil)
    }

    @Test func unfulfilledPromiseAtRestIsFound() async throws {
        let example = try #require(try await Self.explore("eventually started", actions: 0))
        #expect(example.scenario.events.isEmpty && example.loop?.isPaused == false)
    }

    @Test func animationThatLoopsForEverIsLoop() async throws {
        let kinds = [
            ExplorationPlan.NamedKind(
                "lantern", duration: 3 * .second, loop: GiftLoop(start: .second, end: 2 * .second))
        ]
        let promise = "always (started implies eventually completed)"
        let example = try #require(
            try await Self.explore(promise, [.loopWhile(.idle)], gifts: 1, actions: 0, kinds: kinds))
        let loop = try #require(example.loop)
        #expect(loop.length == .second && loop.lines.count == 1 && !loop.isPaused)
        #expect(try await Self.explore(promise, [.loopWhile(.never)], gifts: 1, actions: 0, kinds: kinds) == nil)
        // The rounds go on for ever, so that a promise about them is kept.
        let busy = "always (started implies always busy)"
        #expect(try await Self.explore(busy, [.loopWhile(.idle)], gifts: 1, actions: 0, kinds: kinds) == nil)
    }

    @Test func resultDoesNotDependOnJobs() async throws {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 2, maxActions: 2)
        plan.properties = [try Property("always (started implies within 3s ended)")]
        guard case .violated(let one) = await plan.explore(jobs: 1).verdict,
            case .violated(let many) = await plan.explore(jobs: 8).verdict
        else {
            Issue.record("nothing is found")
            return
        }
        #expect(one.scenario.events == many.scenario.events && one.violation == many.violation)
    }

    /// The rules hold under changes of speed and moves of the presentation too, in both modes.
    @Test(arguments: [Settings.Mode.queue, .replace], [Settings.Early.drop, .hold])
    func rulesHoldUnderSpeedAndScrub(mode: Settings.Mode, early: Settings.Early) async {
        var settings = Settings()
        settings.mode = mode
        settings.early = early
        settings.expireAfter = .second
        settings.gap = 500_000_000
        var plan = ExplorationPlan(settings: settings, maxGifts: 2, maxActions: 2)
        plan.allowedActions = [.speed, .scrub, .pause, .resume]
        let result = await plan.explore(jobs: 2)
        guard case .holds = result.verdict else {
            Issue.record("\(result.verdict)")
            return
        }
        #expect(!plan.uncovered.contains { $0.contains("scrub") })
    }

    @Test func speedAndScrubAreFoundOnlyWhenTheyAreTried() async throws {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 1, maxActions: 1)
        plan.properties = [try Property("after started: within 4s ended")]
        plan.allowedActions = [.close, .mode]
        guard case .holds = await plan.explore(jobs: 2).verdict else {
            Issue.record("a presentation lasts too long without being moved")
            return
        }
        plan.allowedActions = [.scrub]
        let scrubbed = await plan.explore(jobs: 2)
        guard case .violated(let example) = scrubbed.verdict else {
            Issue.record("nothing is found")
            return
        }
        guard case .scrub = example.scenario.events.last?.input else {
            Issue.record("\(example.scenario.events)")
            return
        }
        #expect(example.scenario.check().isEmpty)
        #expect(plan.uncovered.first?.contains("speed") == true)
    }
}
