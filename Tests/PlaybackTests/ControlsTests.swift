import Playback
import Testing

/// Tests of close, clear, pause, resume, speed, scrubbing and the end of a session.
@Suite struct ControlsTests {
    @Test func closeDismissesTheRunningOneAndTheNextStarts() {
        var room = Room()
        room.send("rocket", lasting: 4, at: 0)
        room.send("heart", lasting: 1, at: 0)
        room.do(.close, at: 1)
        #expect(room.story == ["0 start 1", "1 end 1 dismissed 0.25", "1 start 2"])
    }

    @Test func afterCloseTheGapPassesAsAfterAnyEnd() {
        var room = Room(.gap(.second))
        room.send("rocket", lasting: 4, at: 0)
        room.send("heart", lasting: 1, at: 0)
        room.do(.close, at: 1)
        room.wait(until: 2)
        #expect(room.story == ["0 start 1", "1 end 1 dismissed 0.25", "2 start 2"])
    }

    @Test(arguments: [Input.close, .clear, .resume, .scrub(to: 5)])
    func onAnEmptyStageThereIsNothingToDo(input: Input) {
        var room = Room()
        room.do(input, at: 1)
        #expect(room.trace.count == 1)
    }

    @Test func closeAtTheInstantOfAnEndClosesTheNextOne() {
        var room = Room()
        room.send("heart", lasting: 1, at: 0)
        room.send("heart", lasting: 1, at: 0)
        room.do(.close, at: 1)
        #expect(room.story == ["0 start 1", "1 end 1 completed", "1 start 2", "1 end 2 dismissed 0"])
    }

    @Test func clearDismissesTheRunningOneAndDropsWhatWaits() {
        var room = Room(.order(.value), .missing(.wait))
        room.send("rocket", lasting: 4, at: 0)
        room.send("heart", worth: 1, lasting: 1, at: 0)
        room.send("rose", lasting: 1, asset: .missing, at: 0)
        room.send("crown", worth: 9, lasting: 1, at: 0)
        room.do(.clear, at: 1)
        #expect(
            room.story == [
                "0 start 1", "1 end 1 dismissed 0.25", "1 end 2 cleared", "1 end 3 cleared", "1 end 4 cleared",
            ])
    }

    @Test func clearDropsWhatIsParkedAndHeldInOrderOfArrival() {
        var room = Room(.backlog(.park), .early(.hold))
        room.send("rocket", lasting: 4, at: 0)
        room.send("heart", lasting: 1, at: 0)
        room.do(.set([.mode(.replace)]), at: 0)
        room.send("crown", lasting: 1, at: 0)
        #expect(room.controller.parked.map(\.number) == [2] && room.controller.held?.number == 3)
        room.do(.clear, at: 1)
        #expect(room.story.suffix(3) == ["1 end 1 dismissed 0.25", "1 end 2 cleared", "1 end 3 cleared"])
    }

    @Test func pauseStopsStageTimeAlone() {
        var room = Room()
        room.send("rocket", lasting: 4, at: 0)
        room.do(.pause, at: 1)
        room.send("heart", lasting: 1, at: 2)
        #expect(room.controller.running?.elapsed == .second && room.controller.waitingCount == 1)
        room.do(.close, at: 3)
        room.wait(until: 9)
        #expect(room.controller.running?.gift.number == 2 && room.controller.running?.progress == .zero)
        room.do(.resume, at: 10)
        room.wait(until: 20)
        #expect(
            room.story == [
                "0 start 1", "1 pause", "3 end 1 dismissed 0.25", "3 start 2", "10 resume", "11 end 2 completed",
            ])
    }

    @Test func pausingOrResumingTwiceHasOneLine() {
        var room = Room()
        for time in 1...2 { room.do(.pause, at: Double(time)) }
        for time in 3...4 { room.do(.resume, at: Double(time)) }
        #expect(room.story == ["1 pause", "3 resume"])
    }

    @Test func replacingGoesOnWhileThePauseLasts() {
        var room = Room(.mode(.replace))
        room.send("rocket", lasting: 4, at: 0)
        room.do(.pause, at: 2)
        room.send("heart", lasting: 1, at: 60)
        room.send("rose", lasting: 1, at: 90)
        #expect(
            room.story == ["0 start 1", "2 pause", "60 end 1 replaced 0.5 by 2", "60 start 2", "90 end 3 early 0"])
    }

    @Test(arguments: [(500_000, "8"), (2_000_000, "2"), (3_000_000, "1.333333334"), (100_000, "40")])
    func speedMultipliesStageTime(speed: Int64, end: String) {
        var room = Room()
        room.do(.speed(Millionths(speed)), at: 0)
        room.send("rocket", lasting: 4, at: 0)
        room.wait(until: 100)
        #expect(room.story.last == "\(end) end 1 completed")
    }

    @Test func changingSpeedLosesNothing() {
        var room = Room()
        room.send("rocket", lasting: 1, at: 0)
        // Each step of 1,000 ns adds 333.333 ns of stage time; rounding to whole nanoseconds would lose the fraction.
        room.do(.speed(Millionths(333_333)), at: 0)
        for time in 1...999 as ClosedRange<Nanoseconds> { room.wait(untilNanosecond: time * 1_000 + 1) }
        room.do(.speed(.one), atNanosecond: 1_000_000)
        #expect(room.controller.running?.elapsed == 333_333)
        room.wait(until: 2)
        #expect(room.story.last == "1.000666667 end 1 completed")
    }

    @Test func speedStaysWithinItsRange() {
        var room = Room()
        room.do(.speed(.zero), at: 0)
        #expect(room.controller.speed == PlaybackController.speedRange.lowerBound)
        room.do(.speed(Millionths(.max)), at: 0)
        #expect(room.controller.speed == PlaybackController.speedRange.upperBound)
    }

    @Test func scrubbingSetsTheProgress() {
        var room = Room(.mode(.replace))
        room.send("rocket", lasting: 4, at: 0)
        room.do(.scrub(to: 3 * .second), at: 1)
        room.do(.scrub(to: .second), at: 1.5)
        #expect(room.controller.running?.progress == Millionths(250_000))
        room.send("heart", lasting: 1, at: 1.5)
        room.wait(until: 10)
        #expect(
            room.story == [
                "0 start 1", "1 scrub 0.75", "1.5 scrub 0.25", "1.5 end 2 early 0.25", "4.5 end 1 completed",
            ])
    }

    @Test func scrubbingPastTheThresholdLetsAHeldGiftIn() {
        var room = Room(.mode(.replace), .early(.hold))
        room.send("rocket", lasting: 4, at: 0)
        room.send("heart", lasting: 1, at: 1)
        room.do(.scrub(to: 2 * .second), at: 1)
        #expect(room.story.suffix(3) == ["1 scrub 0.5", "1 end 1 replaced 0.5 by 2", "1 start 2"])
    }

    @Test(arguments: [(Nanoseconds.max, "scrub 1"), (.min, "scrub 0")])
    func scrubbingStaysWithinTheAnimation(target: Nanoseconds, line: String) {
        var room = Room()
        room.send("rocket", lasting: 4, at: 0)
        room.do(.pause, at: 1)
        room.do(.scrub(to: target), at: 1)
        #expect(room.story.last == "1 \(line)")
        #expect(room.controller.running?.gift.number == 1)
    }

    @Test func theSessionEndsWithALineForEachGiftStillThere() {
        var room = Room(.backlog(.park), .early(.hold), .missing(.wait))
        room.send("rocket", lasting: 4, at: 0)
        room.send("heart", lasting: 1, at: 0)
        room.do(.set([.mode(.replace)]), at: 0)
        room.send("rose", lasting: 1, asset: .missing, at: 0)
        room.send("crown", lasting: 1, at: 0)
        room.do(.end, at: 1)
        #expect(
            room.story.suffix(4) == [
                "1 end 1 unplayed running", "1 end 2 unplayed waiting", "1 end 3 unplayed waiting",
                "1 end 4 unplayed waiting",
            ])
        let lines = room.trace
        room.send("late", lasting: 1, at: 2)
        room.wait(until: 99)
        #expect(room.trace == lines && room.controller.nextDue == nil && room.controller.isOver)
    }

    @Test func aTimeThatHasPassedCountsAsNow() {
        var room = Room()
        room.do(.pause, at: 5)
        room.do(.resume, at: 3)
        #expect(room.story == ["5 pause", "5 resume"])
    }
}
