import GiftFeed

/// What adapters of platforms know of the messages before: when they happened, which of them were told, and what they have
/// begun that is not over.
struct MessageHistory<Open: OpenGifts>: Sendable {
    private var timeline = FeedTimeline(order: .restored)
    private var recent = RecentIDs()
    /// 100 years: no feed is longer, and what waits for seconds more stays far from the end of numbers.
    private static var latest: Int64 { 100 * 366 * 86_400 * 1_000_000_000 }
    /// How many gifts had no id.
    private var nameless = 0
    /// Stands before their numbers in the ids that they get.
    private let idPrefix: String
    /// What has begun and is not over.
    var open = Open()

    /// - Parameter stream: tells the feeds of several writers apart, so that no gift of one gets the id of another's.
    init(stream: Int = 0) {
        idPrefix = stream == 0 ? "gift-" : "gift-\(stream)-"
    }

    /// A message comes: first is given out what fell due before it.
    /// - Parameters:
    ///   - date: when it says that it happened, which counts only where it does not come live.
    ///   - arrival: when it came, where it comes live.
    /// - Returns: when it happened.
    mutating func begin(
        date: Int64?, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) -> Int64 {
        // A time that is wrong is none that later ones have to follow.
        var timeline = timeline
        let time = try timeline.time(of: arrival == nil ? date.map { .date($0) } : nil, arrival: arrival)
        guard time <= Self.latest else { throw FeedLineError(problem: "expected a time within 100 years of the first") }
        self.timeline = timeline
        open.giveOut(at: time, into: &events)
        return time
    }

    /// Whether what has this id was not told before; what has none is always new.
    mutating func isNew(_ id: String?) -> Bool { recent.insert(id) }

    /// The gift as it is told: one without an id gets one of its own, so that it is never taken for another.
    mutating func named(_ gift: GiftArrival) -> GiftArrival {
        guard gift.id.isEmpty else { return gift }
        nameless += 1
        var gift = gift
        gift.id = idPrefix + String(nameless)
        return gift
    }

    /// Appends what a message tells of.
    mutating func append(_ kinds: [FeedEvent.Kind], at time: Int64, to events: inout [FeedEvent]) {
        for kind in kinds {
            let told: FeedEvent.Kind = if case .gift(let gift) = kind { .gift(named(gift)) } else { kind }
            events.append(FeedEvent(at: .nanoseconds(time), kind: told))
        }
    }

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
