public import GiftFeed

/// A feed that comes from outside: a thread reads it into a queue, and the show takes events from that when it likes.
///
///     let source = try FeedSource(endpoint, options, clock: { now() }) {
///         FeedLineAdapter(kinds: kinds, stream: $0)
///     }
///     while let event = source.nextEvent() { … }
///     poll([source.wakeUpDescriptor, …])
public final class FeedSource: Sendable {
    /// How a file, a pipe or a socket is read.
    public struct Options: Sendable {
        /// Whether to go on at the end of a file, as somebody still writes it, or of a FIFO, as somebody may open it.
        public var follows: Bool
        /// Whether events happen when they come. Else, from a file, they happen at the times that they say themselves.
        public var isLive: Bool?
        /// What happens where more comes than is shown; by default files and pipes wait and sockets drop.
        public var overflow: FeedQueue.Overflow?
        /// Most events that wait.
        public var capacity: Int
        /// Whether somebody reads of every wrong line, so that reading waits for that; else most are only counted.
        public var keepsFaults: Bool

        /// The usual way to read.
        public init(
            follows: Bool = false, isLive: Bool? = nil, overflow: FeedQueue.Overflow? = nil,
            capacity: Int = FeedQueue.usualCapacity, keepsFaults: Bool = false
        ) {
            self.follows = follows
            self.isLive = isLive
            self.overflow = overflow
            self.capacity = capacity
            self.keepsFaults = keepsFaults
        }
    }

    /// What people read of it, such as a path.
    public let name: String
    private let queue: FeedQueue
    private let interruption: Interruption
    /// Whether it has connections that ``cut()`` cuts.
    public let canBeCut: Bool
    private let thread: FeedThread

    /// Begins to read what a transport brings.
    /// - Parameters:
    ///   - overflow: what happens where more comes than is shown; nil as is usual for the transport.
    ///   - capacity: most events that wait.
    ///   - keepsFaults: whether somebody reads of every fault, so that the transport waits for that.
    ///   - clock: the time since the show began; asked on the reading thread.
    /// - Throws: where the system has no descriptors or threads left.
    public init(
        _ transport: some FeedTransport, overflow: FeedQueue.Overflow? = nil, capacity: Int = FeedQueue.usualCapacity,
        keepsFaults: Bool = false, clock: @escaping @Sendable () -> Duration
    ) throws(FeedSourceError) {
        name = transport.name
        queue = try FeedQueue(
            capacity: capacity, overflow: overflow ?? transport.usualOverflow, keepsFaults: keepsFaults)
        interruption = try Interruption()
        canBeCut = transport.canBeCut
        let port = FeedPort(queue: queue, interruption: interruption, clock: clock)
        thread = try FeedThread {
            do throws(FeedSourceError) {
                try transport.run(port)
                port.queue.close()
            } catch {
                port.queue.close(after: error)
            }
        }
    }

    /// Opens a file, a pipe or a socket and begins to read it.
    /// - Parameters:
    ///   - clock: the time since the show began; asked on the reading thread.
    ///   - makeAdapter: a new adapter for each that connects, of whom there are 0, 1, 2, …
    /// - Throws: why it cannot be opened.
    public convenience init(
        _ endpoint: FeedEndpoint, _ options: Options = Options(), clock: @escaping @Sendable () -> Duration,
        makeAdapter: @escaping @Sendable (_ stream: Int) -> any FeedAdapter
    ) throws(FeedSourceError) {
        let inlet = try FeedInlet(endpoint, follows: options.follows)
        let transport = InletTransport(inlet: inlet, isLive: options.isLive ?? inlet.isLive, makeAdapter: makeAdapter)
        try self.init(
            transport, overflow: options.overflow, capacity: options.capacity, keepsFaults: options.keepsFaults,
            clock: clock)
    }

    deinit {
        stop()
    }

    /// The next event; nil where none waits.
    public func nextEvent() -> FeedEvent? { queue.nextEvent() }

    /// Readable when events may be waiting, the feed stands otherwise than before, or it has ended; for `poll`. Once
    /// ``nextEvent()`` has given nil it is not, until there is more to know.
    public var wakeUpDescriptor: Int32 { queue.wakeUpDescriptor }

    /// How the feed stands.
    public var state: FeedState { queue.feedState }

    /// What has come, what was dropped and why.
    public var counts: FeedQueue.Counts { queue.counts }

    /// Lines that were wrong, since they were asked for last.
    public func takeFaults() -> [FeedFault] { queue.takeFaults() }

    /// Whether nothing comes any more and all was taken.
    public var isAtEnd: Bool { queue.isAtEnd }

    /// Why the feed ended before its end; nil where it has not.
    public var failure: FeedSourceError? { queue.failure }

    /// Cuts the connections there are, as if the network had failed; they are made anew as after any loss. Does nothing to
    /// what has none.
    public func cut() {
        if canBeCut { interruption.cut() }
    }

    /// Stops reading, closes what is open and waits until that is done. Events that wait can still be taken.
    public func stop() {
        queue.stop()
        interruption.stop()
        thread.join()
    }
}
