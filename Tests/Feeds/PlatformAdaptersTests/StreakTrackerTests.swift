import Testing

@testable import PlatformAdapters

@Suite("The memory of streaks")
struct StreakTrackerTests {
    @Test("beyond the limit, ended streaks are forgotten before open ones, the one that is due first before the others")
    func endedStreaksAreForgottenFirst() {
        var tracker = StreakTracker()
        tracker.set("open", StreakTracker.Streak(id: "open", total: 7, due: 1))
        for index in 0..<9_999 {
            tracker.set(
                "k\(index)", StreakTracker.Streak(id: "k\(index)", total: 1, due: 1_000, hasEnded: index > 4_999))
        }
        tracker.set("k5000", StreakTracker.Streak(id: "k5000", total: 1, due: 2_000, hasEnded: true))
        tracker.set("new", StreakTracker.Streak(id: "new", total: 1, due: 5))
        #expect(tracker["open"]?.total == 7 && tracker["new"]?.total == 1)
        #expect(tracker["k5001"] == nil && tracker["k5000"] != nil && tracker["k0"] != nil)
    }
}
