import RoomEvents

/// A filter that prevents the parts of a mass gift from being counted in addition to the mass gift.
///
/// The announcement of a mass gift counts with all of its gifts, so the filter ignores the part for each recipient. A
/// part can arrive before its announcement. Then it waits up to ``announcementTimeout`` and counts as a separate gift after that.
struct MassGiftFilter: PendingGifts {
    /// The time for which the filter ignores parts after the latest message of a mass gift, in nanoseconds.
    static let retention: Int64 = 10_000_000_000
    /// The time for which a part waits for its announcement, in nanoseconds.
    static let announcementTimeout: Int64 = 2_000_000_000
    /// The largest number of waiting parts and of remembered mass gifts. It limits the memory in a flood of messages.
    private static let maxCount = 10_000

    private struct WaitingPart: Sendable {
        let key: String
        let due: Int64
        let gift: GiftArrival
    }

    private var remaining: [String: (count: Int, until: Int64)] = [:]
    private var waitingParts: [WaitingPart] = []

    /// The time at which the first waiting part counts as a separate gift.
    var nextDue: Int64? { waitingParts.first?.due }

    /// Registers the announcement of a mass gift of `count` gifts.
    mutating func announce(_ key: String, count: Int, at time: Int64) {
        if remaining.count >= Self.maxCount { remaining = remaining.filter { $0.value.until >= time } }
        if remaining.count >= Self.maxCount { remaining.removeAll() }
        // Anonymous mass gifts may share a key, so their counts add up.
        let known = remaining[key].map { $0.until >= time ? $0.count : 0 } ?? 0
        var count = min(known + min(count, FeedLineAdapter.maxCount), FeedLineAdapter.maxCount)
        waitingParts.removeAll { orphan in
            guard orphan.key == key, count > 0 else { return false }
            count -= 1
            return true
        }
        remaining[key] = (count, time + Self.retention)
    }

    /// Whether more parts of this mass gift are expected.
    func isAnnounced(_ key: String, at time: Int64) -> Bool {
        remaining[key].map { $0.count > 0 && $0.until >= time } ?? false
    }

    /// Handles a part of a mass gift.
    ///
    /// - Returns: The part, if it counts at once because no more parts can wait; otherwise nil.
    mutating func receive(_ gift: GiftArrival, partOf key: String, at time: Int64) -> GiftArrival? {
        if isAnnounced(key, at: time), let count = remaining[key]?.count {
            remaining[key] = (count - 1, time + Self.retention)
            return nil
        }
        guard waitingParts.count < Self.maxCount else { return gift }
        waitingParts.append(WaitingPart(key: key, due: time + Self.announcementTimeout, gift: gift))
        return nil
    }

    /// Appends the parts whose waiting time ends at or before `time`.
    mutating func flushDue(at time: Int64, into events: inout [FeedEvent]) {
        flush(waitingParts.prefix { $0.due <= time }.count, into: &events)
    }

    /// Appends all waiting parts.
    mutating func finish(into events: inout [FeedEvent]) { flush(waitingParts.count, into: &events) }

    private mutating func flush(_ count: Int, into events: inout [FeedEvent]) {
        guard count > 0 else { return }
        for orphan in waitingParts.prefix(count) {
            events.append(FeedEvent(at: .nanoseconds(orphan.due), kind: .gift(orphan.gift)))
        }
        waitingParts.removeFirst(count)
    }
}
