import ExactNumbers
import Testing

/// Tests of queue mode, in which gifts play one after the other.
@Suite struct QueueModeTests {
    @Test func giftPlaysOnEmptyStageOtherwiseWaits() {
        var room = ControllerFixture()
        room.send("rocket", duration: 4, at: 1)
        room.send("heart", duration: 1, at: 2)
        #expect(room.controller.running?.gift.number == 1)
        #expect(room.controller.waiting.map(\.number) == [2])
        room.advance(to: 10)
        #expect(room.traceSummary == ["1 start 1", "5 end 1 completed", "5 start 2", "6 end 2 completed"])
    }

    @Test func waitingGiftsPlayInOrderOfArrival() {
        var room = ControllerFixture()
        for _ in 1...4 { room.send("heart", duration: 1, at: 0) }
        room.advance(to: 10)
        #expect(
            room.traceSummary.filter { $0.contains("start") } == ["0 start 1", "1 start 2", "2 start 3", "3 start 4"])
    }

    @Test func presentationEndsBeforeSimultaneousArrival() {
        var room = ControllerFixture()
        room.send("heart", duration: 2, at: 0)
        room.send("heart", duration: 2, at: 2)
        #expect(room.events.map(\.at).suffix(3) == [2_000_000_000, 2_000_000_000, 2_000_000_000])
        #expect(room.traceSummary == ["0 start 1", "2 end 1 completed", "2 start 2"])
        #expect(room.trace[3].contains("completed") && room.trace[4].contains("arrived"))
    }

    @Test func zeroLengthAnimationsPlayInOneInstant() {
        var room = ControllerFixture()
        room.send("flash", duration: 0, at: 1)
        room.send("heart", duration: 1, at: 1)
        room.send("flash", duration: 0, at: 1)
        room.advance(to: 5)
        #expect(
            room.traceSummary == [
                "1 start 1", "1 end 1 completed", "1 start 2", "2 end 2 completed", "2 start 3", "2 end 3 completed",
            ])
    }

    @Test func zeroLengthAnimationStaysDuringPause() {
        var room = ControllerFixture()
        room.handle(.pause, at: 0)
        room.send("flash", duration: 0, at: 1)
        room.advance(to: 2)
        #expect(room.controller.running?.progress == .zero)
        room.handle(.resume, at: 3)
        #expect(room.traceSummary == ["0 pause", "1 start 1", "3 resume", "3 end 1 completed"])
    }

    @Test func gapSeparatesPresentations() {
        var room = ControllerFixture(.gap(.second))
        room.send("heart", duration: 2, at: 0)
        room.send("heart", duration: 2, at: 0)
        room.advance(to: 2.5)
        room.send("heart", duration: 2, at: 2.5)
        #expect(room.controller.waiting.map(\.number) == [2, 3])
        room.advance(to: 3)
        #expect(room.controller.running?.gift.number == 2)
        #expect(room.traceSummary == ["0 start 1", "2 end 1 completed", "3 start 2"])
    }

    @Test func finishedGapCausesNoDelay() {
        var room = ControllerFixture(.gap(.second))
        room.send("heart", duration: 2, at: 0)
        room.send("heart", duration: 2, at: 3)
        #expect(room.traceSummary.last == "3 start 2")
    }

    @Test func gapIsInStageTime() {
        var room = ControllerFixture(.gap(.second))
        room.send("heart", duration: 2, at: 0)
        room.handle(.pause, at: 2.5)
        room.send("heart", duration: 2, at: 3)
        room.advance(to: 9)
        #expect(room.controller.running == nil)
        room.handle(.resume, at: 10)
        room.advance(to: 20)
        #expect(room.traceSummary.suffix(3) == ["10 resume", "10.5 start 2", "12.5 end 2 completed"])
    }

    @Test func newGapStartsAtLastEnd() {
        var room = ControllerFixture(.gap(10 * .second))
        room.send("heart", duration: 1, at: 0)
        room.send("heart", duration: 1, at: 0)
        room.handle(.set([.gap(3 * .second)]), at: 2)
        room.advance(to: 4)
        #expect(room.traceSummary == ["0 start 1", "1 end 1 completed", "2 set gap", "4 start 2"])
        room.handle(.set([.gap(0)]), at: 4.5)
        room.send("heart", duration: 1, at: 4.5)
        room.handle(.set([.gap(5 * .second)]), at: 4.75)
        room.handle(.set([.gap(0)]), at: 6)
        #expect(room.traceSummary.suffix(3) == ["5 end 2 completed", "6 set gap", "6 start 3"])
    }

    @Test func orderByValuePlaysHighestValueFirst() {
        var room = ControllerFixture(.order(.value))
        room.send("heart", value: 1, duration: 1, at: 0)
        for value in [5, 500, 5, 500] { room.send("gift", value: Int64(value), duration: 1, at: 0) }
        #expect(room.controller.waiting.map(\.number) == [3, 5, 2, 4])
        #expect(room.controller.upNext(3).map(\.number) == [3, 5, 2])
        room.advance(to: 10)
        #expect(room.traceSummary.filter { $0.contains("start") }.map(\.last) == ["1", "3", "5", "2", "4"])
    }

    @Test func newOrderDoesNotAffectRunningGift() {
        var room = ControllerFixture()
        room.send("heart", value: 1, duration: 1, at: 0)
        room.send("heart", value: 2, duration: 1, at: 0)
        room.send("heart", value: 3, duration: 1, at: 0)
        room.handle(.set([.order(.value)]), at: 0.5)
        #expect(room.controller.running?.gift.number == 1)
        #expect(room.controller.upNext(9).map(\.number) == [3, 2])
        room.handle(.set([.order(.arrival)]), at: 0.75)
        #expect(room.controller.upNext(9).map(\.number) == [2, 3])
    }
}
