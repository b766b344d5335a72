/// A feed that delivers precomputed events, such as those of a ``SimulatedRoom``, in real time on a clock.
///
/// After a standstill, such as a stopped process that continues an hour later, the feed continues where it stopped
/// instead of delivering an hour of events at once. The times in the events do not change.
public struct LiveFeed<Events: Sequence & Sendable, Time: Clock>: Feed
where Events.Element == FeedEvent, Time.Duration == Duration {
    /// The feed itself never fails.
    public typealias Failure = Never

    /// The longest lag that the feed catches up; a longer lag is a standstill.
    public static var maxLag: Duration { .seconds(2) }

    private let events: Events
    private let clock: Time

    /// Creates a feed of `events`, which must be in order of time.
    ///
    /// Time 0 of the feed is the moment at which the reader requests the first event.
    public init(_ events: Events, clock: Time) {
        self.events = events
        self.clock = clock
    }

    /// Returns an iterator; the feed starts with its first event.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: events.makeIterator(), clock: clock)
    }

    /// An iterator that delivers each event when it is due.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: Events.Iterator
        private let clock: Time
        private var start: Time.Instant?

        fileprivate init(events: Events.Iterator, clock: Time) {
            self.events = events
            self.clock = clock
        }

        /// Returns the next event when it is due; nil if there are no more events or the task is cancelled.
        public mutating func next() async -> FeedEvent? {
            await next(isolation: nil)
        }

        /// Returns the next event when it is due; nil if there are no more events or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FeedEvent? {
            guard let event = events.next() else { return nil }
            let now = clock.now
            var due = (start ?? now).advanced(by: event.at)
            if due.duration(to: now) > LiveFeed.maxLag { due = now }
            start = due.advanced(by: .zero - event.at)
            do {
                try await clock.sleep(until: due, tolerance: .milliseconds(1))
                return event
            } catch {
                return nil
            }
        }
    }
}
