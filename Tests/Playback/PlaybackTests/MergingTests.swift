import ExactNumbers
import Playback
import Testing

/// Tests that a gift of the same kind and sender within a time is merged instead of played again.
@Suite struct MergingTests {
    @Test func giftIsMergedIntoRunningGift() {
        var room = ControllerFixture(.combineWithin(2 * .second))
        room.send("rose", count: 2, duration: 4, at: 0)
        room.send("rose", count: 5, duration: 4, at: 1)
        #expect(room.controller.running?.gift.count == 7)
        room.advance(to: 10)
        #expect(room.traceSummary == ["0 start 1", "1 end 2 merged 1", "4 end 1 completed"])
    }

    @Test(arguments: [(Nanoseconds(2_000_000_000), true), (2_000_000_001, false)])
    func mergeWindowStartsAtLatestArrival(after: Nanoseconds, merges: Bool) {
        var room = ControllerFixture(.combineWithin(2 * .second))
        room.send("rose", duration: 60, at: 0)
        room.send("rose", duration: 60, at: 1)
        room.handle(.arrival(Arrival(kind: "rose", sender: "ann", duration: 1)), atNanosecond: .second + after)
        #expect((room.traceSummary.last?.hasSuffix("end 3 merged 1") == true) == merges)
    }

    @Test func mergeWindowIsInSessionTime() {
        var room = ControllerFixture(.combineWithin(2 * .second))
        room.send("rose", duration: 60, at: 0)
        room.handle(.pause, at: 0)
        room.send("rose", duration: 60, at: 3)
        #expect(room.controller.waitingCount == 1)
    }

    @Test(arguments: [("rose", "bob"), ("heart", "ann")])
    func otherSenderOrKindIsNotMerged(kind: String, sender: String) {
        var room = ControllerFixture(.combineWithin(2 * .second))
        room.send("rose", duration: 60, at: 0)
        room.send(kind, from: sender, duration: 60, at: 1)
        #expect(room.controller.waitingCount == 1)
    }

    @Test func mergeableGiftDoesNotReplace() {
        var room = ControllerFixture(.mode(.replace), .combineWithin(60 * .second))
        room.send("rose", duration: 4, at: 0)
        room.send("rose", duration: 4, at: 3)
        #expect(room.traceSummary == ["0 start 1", "3 end 2 merged 1"])
    }

    @Test func giftIsMergedIntoHeldGift() {
        var room = ControllerFixture(.mode(.replace), .combineWithin(60 * .second), .early(.hold))
        room.send("rocket", duration: 10, at: 0)
        room.send("rose", duration: 4, at: 1)
        room.send("rose", duration: 4, at: 2)
        #expect(room.traceSummary.last == "2 end 3 merged 2")
        #expect(room.controller.held?.count == 2)
    }

    @Test func giftIsMergedIntoLatestOfSeveral() {
        var room = ControllerFixture()
        room.send("rose", duration: 60, at: 0)
        room.send("rose", duration: 60, at: 1)
        room.send("rose", duration: 60, at: 1)
        room.handle(.set([.combineWithin(60 * .second)]), at: 2)
        room.send("rose", duration: 60, at: 3)
        room.handle(.close, at: 4)
        room.handle(.close, at: 4)
        room.handle(.close, at: 4)
        #expect(room.traceSummary.contains("3 end 4 merged 3"))
        room.send("rose", duration: 60, at: 5)
        #expect(room.traceSummary.last == "5 start 5")
    }

    @Test func giftWithoutAnimationIsMerged() {
        var room = ControllerFixture(.combineWithin(60 * .second), .missing(.wait))
        room.send("rose", duration: 4, asset: .missing, at: 0)
        room.send("rose", duration: 4, asset: .missing, at: 1)
        #expect(room.traceSummary == ["1 end 2 merged 1"])
    }

    @Test(arguments: [0, -1, Int.min])
    func countIsAtLeastOne(count: Int) {
        var room = ControllerFixture(.combineWithin(60 * .second))
        room.send("rose", count: count, duration: 4, at: 0)
        #expect(room.controller.running?.gift.count == 1)
        #expect(room.trace.contains { $0.contains(#""event":"arrived","gift":1,"#) && $0.contains(#""count":1}"#) })
        room.send("rose", count: count, duration: 4, at: 1)
        #expect(room.controller.running?.gift.count == 2)
    }

    @Test func countIsLimited() {
        var room = ControllerFixture(.combineWithin(60 * .second))
        room.send("rose", count: .max, duration: 4, at: 0)
        room.send("rose", count: .max, duration: 4, at: 1)
        #expect(room.controller.running?.gift.count == .max)
    }
}
