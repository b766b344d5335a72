import Playback
import PolicyComparison
import Scenarios
import Testing

@Suite("The figures of a session")
struct PolicySessionTests {
    @Test("in queue mode every gift is shown, and later gifts wait for earlier ones")
    func queue() throws {
        let figures = try SessionSource.rocketAndHearts.session(.mode(.queue)).figures
        #expect(figures.gifts == 3 && figures.shown == 3 && figures.outcomes == [.completed: 3])
        // The hearts wait from 1 s to 4 s and from 2 s to 5.5 s.
        #expect(figures.waits.count == 3)
        #expect(figures.waits[0] == 0 && figures.waits[50] == 3 * .second)
        #expect(figures.waits[95] == 35 * tenth && figures.waits[100] == 35 * tenth)
        #expect(figures.value == 540 && figures.valueNeverShown == 0)
        #expect(figures.end == 7 * .second && figures.emptyTime == 0)
        #expect(figures.cutsShort.count == 0)
    }

    @Test("in replace mode an early gift is dropped, and a late gift replaces the running one")
    func replace() throws {
        let figures = try SessionSource.rocketAndHearts.session(.mode(.replace)).figures
        #expect(figures.shown == 2 && figures.outcomes == [.completed: 1, .replaced: 1, .dropped: 1])
        #expect(figures.drops == [.early: 1])
        #expect(figures.cutsShort.count == 1 && figures.cutsShort[50] == 500_000)
        #expect(figures.waits.count == 2 && figures.waits[100] == 0)
        #expect(figures.valueNeverShown == 30)
        #expect(figures.end == 35 * tenth)
    }

    @Test("the time between presentations and the rest until the end are empty time")
    func emptyStage() throws {
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
    func merged() throws {
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
        #expect(figures.value == 1060 && figures.valueNeverShown == 50)
        #expect(figures.waits.count == 2 && figures.waits[100] == 2 * .second)
    }

    @Test("a gift that is delivered twice has its value only once")
    func duplicate() throws {
        let source = SessionSource.read(
            """
            gifts: {rocket: {duration: 4s, value: 500}}
            events:
              - {at: 0, gift: rocket, from: ann, id: a}
              - {at: 1s, gift: rocket, from: ann, id: a}
            """)
        let figures = try source.session().figures
        #expect(figures.gifts == 2 && figures.drops == [.duplicate: 1])
        #expect(figures.value == 500 && figures.valueNeverShown == 0)
    }

    @Test("of the gifts that remain at the end only the running one was shown")
    func unplayed() throws {
        let figures = try SessionSource.rocketAndHearts.with(until: 3 * .second).session().figures
        #expect(figures.outcomes == [.unplayed: 3] && figures.shown == 1)
        #expect(figures.valueNeverShown == 40)
        #expect(figures.end == 3 * .second && figures.emptyTime == 0)
    }

    @Test("a closed gift counts as cut short at its progress")
    func dismissed() throws {
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
        #expect(figures.outcomes == [.dismissed: 2] && figures.cutsShort.count == 2)
        #expect(figures.cutsShort[0] == 250_000 && figures.cutsShort[100] == 750_000)
        #expect(figures.emptyTime == .second)
    }

    @Test("a session without gifts has no percentiles")
    func nothing() throws {
        let figures = try SessionSource(Scenario(events: []), path: "").session().figures
        #expect(figures.gifts == 0 && figures.end == 0 && figures.waits[50] == nil)
    }

    @Test(
        "the percentiles of merged figures are those of all values", arguments: [(10, 20), (5_000, 3), (3, 5_000)])
    func percentilesOfBoth(left: Int, right: Int) {
        func percentiles(_ lengths: Range<Int>) -> Percentiles {
            var percentiles = Percentiles()
            for length in lengths { percentiles.add(Nanoseconds(length) * .second) }
            return percentiles
        }
        var merged = percentiles(0..<left)
        merged.merge(percentiles(left..<left + right))
        let whole = percentiles(0..<left + right)
        #expect(merged.count == whole.count && merged.greatest == whole.greatest)
        #expect([0, 1, 50, 95, 100].allSatisfy { merged[$0] == whole[$0] })
    }
}
