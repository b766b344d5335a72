import Playback
import Testing

/// Tests of queue mode, in which gifts play one after the other.
@Suite struct QueueModeTests {
    @Test func aGiftPlaysAtOnceWhenTheStageIsEmptyElseItWaits() {
        var room = Room()
        room.send("rocket", lasting: 4, at: 1)
        room.send("heart", lasting: 1, at: 2)
        #expect(room.controller.running?.gift.number == 1)
        #expect(room.controller.waiting.map(\.number) == [2])
        room.wait(until: 10)
        #expect(room.story == ["1 start 1", "5 end 1 completed", "5 start 2", "6 end 2 completed"])
    }

    @Test func waitingGiftsPlayInOrderOfArrival() {
        var room = Room()
        for _ in 1...4 { room.send("heart", lasting: 1, at: 0) }
        room.wait(until: 10)
        #expect(room.story.filter { $0.contains("start") } == ["0 start 1", "1 start 2", "2 start 3", "3 start 4"])
    }

    @Test func aPresentationThatEndsWhenAGiftArrivesIsOverBeforeThat() {
        var room = Room()
        room.send("heart", lasting: 2, at: 0)
        room.send("heart", lasting: 2, at: 2)
        #expect(room.events.map(\.at).suffix(3) == [2_000_000_000, 2_000_000_000, 2_000_000_000])
        #expect(room.story == ["0 start 1", "2 end 1 completed", "2 start 2"])
        #expect(room.trace[3].contains("completed") && room.trace[4].contains("arrived"))
    }

    @Test func animationsOfNoLengthPlayInOneInstant() {
        var room = Room()
        room.send("flash", lasting: 0, at: 1)
        room.send("heart", lasting: 1, at: 1)
        room.send("flash", lasting: 0, at: 1)
        room.wait(until: 5)
        #expect(
            room.story == [
                "1 start 1", "1 end 1 completed", "1 start 2", "2 end 2 completed", "2 start 3", "2 end 3 completed",
            ])
    }

    @Test func anAnimationOfNoLengthStandsWhileTheStageIsPaused() {
        var room = Room()
        room.do(.pause, at: 0)
        room.send("flash", lasting: 0, at: 1)
        room.wait(until: 2)
        #expect(room.controller.running?.progress == .zero)
        room.do(.resume, at: 3)
        #expect(room.story == ["0 pause", "1 start 1", "3 resume", "3 end 1 completed"])
    }

    @Test func betweenTwoPresentationsLiesTheGap() {
        var room = Room(.gap(.second))
        room.send("heart", lasting: 2, at: 0)
        room.send("heart", lasting: 2, at: 0)
        room.wait(until: 2.5)
        room.send("heart", lasting: 2, at: 2.5)
        #expect(room.controller.waiting.map(\.number) == [2, 3])
        room.wait(until: 3)
        #expect(room.controller.running?.gift.number == 2)
        #expect(room.story == ["0 start 1", "2 end 1 completed", "3 start 2"])
    }

    @Test func aGapThatIsOverDelaysNobody() {
        var room = Room(.gap(.second))
        room.send("heart", lasting: 2, at: 0)
        room.send("heart", lasting: 2, at: 3)
        #expect(room.story.last == "3 start 2")
    }

    @Test func aGapIsCountedInStageTime() {
        var room = Room(.gap(.second))
        room.send("heart", lasting: 2, at: 0)
        room.do(.pause, at: 2.5)
        room.send("heart", lasting: 2, at: 3)
        room.wait(until: 9)
        #expect(room.controller.running == nil)
        room.do(.resume, at: 10)
        room.wait(until: 20)
        #expect(room.story.suffix(3) == ["10 resume", "10.5 start 2", "12.5 end 2 completed"])
    }

    @Test func aNewGapCountsFromTheLastEnd() {
        var room = Room(.gap(10 * .second))
        room.send("heart", lasting: 1, at: 0)
        room.send("heart", lasting: 1, at: 0)
        room.do(.set([.gap(3 * .second)]), at: 2)
        room.wait(until: 4)
        #expect(room.story == ["0 start 1", "1 end 1 completed", "2 set gap", "4 start 2"])
        room.do(.set([.gap(0)]), at: 4.5)
        room.send("heart", lasting: 1, at: 4.5)
        room.do(.set([.gap(5 * .second)]), at: 4.75)
        room.do(.set([.gap(0)]), at: 6)
        #expect(room.story.suffix(3) == ["5 end 2 completed", "6 set gap", "6 start 3"])
    }

    @Test func orderByValuePlaysTheDearestFirstAndEqualsByArrival() {
        var room = Room(.order(.value))
        room.send("heart", worth: 1, lasting: 1, at: 0)
        for value in [5, 500, 5, 500] { room.send("gift", worth: Int64(value), lasting: 1, at: 0) }
        #expect(room.controller.waiting.map(\.number) == [3, 5, 2, 4])
        #expect(room.controller.upNext(3).map(\.number) == [3, 5, 2])
        room.wait(until: 10)
        #expect(room.story.filter { $0.contains("start") }.map(\.last) == ["1", "3", "5", "2", "4"])
    }

    @Test func aNewOrderDoesNotDisturbTheRunningOne() {
        var room = Room()
        room.send("heart", worth: 1, lasting: 1, at: 0)
        room.send("heart", worth: 2, lasting: 1, at: 0)
        room.send("heart", worth: 3, lasting: 1, at: 0)
        room.do(.set([.order(.value)]), at: 0.5)
        #expect(room.controller.running?.gift.number == 1)
        #expect(room.controller.upNext(9).map(\.number) == [3, 2])
        room.do(.set([.order(.arrival)]), at: 0.75)
        #expect(room.controller.upNext(9).map(\.number) == [2, 3])
    }
}
