import ExactNumbers
import Playback
import Testing

/// Tests of close, clear, pause, resume, speed, scrubbing and the end of a session.
@Suite struct ControlsTests {
    @Test func closeDismissesRunningGiftAndStartsNext() {
        var room = ControllerFixture()
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 0)
        room.handle(.close, at: 1)
        #expect(room.traceSummary == ["0 start 1", "1 end 1 dismissed 0.25", "1 start 2"])
    }

    @Test func gapFollowsClose() {
        var room = ControllerFixture(.gap(.second))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 0)
        room.handle(.close, at: 1)
        room.advance(to: 2)
        #expect(room.traceSummary == ["0 start 1", "1 end 1 dismissed 0.25", "2 start 2"])
    }

    @Test(arguments: [Input.close, .clear, .resume, .scrub(to: 5)])
    func actionsHaveNoEffectOnEmptyStage(input: Input) {
        var room = ControllerFixture()
        room.handle(input, at: 1)
        #expect(room.trace.count == 1)
    }

    @Test func closeAtInstantOfEndClosesNextGift() {
        var room = ControllerFixture()
        room.send("heart", duration: 1, at: 0)
        room.send("heart", duration: 1, at: 0)
        room.handle(.close, at: 1)
        #expect(room.traceSummary == ["0 start 1", "1 end 1 completed", "1 start 2", "1 end 2 dismissed 0"])
    }

    @Test func clearDismissesRunningGiftAndDropsWaitingGifts() {
        var room = ControllerFixture(.order(.value), .missing(.wait))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", value: 1, duration: 1, at: 0)
        room.send("rose", duration: 1, asset: .missing, at: 0)
        room.send("crown", value: 9, duration: 1, at: 0)
        room.handle(.clear, at: 1)
        #expect(
            room.traceSummary == [
                "0 start 1", "1 end 1 dismissed 0.25", "1 end 2 cleared", "1 end 3 cleared", "1 end 4 cleared",
            ])
    }

    @Test func clearDropsParkedAndHeldGiftsInOrderOfArrival() {
        var room = ControllerFixture(.backlog(.park), .early(.hold))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 0)
        room.handle(.set([.mode(.replace)]), at: 0)
        room.send("crown", duration: 1, at: 0)
        #expect(room.controller.parked.map(\.number) == [2] && room.controller.held?.number == 3)
        room.handle(.clear, at: 1)
        #expect(room.traceSummary.suffix(3) == ["1 end 1 dismissed 0.25", "1 end 2 cleared", "1 end 3 cleared"])
    }

    @Test func pauseStopsOnlyStageTime() {
        var room = ControllerFixture()
        room.send("rocket", duration: 4, at: 0)
        room.handle(.pause, at: 1)
        room.send("heart", duration: 1, at: 2)
        #expect(room.controller.running?.elapsed == .second && room.controller.waitingCount == 1)
        room.handle(.close, at: 3)
        room.advance(to: 9)
        #expect(room.controller.running?.gift.number == 2 && room.controller.running?.progress == .zero)
        room.handle(.resume, at: 10)
        room.advance(to: 20)
        #expect(
            room.traceSummary == [
                "0 start 1", "1 pause", "3 end 1 dismissed 0.25", "3 start 2", "10 resume", "11 end 2 completed",
            ])
    }

    @Test func repeatedPauseOrResumeHasOneTraceLine() {
        var room = ControllerFixture()
        for time in 1...2 { room.handle(.pause, at: Double(time)) }
        for time in 3...4 { room.handle(.resume, at: Double(time)) }
        #expect(room.traceSummary == ["1 pause", "3 resume"])
    }

    @Test func giftsAreReplacedDuringPause() {
        var room = ControllerFixture(.mode(.replace))
        room.send("rocket", duration: 4, at: 0)
        room.handle(.pause, at: 2)
        room.send("heart", duration: 1, at: 60)
        room.send("rose", duration: 1, at: 90)
        #expect(
            room.traceSummary == [
                "0 start 1", "2 pause", "60 end 1 replaced 0.5 by 2", "60 start 2", "90 end 3 early 0",
            ])
    }

    @Test(arguments: [(500_000, "8"), (2_000_000, "2"), (3_000_000, "1.333333334"), (100_000, "40")])
    func speedMultipliesStageTime(speed: Int64, end: String) {
        var room = ControllerFixture()
        room.handle(.speed(Millionths(speed)), at: 0)
        room.send("rocket", duration: 4, at: 0)
        room.advance(to: 100)
        #expect(room.traceSummary.last == "\(end) end 1 completed")
    }

    @Test func speedChangeKeepsExactProgress() {
        var room = ControllerFixture()
        room.send("rocket", duration: 1, at: 0)
        // Each step of 1,000 ns adds 333.333 ns of stage time; rounding to whole nanoseconds would lose the fraction.
        room.handle(.speed(Millionths(333_333)), at: 0)
        for time in 1...999 as ClosedRange<Nanoseconds> { room.advance(toNanosecond: time * 1_000 + 1) }
        room.handle(.speed(.one), atNanosecond: 1_000_000)
        #expect(room.controller.running?.elapsed == 333_333)
        room.advance(to: 2)
        #expect(room.traceSummary.last == "1.000666667 end 1 completed")
    }

    @Test func speedIsClamped() {
        var room = ControllerFixture()
        room.handle(.speed(.zero), at: 0)
        #expect(room.controller.speed == PlaybackController.speedRange.lowerBound)
        room.handle(.speed(Millionths(.max)), at: 0)
        #expect(room.controller.speed == PlaybackController.speedRange.upperBound)
    }

    @Test func scrubbingSetsProgress() {
        var room = ControllerFixture(.mode(.replace))
        room.send("rocket", duration: 4, at: 0)
        room.handle(.scrub(to: 3 * .second), at: 1)
        room.handle(.scrub(to: .second), at: 1.5)
        #expect(room.controller.running?.progress == Millionths(250_000))
        room.send("heart", duration: 1, at: 1.5)
        room.advance(to: 10)
        #expect(
            room.traceSummary == [
                "0 start 1", "1 scrub 0.75", "1.5 scrub 0.25", "1.5 end 2 early 0.25", "4.5 end 1 completed",
            ])
    }

    @Test func scrubbingPastThresholdStartsHeldGift() {
        var room = ControllerFixture(.mode(.replace), .early(.hold))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 1)
        room.handle(.scrub(to: 2 * .second), at: 1)
        #expect(room.traceSummary.suffix(3) == ["1 scrub 0.5", "1 end 1 replaced 0.5 by 2", "1 start 2"])
    }

    @Test(arguments: [(Nanoseconds.max, "scrub 1"), (.min, "scrub 0")])
    func scrubbingIsClampedToAnimation(target: Nanoseconds, line: String) {
        var room = ControllerFixture()
        room.send("rocket", duration: 4, at: 0)
        room.handle(.pause, at: 1)
        room.handle(.scrub(to: target), at: 1)
        #expect(room.traceSummary.last == "1 \(line)")
        #expect(room.controller.running?.gift.number == 1)
    }

    @Test func sessionEndHasLineForEachRemainingGift() {
        var room = ControllerFixture(.backlog(.park), .early(.hold), .missing(.wait))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 0)
        room.handle(.set([.mode(.replace)]), at: 0)
        room.send("rose", duration: 1, asset: .missing, at: 0)
        room.send("crown", duration: 1, at: 0)
        room.handle(.end, at: 1)
        #expect(
            room.traceSummary.suffix(4) == [
                "1 end 1 unplayed running", "1 end 2 unplayed waiting", "1 end 3 unplayed waiting",
                "1 end 4 unplayed waiting",
            ])
        let lines = room.trace
        room.send("late", duration: 1, at: 2)
        room.advance(to: 99)
        #expect(room.trace == lines && room.controller.nextDue == nil && room.controller.hasEnded)
    }

    @Test func pastTimeCountsAsNow() {
        var room = ControllerFixture()
        room.handle(.pause, at: 5)
        room.handle(.resume, at: 3)
        #expect(room.traceSummary == ["5 pause", "5 resume"])
    }
}
