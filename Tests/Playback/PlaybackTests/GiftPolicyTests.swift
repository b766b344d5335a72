import ExactNumbers
import Playback
import Testing

/// Tests that a gift's own settings override those of the session and apply to that gift only.
@Suite struct GiftPolicyTests {
    @Test func giftOverridesOnlyItsOwnSettings() {
        let policy = GiftPolicy([.mode(.replace), .missing(.wait), .replaceAt(.one), .gap(5), .replaceAt(.zero)])
        #expect(policy.settings == [.replaceAt(.zero), .missing(.wait)])
    }

    @Test(arguments: [(Int64(1_500_000), "3.9 end 2 early 0.975"), (900_000, "3.9 end 1 replaced 0.975 by 2")])
    func thresholdOfRunningGiftApplies(own: Int64, end: String) {
        var room = ControllerFixture(.mode(.replace))
        room.send("show", duration: 4, policy: .replaceAt(Millionths(own)), at: 0)
        room.send("heart", duration: 1, at: 3.9)
        #expect(room.traceSummary[1] == end)
    }

    @Test func heldGiftWaitsForThresholdOfRunningGift() {
        var room = ControllerFixture(.mode(.replace), .early(.hold))
        room.send("show", duration: 4, policy: .replaceAt(Millionths(750_000)), at: 0)
        room.send("heart", duration: 1, at: 1)
        room.advance(to: 10)
        #expect(room.traceSummary == ["0 start 1", "3 end 1 replaced 0.75 by 2", "3 start 2", "4 end 2 completed"])
    }

    @Test func onlyGiftWithHoldPolicyIsHeld() {
        var room = ControllerFixture(.mode(.replace))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, policy: .early(.hold), at: 0.25)
        room.send("star", duration: 1, at: 0.5)
        room.advance(to: 1.5)
        #expect(
            room.traceSummary == ["0 start 1", "0.5 end 3 early 0.125", "1.2 end 1 replaced 0.3 by 2", "1.2 start 2"])
    }

    @Test func eachGiftHasItsOwnWaitLimit() {
        var room = ControllerFixture(.expireAfter(10 * .second))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, policy: .expireAfter(2 * .second), at: 1)
        room.send("star", duration: 1, at: 1)
        room.advance(to: 6)
        #expect(
            room.traceSummary == [
                "0 start 1", "4 end 1 completed", "4 end 2 expired", "4 start 3", "5 end 3 completed",
            ])
    }

    @Test func giftPolicyCanWaitForAnimation() {
        var room = ControllerFixture()
        for (kind, policy) in [("a", []), ("b", [Setting.missing(.wait)])] {
            room.handle(
                .arrival(
                    Arrival(
                        kind: kind, sender: "ann", duration: .second, asset: .missing, policy: GiftPolicy(policy))),
                at: 0)
        }
        room.handle(.asset(kind: "b", .ready), at: 1)
        #expect(room.traceSummary == ["0 end 1 missing", "1 start 2"])
    }
}
