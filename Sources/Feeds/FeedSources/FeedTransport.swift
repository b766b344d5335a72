public import RoomEvents

/// A transport that delivers the events of a feed: from a file, a pipe, a socket or a connection to a server.
///
/// ``FeedSource`` supplies a thread, a queue and a clock. The consumer of the feed needs no knowledge of the transport.
public protocol FeedTransport: Sendable {
    /// The name of the source for people, such as a path or `twitch:ann`.
    var name: String { get }
    /// The default behaviour of a full queue: wait if the writers can be slowed down, otherwise drop.
    var defaultOverflow: FeedQueue.Overflow { get }
    /// Whether the transport has connections that can be cut and made again.
    var canDisconnect: Bool { get }

    /// Puts events into `port` until the source ends or the port is stopped.
    ///
    /// The method is called once, on a thread of its own. It may block on its own descriptors together with
    /// ``FeedPort/stopDescriptor``. It closes what it has opened before it returns.
    ///
    /// - Throws: `FeedSourceError` if the source fails permanently. After the loss of a connection, the transport
    ///   reports ``FeedState/lost(reason:retryAt:)`` instead and reconnects.
    func run(_ port: FeedPort) throws(FeedSourceError)
}

extension FeedTransport {
    /// False, because there are no connections by default.
    public var canDisconnect: Bool { false }
}

/// The state of a feed.
public enum FeedState: Equatable, Sendable {
    /// No events can arrive yet, for this reason, such as `connecting`; empty if no reason is necessary.
    case waiting(String)
    /// The source is open, and events can arrive.
    case open
    /// The connection is lost, for this reason. The next attempt happens at `retryAt`, on the reader's clock.
    case lost(reason: String, retryAt: Duration)
    /// The feed has ended normally.
    case ended
    /// The feed has ended with an error.
    case failed(FeedSourceError)

    /// Whether the feed has ended.
    public var hasEnded: Bool {
        switch self {
        case .ended, .failed: true
        case .waiting, .open, .lost: false
        }
    }
}

/// The port into which a transport puts events and states.
public struct FeedPort: Sendable {
    let queue: FeedQueue
    let interruption: Interruption
    let clock: @Sendable () -> Duration

    /// The time since the session began. It stands still while the program is suspended.
    public var now: Duration { clock() }

    /// A descriptor for `poll` that becomes readable when the transport must return or cut its connection.
    public var stopDescriptor: Int32 { interruption.descriptor }

    /// Whether the transport must return or its connection must be cut.
    ///
    /// In both cases the current connection ends. The code that makes connections calls ``consumeDisconnect()`` to distinguish
    /// them.
    public var isStopped: Bool { interruption.isPending }

    /// Whether the connection must be cut, as if the network had failed, without a goodbye.
    public var isDisconnectRequested: Bool { interruption.isDisconnectRequested }

    /// Consumes a pending cut and returns whether there was one.
    ///
    /// If true, only the connection was to be cut, and the transport reconnects.
    public func consumeDisconnect() -> Bool { interruption.consumeDisconnect() }

    /// The reason that people read for a connection that was cut.
    public static let disconnectReason = "disconnected on purpose"

    /// Puts events into the queue.
    ///
    /// Their times are on the clock of ``now`` and must not decrease; the stage shows future events when they are due.
    /// If the queue is full, the method waits or drops events, depending on the source's options.
    ///
    /// - Returns: Whether the queue still accepts events.
    @discardableResult
    public func put(_ events: [FeedEvent]) -> Bool { queue.put(events) }

    /// Adds the fault of a message, which the transport ignores.
    public func put(_ fault: FeedFault) { queue.put(fault) }

    /// Counts events that the transport drops itself.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - count: The number of events.
    ///   - gifts: The number of gifts among them.
    public func recordDropped(_ reason: FeedQueue.Reason, count: Int = 1, gifts: Int = 0) {
        queue.recordDropped(reason, count: count, gifts: gifts)
    }

    /// Sets the state of the feed, which people see at once. Do not report the end or a failure: return from or throw
    /// in ``FeedTransport/run(_:)`` instead.
    public func setState(_ state: FeedState) { queue.setState(state) }

    /// Sleeps until `time` or until the transport must return. A cut has no effect meanwhile, because there is no
    /// connection.
    ///
    /// - Returns: Whether to continue.
    public func sleep(until time: Duration) -> Bool {
        while true {
            let rest = time - now
            guard rest > .zero else { return !isStopped || consumeDisconnect() }
            if interruption.waitUntilPending(timeout: rest), !consumeDisconnect() { return false }
        }
    }
}
