import ExactNumbers
import Playback
import SeededRandomness
import Testing

@testable import PolicyExploration

/// Tests that explorations try every action, every change of a setting and gifts with settings of their own, and that
/// kinds which nothing tells apart count once without hiding anything.
@Suite struct EveryInputTests {
    /// Returns a random plan of a few gifts, in which every action, change and own setting can occur.
    static func randomPlan(_ seed: UInt64, gifts: Int, actions: Int) -> ExplorationPlan {
        var random = SeededGenerator(seed: seed)
        var settings = Settings()
        let starts = ExplorationPlan.everyChange(from: settings) + [.mode(.replace), .backlog(.park)]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            if let setting = starts.randomElement(using: &random) { settings.apply(setting) }
        }
        var plan = ExplorationPlan(settings: settings, maxGifts: gifts, maxActions: actions)
        plan.allowedActions = Array(ExplorationPlan.Action.allCases.shuffled(using: &random).prefix(4))
        plan.changes = Array(ExplorationPlan.everyChange(from: settings).shuffled(using: &random).prefix(2))
        let loop = Bool.random(using: &random) ? GiftLoop(start: .second / 2, end: 3 * .second / 4) : nil
        let kind = ExplorationPlan.NamedKind(
            "heart", duration: .second, value: 5, loop: loop, policy: policy(using: &random))
        var twin = kind
        twin.name = "twin"
        let other = ExplorationPlan.NamedKind(
            "rocket", duration: 4 * .second, value: 500, policy: policy(using: &random))
        plan.kinds = [kind, twin] + (Bool.random(using: &random) ? [other] : [])
        return plan
    }

    private static func policy(using random: inout SeededGenerator) -> GiftPolicy {
        let own: [Setting] = [
            .replaceAt(Millionths(600_000)), .replaceAt(Millionths(2_000_000)), .early(.hold), .early(.drop),
            .expireAfter(.second), .expireAfter(nil), .missing(.wait), .missing(.drop), .loopWhile(.idle),
            .loopWhile(.never),
        ]
        guard Bool.random(using: &random) else { return .none }
        return GiftPolicy(Array(own.shuffled(using: &random).prefix(2)))
    }

    /// The controller, the plain controller and the rules agree, whatever the viewer, the store and the gifts do.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func everyInputFollowsRules(seed: UInt64) async {
        let plan = Self.randomPlan(seed, gifts: 2, actions: 2)
        let result = await plan.explore(LockstepController(settings: plan.settings), jobs: 2)
        guard case .holds = result.verdict else {
            Issue.record("seed \(seed): \(plan.changes) \(plan.kinds) \(result.summary)")
            return
        }
    }

    /// Each change of each setting comes while gifts wait, play and are held.
    @Test(arguments: [Settings.Mode.queue, .replace], [Settings.Early.drop, .hold])
    func everyChangeFollowsRules(mode: Settings.Mode, early: Settings.Early) async {
        var settings = Settings()
        settings.mode = mode
        settings.early = early
        settings.missing = .wait
        for change in ExplorationPlan.everyChange(from: settings) {
            var plan = ExplorationPlan(settings: settings, maxGifts: 2, maxActions: 1)
            plan.allowedActions = []
            plan.changes = [change]
            plan.kinds = Array(ExplorationPlan.defaultKinds.prefix(2))
            let result = await plan.explore(LockstepController(settings: settings), jobs: 2)
            guard case .holds = result.verdict else {
                Issue.record("\(change): \(result.summary)")
                continue
            }
        }
    }

    /// A fault that shows only under a changed setting, and one that shows only with a gift's own, are found.
    @Test func faultsThatNeedAChangeOrOwnSettingAreFound() async {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 2, maxActions: 1)
        plan.allowedActions = []
        plan.changes = [.expireAfter(.second)]
        let late = await plan.explore(ReferenceController(settings: plan.settings, fault: .expiresAtTheLimit), jobs: 2)
        guard case .violated(let example) = late.verdict else {
            Issue.record("the expiry under the changed setting is not tried")
            return
        }
        #expect(example.scenario.events.contains { if case .set = $0.input { true } else { false } })

        plan = ExplorationPlan(settings: Settings(), maxGifts: 2, maxActions: 0)
        plan.kinds = [.init("heart", duration: .second, policy: GiftPolicy([.expireAfter(.second)]))]
        let own = await plan.explore(ReferenceController(settings: plan.settings, fault: .expiresAtTheLimit), jobs: 2)
        guard case .violated(let other) = own.verdict else {
            Issue.record("the gift's own expiry is not tried")
            return
        }
        #expect(other.scenario.events.count == 2)
    }

    @Test("what the report says is left out follows from the plan")
    func uncoveredFollowsFromPlan() {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 1, maxActions: 1)
        #expect(plan.uncovered.first == "the actions withdrawn, duplicate, speed, scrub")
        #expect(plan.uncovered.contains { $0.hasPrefix("changes of replaceAt, early") })
        plan.allowedActions = ExplorationPlan.Action.allCases
        plan.changes = ExplorationPlan.everyChange(from: plan.settings)
        plan.kinds = [
            .init(
                "rocket", duration: .second, loop: GiftLoop(start: 0, end: .second / 2),
                policy: GiftPolicy([
                    .replaceAt(.one), .early(.hold), .expireAfter(.second), .missing(.wait), .loopWhile(.idle),
                ]))
        ]
        plan.kinds[0].count = 3
        #expect(
            !plan.uncovered.contains { $0.contains("actions") || $0.contains("changes") || $0.contains("their own") })
        plan.maxActions = 0
        #expect(
            plan.uncovered.first
                == "the actions \(ExplorationPlan.Action.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    @Test("planned rounds are no loop that may be repeated")
    func plannedRoundsAreNotRepeated() {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 1, maxActions: 1)
        func kinds(rounds: Int?) -> [ExplorationPlan.NamedKind] {
            [.init("wheel", duration: .second, loop: GiftLoop(start: 0, end: .second, plannedRounds: rounds))]
        }
        plan.kinds = kinds(rounds: 3)
        #expect(plan.uncovered.contains("animations whose loop may be repeated"))
        plan.kinds = kinds(rounds: nil)
        #expect(!plan.uncovered.contains { $0.hasPrefix("animations") })
    }
}

/// Tests that folding symmetric kinds hides no violation.
@Suite struct SymmetricKindTests {
    private static func exploreBoth<Controller: PolicyController>(
        _ plan: ExplorationPlan, _ controller: Controller
    ) async -> (folded: ExplorationResult, whole: ExplorationResult) {
        var whole = plan
        whole.foldsSymmetricKinds = false
        return (await plan.explore(controller, jobs: 2), await whole.explore(controller, jobs: 2))
    }

    private static func violation(_ result: ExplorationResult) -> Violation? {
        if case .violated(let example) = result.verdict { example.violation } else { nil }
    }

    @Test(arguments: ControllerFault.allCases)
    func everyFaultIsFoundFoldedAsUnfolded(fault: ControllerFault) async {
        var settings = Settings()
        for setting in fault.settings { settings.apply(setting) }
        var plan = ExplorationPlan(settings: settings, maxGifts: 3, maxActions: 2)
        plan.kinds = Array((fault.kinds ?? ExplorationPlan.defaultKinds).prefix(2))
        for kind in plan.kinds {
            var twin = kind
            twin.name += " twin"
            plan.kinds.append(twin)
        }
        let (folded, whole) = await Self.exploreBoth(plan, ReferenceController(settings: settings, fault: fault))
        #expect(Self.violation(folded) == Self.violation(whole))
        #expect(folded.counts.states <= whole.counts.states)
    }

    @Test(
        "in random small models, folding finds the same violations in fewer states",
        arguments: 100..<110 as Range<UInt64>)
    func randomModelsHaveSameViolations(seed: UInt64) async throws {
        var plan = EveryInputTests.randomPlan(seed, gifts: 2, actions: 1)
        var random = SeededGenerator(seed: seed)
        let fault = try #require(ControllerFault.allCases.randomElement(using: &random))
        for setting in fault.settings { plan.settings.apply(setting) }
        plan.changes.removeAll { plan.settings[$0.key] == $0 }
        let (folded, whole) = await Self.exploreBoth(plan, ReferenceController(settings: plan.settings, fault: fault))
        #expect(Self.violation(folded) == Self.violation(whole), "seed \(seed), \(fault)")
        let (right, all) = await Self.exploreBoth(plan, PlaybackController(settings: plan.settings, roundLimit: .max))
        #expect(Self.violation(right) == nil && Self.violation(all) == nil, "seed \(seed): \(right.summary)")
        #expect(right.counts.states < all.counts.states, "seed \(seed)")
    }

    @Test func kindsThatAnExpressionNamesAreKeptApart() async throws {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 2, maxActions: 0)
        plan.kinds = ["one", "two", "three"].map { .init($0, duration: .second) }
        plan.forbiddenConditions = [try ForbiddenExpression("completed & kind = two", kinds: plan.kinds.map(\.name))]
        #expect(plan.symmetricKinds(ExplorationContext(plan).abstraction) == [[0, 2]])
        #expect(Self.violation(await plan.explore(jobs: 2)) != nil)
    }
}
