import RoomEvents

/// The memory of a platform adapter: the times and ids of earlier messages, and gifts that are still open.
struct MessageHistory<Open: PendingGifts>: Sendable {
    private var timeline = FeedTimeline(order: .corrected)
    private var recentIDs = RecentIDs()
    /// The latest time, 100 years in nanoseconds. No feed is longer, and adding some seconds to it cannot overflow.
    private static var maxTime: Int64 { 100 * 366 * 86_400 * 1_000_000_000 }
    /// The number of gifts without an id.
    private var giftsWithoutID = 0
    /// The prefix of generated ids, before the number.
    private let idPrefix: String
    /// The gifts that are still open.
    var pendingGifts = Open()

    /// Creates an empty history.
    ///
    /// - Parameter stream: The number of the writer, if there are several. It makes generated ids different for
    ///   different writers.
    init(stream: Int = 0) {
        idPrefix = stream == 0 ? "gift-" : "gift-\(stream)-"
    }

    /// Begins a message and appends the held events that are due before it.
    ///
    /// - Parameters:
    ///   - date: The time in the message, in nanoseconds since 1970; it counts only for stored messages.
    ///   - arrival: The time of arrival of a live message; nil for a stored one.
    ///   - events: The array to which the method appends.
    /// - Returns: The time of the message, in nanoseconds since the start of the feed.
    /// - Throws: `FeedLineError` if the time is out of range.
    mutating func begin(
        date: Int64?, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) -> Int64 {
        // A faulty time must not change the timeline, because later times would have to follow it.
        var timeline = timeline
        let time = try timeline.time(of: arrival == nil ? date.map { .date($0) } : nil, arrival: arrival)
        guard time <= Self.maxTime else {
            throw FeedLineError(problem: "expected a time within 100 years of the first")
        }
        self.timeline = timeline
        pendingGifts.flushDue(at: time, into: &events)
        return time
    }

    /// Registers an id and returns whether it is new. A nil or empty id is always new.
    mutating func isNew(_ id: String?) -> Bool { recentIDs.insert(id) }

    /// Returns the gift with ids of bounded length. A gift without an id gets a unique one, so that no other gift is a
    /// duplicate of it.
    mutating func giftWithID(_ gift: GiftArrival) -> GiftArrival {
        var gift = gift.withBoundedIDs
        guard gift.id.isEmpty else { return gift }
        giftsWithoutID += 1
        gift.id = idPrefix + String(giftsWithoutID)
        return gift
    }

    /// Appends the events of a message, with ids of bounded length.
    mutating func append(_ kinds: [FeedEvent.Kind], at time: Int64, to events: inout [FeedEvent]) {
        for kind in kinds {
            let bounded: FeedEvent.Kind =
                if case .gift(let gift) = kind { .gift(giftWithID(gift)) } else { kind.withBoundedIDs }
            events.append(FeedEvent(at: .nanoseconds(time), kind: bounded))
        }
    }

    /// Makes the history accept every id as new.
    mutating func disableDuplicateDetection() { recentIDs = RecentIDs(capacity: 0) }

    /// The time at which the next held event is due; nil if no event is held.
    var nextDue: Duration? { pendingGifts.nextDue.map { .nanoseconds($0) } }

    /// Appends the held events that are due at or before `time`.
    mutating func advance(to time: Duration, into events: inout [FeedEvent]) {
        pendingGifts.flushDue(at: time.nanosecondsSinceStart, into: &events)
    }

    /// Appends all held events, because no more messages follow.
    mutating func finish(into events: inout [FeedEvent]) { pendingGifts.finish(into: &events) }
}

/// The state of gifts that several messages report.
protocol PendingGifts: Sendable {
    init()
    /// The time at which the next event is due; nil if there is none.
    var nextDue: Int64? { get }
    /// Appends the events that are due at or before `time`.
    mutating func flushDue(at time: Int64, into events: inout [FeedEvent])
    /// Appends all held events, because no more messages follow.
    mutating func finish(into events: inout [FeedEvent])
}

/// A feed adapter for a platform, with a history.
protocol PlatformAdapter: FeedAdapter {
    associatedtype Pending: PendingGifts
    var history: MessageHistory<Pending> { get set }
}

extension PlatformAdapter {
    /// The time at which the next held event, or the end of the next open streak, is due; nil if there is none.
    public var nextDue: Duration? { history.nextDue }

    /// Appends the held events and ends the streaks that are due at or before `time`.
    public mutating func advance(to time: Duration, into events: inout [FeedEvent]) {
        history.advance(to: time, into: &events)
    }

    /// Appends all held events.
    public mutating func finish(into events: inout [FeedEvent]) { history.finish(into: &events) }

    /// A copy of the adapter that treats no message as a duplicate.
    var withoutDuplicateDetection: Self {
        var copy = self
        copy.history.disableDuplicateDetection()
        return copy
    }
}
