import Playback
import PolicyComparison
import Scenarios
import Testing

@Suite("Figures of a session")
struct SessionFiguresTests {
    @Test("in a queue everything is shown, and what comes later waits for what came before")
    func queue() {
        let figures = Scenario.rocketAndHearts.session(.mode(.queue)).figures
        #expect(figures.arrivals == 3 && figures.shown == 3 && figures[.completed] == 3)
        // The hearts wait from 1 s to 4 s and from 2 s to 5.5 s.
        #expect(figures.waiting.count == 3)
        #expect(figures.waiting.least == 0 && figures.waiting.median == 3 * .second)
        #expect(figures.waiting.percentile95 == 35 * tenth && figures.waiting.greatest == 35 * tenth)
        #expect(figures.valueArrived == 540 && figures.valueNeverShown == 0)
        #expect(figures.length == 7 * .second && figures.stageEmpty == 0)
        #expect(figures.cutShort.count == 0)
    }

    @Test("in replace mode an early gift is dropped and never shown, a late one cuts short what plays")
    func replace() {
        let figures = Scenario.rocketAndHearts.session(.mode(.replace)).figures
        #expect(figures.shown == 2 && figures[.completed] == 1 && figures[.replaced] == 1)
        #expect(figures[.dropped] == 1 && figures[.early] == 1 && figures[.overflow] == 0)
        #expect(figures.cutShort.count == 1 && figures.cutShort.median == 500_000)
        #expect(figures.waiting.count == 2 && figures.waiting.greatest == 0)
        #expect(figures.valueNeverShown == 30)
        #expect(figures.length == 35 * tenth)
    }

    @Test("what a presentation leaves before the next one is empty time, and so is the rest until the end")
    func emptyStage() {
        let scenario = Scenario.read(
            """
            gifts: {heart: 1s}
            events:
              - {at: 2s, gift: heart, from: ann}
              - {at: 2s, gift: heart, from: bob}
              - {at: 3.5s, do: pause}
              - {at: 4s, do: resume}
            until: 10s
            """)
        // Empty until 2 s, in the gap from 3 s to 3.75 s of stage time, which the pause makes 4.25 s, and from 5.25 s.
        let figures = scenario.session(.gap(75 * tenth / 10)).figures
        #expect(figures.stageEmpty == 2 * .second + 125 * tenth / 10 + 475 * tenth / 10)
        #expect(figures.length == 10 * .second)
    }

    @Test("a merged gift is shown if the one it is merged into is, and lost with it")
    func merged() {
        let scenario = Scenario.read(
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
        let figures = scenario.session().figures
        #expect(figures[.merged] == 2 && figures[.overflow] == 1)
        #expect(figures.valueArrived == 1060 && figures.valueNeverShown == 50)
        #expect(figures.waiting.count == 2 && figures.waiting.greatest == 2 * .second)
    }

    @Test("a gift delivered twice is worth nothing the second time")
    func duplicate() {
        let scenario = Scenario.read(
            """
            gifts: {rocket: {duration: 4s, value: 500}}
            events:
              - {at: 0, gift: rocket, from: ann, id: a}
              - {at: 1s, gift: rocket, from: ann, id: a}
            """)
        let figures = scenario.session().figures
        #expect(figures.arrivals == 2 && figures[.duplicate] == 1)
        #expect(figures.valueArrived == 500 && figures.valueNeverShown == 0)
    }

    @Test("of the gifts that are left at the end only the running one was shown")
    func unplayed() {
        var scenario = Scenario.rocketAndHearts
        scenario.until = 3 * .second
        let figures = scenario.session().figures
        #expect(figures[.unplayed] == 3 && figures.shown == 1)
        #expect(figures.valueNeverShown == 40)
        #expect(figures.length == 3 * .second && figures.stageEmpty == 0)
    }

    @Test("a closed gift counts as cut short, at its progress")
    func dismissed() {
        let scenario = Scenario.read(
            """
            gifts: {rocket: 4s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, do: close}
              - {at: 2s, gift: rocket, from: ann}
              - {at: 5s, do: close}
            """)
        let figures = scenario.session().figures
        #expect(figures[.dismissed] == 2 && figures.cutShort.count == 2)
        #expect(figures.cutShort.least == 250_000 && figures.cutShort.greatest == 750_000)
        #expect(figures.stageEmpty == .second)
    }

    @Test("no gifts are no figures")
    func nothing() {
        let figures = Scenario(events: []).session().figures
        #expect(figures.arrivals == 0 && figures.length == 0 && figures.waiting == Distribution([]))
    }

    @Test(
        "a percentile is the nearest rank",
        arguments: [
            ([], 0, 0), ([7], 7, 7), ([2, 1], 1, 2), ([3, 1, 2], 2, 3), (Array(1...20), 10, 19),
            (Array(1...100), 50, 95),
            (Array(1...101), 51, 96),
        ] as [([Int64], Int64, Int64)])
    func percentiles(values: [Int64], median: Int64, percentile95: Int64) {
        let distribution = Distribution(values)
        #expect(distribution.median == median && distribution.percentile95 == percentile95)
        #expect(distribution.least == values.min() ?? 0 && distribution.greatest == values.max() ?? 0)
    }
}
