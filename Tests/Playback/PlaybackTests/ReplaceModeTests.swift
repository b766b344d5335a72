import ExactNumbers
import Playback
import Testing

/// Tests of replace mode, in which a gift replaces the running one from the threshold on.
@Suite struct ReplaceModeTests {
    @Test(arguments: [
        (Nanoseconds(1_200_000_000), "1.2 end 1 replaced 0.3 by 2"),
        (1_199_999_999, "1.199999999 end 2 early 0.299999"),
        (3_999_999_999, "3.999999999 end 1 replaced 1 by 2"), (1, "0.000000001 end 2 early 0"),
    ])
    func thresholdIsExactToNanosecond(arrival: Nanoseconds, end: String) {
        var room = ControllerFixture(.mode(.replace))
        room.send("rocket", duration: 4, at: 0)
        room.handle(.arrival(Arrival(kind: "heart", sender: "bob", duration: .second)), atNanosecond: arrival)
        #expect(room.traceSummary[1] == end)
    }

    @Test func earlyGiftDoesNotAffectRunningGift() {
        var room = ControllerFixture(.mode(.replace))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 1)
        room.advance(to: 10)
        #expect(room.traceSummary == ["0 start 1", "1 end 2 early 0.25", "4 end 1 completed"])
    }

    @Test func thresholdZeroReplacesImmediately() {
        var room = ControllerFixture(.mode(.replace), .replaceAt(.zero))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 0)
        #expect(room.traceSummary == ["0 start 1", "0 end 1 replaced 0 by 2", "0 start 2"])
    }

    @Test(arguments: [1_000_000, 1_000_001, 1_500_000])
    func thresholdOneAndAboveNeverReplaces(threshold: Int64) {
        var room = ControllerFixture(.mode(.replace), .replaceAt(Millionths(threshold)))
        room.send("rocket", duration: 4, at: 0)
        room.handle(
            .arrival(Arrival(kind: "heart", sender: "bob", duration: .second)), atNanosecond: 4 * .second - 1)
        room.send("heart", duration: 1, at: 4)
        #expect(
            room.traceSummary == ["0 start 1", "3.999999999 end 2 early 0.999999", "4 end 1 completed", "4 start 3"])
    }

    @Test func fractionalThresholdIsReachedAtNextNanosecond() {
        var room = ControllerFixture(.mode(.replace), .replaceAt(Millionths(333_333)))
        room.handle(.arrival(Arrival(kind: "a", sender: "ann", duration: 10)), atNanosecond: 0)
        room.handle(.arrival(Arrival(kind: "b", sender: "ann", duration: 10)), atNanosecond: 3)
        room.handle(.arrival(Arrival(kind: "c", sender: "ann", duration: 10)), atNanosecond: 4)
        #expect(
            room.traceSummary == [
                "0 start 1", "0.000000003 end 2 early 0.3", "0.000000004 end 1 replaced 0.4 by 3",
                "0.000000004 start 3",
            ])
    }

    @Test func heldGiftStartsAtThreshold() {
        var room = ControllerFixture(.mode(.replace), .early(.hold))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 1)
        #expect(room.controller.held?.number == 2)
        room.advance(to: 10)
        #expect(
            room.traceSummary == ["0 start 1", "1.2 end 1 replaced 0.3 by 2", "1.2 start 2", "2.2 end 2 completed"])
    }

    @Test func laterHeldGiftSupersedesEarlierOne() {
        var room = ControllerFixture(.mode(.replace), .early(.hold))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 0.5)
        room.send("crown", duration: 1, at: 1)
        #expect(room.traceSummary == ["0 start 1", "1 end 2 superseded"])
        #expect(room.controller.held?.number == 3)
    }

    @Test func heldGiftStartsAfterClose() {
        var room = ControllerFixture(.mode(.replace), .early(.hold), .gap(.second))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 0.5)
        room.handle(.close, at: 1)
        #expect(room.traceSummary == ["0 start 1", "1 end 1 dismissed 0.25", "1 start 2"])
    }

    @Test func heldGiftStartsAfterCompletePresentation() {
        var room = ControllerFixture(.mode(.replace), .early(.hold), .replaceAt(Millionths(2_000_000)))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 1)
        room.advance(to: 4)
        #expect(room.traceSummary == ["0 start 1", "4 end 1 completed", "4 start 2"])
    }

    @Test func thresholdAtEndLetsPresentationComplete() {
        var room = ControllerFixture(.mode(.replace), .early(.hold), .replaceAt(.one))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 1)
        room.advance(to: 4)
        #expect(room.traceSummary == ["0 start 1", "4 end 1 completed", "4 start 2"])
    }

    @Test(arguments: [false, true])
    func passedNewThresholdStartsHeldGift(whilePaused: Bool) {
        var room = ControllerFixture(.mode(.replace), .early(.hold))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 1)
        if whilePaused { room.handle(.pause, at: 1) }
        room.handle(.set([.replaceAt(Millionths(250_001))]), at: 1)
        #expect(room.controller.held?.number == 2)
        room.handle(.set([.replaceAt(Millionths(250_000))]), at: 1)
        #expect(
            room.traceSummary.suffix(4) == [
                "1 set replaceAt", "1 set replaceAt", "1 end 1 replaced 0.25 by 2", "1 start 2",
            ])
    }

    @Test func heldGiftStaysHeldAfterChangeToDrop() {
        var room = ControllerFixture(.mode(.replace), .early(.hold))
        room.send("rocket", duration: 4, at: 0)
        room.send("heart", duration: 1, at: 0.5)
        room.handle(.set([.early(.drop)]), at: 0.5)
        room.send("crown", duration: 1, at: 1)
        room.advance(to: 1.2)
        #expect(
            room.traceSummary == [
                "0 start 1", "0.5 set early", "1 end 3 early 0.25", "1.2 end 1 replaced 0.3 by 2", "1.2 start 2",
            ])
    }

    @Test func replaceModeHasNoGap() {
        var room = ControllerFixture(.mode(.replace), .gap(10 * .second))
        room.send("heart", duration: 1, at: 0)
        room.send("heart", duration: 1, at: 1)
        #expect(room.traceSummary.last == "1 start 2")
    }
}
