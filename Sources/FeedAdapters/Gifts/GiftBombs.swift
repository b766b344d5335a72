import GiftFeed

/// A filter that prevents the parts of a mass gift from being counted in addition to the mass gift.
///
/// The announcement of a mass gift counts with all of its gifts, so the filter ignores the part for each recipient. A
/// part can arrive before its announcement. Then it waits up to ``patience`` and counts as a separate gift after that.
struct GiftBombs: OpenGifts {
    /// The time for which the filter ignores parts after the latest message of a mass gift, in nanoseconds.
    static let memory: Int64 = 10_000_000_000
    /// The time for which a part waits for its announcement, in nanoseconds.
    static let patience: Int64 = 2_000_000_000
    /// The largest number of waiting parts and of remembered mass gifts. It limits the memory in a flood of messages.
    private static let most = 10_000

    private struct Orphan: Sendable {
        let key: String
        let due: Int64
        let gift: GiftArrival
    }

    private var remaining: [String: (count: Int, until: Int64)] = [:]
    private var orphans: [Orphan] = []

    /// The time at which the first waiting part counts as a separate gift.
    var nextDue: Int64? { orphans.first?.due }

    /// Registers the announcement of a mass gift of `count` gifts.
    mutating func announce(_ key: String, count: Int, at time: Int64) {
        if remaining.count >= Self.most { remaining = remaining.filter { $0.value.until >= time } }
        if remaining.count >= Self.most { remaining.removeAll() }
        // Anonymous mass gifts may share a key, so their counts add up.
        let known = remaining[key].map { $0.until >= time ? $0.count : 0 } ?? 0
        var count = min(known + min(count, FeedLineAdapter.greatestCount), FeedLineAdapter.greatestCount)
        orphans.removeAll { orphan in
            guard orphan.key == key, count > 0 else { return false }
            count -= 1
            return true
        }
        remaining[key] = (count, time + Self.memory)
    }

    /// Whether more parts of this mass gift are expected.
    func isAnnounced(_ key: String, at time: Int64) -> Bool {
        remaining[key].map { $0.count > 0 && $0.until >= time } ?? false
    }

    /// Handles a part of a mass gift.
    ///
    /// - Returns: The part, if it counts at once because no more parts can wait; otherwise nil.
    mutating func take(_ gift: GiftArrival, partOf key: String, at time: Int64) -> GiftArrival? {
        if isAnnounced(key, at: time), let count = remaining[key]?.count {
            remaining[key] = (count - 1, time + Self.memory)
            return nil
        }
        guard orphans.count < Self.most else { return gift }
        orphans.append(Orphan(key: key, due: time + Self.patience, gift: gift))
        return nil
    }

    /// Appends the parts whose waiting time ends at or before `time`.
    mutating func giveOut(at time: Int64, into events: inout [FeedEvent]) {
        giveOut(orphans.prefix { $0.due <= time }.count, into: &events)
    }

    /// Appends all waiting parts.
    mutating func finish(into events: inout [FeedEvent]) { giveOut(orphans.count, into: &events) }

    private mutating func giveOut(_ count: Int, into events: inout [FeedEvent]) {
        guard count > 0 else { return }
        for orphan in orphans.prefix(count) {
            events.append(FeedEvent(at: .nanoseconds(orphan.due), kind: .gift(orphan.gift)))
        }
        orphans.removeFirst(count)
    }
}
