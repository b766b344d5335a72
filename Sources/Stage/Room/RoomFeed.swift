public import GiftFeed
public import Playback

/// Where the events of a room come from while it goes on: a simulated room, a file, or somebody at the other end of a line.
public protocol RoomFeed: AnyObject {
    /// The next event, in order of time, that has come and is due at or before `time`; nil where there is none.
    func nextEvent(upTo time: Nanoseconds) -> FeedEvent?
    /// When an event is due that has come already; nil where none is known.
    var nextDue: Nanoseconds? { get }
    /// Readable when more may have come since ``nextEvent(upTo:)`` gave nil, or when ``standing`` may be another; nil where
    /// nothing comes unasked, or nothing more comes at all.
    var wakeUpDescriptor: Int32? { get }
    /// Most events that a room takes before it looks after its picture again; nil where they are as many as are due.
    var mostAtOnce: Int? { get }
    /// How it stands; nil where that needs no word.
    var standing: FeedStanding? { get }
    /// The room's rules are these from now on.
    func follow(_ settings: Settings)
}

extension RoomFeed {
    /// Does nothing, as events are the same under all rules.
    public func follow(_ settings: Settings) {}
}

/// How a feed from outside stands, and what has become of what it brought.
public struct FeedStanding: Equatable, Sendable {
    /// A number of events, and what became of them.
    public struct Loss: Equatable, Sendable {
        /// What, in a word or two.
        public var reason: String
        /// How many.
        public var count: Int

        /// So many for a reason.
        public init(_ reason: String, _ count: Int) {
            self.reason = reason
            self.count = count
        }
    }

    /// What is to be said of the connection, such as `ended` or `lost: no answer`; nil while it is well.
    public var state: String?
    /// When it is tried anew, in session time; nil where it isn't.
    public var retryAt: Nanoseconds?
    /// Events that have come.
    public var arrived: Int
    /// Events that were not shown, by reason, those without loss left out.
    public var losses: [Loss]
    /// Lines that were wrong.
    public var wrongLines: Int
    /// The last one of those: where and what, in a line.
    public var lastFault: String?
    /// What was done to the feed on purpose, and how often.
    public var chaos: [Loss]

    /// A standing.
    public init(
        state: String? = nil, retryAt: Nanoseconds? = nil, arrived: Int = 0, losses: [Loss] = [], wrongLines: Int = 0,
        lastFault: String? = nil, chaos: [Loss] = []
    ) {
        self.state = state
        self.retryAt = retryAt
        self.arrived = arrived
        self.losses = losses
        self.wrongLines = wrongLines
        self.lastFault = lastFault
        self.chaos = chaos
    }
}

/// Events that are known before they are due, one after the other.
final class ScheduledFeed: RoomFeed {
    private let next: () -> FeedEvent?
    private var coming: FeedEvent?
    private var isOver = false

    /// - Parameter next: the next event, in order of time; nil at the end.
    init(_ next: @escaping () -> FeedEvent?) {
        self.next = next
    }

    func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        guard let due = nextDue, due <= time else { return nil }
        defer { coming = nil }
        return coming
    }

    var nextDue: Nanoseconds? {
        if coming == nil, !isOver {
            coming = next()
            isOver = coming == nil
        }
        return coming?.at.nanoseconds
    }

    var wakeUpDescriptor: Int32? { nil }
    var mostAtOnce: Int? { nil }
    var standing: FeedStanding? { nil }
}
