import Playback
import Testing

/// Tests of gifts whose animation is not available.
@Suite struct MissingAnimationTests {
    @Test(arguments: [AssetState.missing, .failed])
    func itIsDropped(state: AssetState) {
        var room = Room()
        room.send("rose", lasting: 1, asset: state, at: 1)
        #expect(room.story == ["1 end 1 missing"])
    }

    @Test func itKeepsItsPlaceAndLetsTheOnesBehindItPass() {
        var room = Room(.missing(.wait))
        room.send("rose", lasting: 1, asset: .missing, at: 0)
        room.send("heart", lasting: 2, at: 1)
        room.send("crown", lasting: 2, at: 1)
        room.do(.asset(kind: "rose", .failed), at: 2)
        room.do(.asset(kind: "rose", .ready), at: 2.5)
        room.wait(until: 4)
        #expect(room.story == ["1 start 2", "3 end 2 completed", "3 start 1", "4 end 1 completed", "4 start 3"])
    }

    @Test func whenItIsReadyAnEmptyStageTakesIt() {
        var room = Room(.missing(.wait))
        room.send("rose", lasting: 1, asset: .missing, at: 0)
        room.send("rose", lasting: 1, asset: .missing, at: 0)
        room.do(.asset(kind: "rose", .ready), at: 2)
        #expect(room.story == ["2 start 1"])
        #expect(room.controller.waiting.map(\.number) == [2])
    }

    @Test(arguments: [Settings.Mode.queue, .replace])
    func itLastsAsLongAsItsAnimationIsSaidToOnceItIsThere(mode: Settings.Mode) {
        var room = Room(.mode(mode), .missing(.wait))
        room.send("comet", lasting: 0, asset: .missing, at: 0)
        room.do(.asset(kind: "comet", .ready, duration: 4 * .second), at: 1)
        room.send("comet", lasting: 2, at: 3)
        room.wait(until: 9)
        #expect(
            room.story.prefix(2) == ["1 start 1", mode == .queue ? "5 end 1 completed" : "3 end 1 replaced 0.5 by 2"])
    }

    @Test func itIsGivenUpAfterAWhileOfSessionTime() {
        var room = Room(.missing(.wait))
        room.send("rose", lasting: 1, asset: .missing, at: 0)
        room.do(.pause, at: 1)
        room.send("heart", lasting: 1, asset: .missing, at: 3)
        #expect(room.controller.nextDue == 10 * .second)
        room.wait(until: 12)
        #expect(room.story == ["1 pause", "10 end 1 missing"])
        room.do(.set([.waitAtMost(9 * .second)]), at: 12)
        #expect(room.story.suffix(2) == ["12 set waitAtMost", "12 end 2 missing"])
    }

    @Test func inTheInstantInWhichItIsGivenUpItIsTooLate() {
        var room = Room(.missing(.wait), .waitAtMost(.second))
        room.send("rose", lasting: 1, asset: .missing, at: 0)
        room.do(.asset(kind: "rose", .ready), at: 1)
        #expect(room.story == ["1 end 1 missing"])
    }

    /// Tests that a shorter limit which has already passed ends the wait now, after everything else that is due now.
    @Test func aShorterPatienceEndsNowAndNotBefore() {
        var room = Room(.missing(.wait), .gap(10 * .second))
        room.send("heart", lasting: 1, at: 0)
        room.send("flash", lasting: 0, at: 1.5)
        room.send("rose", lasting: 1, asset: .missing, at: 1.5)
        room.do(.set([.gap(0), .waitAtMost(.second)]), at: 5)
        #expect(
            room.story == [
                "0 start 1", "1 end 1 completed", "5 set gap waitAtMost", "5 start 2", "5 end 2 completed",
                "5 end 3 missing",
            ])
    }

    @Test func inReplaceModeItCountsAsArrivingWhenItIsReady() {
        var room = Room(.mode(.replace), .missing(.wait))
        room.send("rocket", lasting: 10, at: 0)
        for kind in ["rose", "crown"] { room.send(kind, lasting: 10, asset: .missing, at: 1) }
        room.do(.asset(kind: "rose", .ready), at: 2)
        room.do(.asset(kind: "crown", .ready), at: 3)
        #expect(room.story == ["0 start 1", "2 end 2 early 0.2", "3 end 1 replaced 0.3 by 3", "3 start 3"])
    }

    @Test func inReplaceModeOneAfterTheOtherArrives() {
        var room = Room(.mode(.replace), .missing(.wait), .replaceAt(.zero))
        for _ in 1...3 { room.send("flash", lasting: 0, asset: .missing, at: 1) }
        room.do(.asset(kind: "flash", .ready), at: 2)
        #expect(
            room.story == [
                "2 start 1", "2 end 1 completed", "2 start 2", "2 end 2 completed", "2 start 3", "2 end 3 completed",
            ])
    }

    @Test func parkedItBecomesReadyOrIsGivenUp() {
        var room = Room(.missing(.wait), .backlog(.park))
        room.send("rose", lasting: 1, asset: .missing, at: 0)
        room.send("crown", lasting: 1, asset: .missing, at: 0)
        room.do(.set([.mode(.replace)]), at: 1)
        room.do(.asset(kind: "rose", .ready), at: 2)
        room.wait(until: 10)
        room.do(.set([.mode(.queue)]), at: 11)
        #expect(room.story == ["1 set mode", "10 end 2 missing", "11 set mode", "11 start 1"])
    }

    @Test func theWaitForTheAnimationCountsAsWaiting() {
        var room = Room(.missing(.wait), .expireAfter(.second))
        room.send("rose", lasting: 1, asset: .missing, at: 0)
        room.do(.asset(kind: "rose", .ready), at: 2)
        #expect(room.story == ["2 end 1 expired"])
    }

    @Test func whatIsWithdrawnStopsAndWhatWaitsOfItIsDropped() {
        var room = Room()
        room.send("rocket", lasting: 4, at: 0)
        for kind in ["rocket", "heart", "rocket"] { room.send(kind, lasting: 2, at: 1) }
        room.do(.asset(kind: "rocket", .withdrawn), at: 2)
        room.do(.asset(kind: "rocket", .withdrawn), at: 3)
        #expect(
            room.story == ["0 start 1", "2 end 2 missing", "2 end 4 missing", "2 end 1 dismissed 0.5", "2 start 3"])
    }

    @Test func whatWaitsForItsAnimationWaitsForOneThatIsWithdrawn() {
        var room = Room(.missing(.wait), .waitAtMost(5 * .second))
        for kind in ["heart", "rocket", "rocket", "rose"] { room.send(kind, lasting: 4, at: 0) }
        room.do(.asset(kind: "rocket", .withdrawn), at: 1)
        room.do(.asset(kind: "rocket", .ready), at: 4.5)
        #expect(room.story == ["0 start 1", "4 end 1 completed", "4 start 4"])
        room.do(.asset(kind: "rocket", .withdrawn), at: 7)
        #expect(room.story.suffix(2) == ["7 end 2 missing", "7 end 3 missing"], "they have waited for long enough")
    }

    @Test(arguments: [Settings.Missing.drop, .wait])
    func whatIsHeldIsHeldNoLonger(missing: Settings.Missing) {
        var room = Room(.mode(.replace), .early(.hold), .missing(missing))
        room.send("rocket", lasting: 10, at: 0)
        room.send("rose", lasting: 10, at: 1)
        room.do(.asset(kind: "rose", .withdrawn), at: 2)
        #expect(room.controller.held == nil)
        #expect(room.controller.waitingForAnimation.map(\.number) == (missing == .wait ? [2] : []))
        room.wait(until: 3)
        room.do(.asset(kind: "rose", .ready), at: 4)
        #expect(
            room.story.suffix(missing == .wait ? 2 : 1).first
                == (missing == .wait ? "4 end 1 replaced 0.4 by 2" : "2 end 2 missing"))
    }

    @Test func noMoreWaitThanMayWhenWhatWasHeldWaits() {
        var room = Room(.mode(.replace), .early(.hold), .missing(.wait), .maxWaiting(0))
        room.send("rocket", lasting: 10, at: 0)
        room.send("rose", lasting: 10, at: 1)
        room.do(.asset(kind: "rose", .withdrawn), at: 2)
        #expect(room.story == ["0 start 1", "2 end 2 overflow"])
    }
}
