import ExactNumbers
import Playback
import Scenarios
import Testing

/// Tests of the figures of a session.
@Suite struct FiguresTests {
    private func figures(_ text: String) throws -> SessionFigures {
        let kinds = "gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1s, value: 2}}\n"
        var figures = SessionFigures()
        try SessionSource(Scenario(kinds + text, path: "s.yaml"), path: "s.yaml").run(observer: &figures)
        return figures
    }

    @Test func everyGiftCountsOnce() throws {
        let figures = try figures(
            """
            settings: {mode: queue, combineWithin: 1s}
            events:
              - {at: 1, gift: rocket, from: ann}
              - {at: 2, gift: heart, from: bob, count: 3}
              - {at: 2.5, gift: heart, from: bob, count: 2}
              - {at: 3, do: close}
              - {at: 3.5, gift: rocket, from: cy}
              - {at: 3.75, do: clear}
            until: 10s
            """)
        #expect(figures.gifts == 4)
        #expect(figures.shown == 2)
        #expect(figures.outcomes == [.dismissed: 2, .merged: 1, .dropped: 1])
        #expect(figures.drops == [.cleared: 1])
        #expect(
            figures.interruptedProgress.count == 2 && figures.interruptedProgress[50] == 500_000
                && figures.interruptedProgress[100] == 750_000)
        #expect(figures.waitingTimes[50] == 0 && figures.waitingTimes[95] == .second)
        #expect(figures.value == 1_010 && figures.unshownValue == 500)
        #expect(figures.emptyTime == 7_250_000_000 && figures.end == 10 * .second)
    }

    @Test func duplicateHasItsValueOnce() throws {
        let figures = try figures(
            """
            events:
              - {at: 0, gift: rocket, from: ann, id: m-1}
              - {at: 1, gift: rocket, from: ann, id: m-1}
              - {at: 1, gift: heart, from: bob, count: 3, id: m-2}
              - {at: 2, gift: heart, from: bob, count: 3, id: m-2}
            """)
        #expect(figures.gifts == 4 && figures.shown == 2)
        #expect(figures.drops == [.duplicate: 2])
        #expect(figures.value == 506 && figures.unshownValue == 0)
    }

    @Test func giftMergedIntoUnshownGiftIsUnshown() throws {
        let figures = try figures(
            """
            settings: {mode: queue, combineWithin: 1s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1, gift: heart, from: bob}
              - {at: 1.5, gift: heart, from: bob, count: 4}
              - {at: 1.75, gift: rocket, from: ann}
            until: 2s
            """)
        #expect(figures.outcomes == [.unplayed: 3, .merged: 1])
        #expect(figures.unshownValue == 510)
    }

    @Test func figuresOfSeveralSessionsListTheUnknownKindsOfAll() {
        func figures(_ kinds: [String]) -> SessionFigures {
            var figures = SessionFigures()
            for kind in kinds {
                figures.willHandle(.arrival(Arrival(kind: kind, sender: "ann", duration: 0, asset: .missing)))
            }
            return figures
        }
        var together = SessionFigures()
        together.merge(figures(["zebra", "yak"]))
        together.merge(figures(["yak", "gnu"]))
        #expect(together.unknownKinds == ["zebra", "yak", "gnu"] && !together.hasMoreUnknownKinds)
        together.merge(figures((1...8).map { "kind \($0)" }))
        #expect(together.unknownKinds.count == 10 && together.hasMoreUnknownKinds)
        var whole = SessionFigures()
        whole.merge(figures((1...11).map { "kind \($0)" }))
        #expect(whole.unknownKinds.count == 10 && whole.hasMoreUnknownKinds)
    }
}

/// Tests of percentiles of many durations.
@Suite struct PercentilesTests {
    @Test(arguments: [(0, 1), (1, 1), (50, 50), (95, 95), (99, 99), (100, 100)] as [(Int, Nanoseconds)])
    func fewValuesAreExactByNearestRank(percent: Int, length: Nanoseconds) {
        var percentiles = Percentiles()
        #expect(percentiles[percent] == nil)
        for length in (1...100).reversed() { percentiles.add(Nanoseconds(length)) }
        #expect(percentiles[percent] == length)
    }

    @Test(arguments: [50, 90, 95, 99, 100])
    func manyValuesAreWithinOne128th(percent: Int) throws {
        var percentiles = Percentiles()
        for number in 1...100_000 { percentiles.add(Nanoseconds(number) * Nanoseconds(number)) }
        let exact = Nanoseconds(percent * 1_000) * Nanoseconds(percent * 1_000)
        let found = try #require(percentiles[percent])
        #expect(found >= exact && found <= exact + exact / 128)
        #expect(percentiles.count == 100_000 && percentiles.maximum == 10_000_000_000)
    }

    @Test func minimumAndMaximumAreExact() {
        var percentiles = Percentiles()
        for _ in 0..<5_000 { percentiles.add(.max) }
        for _ in 0..<5_000 { percentiles.add(-1) }
        #expect(percentiles[50] == 0 && percentiles[51] == .max)
    }
}
