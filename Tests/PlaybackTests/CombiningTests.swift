import Playback
import Testing

/// Tests that a gift of the same kind and sender within a time is merged instead of played again.
@Suite struct CombiningTests {
    @Test func itIsMergedIntoTheRunningOneWhichGoesOn() {
        var room = Room(.combineWithin(2 * .second))
        room.send("rose", count: 2, lasting: 4, at: 0)
        room.send("rose", count: 5, lasting: 4, at: 1)
        #expect(room.controller.running?.gift.count == 7)
        room.wait(until: 10)
        #expect(room.story == ["0 start 1", "1 end 2 merged 1", "4 end 1 completed"])
    }

    @Test(arguments: [(Nanoseconds(2_000_000_000), true), (2_000_000_001, false)])
    func theTimeCountsFromTheLatestArrivalAtMost(after: Nanoseconds, merges: Bool) {
        var room = Room(.combineWithin(2 * .second))
        room.send("rose", lasting: 60, at: 0)
        room.send("rose", lasting: 60, at: 1)
        room.do(.arrival(Arrival(kind: "rose", sender: "ann", duration: 1)), atNanosecond: .second + after)
        #expect((room.story.last?.hasSuffix("end 3 merged 1") == true) == merges)
    }

    @Test func theTimeIsSessionTime() {
        var room = Room(.combineWithin(2 * .second))
        room.send("rose", lasting: 60, at: 0)
        room.do(.pause, at: 0)
        room.send("rose", lasting: 60, at: 3)
        #expect(room.controller.waitingCount == 1)
    }

    @Test(arguments: [("rose", "bob"), ("heart", "ann")])
    func anotherSenderOrKindIsAnotherGift(kind: String, sender: String) {
        var room = Room(.combineWithin(2 * .second))
        room.send("rose", lasting: 60, at: 0)
        room.send(kind, from: sender, lasting: 60, at: 1)
        #expect(room.controller.waitingCount == 1)
    }

    @Test func itNeverReplacesItsOwnKin() {
        var room = Room(.mode(.replace), .combineWithin(60 * .second))
        room.send("rose", lasting: 4, at: 0)
        room.send("rose", lasting: 4, at: 3)
        #expect(room.story == ["0 start 1", "3 end 2 merged 1"])
    }

    @Test func aHeldOneCountsToo() {
        var room = Room(.mode(.replace), .combineWithin(60 * .second), .early(.hold))
        room.send("rocket", lasting: 10, at: 0)
        room.send("rose", lasting: 4, at: 1)
        room.send("rose", lasting: 4, at: 2)
        #expect(room.story.last == "2 end 3 merged 2")
        #expect(room.controller.held?.count == 2)
    }

    @Test func ofSeveralTheOneWithTheLatestArrivalTakesIt() {
        var room = Room()
        room.send("rose", lasting: 60, at: 0)
        room.send("rose", lasting: 60, at: 1)
        room.send("rose", lasting: 60, at: 1)
        room.do(.set([.combineWithin(60 * .second)]), at: 2)
        room.send("rose", lasting: 60, at: 3)
        room.do(.close, at: 4)
        room.do(.close, at: 4)
        room.do(.close, at: 4)
        #expect(room.story.contains("3 end 4 merged 3"))
        room.send("rose", lasting: 60, at: 5)
        #expect(room.story.last == "5 start 5")
    }

    @Test func itIsMergedEvenWithoutItsAnimation() {
        var room = Room(.combineWithin(60 * .second), .missing(.wait))
        room.send("rose", lasting: 4, asset: .missing, at: 0)
        room.send("rose", lasting: 4, asset: .missing, at: 1)
        #expect(room.story == ["1 end 2 merged 1"])
    }

    @Test(arguments: [0, -1, Int.min])
    func aGiftIsOneAtLeast(count: Int) {
        var room = Room(.combineWithin(60 * .second))
        room.send("rose", count: count, lasting: 4, at: 0)
        #expect(room.controller.running?.gift.count == 1)
        #expect(room.trace.contains { $0.contains(#""event":"arrived","gift":1,"#) && $0.contains(#""count":1}"#) })
        room.send("rose", count: count, lasting: 4, at: 1)
        #expect(room.controller.running?.gift.count == 2)
    }

    @Test func aCountStopsAtTheLargestNumber() {
        var room = Room(.combineWithin(60 * .second))
        room.send("rose", count: .max, lasting: 4, at: 0)
        room.send("rose", count: .max, lasting: 4, at: 1)
        #expect(room.controller.running?.gift.count == .max)
    }
}
