import GiftFeed

/// Keeps one present for many from being counted again with each of those who get it.
///
/// The present is given out when it is announced, with all its gifts at once. What it brings to each is passed over
/// then. Such a part may overtake its announcement: it waits ``patience`` for that, and counts for itself after it.
struct GiftBombs: OpenGifts {
    /// How long after the latest word of a present its parts are passed over.
    static let memory: Int64 = 10_000_000_000
    /// How long a part waits for its announcement.
    static let patience: Int64 = 2_000_000_000
    /// Most parts that wait, and most presents that are remembered: floods cost no more memory.
    private static let most = 10_000

    private struct Orphan: Sendable {
        let key: String
        let due: Int64
        let gift: GiftArrival
    }

    private var remaining: [String: (count: Int, until: Int64)] = [:]
    private var orphans: [Orphan] = []

    /// When the first part has waited for long enough.
    var nextDue: Int64? { orphans.first?.due }

    /// A present of `count` gifts is announced.
    mutating func announce(_ key: String, count: Int, at time: Int64) {
        if remaining.count >= Self.most { remaining = remaining.filter { $0.value.until >= time } }
        if remaining.count >= Self.most { remaining.removeAll() }
        // Anonymous presents may share their key, so counts add up.
        let known = remaining[key].map { $0.until >= time ? $0.count : 0 } ?? 0
        var count = min(known + min(count, FeedLineAdapter.greatestCount), FeedLineAdapter.greatestCount)
        orphans.removeAll { orphan in
            guard orphan.key == key, count > 0 else { return false }
            count -= 1
            return true
        }
        remaining[key] = (count, time + Self.memory)
    }

    /// A part of a present comes. It is given back where it can't wait any more.
    mutating func take(_ gift: GiftArrival, partOf key: String, at time: Int64) -> GiftArrival? {
        if let (count, until) = remaining[key], count > 0, until >= time {
            remaining[key] = (count - 1, time + Self.memory)
            return nil
        }
        guard orphans.count < Self.most else { return gift }
        orphans.append(Orphan(key: key, due: time + Self.patience, gift: gift))
        return nil
    }

    /// Gives out what has waited for long enough at `time`.
    mutating func giveOut(at time: Int64, into events: inout [FeedEvent]) {
        giveOut(orphans.prefix { $0.due <= time }.count, into: &events)
    }

    /// Gives out all that waits.
    mutating func finish(into events: inout [FeedEvent]) { giveOut(orphans.count, into: &events) }

    private mutating func giveOut(_ count: Int, into events: inout [FeedEvent]) {
        guard count > 0 else { return }
        for orphan in orphans.prefix(count) {
            events.append(FeedEvent(at: .nanoseconds(orphan.due), kind: .gift(orphan.gift)))
        }
        orphans.removeFirst(count)
    }
}
