import ExactNumbers
import Playback
import Testing

/// Tests of gifts that play a part of their animation a fixed number of times.
@Suite struct PlannedRoundsTests {
    // A wheel of 1 s, three rounds of 0.5 s, and 1 s.
    private static func wheel(_ stage: inout ControllerFixture, at time: Double) {
        stage.send("wheel", intro: 1, loop: 1.5, outro: 1, plannedRounds: 3, at: time)
    }

    @Test(arguments: [[], [.combineWithin(9 * .second)], [.loopWhile(.idle)], [.loopWhile(.never)]] as [[Setting]])
    func eachRoundIsTold(settings: [Setting]) {
        var stage = ControllerFixture()
        stage.handle(.set(settings), at: 0)
        Self.wheel(&stage, at: 1)
        stage.advance(to: 10)
        #expect(stage.traceSummary.suffix(4) == ["1 start 1", "2.5 loop 1 2", "3 loop 1 3", "4.5 end 1 completed"])
    }

    @Test func roundsThatFillTheAnimationAreToldToo() {
        var stage = ControllerFixture()
        stage.send("wheel", intro: 0, loop: 3, outro: 0, plannedRounds: 3, at: 0)
        stage.send("heart", duration: 1, at: 0.5)
        stage.advance(to: 3.5)
        #expect(
            stage.traceSummary == [
                "0 start 1", "1 loop 1 2", "2 loop 1 3", "3 end 1 completed", "3 start 2",
            ])
    }

    @Test func roundBeginsAtTheNearestNanosecond() {
        var stage = ControllerFixture()
        stage.send("wheel", intro: 0, loop: 1, outro: 0, plannedRounds: 3, at: 0)
        stage.advance(to: 9)
        #expect(
            stage.traceSummary == ["0 start 1", "0.333333333 loop 1 2", "0.666666667 loop 1 3", "1 end 1 completed"])
    }

    /// A round shorter than half a nanosecond is over at once.
    @Test func roundWithoutTimeIsToldToo() {
        var stage = ControllerFixture()
        stage.send("wheel", intro: 0, loop: 1e-9, outro: 0, plannedRounds: 3, at: 0)
        stage.advance(to: 1)
        #expect(
            stage.traceSummary == [
                "0 start 1", "0 loop 1 2", "0.000000001 loop 1 3", "0.000000001 end 1 completed",
            ])
    }

    @Test func progressCountsAllRounds() {
        var stage = ControllerFixture()
        Self.wheel(&stage, at: 0)
        var shown: [String] = []
        for time in [0, 1, 1.5, 1.75, 2, 2.5, 3] {
            stage.advance(to: time)
            guard let running = stage.controller.running else { continue }
            shown.append(
                "\(running.progress) \(ExactDecimal(seconds: running.position)) \(running.round.map(String.init) ?? "-")"
            )
            #expect(running.elapsed == running.position && !running.repeatsLoop)
        }
        #expect(
            shown == [
                "0 0 1", "0.285714 1 1", "0.428571 1.5 2", "0.5 1.75 2", "0.571429 2 3", "0.714286 2.5 -",
                "0.857143 3 -",
            ])
    }

    @Test func thresholdMayLieWithinARound() {
        var stage = ControllerFixture(.mode(.replace), .replaceAt(Millionths(500_000)))
        Self.wheel(&stage, at: 0)
        stage.send("heart", from: "bob", duration: 1, at: 1.7)
        stage.send("heart", from: "cy", duration: 1, at: 1.8)
        #expect(
            stage.traceSummary == [
                "0 start 1", "1.5 loop 1 2", "1.7 end 2 early 0.485714", "1.8 end 1 replaced 0.514286 by 3",
                "1.8 start 3",
            ])
    }

    @Test func heldGiftThatStartsWithARoundComesInItsPlace() {
        var stage = ControllerFixture(.mode(.replace), .replaceAt(Millionths(500_000)), .early(.hold))
        stage.send("wheel", intro: 1, loop: 2, outro: 1, plannedRounds: 2, at: 0)
        stage.send("heart", from: "bob", duration: 1, at: 0.1)
        stage.advance(to: 2.5)
        #expect(stage.traceSummary == ["0 start 1", "2 end 1 replaced 0.5 by 2", "2 start 2"])
    }

    @Test func roundsCountStageTime() {
        var stage = ControllerFixture()
        Self.wheel(&stage, at: 0)
        stage.handle(.speed(Millionths(2_000_000)), at: 1)
        stage.handle(.pause, at: 1.3)
        stage.handle(.resume, at: 2.3)
        stage.advance(to: 10)
        #expect(
            stage.traceSummary == [
                "0 start 1", "1 speed 2", "1.25 loop 1 2", "1.3 pause", "2.3 resume", "2.5 loop 1 3",
                "3.25 end 1 completed",
            ])
    }

    @Test func scrubbingLeadsIntoTheRoundOfItsPlace() {
        var stage = ControllerFixture()
        Self.wheel(&stage, at: 0)
        var rounds: [Int?] = []
        for elapsed in [0, 1_999_999_999, 2_000_000_000, 2_499_999_999, 2_500_000_000, 3_500_000_000, 1_400_000_000] {
            stage.handle(.pause, at: 0.1)
            stage.handle(.scrub(to: Nanoseconds(elapsed)), at: 0.1)
            rounds.append(stage.controller.running?.round)
        }
        #expect(rounds == [1, 2, 3, 3, nil, nil, 1])
        stage.handle(.resume, at: 1)
        stage.advance(to: 10)
        #expect(stage.traceSummary.suffix(3) == ["1.1 loop 1 2", "1.6 loop 1 3", "3.1 end 1 completed"])
    }

    @Test func mergedGiftAddsNoRound() {
        var stage = ControllerFixture(.combineWithin(9 * .second))
        Self.wheel(&stage, at: 0)
        Self.wheel(&stage, at: 2.4)
        stage.advance(to: 10)
        #expect(
            stage.traceSummary == [
                "0 start 1", "1.5 loop 1 2", "2 loop 1 3", "2.4 end 2 merged 1", "3.5 end 1 completed",
            ])
    }

    @Test func roundsAreTwoToAThousand() {
        #expect(GiftLoop(start: 0, end: 9, plannedRounds: 1) == nil)
        #expect(GiftLoop(start: 0, end: 9, plannedRounds: 1_001) == nil)
        #expect(GiftLoop(start: 0, end: 9, plannedRounds: 2)?.stepBack == 0)
        #expect(GiftLoop(start: 0, end: 9)?.stepBack == 9)
    }

    /// Rounds shorter than a nanosecond begin together; each place still has one.
    @Test func everyPlaceHasARound() throws {
        for count in [2, 3, 7, 40] {
            let loop = try #require(GiftLoop(start: 5, end: 24, plannedRounds: count))
            for elapsed in Nanoseconds(0)..<24 {
                let round = try #require(loop.round(at: elapsed))
                #expect(elapsed < loop.end(ofRound: round))
                #expect(round == 1 || loop.end(ofRound: round - 1) <= elapsed)
            }
            #expect(loop.round(at: 24) == nil && loop.end(ofRound: count) == 24)
        }
    }
}
