import Playback
import Testing

/// Tests that a gift's own settings override those of the session and apply to that gift only.
@Suite struct GiftPolicyTests {
    @Test func aGiftCanAskForSettingsAboutItselfOnly() {
        let policy = GiftPolicy([.mode(.replace), .missing(.wait), .replaceAt(.one), .gap(5), .replaceAt(.zero)])
        #expect(policy.settings == [.replaceAt(.zero), .missing(.wait)])
    }

    @Test(arguments: [(Int64(1_500_000), "3.9 end 2 early 0.975"), (900_000, "3.9 end 1 replaced 0.975 by 2")])
    func theRunningGiftsThresholdCounts(own: Int64, end: String) {
        var room = Room(.mode(.replace))
        room.send("show", lasting: 4, asking: .replaceAt(Millionths(own)), at: 0)
        room.send("heart", lasting: 1, at: 3.9)
        #expect(room.story[1] == end)
    }

    @Test func aHeldGiftWaitsForTheRunningOnesThreshold() {
        var room = Room(.mode(.replace), .early(.hold))
        room.send("show", lasting: 4, asking: .replaceAt(Millionths(750_000)), at: 0)
        room.send("heart", lasting: 1, at: 1)
        room.wait(until: 10)
        #expect(room.story == ["0 start 1", "3 end 1 replaced 0.75 by 2", "3 start 2", "4 end 2 completed"])
    }

    @Test func onlyTheGiftThatAsksIsHeld() {
        var room = Room(.mode(.replace))
        room.send("rocket", lasting: 4, at: 0)
        room.send("heart", lasting: 1, asking: .early(.hold), at: 0.25)
        room.send("star", lasting: 1, at: 0.5)
        room.wait(until: 1.5)
        #expect(room.story == ["0 start 1", "0.5 end 3 early 0.125", "1.2 end 1 replaced 0.3 by 2", "1.2 start 2"])
    }

    @Test func eachGiftHasItsOwnPatience() {
        var room = Room(.expireAfter(10 * .second))
        room.send("rocket", lasting: 4, at: 0)
        room.send("heart", lasting: 1, asking: .expireAfter(2 * .second), at: 1)
        room.send("star", lasting: 1, at: 1)
        room.wait(until: 6)
        #expect(room.story == ["0 start 1", "4 end 1 completed", "4 end 2 expired", "4 start 3", "5 end 3 completed"])
    }

    @Test func aGiftMayWaitForItsAnimationWhereOthersAreDropped() {
        var room = Room()
        for (kind, policy) in [("a", []), ("b", [Setting.missing(.wait)])] {
            room.do(
                .arrival(
                    Arrival(
                        kind: kind, sender: "ann", duration: .second, asset: .missing, policy: GiftPolicy(policy))),
                at: 0)
        }
        room.do(.asset(kind: "b", .ready), at: 1)
        #expect(room.story == ["0 end 1 missing", "1 start 2"])
    }
}
