import GiftFeed

/// The runs of gifts that have begun and not ended: their totals, and when each is over because nothing more came.
struct OpenStreaks: OpenGifts {
    /// A run.
    struct Streak: Sendable {
        /// What the feed calls it.
        var id: String
        var total: Int
        /// When it is over unless more comes.
        var due: Int64
        /// Whether its end was told; it is only remembered to know what comes late.
        var isOver = false
    }

    /// Most runs that are remembered; the ones due first go.
    private static let most = 10_000
    /// How long a run that is over is remembered.
    private static let memory: Int64 = 30_000_000_000

    private var streaks: [String: Streak] = [:]
    /// The earliest `due` there may be.
    private(set) var nextDue: Int64?

    subscript(key: String) -> Streak? { streaks[key] }

    mutating func set(_ key: String, _ streak: Streak) {
        if streaks.count >= Self.most, streaks[key] == nil, let first = streaks.min(by: { $0.value.due < $1.value.due })
        {
            streaks[first.key] = nil
        }
        streaks[key] = streak
        nextDue = min(nextDue ?? .max, streak.due)
    }

    /// Ends a run at `time`.
    mutating func end(_ key: String, total: Int, at time: Int64) {
        guard let streak = streaks[key] else { return }
        set(key, Streak(id: streak.id, total: total, due: time + Self.memory, isOver: true))
    }

    mutating func remove(_ key: String) { streaks[key] = nil }

    /// Runs that are open at the end stay open: nobody has said how they end.
    mutating func finish(into events: inout [FeedEvent]) {}

    /// Ends the runs of which nothing came for too long at `time`, and forgets those that ended long ago.
    mutating func giveOut(at time: Int64, into events: inout [FeedEvent]) {
        guard let nextDue, nextDue <= time else { return }
        let due = streaks.filter { $0.value.due <= time }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        for (key, streak) in due {
            guard !streak.isOver else {
                streaks[key] = nil
                continue
            }
            events.append(
                FeedEvent(at: .nanoseconds(streak.due), kind: .streakEnd(id: streak.id, total: streak.total)))
            streaks[key]?.isOver = true
            streaks[key]?.due = streak.due + Self.memory
        }
        self.nextDue = streaks.values.map(\.due).min()
    }
}
