import ExactNumbers
import Playback
import Testing

/// Tests of switches between queue and replace mode.
@Suite struct ModeSwitchTests {
    private func roomWithThree(_ settings: Setting...) -> ControllerFixture {
        var room = ControllerFixture()
        room.handle(.set(settings), at: 0)
        for kind in ["rocket", "heart", "crown"] { room.send(kind, duration: 4, at: 0) }
        return room
    }

    @Test func runningPresentationContinues() {
        var room = roomWithThree()
        room.handle(.set([.mode(.replace)]), at: 3)
        #expect(room.controller.running?.gift.number == 1)
        room.handle(.set([.mode(.queue)]), at: 3.5)
        #expect(room.controller.running?.gift.number == 1)
    }

    @Test func waitingGiftsAreDroppedInOrderOfArrival() {
        var room = roomWithThree()
        room.handle(.set([.mode(.replace)]), at: 1)
        #expect(room.traceSummary == ["0 start 1", "1 set mode", "1 end 2 modeSwitch", "1 end 3 modeSwitch"])
    }

    @Test func parkedGiftsWaitAgain() {
        var room = roomWithThree(.backlog(.park), .maxWaiting(2))
        room.handle(.set([.mode(.replace)]), at: 1)
        #expect(room.controller.parked.map(\.number) == [2, 3] && room.controller.waitingCount == 0)
        room.advance(to: 5)
        #expect(room.controller.running == nil)
        room.send("rose", duration: 4, at: 6)
        room.handle(.set([.mode(.queue)]), at: 7)
        #expect(room.controller.waiting.map(\.number) == [2, 3])
        room.advance(to: 10)
        #expect(
            room.traceSummary.dropFirst(1) == [
                "0 start 1", "1 set mode", "4 end 1 completed", "6 start 4", "7 set mode", "10 end 4 completed",
                "10 start 2",
            ])
    }

    @Test func returnToQueueModeStartsNextOnEmptyStage() {
        var room = roomWithThree(.backlog(.park), .gap(60 * .second))
        room.handle(.set([.mode(.replace)]), at: 1)
        room.handle(.set([.mode(.queue)]), at: 5)
        #expect(room.traceSummary.suffix(3) == ["4 end 1 completed", "5 set mode", "5 start 2"])
    }

    @Test func heldGiftWaitsInItsPlace() {
        var room = roomWithThree(.backlog(.park), .early(.hold))
        room.handle(.set([.mode(.replace)]), at: 0)
        room.send("rose", duration: 4, at: 1)
        #expect(room.controller.held?.number == 4)
        room.handle(.set([.mode(.queue)]), at: 1)
        #expect(room.controller.held == nil && room.controller.waiting.map(\.number) == [2, 3, 4])
    }

    @Test func otherSettingsOfChangeApplyToSwitch() {
        var room = roomWithThree()
        room.handle(.set([.mode(.replace), .backlog(.park)]), at: 1)
        #expect(room.traceSummary.last == "1 set mode backlog")
        #expect(room.controller.parkedCount == 2)
        room.handle(.set([.mode(.queue), .maxWaiting(1), .overflow(.dropOldest)]), at: 1)
        #expect(room.traceSummary.suffix(2) == ["1 set mode maxWaiting overflow", "1 end 2 overflow"])
    }

    @Test func parkedGiftsNeitherCountNorMerge() {
        var room = roomWithThree(.backlog(.park), .combineWithin(60 * .second))
        room.handle(.set([.mode(.replace)]), at: 0)
        room.send("heart", duration: 4, at: 0)
        #expect(room.traceSummary.last == "0 end 4 early 0")
    }
}
