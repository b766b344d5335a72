import ExactNumbers
import Playback
import PolicyExploration
import PolicyProperties
import Testing

/// Tests that a claim is refused that is always or never true in the sessions of an exploration.
@Suite struct ConstantClaimTests {
    private static func constant(_ text: String, _ change: (inout ExplorationPlan) -> Void = { _ in }) throws -> String?
    {
        var plan = ExplorationPlan(settings: Settings(), maxGifts: 2, maxActions: 1)
        change(&plan)
        return plan.constantComparison(in: try Property(text, kinds: plan.kinds.map(\.name)).conditions)
    }

    @Test(
        "what the kinds, the number of gifts or the settings decide is named",
        arguments: [
            ("never value > 500", "value > 500 never holds"),
            ("never completed & value >= 1", "value >= 1 always holds"),
            ("never duration > 4s", "duration > 4s never holds"), ("never count > 1", "count > 1 never holds"),
            ("never waiting > 2", "waiting > 2 never holds"),
            ("never dismissed & replaceAt > 50%", "replaceAt > 0.5 never holds"),
            ("never early = hold", "early = 'hold' never holds"),
        ])
    func constantsAreNamed(text: String, found: String) throws {
        #expect(try Self.constant(text) { $0.allowedActions = [.close] } == found)
    }

    @Test(
        "what differs between sessions is a claim",
        arguments: ["never value > 1", "never waiting > 1", "never mode = replace", "never by.value < value"])
    func claimsAreKept(text: String) throws {
        #expect(try Self.constant(text) { $0.allowedActions = [.mode] } == nil)
    }

    @Test(
        "what cannot happen under the settings, or without an action, is named",
        arguments: [
            "paused", "replaced", "merged", "dropped(early)", "dropped(superseded)", "dropped(overflow)",
            "dropped(expired)", "dropped(cleared)", "dropped(duplicate)", "dropped(modeSwitch)",
        ])
    func impossibleOutcomesAreNamed(fact: String) throws {
        #expect(try Self.constant("never \(fact)") { $0.allowedActions = [.close] } == "\(fact) never holds")
        let possible = try Self.constant("never \(fact)") { plan in
            plan.allowedActions = ExplorationPlan.Action.allCases
            plan.changes = [.early(.hold), .maxWaiting(1), .expireAfter(.second), .combineWithin(.second)]
        }
        #expect(possible == nil)
    }

    @Test("an own setting of a kind makes claims about it")
    func ownSettingsCount() throws {
        let text = "never dropped(expired)"
        #expect(
            try Self.constant(text) { plan in
                plan.kinds[0].kind.policy = GiftPolicy([.expireAfter(.second)])
            } == nil)
    }

    @Test("a change of a setting makes claims about it")
    func changesCount() throws {
        let text = "never replaced & replaceAt > 50%"
        #expect(try Self.constant(text) { $0.changes = [.replaceAt(Millionths(800_000))] } == nil)
        #expect(
            try Self.constant("never count > 1") { $0.changes = [.combineWithin(.second)] } == nil,
            "gifts can be merged")
    }
}
