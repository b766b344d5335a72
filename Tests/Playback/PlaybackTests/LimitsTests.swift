import ExactNumbers
import Playback
import Testing

/// Tests of the limits for the number of waiting gifts and for their waiting time.
@Suite struct LimitsTests {
    @Test(arguments: [
        (Settings.Overflow.dropNewest, ["0 end 4 overflow", "0 end 5 overflow"]),
        (.dropOldest, ["0 end 2 overflow", "0 end 3 overflow"]),
        // The values are 1, 9, 5, 5, 7; of equal values the newest is dropped.
        (.dropCheapest, ["0 end 4 overflow", "0 end 3 overflow"]),
    ])
    func overflowRuleSelectsDroppedGift(rule: Settings.Overflow, ends: [String]) {
        var room = ControllerFixture(.maxWaiting(2), .overflow(rule))
        for value in [1, 9, 5, 5, 7] { room.send("gift", value: Int64(value), duration: 9, at: 0) }
        #expect(room.traceSummary == ["0 start 1"] + ends)
        #expect(room.controller.waitingCount == 2)
    }

    @Test func giftThatStartsImmediatelyDoesNotCount() {
        var room = ControllerFixture(.maxWaiting(0))
        room.send("heart", duration: 1, at: 0)
        room.send("heart", duration: 1, at: 0.5)
        room.send("heart", duration: 1, at: 1)
        #expect(room.traceSummary == ["0 start 1", "0.5 end 2 overflow", "1 end 1 completed", "1 start 3"])
    }

    @Test func giftInGapCounts() {
        var room = ControllerFixture(.maxWaiting(0), .gap(.second))
        room.send("heart", duration: 1, at: 0)
        room.send("heart", duration: 1, at: 1.5)
        #expect(room.traceSummary.last == "1.5 end 2 overflow")
    }

    @Test func lowerLimitAppliesImmediately() {
        var room = ControllerFixture()
        for _ in 1...5 { room.send("heart", duration: 9, at: 0) }
        room.handle(.set([.maxWaiting(1), .overflow(.dropOldest)]), at: 1)
        #expect(
            room.traceSummary == [
                "0 start 1", "1 set maxWaiting overflow", "1 end 2 overflow", "1 end 3 overflow", "1 end 4 overflow",
            ])
    }

    @Test func newSettingsStartGiftBeforeDroppingOverflow() {
        var room = ControllerFixture(.mode(.replace), .early(.hold), .missing(.wait))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 4, at: 1)
        for _ in 3...4 { room.send("rose", duration: 4, asset: .missing, at: 1) }
        room.handle(.set([.replaceAt(.zero), .maxWaiting(1)]), at: 1)
        #expect(
            room.traceSummary == [
                "0 start 1", "1 set replaceAt maxWaiting", "1 end 1 replaced 0.25 by 2", "1 start 2",
                "1 end 4 overflow",
            ])
    }

    @Test func giftWaitingForAnimationInReplaceModeCounts() {
        var room = ControllerFixture(.mode(.replace), .missing(.wait), .maxWaiting(1))
        room.send("heart", duration: 1, asset: .missing, at: 0)
        room.send("heart", duration: 1, asset: .missing, at: 0)
        #expect(room.traceSummary == ["0 end 2 overflow"])
    }

    @Test func expiredGiftIsDroppedAtItsTurn() {
        var room = ControllerFixture(.expireAfter(3 * .second))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 0.5)
        room.send("heart", duration: 1, at: 1)
        room.advance(to: 3.9)
        #expect(room.controller.waitingCount == 2)
        room.advance(to: 4)
        // The third gift has waited for exactly three seconds.
        #expect(room.traceSummary == ["0 start 1", "4 end 1 completed", "4 end 2 expired", "4 start 3"])
    }

    @Test func waitingTimeIsStageTime() {
        var room = ControllerFixture(.expireAfter(3 * .second))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 1)
        room.handle(.pause, at: 2)
        room.handle(.resume, at: 60)
        room.advance(to: 99)
        #expect(room.traceSummary.suffix(3) == ["62 end 1 completed", "62 start 2", "63 end 2 completed"])
    }

    @Test func duplicateGiftIsDropped() {
        var room = ControllerFixture()
        room.send("heart", duration: 1, id: "m-1", at: 0)
        room.send("heart", duration: 1, id: "m-2", at: 0)
        room.send("crown", from: "bob", duration: 1, id: "m-1", at: 9)
        room.send("heart", duration: 1, at: 9)
        #expect(room.traceSummary.contains("9 end 3 duplicate"))
        #expect(room.traceSummary.last == "9 start 4")
    }

    @Test func lastTenThousandEventsAreRemembered() {
        var controller = PlaybackController(settings: Settings())
        func outcome(of id: Int) -> Outcome.Name? {
            let arrival = Arrival(kind: "flash", sender: "ann", duration: 0, eventID: "m-\(id)")
            for event in controller.handle(.arrival(arrival), at: 0) {
                if case .ended(_, let outcome) = event.kind { return outcome.name }
            }
            return nil
        }
        for id in 1...10_000 { #expect(outcome(of: id) == .completed) }
        #expect(outcome(of: 1) == .dropped)
        // Now 1 and 3 to 10,000 are the last ten thousand ids, and 2 has just been forgotten.
        #expect(outcome(of: 3) == .dropped)
        #expect(outcome(of: 2) == .completed)
    }
}
