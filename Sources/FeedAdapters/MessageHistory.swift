import GiftFeed

/// What adapters of platforms know of the messages before: when they happened, which of them were told, and what they have
/// begun that is not over.
struct MessageHistory<Open: OpenGifts>: Sendable {
    private var timeline = FeedTimeline(order: .restored)
    private var recent = RecentIDs()
    /// What has begun and is not over.
    var open = Open()

    /// A message comes: first is given out what fell due before it.
    /// - Parameters:
    ///   - date: when it says that it happened, which counts only where it does not come live.
    ///   - arrival: when it came, where it comes live.
    /// - Returns: when it happened.
    mutating func begin(
        date: Int64?, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) -> Int64 {
        let time = try timeline.time(of: arrival == nil ? date.map { .date($0) } : nil, arrival: arrival)
        open.giveOut(at: time, into: &events)
        return time
    }

    /// Whether what has this id was not told before; what has none is always new.
    mutating func isNew(_ id: String?) -> Bool { recent.insert(id) }

    /// From now on all is new.
    mutating func rememberNothing() { recent = RecentIDs(capacity: 0) }

    /// When something that is held back is due.
    var nextDue: Duration? { open.nextDue.map { .nanoseconds($0) } }

    /// Appends what is due at or before `time`.
    mutating func advance(to time: Duration, into events: inout [FeedEvent]) {
        open.giveOut(at: time.nanosecondsSinceStart, into: &events)
    }

    /// Appends what is held back, as nothing more comes.
    mutating func finish(into events: inout [FeedEvent]) { open.finish(into: &events) }
}

/// Gifts of which several messages tell.
protocol OpenGifts: Sendable {
    init()
    /// When something of it is due.
    var nextDue: Int64? { get }
    /// Gives out what is due at or before `time`.
    mutating func giveOut(at time: Int64, into events: inout [FeedEvent])
    /// Gives out what it holds back, as nothing more comes.
    mutating func finish(into events: inout [FeedEvent])
}

/// An adapter that has a history.
protocol PlatformAdapter: FeedAdapter {
    associatedtype Open: OpenGifts
    var history: MessageHistory<Open> { get set }
}

extension PlatformAdapter {
    /// The adapter as one to which nothing is told twice.
    var forgetful: Self {
        var copy = self
        copy.history.rememberNothing()
        return copy
    }
}
