public import GiftFeed

/// A feed that comes by a file, a pipe or a socket: a thread reads it into a queue, and the show takes events from that
/// when it likes.
///
///     let source = try FeedSource(endpoint, options, clock: { now() }) {
///         FeedLineAdapter(kinds: kinds, stream: $0)
///     }
///     while let event = source.nextEvent() { … }
///     poll([source.wakeUpDescriptor, …])
public final class FeedSource: Sendable {
    /// How a source is read.
    public struct Options: Sendable {
        /// Whether to go on at the end of a file, as somebody still writes it, or of a FIFO, as somebody may open it.
        public var follows: Bool
        /// Whether events happen when they come. Else, from a file, they happen at the times that they say themselves.
        public var isLive: Bool?
        /// What happens where more comes than is shown; by default files and pipes wait and sockets drop.
        public var overflow: FeedQueue.Overflow?
        /// Most events that wait.
        public var capacity: Int

        /// The usual way to read.
        public init(
            follows: Bool = false, isLive: Bool? = nil, overflow: FeedQueue.Overflow? = nil,
            capacity: Int = FeedQueue.usualCapacity
        ) {
            self.follows = follows
            self.isLive = isLive
            self.overflow = overflow
            self.capacity = capacity
        }
    }

    private let queue: FeedQueue
    private let stopping: WakeUp
    private let thread: FeedThread

    /// Opens a source and begins to read it.
    /// - Parameters:
    ///   - clock: the time since the show began; asked on the reading thread.
    ///   - makeAdapter: a new adapter for each that connects, of whom there are 0, 1, 2, …
    /// - Throws: why it cannot be opened.
    public init(
        _ endpoint: FeedEndpoint, _ options: Options = Options(), clock: @escaping @Sendable () -> Duration,
        makeAdapter: @escaping @Sendable (_ stream: Int) -> any FeedAdapter
    ) throws(FeedSourceError) {
        let inlet = try FeedInlet(endpoint, follows: options.follows)
        let overflow = options.overflow ?? inlet.usualOverflow
        queue = try FeedQueue(capacity: options.capacity, overflow: overflow)
        stopping = try WakeUp()
        let reading = FeedReading(
            inlet: inlet, queue: queue, stopping: stopping, isLive: options.isLive ?? inlet.isLive, clock: clock,
            makeAdapter: makeAdapter)
        thread = try FeedThread { reading.queue.close(after: reading.run()) }
    }

    deinit {
        stop()
    }

    /// The next event; nil where none waits.
    public func nextEvent() -> FeedEvent? { queue.nextEvent() }

    /// Readable when events may be waiting or the feed has ended; for `poll`.
    public var wakeUpDescriptor: Int32 { queue.wakeUpDescriptor }

    /// What has come, what was dropped and why.
    public var counts: FeedQueue.Counts { queue.counts }

    /// Lines that were wrong, since they were asked for last.
    public func takeFaults() -> [FeedFault] { queue.takeFaults() }

    /// Whether nothing comes any more and all was taken.
    public var isAtEnd: Bool { queue.isAtEnd }

    /// Why the feed ended before its end; nil where it has not.
    public var failure: FeedSourceError? { queue.failure }

    /// Stops reading, closes what is open and waits until that is done. Events that wait can still be taken.
    public func stop() {
        queue.stop()
        stopping.signal()
        thread.join()
    }
}
