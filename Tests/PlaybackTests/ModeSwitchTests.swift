import Playback
import Testing

/// Tests of switches between queue and replace mode.
@Suite struct ModeSwitchTests {
    private func roomWithThree(_ settings: Setting...) -> Room {
        var room = Room()
        room.do(.set(settings), at: 0)
        for kind in ["rocket", "heart", "crown"] { room.send(kind, lasting: 4, at: 0) }
        return room
    }

    @Test func theRunningPresentationIsNotDisturbed() {
        var room = roomWithThree()
        room.do(.set([.mode(.replace)]), at: 3)
        #expect(room.controller.running?.gift.number == 1)
        room.do(.set([.mode(.queue)]), at: 3.5)
        #expect(room.controller.running?.gift.number == 1)
    }

    @Test func waitingGiftsAreDroppedInOrderOfArrival() {
        var room = roomWithThree()
        room.do(.set([.mode(.replace)]), at: 1)
        #expect(room.story == ["0 start 1", "1 set mode", "1 end 2 modeSwitch", "1 end 3 modeSwitch"])
    }

    @Test func parkedGiftsAreKeptAndWaitAgain() {
        var room = roomWithThree(.backlog(.park), .maxWaiting(2))
        room.do(.set([.mode(.replace)]), at: 1)
        #expect(room.controller.parked.map(\.number) == [2, 3] && room.controller.waitingCount == 0)
        room.wait(until: 5)
        #expect(room.controller.running == nil)
        room.send("rose", lasting: 4, at: 6)
        room.do(.set([.mode(.queue)]), at: 7)
        #expect(room.controller.waiting.map(\.number) == [2, 3])
        room.wait(until: 10)
        #expect(
            room.story.dropFirst(1) == [
                "0 start 1", "1 set mode", "4 end 1 completed", "6 start 4", "7 set mode", "10 end 4 completed",
                "10 start 2",
            ])
    }

    @Test func backInQueueModeAnEmptyStageTakesTheNextAtOnce() {
        var room = roomWithThree(.backlog(.park), .gap(60 * .second))
        room.do(.set([.mode(.replace)]), at: 1)
        room.do(.set([.mode(.queue)]), at: 5)
        #expect(room.story.suffix(3) == ["4 end 1 completed", "5 set mode", "5 start 2"])
    }

    @Test func aHeldGiftWaitsAgainInItsPlace() {
        var room = roomWithThree(.backlog(.park), .early(.hold))
        room.do(.set([.mode(.replace)]), at: 0)
        room.send("rose", lasting: 4, at: 1)
        #expect(room.controller.held?.number == 4)
        room.do(.set([.mode(.queue)]), at: 1)
        #expect(room.controller.held == nil && room.controller.waiting.map(\.number) == [2, 3, 4])
    }

    @Test func whatAChangeSetsBesidesTheModeHoldsForTheSwitch() {
        var room = roomWithThree()
        room.do(.set([.mode(.replace), .backlog(.park)]), at: 1)
        #expect(room.story.last == "1 set mode backlog")
        #expect(room.controller.parkedCount == 2)
        room.do(.set([.mode(.queue), .maxWaiting(1), .overflow(.dropOldest)]), at: 1)
        #expect(room.story.suffix(2) == ["1 set mode maxWaiting overflow", "1 end 2 overflow"])
    }

    @Test func parkedGiftsDoNotCountAndAreNotMerged() {
        var room = roomWithThree(.backlog(.park), .combineWithin(60 * .second))
        room.do(.set([.mode(.replace)]), at: 0)
        room.send("heart", lasting: 4, at: 0)
        #expect(room.story.last == "0 end 4 early 0")
    }
}
