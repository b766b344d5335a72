import ExactNumbers
import Playback
import Testing

/// Tests of gifts with an intro, a loop and an outro.
@Suite struct LoopTests {
    // A rocket of 1 s, 0.5 s and 1 s: its rounds end at 1.5 s, 2 s, 2.5 s, …; its planned length is 2.5 s.
    private static func rocket(_ stage: inout ControllerFixture, from sender: String = "ann", at time: Double) {
        stage.send("rocket", from: sender, intro: 1, loop: 0.5, outro: 1, at: time)
    }

    @Test func loopIsPlayedOnceWithoutStreaks() {
        var stage = ControllerFixture()
        Self.rocket(&stage, at: 0)
        stage.advance(to: 10)
        #expect(stage.traceSummary == ["0 start 1", "2.5 end 1 completed"])
    }

    @Test func loopGoesOnWhileAnotherGiftWouldBeMerged() {
        var stage = ControllerFixture(.combineWithin(2 * .second))
        Self.rocket(&stage, at: 0)
        stage.advance(to: 10)
        // The round that ends at the very end of the window is followed by another one.
        #expect(
            stage.traceSummary == [
                "0 start 1", "1.5 loop 1 2", "2 loop 1 3", "3.5 end 1 completed",
            ])
    }

    @Test func roundThatEndsANanosecondAfterTheWindowIsTheLast() {
        var stage = ControllerFixture(.combineWithin(1_499_999_999))
        Self.rocket(&stage, at: 0)
        stage.advance(to: 10)
        #expect(stage.traceSummary == ["0 start 1", "2.5 end 1 completed"])
    }

    @Test func mergedGiftKeepsTheLoopGoing() {
        var stage = ControllerFixture(.combineWithin(.second + .second / 2))
        Self.rocket(&stage, at: 0)
        Self.rocket(&stage, at: 1.25)
        Self.rocket(&stage, from: "bob", at: 1.3)
        stage.advance(to: 4.2)
        #expect(
            stage.traceSummary == [
                "0 start 1", "1.25 end 2 merged 1", "1.5 loop 1 2", "2 loop 1 3", "2.5 loop 1 4", "4 end 1 completed",
                "4 start 3",
            ])
    }

    @Test func giftThatMergesInTheOutroDoesNotReturnToTheLoop() {
        var stage = ControllerFixture(.combineWithin(.second))
        Self.rocket(&stage, at: 0)
        Self.rocket(&stage, at: 0.2)
        stage.advance(to: 1.6)
        #expect(stage.controller.running?.round == nil)
        stage.advance(to: 10)
        #expect(stage.traceSummary == ["0 start 1", "0.2 end 2 merged 1", "2.5 end 1 completed"])
    }

    @Test func streakCountsSessionTimeAndRoundsCountStageTime() {
        var stage = ControllerFixture(.combineWithin(2 * .second))
        Self.rocket(&stage, at: 0)
        stage.handle(.speed(Millionths(2_000_000)), at: 1)
        stage.handle(.pause, at: 1.3)
        stage.handle(.resume, at: 2.3)
        stage.advance(to: 10)
        // The rounds end at 1.25 s and, after the pause, at 2.5 s, when nothing merges any more.
        #expect(
            stage.traceSummary == [
                "0 start 1", "1 speed 2", "1.25 loop 1 2", "1.3 pause", "2.3 resume", "3 end 1 completed",
            ])
    }

    @Test func idleLoopGoesOnUntilAGiftWaits() {
        var stage = ControllerFixture(.loopWhile(.idle))
        Self.rocket(&stage, at: 0)
        stage.send("heart", from: "bob", duration: 1, at: 2.2)
        stage.advance(to: 10)
        #expect(
            stage.traceSummary == [
                "0 start 1", "1.5 loop 1 2", "2 loop 1 3", "3.5 end 1 completed", "3.5 start 2", "4.5 end 2 completed",
            ])
    }

    @Test func idleLoopDoesNotEndForAGiftWithoutAnimation() {
        var stage = ControllerFixture(.loopWhile(.idle), .missing(.wait))
        Self.rocket(&stage, at: 0)
        stage.send("heart", from: "bob", duration: 1, asset: .missing, at: 0)
        stage.handle(.asset(kind: "heart", .ready), at: 1.7)
        stage.advance(to: 10)
        #expect(stage.traceSummary.dropFirst().prefix(2) == ["1.5 loop 1 2", "3 end 1 completed"])
    }

    @Test func giftOverridesWhileWhatItsLoopGoesOn() {
        var stage = ControllerFixture(.combineWithin(9 * .second))
        stage.send("rocket", intro: 1, loop: 0.5, outro: 1, policy: .loopWhile(.never), at: 0)
        stage.advance(to: 10)
        #expect(stage.traceSummary == ["0 start 1", "2.5 end 1 completed"])
    }

    @Test func progressStaysAtTheEndOfTheLoop() {
        var stage = ControllerFixture(.combineWithin(2 * .second))
        Self.rocket(&stage, at: 0)
        var shown: [String] = []
        for time in [0, 1, 1.4, 1.5, 1.75, 2.25, 2.5, 3, 3.25] {
            stage.advance(to: time)
            guard let running = stage.controller.running else { continue }
            shown.append(
                "\(running.progress) \(ExactDecimal(seconds: running.position)) \(running.round.map(String.init) ?? "-")"
            )
        }
        #expect(
            shown == [
                "0 0 1", "0.4 1 1", "0.56 1.4 1", "0.6 1 2", "0.6 1.25 2", "0.6 1.25 3", "0.6 1.5 -", "0.8 2 -",
                "0.9 2.25 -",
            ])
    }

    @Test func thresholdWithinTheLoopIsReachedInItsFirstRound() {
        var stage = ControllerFixture(.mode(.replace), .replaceAt(Millionths(500_000)), .combineWithin(9 * .second))
        Self.rocket(&stage, at: 0)
        stage.send("heart", from: "bob", duration: 1, at: 1.2)
        stage.send("heart", from: "cy", duration: 1, at: 1.6)
        // The position is before that of 1.2 s again, but the progress is not.
        #expect(
            stage.traceSummary == [
                "0 start 1", "1.2 end 2 early 0.48", "1.5 loop 1 2", "1.6 end 1 replaced 0.6 by 3", "1.6 start 3",
            ])
    }

    @Test func thresholdAfterTheLoopIsNotReachedInIt() {
        var stage = ControllerFixture(
            .mode(.replace), .replaceAt(Millionths(600_001)), .early(.hold), .combineWithin(2 * .second))
        Self.rocket(&stage, at: 0)
        stage.send("heart", from: "bob", duration: 1, at: 0.1)
        stage.advance(to: 10)
        #expect(
            stage.traceSummary.prefix(4) == [
                "0 start 1", "1.5 loop 1 2", "2 loop 1 3", "2.5000025 end 1 replaced 0.600001 by 2",
            ])
    }

    @Test func heldGiftEndsAnIdleLoop() {
        var stage = ControllerFixture(
            .mode(.replace), .replaceAt(Millionths(900_000)), .early(.hold), .loopWhile(.idle))
        Self.rocket(&stage, at: 0)
        stage.send("heart", from: "bob", duration: 1, at: 1.6)
        stage.advance(to: 10)
        #expect(stage.traceSummary.prefix(3) == ["0 start 1", "1.5 loop 1 2", "2.75 end 1 replaced 0.9 by 2"])
    }

    @Test func heldGiftThatStartsWithTheEndOfARoundBeginsNoOther() {
        var stage = ControllerFixture(
            .mode(.replace), .replaceAt(Millionths(600_000)), .early(.hold), .combineWithin(9 * .second))
        Self.rocket(&stage, at: 0)
        stage.send("heart", from: "bob", duration: 1, at: 0.1)
        stage.advance(to: 2)
        #expect(stage.traceSummary == ["0 start 1", "1.5 end 1 replaced 0.6 by 2", "1.5 start 2"])
    }

    @Test func lowerThresholdReplacesInTheLoop() {
        var stage = ControllerFixture(
            .mode(.replace), .replaceAt(Millionths(900_000)), .early(.hold), .combineWithin(9 * .second))
        Self.rocket(&stage, at: 0)
        stage.send("heart", from: "bob", duration: 1, at: 0.1)
        stage.handle(.set([.replaceAt(Millionths(590_000))]), at: 1.6)
        #expect(stage.traceSummary.suffix(3) == ["1.6 set replaceAt", "1.6 end 1 replaced 0.6 by 2", "1.6 start 2"])
    }

    @Test func scrubbingChoosesTheFirstRoundOrTheOutro() {
        var stage = ControllerFixture(.combineWithin(9 * .second))
        Self.rocket(&stage, at: 0)
        stage.advance(to: 2.2)
        stage.handle(.scrub(to: .second), at: 2.2)
        #expect(stage.controller.running?.round == 1)
        stage.handle(.scrub(to: 1_500_000_001), at: 2.3)
        #expect(stage.controller.running?.round == nil)
        stage.handle(.scrub(to: 1_500_000_000), at: 2.4)
        #expect(stage.controller.running?.round == 2)
        #expect(
            stage.traceSummary == [
                "0 start 1", "1.5 loop 1 2", "2 loop 1 3", "2.2 scrub 0.4", "2.3 scrub 0.6", "2.4 scrub 0.6",
                "2.4 loop 1 2",
            ])
    }

    @Test func closedLoopEndsAtTheProgressOfItsEnd() {
        var stage = ControllerFixture(.combineWithin(9 * .second))
        Self.rocket(&stage, at: 0)
        stage.handle(.close, at: 1.75)
        #expect(stage.traceSummary.last == "1.75 end 1 dismissed 0.6")
    }

    @Test func modeSwitchLeavesALoopAlone() {
        var stage = ControllerFixture(.combineWithin(2 * .second))
        Self.rocket(&stage, at: 0)
        stage.handle(.set([.mode(.replace)]), at: 1.6)
        stage.handle(.set([.mode(.queue)]), at: 2.1)
        stage.advance(to: 10)
        #expect(
            stage.traceSummary == [
                "0 start 1", "1.5 loop 1 2", "1.6 set mode", "2 loop 1 3", "2.1 set mode", "3.5 end 1 completed",
            ])
    }

    @Test func loopWithoutOutroCompletesAtTheEndOfItsLastRound() {
        var stage = ControllerFixture(.combineWithin(.second))
        stage.send("rocket", intro: 0, loop: 0.75, outro: 0, at: 0)
        stage.advance(to: 5)
        #expect(stage.traceSummary == ["0 start 1", "0.75 loop 1 2", "1.5 end 1 completed"])
    }

    @Test func outroFollowsTheThousandthRound() {
        var stage = ControllerFixture(.loopWhile(.idle))
        stage.send("rocket", intro: 0, loop: 0.001, outro: 1, at: 0)
        stage.advance(to: 5)
        #expect(stage.traceSummary.suffix(2) == ["0.999 loop 1 1000", "2 end 1 completed"])
    }

    @Test func loopOutsideTheAnimationIsNone() throws {
        let loop = try #require(GiftLoop(start: 1, end: 3))
        #expect(Arrival(kind: "rocket", sender: "ann", duration: 3, loop: loop).loop == loop)
        #expect(Arrival(kind: "rocket", sender: "ann", duration: 2, loop: loop).loop == nil)
        #expect(GiftLoop(start: 1, end: 1) == nil)
        #expect(GiftLoop(start: -1, end: 1) == nil)
    }

    @Test func animationThatBecomesReadyBringsItsLoop() {
        var stage = ControllerFixture(.missing(.wait), .combineWithin(2 * .second))
        stage.send("rocket", duration: 0, asset: .missing, at: 0)
        let loop = GiftLoop(start: 1_000_000_000, end: 1_500_000_000)
        stage.handle(.asset(kind: "rocket", .ready, duration: 2_500_000_000, loop: loop), at: 0.25)
        stage.advance(to: 10)
        #expect(stage.traceSummary == ["0.25 start 1", "1.75 loop 1 2", "3.25 end 1 completed"])
    }

    @Test func traceLineOfARound() {
        #expect(
            TraceEvent(at: 1_500_000_000, .looped(gift: 1, round: 2)).json
                == #"{"at":1.5,"event":"looped","gift":1,"round":2}"#)
    }
}
