public import RoomEvents
import SystemIO

/// An external feed: a thread reads it into a queue, from which the stage takes events at any time.
///
///     let source = try FeedSource(endpoint, options, clock: { now() }) {
///         FeedLineAdapter(kinds: kinds, stream: $0)
///     }
///     while let event = source.popEvent() { … }
///     poll([source.wakeDescriptor, …])
public final class FeedSource: Sendable {
    /// The options for a file, a pipe or a socket.
    public struct Options: Sendable {
        /// Whether to continue at the end of a file, which may grow, or of a FIFO, which another writer may open.
        public var isFollowing: Bool
        /// Whether events happen when they arrive; otherwise they happen at the times in their lines. The default is
        /// false for files that are not followed, and true for other sources.
        public var isLive: Bool?
        /// The behaviour of a full queue. By default, files and pipes wait and sockets drop events.
        public var overflow: FeedQueue.Overflow?
        /// The largest number of waiting events.
        public var capacity: Int
        /// Whether the caller reads every fault, so that the feed waits for it; otherwise most faults are only counted.
        public var keepsFaults: Bool

        /// Creates options.
        public init(
            isFollowing: Bool = false, isLive: Bool? = nil, overflow: FeedQueue.Overflow? = nil,
            capacity: Int = FeedQueue.defaultCapacity, keepsFaults: Bool = false
        ) {
            self.isFollowing = isFollowing
            self.isLive = isLive
            self.overflow = overflow
            self.capacity = capacity
            self.keepsFaults = keepsFaults
        }
    }

    /// The name of the source for people, such as a path.
    public let name: String
    private let queue: FeedQueue
    private let interruption: Interruption
    /// Whether the source has connections that ``disconnect()`` can close.
    public let canDisconnect: Bool
    private let thread: SystemThread

    /// Starts to read from a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport, which runs on a thread of its own.
    ///   - overflow: The behaviour of a full queue; nil for the transport's default.
    ///   - capacity: The largest number of waiting events.
    ///   - keepsFaults: Whether the caller reads every fault, so that the transport waits for it.
    ///   - clock: Returns the time since the session began. The reading thread calls it.
    /// - Throws: `FeedSourceError` if the system has no descriptors or threads left.
    public init(
        _ transport: some FeedTransport, overflow: FeedQueue.Overflow? = nil, capacity: Int = FeedQueue.defaultCapacity,
        keepsFaults: Bool = false, clock: @escaping @Sendable () -> Duration
    ) throws(FeedSourceError) {
        name = transport.name
        queue = try FeedQueue(
            capacity: capacity, overflow: overflow ?? transport.defaultOverflow, keepsFaults: keepsFaults)
        interruption = try Interruption()
        canDisconnect = transport.canDisconnect
        let port = FeedPort(queue: queue, interruption: interruption, clock: clock)
        do throws(SystemError) {
            thread = try SystemThread("feed") {
                do throws(FeedSourceError) {
                    try transport.run(port)
                    port.queue.close()
                } catch {
                    port.queue.close(after: error)
                }
            }
        } catch {
            throw FeedSourceError("thread", "cannot be started")
        }
    }

    /// Opens a file, a pipe or a socket and starts to read it.
    ///
    /// - Parameters:
    ///   - endpoint: The source.
    ///   - options: The options for reading it.
    ///   - clock: Returns the time since the session began. The reading thread calls it.
    ///   - makeAdapter: Returns a new adapter for each writer, whose number is 0, 1, 2, …
    /// - Throws: `FeedSourceError` if the source cannot be opened.
    public convenience init(
        _ endpoint: FeedEndpoint, _ options: Options = Options(), clock: @escaping @Sendable () -> Duration,
        makeAdapter: @escaping @Sendable (_ stream: Int) -> any FeedAdapter
    ) throws(FeedSourceError) {
        let inlet = try FeedInput(endpoint, isFollowing: options.isFollowing)
        let transport = InputTransport(input: inlet, isLive: options.isLive ?? inlet.isLive, makeAdapter: makeAdapter)
        try self.init(
            transport, overflow: options.overflow, capacity: options.capacity, keepsFaults: options.keepsFaults,
            clock: clock)
    }

    deinit {
        stop()
    }

    /// Removes and returns the next event; nil if none waits.
    public func popEvent() -> FeedEvent? { queue.popEvent() }

    /// A descriptor for `poll` that becomes readable when events may be waiting, the state has changed or the feed has
    /// ended.
    ///
    /// After ``popEvent()`` has returned nil, it is not readable until there is news.
    public var wakeDescriptor: Int32 { queue.wakeDescriptor }

    /// The state of the feed.
    public var state: FeedState { queue.feedState }

    /// Removes and returns the last states that were reported since the last call, in order, also those that lasted
    /// only a moment.
    public func consumeStateChanges() -> [FeedState] { queue.consumeStateChanges() }

    /// The statistics of the feed.
    public var counts: FeedQueue.Counts { queue.counts }

    /// Removes and returns the faults of lines.
    public func consumeFaults() -> [FeedFault] { queue.consumeFaults() }

    /// Whether the feed has ended and all events were taken out.
    public var isAtEnd: Bool { queue.isAtEnd }

    /// The error with which the feed ended; nil if it has not failed.
    public var failure: FeedSourceError? { queue.failure }

    /// Cuts the current connections as if the network had failed; the transport reconnects as after any loss. Does
    /// nothing if the source has no connections.
    public func disconnect() {
        if canDisconnect { interruption.requestDisconnect() }
    }

    /// Stops reading, closes the source and waits for the thread to end. Waiting events remain available.
    public func stop() {
        queue.stop()
        interruption.requestStop()
        thread.join()
    }
}
