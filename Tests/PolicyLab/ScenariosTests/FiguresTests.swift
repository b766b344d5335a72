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

    @Test func valueSeenIsTheShareOfThePresentationThatWasSeen() throws {
        let figures = try figures(
            """
            settings: {mode: replace, replaceAt: 0.5}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 2s, gift: heart, from: bob}
              - {at: 2.4s, gift: heart, from: cy}
              - {at: 6s, gift: rocket, from: ann}
              - {at: 7s, do: close}
            """)
        // The rockets are seen for 50 % and 25 %, bob's heart whole, cy's not at all.
        #expect(figures.unseenValue == 250 + 375 + 2)
        #expect(figures.viewing.all.gifts == 4 && figures.viewing.all.value == 1_004)
        #expect(figures.viewing.all.giftsBelow == SIMD4(1, 2, 3, 3))
        #expect(figures.viewing.all.valueBelow == SIMD4(2, 502, 1_002, 1_002))
        #expect(figures.viewing.byTier[.hundreds]?.giftsBelow == SIMD4(0, 1, 2, 2))
        #expect(figures.viewing.byTier[.ones]?.gifts == 2)
        #expect(figures.viewing.byKind["heart"]?.giftsBelow[3] == 1)
        #expect(figures.viewing.bySender["ann"]?.value == 1_000)
        #expect(figures.interruptions == 2 && figures.viewing.viewers == 2)
        // The shares seen are 0.375, 1 and 0: their sum squared, by three times the sum of their squares.
        #expect(figures.viewing.fairness == Millionths(552_511))
    }

    @Test func whatPlaysAtTheEndIsNotJudged() throws {
        let figures = try figures(
            """
            events:
              - {at: 0, gift: heart, from: bob}
              - {at: 1s, gift: rocket, from: ann}
            until: 2s
            """)
        #expect(figures.value == 502 && figures.runningAtEnd == 1)
        #expect(figures.viewing.all.value == 2 && figures.viewing.bySender.keys.sorted() == ["bob"])
        // The rocket was shown, so its price has a waiting time.
        #expect(figures.viewing.tiers == [.ones, .hundreds])
    }

    @Test func ratiosAreRoundedHalfUp() throws {
        let figures = try figures(
            """
            settings: {mode: replace, replaceAt: 0}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, gift: rocket, from: bob}
              - {at: 2s, gift: rocket, from: cy}
            """)
        #expect(figures.interruptionsPerGift == "0.67" && figures.interruptionsPerViewer == "0.67")
    }

    @Test func partsOfACoinAreNeverNothing() throws {
        var figures = SessionFigures()
        let text = "gifts: {a: {duration: 10s, value: 1}}\nevents: [{at: 0, gift: a, from: ann}, {at: 9s, do: close}]"
        try SessionSource(Scenario(text, path: "s.yaml"), path: "s.yaml").run(observer: &figures)
        #expect(figures.unseenValue == 0 && figures.unseenValueText == "0.1")
        #expect(figures.unseenMillionths == 100_000 && figures.seenMillionths == 900_000)
    }

    @Test func fairnessIsWholeOnlyIfAllAreEqual() throws {
        let figures = try figures(
            """
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 3.999s, do: close}
              - {at: 5s, gift: rocket, from: bob}
            """)
        #expect(figures.viewing.fairness == Millionths(999_999))
    }

    @Test func dismissedPresentationSaysByWhom() throws {
        let figures = try figures(
            """
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, do: close}
              - {at: 2s, gift: rocket, from: ann}
              - {at: 3s, asset: rocket, is: withdrawn}
              - {at: 4s, asset: rocket, is: ready}
              - {at: 4s, gift: rocket, from: ann}
              - {at: 5s, do: clear}
              - {at: 5.5s, gift: rocket, from: ann}
              - {at: 6s, do: clear}
            """)
        #expect(figures.viewing.dismissals == [.close: 1, .withdrawn: 1, .clear: 2])
        #expect(figures.outcomes[.dismissed] == 4)
    }

    @Test func droughtIsTheLongestEmptyTimeInOnePiece() throws {
        let figures = try figures(
            """
            events:
              - {at: 1s, gift: heart, from: ann}
              - {at: 2s, gift: heart, from: ann}
              - {at: 5s, gift: heart, from: ann}
            until: 8s
            """)
        #expect(figures.emptyTime == 5 * .second && figures.longestDrought == 2 * .second)
        #expect(figures.busyTime == 3 * .second)
    }

    @Test func waitingTimesAreKnownByPrice() throws {
        let figures = try figures(
            """
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, gift: heart, from: bob}
            """)
        #expect(figures.viewing.waitingByTier[.hundreds]?[100] == 0)
        #expect(figures.viewing.waitingByTier[.ones]?[100] == 3 * .second)
    }

    @Test func fairnessOfEqualSharesIsOneAndOfOneSeenSenderIsLeast() throws {
        let equal = try figures("events: [{at: 0, gift: heart, from: a}, {at: 0, gift: heart, from: b}]")
        #expect(equal.viewing.fairness == .one)
        let single = try figures(
            """
            settings: {mode: replace, replaceAt: 2}
            events: [{at: 0, gift: heart, from: a}, {at: 0.5, gift: heart, from: b}, {at: 0.5, gift: heart, from: c}]
            """)
        #expect(single.viewing.fairness == Millionths(333_333))
        #expect(SessionFigures().viewing.fairness == nil)
        var both = equal
        both.merge(single)
        #expect(both.viewing.fairness == Millionths(666_667))
    }

    @Test func replacedGiftReadsAsMoreThanAnEarlyOne() {
        let outcome = Outcome.replaced(by: 3, progress: Millionths(302_000))
        #expect(outcome.summary(threshold: Millionths(302_000)) == "replaced by 3 at 30.2 %")
        #expect(outcome.summary(threshold: Millionths(300_000)) == "replaced by 3 at 30 %")
        let least = Outcome.replaced(by: 3, progress: Millionths(300_001))
        #expect(least.summary(threshold: Millionths(300_001)) == "replaced by 3 at 30.0001 %")
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
