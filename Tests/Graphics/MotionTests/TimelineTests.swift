import Motion
import TestClocks
import Testing

@Suite("Timelines run on a clock", .timeLimit(.minutes(1)))
struct TimelineTests {
    let clock = ManualClock()
    let slide = MotionPlan.to(.x, 100, for: .milliseconds(100), easing: .linear).trajectory()

    @Test("poses arrive at every multiple of the period, and the last one at the end")
    func posesArriveAtEachPeriod() async {
        let timeline = Timeline(slide, clock: clock)
        let seen = Task {
            var seen: [Double] = []
            for await pose in timeline.poses(every: .milliseconds(30)) { seen.append(pose.x) }
            return seen
        }
        for step in [30, 30, 30, 10] {
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(step))
        }
        #expect(await seen.value == [0, 30, 60, 90, 100])
        #expect(await timeline.ending == .reachedEnd)
    }

    @Test("a late reader receives one pose in place of all missed ones")
    func lateReaderReceivesOnePose() async {
        let timeline = Timeline(slide, clock: clock)
        let seen = Task {
            var seen: [Double] = []
            for await pose in timeline.poses(every: .milliseconds(10)) { seen.append(pose.x) }
            return seen
        }
        for step in [47, 3, 500] {
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(step))
        }
        #expect(await seen.value == [0, 47, 50, 100])
    }

    @Test("a cancelled timeline stops at its pose, and all waiting tasks continue")
    func cancelledTimelineStops() async {
        let timeline = Timeline(slide, clock: clock)
        let ending = Task { await timeline.ending }
        let seen = Task {
            var seen: [Double] = []
            for await pose in timeline.poses(every: .milliseconds(80)) { seen.append(pose.x) }
            return seen
        }
        await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(25))
        let moment = timeline.cancel()
        #expect(moment.pose.x == 25 && moment.velocity[.x] == 1000)
        clock.advance(by: .seconds(1))
        #expect(await ending.value == .cancelled(at: .milliseconds(25)))
        #expect(await seen.value == [0, 25])
        #expect(timeline.cancel() == moment && timeline.moment == moment && timeline.isCancelled)
        #expect(await timeline.ending == .cancelled(at: .milliseconds(25)))
    }

    @Test("an ended timeline cannot be cancelled")
    func endedTimelineCannotBeCancelled() async {
        let timeline = Timeline(slide, clock: clock)
        clock.advance(by: .milliseconds(100))
        #expect(timeline.cancel().pose.x == 100)
        #expect(await timeline.ending == .reachedEnd)
        #expect(!timeline.isCancelled)
    }

    @Test("an endless timeline runs until it is cancelled")
    func endlessTimelineRunsUntilCancelled() async {
        let timeline = Timeline(MotionPlan.by(.x, 1, for: .seconds(1)).repeatedForever().trajectory(), clock: clock)
        let ending = Task { await timeline.ending }
        clock.advance(by: .seconds(86_400))
        #expect(timeline.moment.pose.x == 86_400)
        timeline.cancel()
        #expect(await ending.value == .cancelled(at: .seconds(86_400)))
    }

    @Test("a cancelled task stops waiting, and the timeline continues")
    func cancelledTaskStopsWaiting() async {
        let timeline = Timeline(slide, clock: clock)
        let ending = Task { await timeline.ending }
        let seen = Task {
            var count = 0
            for await _ in timeline.poses(every: .milliseconds(10)) { count += 1 }
            return count
        }
        await clock.waitForSleepers(2)
        ending.cancel()
        seen.cancel()
        #expect(await ending.value == .waitCancelled)
        #expect(await seen.value == 1)
        clock.advance(by: .milliseconds(50))
        #expect(timeline.moment.pose.x == 50)
    }

    @Test("a cancelled timeline continues as another one with the same pose and velocity")
    func cancelledTimelineCanContinue() async {
        let timeline = Timeline(slide, clock: clock)
        clock.advance(by: .milliseconds(50))
        let next = Timeline(timeline.cancel().continuing(with: .to(.x, 0, spring: .wobbly)), clock: clock)
        #expect(next.moment.pose.x == 50 && next.moment.velocity[.x] == 1000)
        clock.advance(by: .milliseconds(1))
        #expect(next.moment.pose.x > 50)
    }
}
