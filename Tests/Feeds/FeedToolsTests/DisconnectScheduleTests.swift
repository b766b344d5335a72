import FeedTools
import RoomEvents
import Testing

/// Tests of the times at which connections are cut on purpose.
@Suite struct DisconnectScheduleTests {
    /// Returns the times of the cuts in one hour, in steps of 10 ms.
    private static func times(seed: UInt64) -> [Int] {
        var cuts = DisconnectSchedule(every: 10_000_000_000, seed: seed)
        return (0..<360_000).filter { cuts.consumeDue(at: .milliseconds($0 * 10)) }
    }

    @Test func sameSeedGivesSameTimes() {
        #expect(Self.times(seed: 1) == Self.times(seed: 1))
        #expect(Self.times(seed: 1) != Self.times(seed: 2))
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func meanIntervalIsAsRequested(seed: UInt64) {
        // The expected number is 360, and six standard deviations are 114.
        #expect(abs(Self.times(seed: seed).count - 360) < 114)
    }

    @Test func nextTimeIsKnownInAdvance() throws {
        var cuts = DisconnectSchedule(every: 1_000_000_000, seed: 3)
        for count in 1...100 {
            let due = try #require(cuts.nextDue)
            let isEarly = cuts.consumeDue(at: due - .nanoseconds(1))
            let isDue = cuts.consumeDue(at: due)
            #expect(!isEarly && isDue && cuts.count == count)
        }
    }

    @Test func missedDisconnectsCountOnce() {
        var cuts = DisconnectSchedule(every: 1_000_000, seed: 1)
        let (first, second) = (cuts.consumeDue(at: .seconds(3_600)), cuts.consumeDue(at: .seconds(3_600)))
        #expect(first && !second && cuts.count == 1)
    }

    @Test func nothingIsDueBeyondMaximumTime() {
        var cuts = DisconnectSchedule(every: .max, seed: 1)
        for _ in 0..<10 { _ = cuts.consumeDue(at: .seconds(Int64.max)) }
        #expect(cuts.count <= 10)
    }
}
