public import ExactNumbers
public import Playback
public import RoomEvents

/// A source of a room's events: a simulated room, a file or a network connection.
public protocol RoomFeed: AnyObject {
    /// Returns the next available event that is due at or before `time`, in order of time, or `nil` if there is none.
    func nextEvent(upTo time: Nanoseconds) -> FeedEvent?
    /// The session time at which an available event is due, or `nil` if none is available.
    var nextDue: Nanoseconds? { get }
    /// A file descriptor that becomes readable when new events may be available or ``status`` may have changed.
    ///
    /// New events are those that arrived after ``nextEvent(upTo:)`` returned `nil`. The descriptor is `nil` if the feed
    /// needs no wake-up, or if it has ended.
    var wakeUpDescriptor: Int32? { get }
    /// The maximum number of events that a room processes before it may paint again, or `nil` for no limit.
    var maxEventsPerUpdate: Int? { get }
    /// The state of the feed, or `nil` if there is none to show.
    var status: FeedStatus? { get }
    /// The gift kinds of the store that the feed knows from the beginning, as they are on disk.
    var knownKinds: [GiftKind] { get }
    /// Updates the policy of the room, which the feed may depend on.
    func apply(_ settings: Settings)
    /// Called when the sendable gift kinds change, with all of them.
    func apply(_ kinds: [GiftKind])
}

extension RoomFeed {
    /// Does nothing, for feeds that do not depend on the policy.
    public func apply(_ settings: Settings) {}

    /// Does nothing, for feeds that do not depend on the gift kinds.
    public func apply(_ kinds: [GiftKind]) {}

    /// None, for feeds that do not depend on the gift kinds.
    public var knownKinds: [GiftKind] { [] }
}

/// The state of an external feed, with the counts of its events.
public struct FeedStatus: Equatable, Sendable {
    /// A number of events that were lost or disturbed for the same reason.
    public struct EventCount: Equatable, Sendable {
        /// The reason, in one or two words.
        public var reason: String
        /// The number of events.
        public var count: Int

        /// Creates a count for a reason.
        public init(_ reason: String, _ count: Int) {
            self.reason = reason
            self.count = count
        }
    }

    /// The state of the connection, such as `ended` or `lost: no answer`, or `nil` if it works.
    public var state: String?
    /// The session time of the next attempt to connect, or `nil` if there is none.
    public var retryAt: Nanoseconds?
    /// The number of events that arrived.
    public var arrivedCount: Int
    /// The number of events that were not shown, by reason; reasons with a count of 0 are omitted.
    public var losses: [EventCount]
    /// The number of invalid lines.
    public var invalidLineCount: Int
    /// The position and the error of the last invalid line, in one line.
    public var lastError: String?
    /// The number of disturbances that giftty added to the feed on purpose, by kind.
    public var disturbances: [EventCount]

    /// Creates a state.
    public init(
        state: String? = nil, retryAt: Nanoseconds? = nil, arrivedCount: Int = 0, losses: [EventCount] = [],
        invalidLineCount: Int = 0,
        lastError: String? = nil, disturbances: [EventCount] = []
    ) {
        self.state = state
        self.retryAt = retryAt
        self.arrivedCount = arrivedCount
        self.losses = losses
        self.invalidLineCount = invalidLineCount
        self.lastError = lastError
        self.disturbances = disturbances
    }
}

/// A feed whose events are known before they are due.
public final class ScheduledFeed: RoomFeed {
    private let produceEvent: () -> FeedEvent?
    private var pendingEvent: FeedEvent?
    private var isOver = false

    /// Creates a feed.
    ///
    /// - Parameter next: A closure that returns the next event, in order of time, or `nil` at the end.
    public init(_ next: @escaping () -> FeedEvent?) {
        self.produceEvent = next
    }

    /// Returns the next event that is due at or before `time`, or `nil` if there is none.
    public func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        guard let due = nextDue, due <= time else { return nil }
        defer { pendingEvent = nil }
        return pendingEvent
    }

    /// The session time of the next event, or `nil` after the last one.
    public var nextDue: Nanoseconds? {
        if pendingEvent == nil, !isOver {
            pendingEvent = produceEvent()
            isOver = pendingEvent == nil
        }
        return pendingEvent?.at.inNanoseconds
    }

    /// None, as no event comes unexpected.
    public var wakeUpDescriptor: Int32? { nil }
    /// No limit.
    public var maxEventsPerUpdate: Int? { nil }
    /// None.
    public var status: FeedStatus? { nil }
}
