import ExactNumbers
import PolicyComparison
import Scenarios
import Testing

@Suite("The figures of a session")
struct PolicySessionTests {
    @Test("in queue mode every gift is shown, and later gifts wait for earlier ones")
    func queueModeShowsEveryGift() throws {
        let figures = try SessionSource.rocketAndHearts.session(.mode(.queue)).figures
        #expect(figures.gifts == 3 && figures.shown == 3 && figures.outcomes == [.completed: 3])
        // The hearts wait from 1 s to 4 s and from 2 s to 5.5 s.
        #expect(figures.waitingTimes.count == 3)
        #expect(figures.waitingTimes[0] == 0 && figures.waitingTimes[50] == 3 * .second)
        #expect(figures.waitingTimes[95] == 35 * tenthOfSecond && figures.waitingTimes[100] == 35 * tenthOfSecond)
        #expect(figures.value == 540 && figures.unshownValue == 0)
        #expect(figures.end == 7 * .second && figures.emptyTime == 0)
        #expect(figures.interruptedProgress.count == 0)
    }

    @Test("in replace mode an early gift is dropped, and a late gift replaces the running one")
    func replaceModeDropsEarlyGift() throws {
        let figures = try SessionSource.rocketAndHearts.session(.mode(.replace)).figures
        #expect(figures.shown == 2 && figures.outcomes == [.completed: 1, .replaced: 1, .dropped: 1])
        #expect(figures.drops == [.early: 1])
        #expect(figures.interruptedProgress.count == 1 && figures.interruptedProgress[50] == 500_000)
        #expect(figures.waitingTimes.count == 2 && figures.waitingTimes[100] == 0)
        #expect(figures.unshownValue == 30)
        #expect(figures.end == 35 * tenthOfSecond)
    }

    @Test("the time between presentations and the rest until the end are empty time")
    func emptyTimeIncludesGapsAndRest() throws {
        let source = SessionSource.read(
            """
            gifts: {heart: 1s}
            events:
              - {at: 2s, gift: heart, from: ann}
              - {at: 2s, gift: heart, from: bob}
              - {at: 3.5s, do: pause}
              - {at: 4s, do: resume}
            until: 10s
            """)
        // The stage is empty until 2 s, from 3 s to 4.25 s (a gap of 0.75 s of stage time that a pause extends), and
        // from 5.25 s on.
        let figures = try source.session(.gap(750_000_000)).figures
        #expect(figures.emptyTime == 2 * .second + 1_250_000_000 + 4_750_000_000)
        #expect(figures.end == 10 * .second)
    }

    @Test("a merged gift is shown or lost together with the gift it was merged into")
    func mergedGiftSharesFateOfTarget() throws {
        let source = SessionSource.read(
            """
            settings: {combineWithin: 1s, maxWaiting: 1, overflow: dropOldest}
            gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1s, value: 10}}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 0.5s, gift: rocket, from: ann}
              - {at: 1s, gift: heart, from: bob, count: 2}
              - {at: 1.5s, gift: heart, from: bob, count: 3}
              - {at: 2s, gift: heart, from: cy}
            """)
        let figures = try source.session().figures
        #expect(figures.outcomes[.merged] == 2 && figures.drops == [.overflow: 1])
        #expect(figures.value == 1060 && figures.unshownValue == 50)
        #expect(figures.waitingTimes.count == 2 && figures.waitingTimes[100] == 2 * .second)
    }

    @Test("a gift that is delivered twice has its value only once")
    func duplicateHasItsValueOnce() throws {
        let source = SessionSource.read(
            """
            gifts: {rocket: {duration: 4s, value: 500}}
            events:
              - {at: 0, gift: rocket, from: ann, id: a}
              - {at: 1s, gift: rocket, from: ann, id: a}
            """)
        let figures = try source.session().figures
        #expect(figures.gifts == 2 && figures.drops == [.duplicate: 1])
        #expect(figures.value == 500 && figures.unshownValue == 0)
    }

    @Test("of the gifts that remain at the end only the running one was shown")
    func onlyRunningGiftWasShownAtEnd() throws {
        let figures = try SessionSource.rocketAndHearts.adding(until: 3 * .second).session().figures
        #expect(figures.outcomes == [.unplayed: 3] && figures.shown == 1)
        #expect(figures.unshownValue == 40)
        #expect(figures.end == 3 * .second && figures.emptyTime == 0)
    }

    @Test("a closed gift counts as cut short at its progress")
    func closedGiftCountsAsInterrupted() throws {
        let source = SessionSource.read(
            """
            gifts: {rocket: 4s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, do: close}
              - {at: 2s, gift: rocket, from: ann}
              - {at: 5s, do: close}
            """)
        let figures = try source.session().figures
        #expect(figures.outcomes == [.dismissed: 2] && figures.interruptedProgress.count == 2)
        #expect(figures.interruptedProgress[0] == 250_000 && figures.interruptedProgress[100] == 750_000)
        #expect(figures.emptyTime == .second)
    }

    @Test("a session without gifts has no percentiles")
    func sessionWithoutGiftsHasNoPercentiles() throws {
        let figures = try SessionSource(Scenario(events: []), path: "").session().figures
        #expect(figures.gifts == 0 && figures.end == 0 && figures.waitingTimes[50] == nil)
    }

    @Test(
        "the percentiles of merged figures are those of all values", arguments: [(10, 20), (5_000, 3), (3, 5_000)])
    func mergedPercentilesCoverAllValues(left: Int, right: Int) {
        func percentiles(_ lengths: Range<Int>) -> Percentiles {
            var percentiles = Percentiles()
            for length in lengths { percentiles.add(Nanoseconds(length) * .second) }
            return percentiles
        }
        var merged = percentiles(0..<left)
        merged.merge(percentiles(left..<left + right))
        let whole = percentiles(0..<left + right)
        #expect(merged.count == whole.count && merged.maximum == whole.maximum)
        #expect([0, 1, 50, 95, 100].allSatisfy { merged[$0] == whole[$0] })
    }
}
