public import GiftFeed

/// What brings the events of a feed: a file, a pipe, a socket, or a connection to a server.
///
/// ``FeedSource`` gives it a thread, a queue and a clock, and whoever shows the feed knows nothing else of it.
public protocol FeedTransport: Sendable {
    /// What people read of it, such as a path or `twitch:ann`.
    var name: String { get }
    /// What happens where more comes than is shown: writers that can be slowed down wait, others lose what has no room.
    var usualOverflow: FeedQueue.Overflow { get }
    /// Whether it has connections that can be cut and come again.
    var canBeCut: Bool { get }

    /// Brings what comes to `port` until there is nothing more, or until the port is stopped.
    ///
    /// It is called once, on a thread of its own, and may block on its own descriptors together with
    /// ``FeedPort/stopDescriptor``. What it has opened it closes before it returns.
    /// - Throws: why nothing more comes, where that was not the end. A connection that can be made anew is no such case:
    ///   it says ``FeedState/lost(reason:retryAt:)`` and makes it anew.
    func run(_ port: FeedPort) throws(FeedSourceError)
}

extension FeedTransport {
    /// There is nothing to cut.
    public var canBeCut: Bool { false }
}

/// How a feed stands.
public enum FeedState: Equatable, Sendable {
    /// Nothing can come yet; why, such as `connecting`, or empty where that needs no word.
    case waiting(String)
    /// Events come when they happen.
    case open
    /// What there was is gone, for this reason; it is tried anew at this time on the reader's clock.
    case lost(reason: String, retryAt: Duration)
    /// Nothing more comes: that was all.
    case ended
    /// Nothing more comes, for this reason.
    case failed(FeedSourceError)

    /// Whether nothing more comes.
    public var isOver: Bool {
        switch self {
        case .ended, .failed: true
        case .waiting, .open, .lost: false
        }
    }
}

/// Where a transport brings what has come.
public struct FeedPort: Sendable {
    let queue: FeedQueue
    let interruption: Interruption
    let clock: @Sendable () -> Duration

    /// The time since the show began. It stands still while the program is stopped.
    public var now: Duration { clock() }

    /// Readable as soon as the transport is to return, or its connection is to be cut; for `poll`, beside its own
    /// descriptors.
    public var stopDescriptor: Int32 { interruption.descriptor }

    /// Whether the transport is to return, or its connection is to be cut: that is over then, whatever goes on in it.
    /// What makes connections asks ``takeCut()`` which of the two.
    public var isStopped: Bool { interruption.isThere }

    /// Whether the connection is to be cut, as if the network had failed: nobody says goodbye.
    public var isCut: Bool { interruption.isCut }

    /// Whether only the connection was to be cut, and the transport is to go on and make it anew. Asking is answering:
    /// it is done then.
    public func takeCut() -> Bool { interruption.takeCut() }

    /// What people read of a connection that was cut.
    public static let cutReason = "cut off on purpose"

    /// Brings events, whose times are on ``now``'s clock and never fall; what is due later is shown later. Where they
    /// have no room this waits or drops them, as the source was told.
    /// - Returns: whether anybody still takes events.
    @discardableResult
    public func put(_ events: [FeedEvent]) -> Bool { queue.put(events) }

    /// Notes a message that was wrong and is passed over.
    public func put(_ fault: FeedFault) { queue.put(fault) }

    /// Counts events that the transport itself doesn't bring.
    /// - Parameter gifts: how many of them were gifts.
    public func drop(_ reason: FeedQueue.Reason, count: Int = 1, gifts: Int = 0) {
        queue.countDropped(reason, count: count, gifts: gifts)
    }

    /// Says how the feed stands; people see it at once. The end and a failure are said by returning.
    public func report(_ state: FeedState) { queue.report(state) }

    /// Sleeps until `time`, or until the transport is to return. While it sleeps there is no connection to cut.
    /// - Returns: whether it is to go on.
    public func sleep(until time: Duration) -> Bool {
        while true {
            let rest = time - now
            guard rest > .zero else { return !isStopped || takeCut() }
            if interruption.isThere(within: rest), !takeCut() { return false }
        }
    }
}
