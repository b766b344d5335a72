import ExactNumbers
import Playback
import Testing

/// Tests of gifts whose animation is not available.
@Suite struct MissingAnimationTests {
    @Test(arguments: [AssetState.missing, .failed])
    func giftWithoutAnimationIsDropped(state: AssetState) {
        var room = ControllerFixture()
        room.send("rose", duration: 1, asset: state, at: 1)
        #expect(room.traceSummary == ["1 end 1 missing"])
    }

    @Test func giftKeepsPlaceWhileLaterGiftsPlay() {
        var room = ControllerFixture(.missing(.wait))
        room.send("rose", duration: 1, asset: .missing, at: 0)
        room.send("heart", duration: 2, at: 1)
        room.send("crown", duration: 2, at: 1)
        room.handle(.asset(kind: "rose", .failed), at: 2)
        room.handle(.asset(kind: "rose", .ready), at: 2.5)
        room.advance(to: 4)
        #expect(room.traceSummary == ["1 start 2", "3 end 2 completed", "3 start 1", "4 end 1 completed", "4 start 3"])
    }

    @Test func readyGiftStartsOnEmptyStage() {
        var room = ControllerFixture(.missing(.wait))
        room.send("rose", duration: 1, asset: .missing, at: 0)
        room.send("rose", duration: 1, asset: .missing, at: 0)
        room.handle(.asset(kind: "rose", .ready), at: 2)
        #expect(room.traceSummary == ["2 start 1"])
        #expect(room.controller.waiting.map(\.number) == [2])
    }

    @Test(arguments: [Settings.Mode.queue, .replace])
    func durationComesFromReadyAnimation(mode: Settings.Mode) {
        var room = ControllerFixture(.mode(mode), .missing(.wait))
        room.send("comet", duration: 0, asset: .missing, at: 0)
        room.handle(.asset(kind: "comet", .ready, duration: 4 * .second), at: 1)
        room.send("comet", duration: 2, at: 3)
        room.advance(to: 9)
        #expect(
            room.traceSummary.prefix(2) == [
                "1 start 1", mode == .queue ? "5 end 1 completed" : "3 end 1 replaced 0.5 by 2",
            ])
    }

    @Test func giftIsDroppedAfterWaitInSessionTime() {
        var room = ControllerFixture(.missing(.wait))
        room.send("rose", duration: 1, asset: .missing, at: 0)
        room.handle(.pause, at: 1)
        room.send("heart", duration: 1, asset: .missing, at: 3)
        #expect(room.controller.nextDue == 10 * .second)
        room.advance(to: 12)
        #expect(room.traceSummary == ["1 pause", "10 end 1 missing"])
        room.handle(.set([.waitAtMost(9 * .second)]), at: 12)
        #expect(room.traceSummary.suffix(2) == ["12 set waitAtMost", "12 end 2 missing"])
    }

    @Test func animationReadyAtTimeoutIsTooLate() {
        var room = ControllerFixture(.missing(.wait), .waitAtMost(.second))
        room.send("rose", duration: 1, asset: .missing, at: 0)
        room.handle(.asset(kind: "rose", .ready), at: 1)
        #expect(room.traceSummary == ["1 end 1 missing"])
    }

    /// Tests that a shorter limit which has already passed ends the wait now, after everything else that is due now.
    @Test func shorterWaitLimitAppliesNow() {
        var room = ControllerFixture(.missing(.wait), .gap(10 * .second))
        room.send("heart", duration: 1, at: 0)
        room.send("flash", duration: 0, at: 1.5)
        room.send("rose", duration: 1, asset: .missing, at: 1.5)
        room.handle(.set([.gap(0), .waitAtMost(.second)]), at: 5)
        #expect(
            room.traceSummary == [
                "0 start 1", "1 end 1 completed", "5 set gap waitAtMost", "5 start 2", "5 end 2 completed",
                "5 end 3 missing",
            ])
    }

    @Test func giftInReplaceModeArrivesWhenReady() {
        var room = ControllerFixture(.mode(.replace), .missing(.wait))
        room.send("rocket", duration: 10, at: 0)
        for kind in ["rose", "crown"] { room.send(kind, duration: 10, asset: .missing, at: 1) }
        room.handle(.asset(kind: "rose", .ready), at: 2)
        room.handle(.asset(kind: "crown", .ready), at: 3)
        #expect(room.traceSummary == ["0 start 1", "2 end 2 early 0.2", "3 end 1 replaced 0.3 by 3", "3 start 3"])
    }

    @Test func giftsInReplaceModeArriveInOrder() {
        var room = ControllerFixture(.mode(.replace), .missing(.wait), .replaceAt(.zero))
        for _ in 1...3 { room.send("flash", duration: 0, asset: .missing, at: 1) }
        room.handle(.asset(kind: "flash", .ready), at: 2)
        #expect(
            room.traceSummary == [
                "2 start 1", "2 end 1 completed", "2 start 2", "2 end 2 completed", "2 start 3", "2 end 3 completed",
            ])
    }

    @Test func parkedGiftBecomesReadyOrTimesOut() {
        var room = ControllerFixture(.missing(.wait), .backlog(.park))
        room.send("rose", duration: 1, asset: .missing, at: 0)
        room.send("crown", duration: 1, asset: .missing, at: 0)
        room.handle(.set([.mode(.replace)]), at: 1)
        room.handle(.asset(kind: "rose", .ready), at: 2)
        room.advance(to: 10)
        room.handle(.set([.mode(.queue)]), at: 11)
        #expect(room.traceSummary == ["1 set mode", "10 end 2 missing", "11 set mode", "11 start 1"])
    }

    @Test func waitForAnimationCountsAsWaiting() {
        var room = ControllerFixture(.missing(.wait), .expireAfter(.second))
        room.send("rose", duration: 1, asset: .missing, at: 0)
        room.handle(.asset(kind: "rose", .ready), at: 2)
        #expect(room.traceSummary == ["2 end 1 expired"])
    }

    @Test func withdrawnKindStopsAndItsWaitingGiftsAreDropped() {
        var room = ControllerFixture()
        room.send("rocket", duration: 4, at: 0)
        for kind in ["rocket", "heart", "rocket"] { room.send(kind, duration: 2, at: 1) }
        room.handle(.asset(kind: "rocket", .withdrawn), at: 2)
        room.handle(.asset(kind: "rocket", .withdrawn), at: 3)
        #expect(
            room.traceSummary == [
                "0 start 1", "2 end 2 missing", "2 end 4 missing", "2 end 1 dismissed 0.5", "2 start 3",
            ])
    }

    @Test func giftKeepsWaitingForWithdrawnAnimation() {
        var room = ControllerFixture(.missing(.wait), .waitAtMost(5 * .second))
        for kind in ["heart", "rocket", "rocket", "rose"] { room.send(kind, duration: 4, at: 0) }
        room.handle(.asset(kind: "rocket", .withdrawn), at: 1)
        room.handle(.asset(kind: "rocket", .ready), at: 4.5)
        #expect(room.traceSummary == ["0 start 1", "4 end 1 completed", "4 start 4"])
        room.handle(.asset(kind: "rocket", .withdrawn), at: 7)
        #expect(
            room.traceSummary.suffix(2) == ["7 end 2 missing", "7 end 3 missing"], "they have waited for long enough")
    }

    @Test(arguments: [Settings.Missing.drop, .wait])
    func heldGiftOfWithdrawnKindIsReleased(missing: Settings.Missing) {
        var room = ControllerFixture(.mode(.replace), .early(.hold), .missing(missing))
        room.send("rocket", duration: 10, at: 0)
        room.send("rose", duration: 10, at: 1)
        room.handle(.asset(kind: "rose", .withdrawn), at: 2)
        #expect(room.controller.held == nil)
        #expect(room.controller.waitingForAnimation.map(\.number) == (missing == .wait ? [2] : []))
        room.advance(to: 3)
        room.handle(.asset(kind: "rose", .ready), at: 4)
        #expect(
            room.traceSummary.suffix(missing == .wait ? 2 : 1).first
                == (missing == .wait ? "4 end 1 replaced 0.4 by 2" : "2 end 2 missing"))
    }

    @Test func limitAppliesWhenHeldGiftWaits() {
        var room = ControllerFixture(.mode(.replace), .early(.hold), .missing(.wait), .maxWaiting(0))
        room.send("rocket", duration: 10, at: 0)
        room.send("rose", duration: 10, at: 1)
        room.handle(.asset(kind: "rose", .withdrawn), at: 2)
        #expect(room.traceSummary == ["0 start 1", "2 end 2 overflow"])
    }
}
