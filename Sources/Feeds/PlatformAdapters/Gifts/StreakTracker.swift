import RoomEvents

/// The streaks that have begun, with their totals and the times at which they end if no more gifts arrive.
struct StreakTracker: PendingGifts {
    /// A streak.
    struct Streak: Sendable {
        /// The id of the streak in the feed.
        var id: String
        var total: Int
        /// The time at which the streak ends unless more gifts arrive; after its end, the time at which it is
        /// forgotten.
        var due: Int64
        /// Whether the streak has ended; then it is kept only to recognise late messages.
        var hasEnded = false
    }

    /// The largest number of streaks in memory; of those that have ended, or else of all, the one that is due first is
    /// removed.
    private static let maxStreaks = 10_000
    /// The time for which an ended streak is kept, in nanoseconds.
    private static let retention: Int64 = 30_000_000_000

    private var streaks: [String: Streak] = [:]
    /// The keys of the streaks, by their ids in the feed.
    private var keys: [String: String] = [:]
    /// The earliest time at which a streak can be due; nil if there are no streaks.
    private(set) var nextDue: Int64?

    subscript(key: String) -> Streak? { streaks[key] }

    mutating func set(_ key: String, _ streak: Streak) {
        if streaks.count >= Self.maxStreaks, streaks[key] == nil,
            let first = streaks.min(by: {
                ($0.value.hasEnded ? 0 : 1, $0.value.due, $0.key) < ($1.value.hasEnded ? 0 : 1, $1.value.due, $1.key)
            })
        {
            remove(first.key)
        }
        streaks[key] = streak
        if keys[streak.id] == nil { keys[streak.id] = key }
        nextDue = min(nextDue ?? .max, streak.due)
    }

    /// Ends a streak at `time`.
    mutating func end(_ key: String, total: Int, at time: Int64) {
        guard let streak = streaks[key] else { return }
        set(key, Streak(id: streak.id, total: total, due: time + Self.retention, hasEnded: true))
    }

    mutating func remove(_ key: String) {
        guard let streak = streaks.removeValue(forKey: key), keys[streak.id] == key else { return }
        keys[streak.id] = nil
    }

    /// Returns an id for the streak with this key: `id`, or the key if another streak has that id.
    func uniqueID(_ id: String, for key: String) -> String { keys[id].map { $0 == key } ?? true ? id : key }

    /// Does nothing: streaks that are open at the end of the feed stay open, because their ends are unknown.
    mutating func finish(into events: inout [FeedEvent]) {}

    /// Ends the streaks that are due at or before `time` and removes those that ended long ago.
    ///
    /// What remains depends only on `time`, not on the calls before it.
    mutating func flushDue(at time: Int64, into events: inout [FeedEvent]) {
        guard let nextDue, nextDue <= time else { return }
        let due = streaks.filter { $0.value.due <= time }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        for (key, streak) in due {
            guard !streak.hasEnded else {
                remove(key)
                continue
            }
            events.append(
                FeedEvent(at: .nanoseconds(streak.due), kind: .streakEnd(id: streak.id, total: streak.total)))
            let end = streak.due + Self.retention
            if end <= time {
                remove(key)
            } else {
                streaks[key]?.hasEnded = true
                streaks[key]?.due = end
            }
        }
        self.nextDue = streaks.values.map(\.due).min()
    }
}
