/// Events that are known before they are due, such as those of a ``SimulatedRoom``, given out on a clock.
///
/// After a standstill, as when the program was stopped and goes on an hour later, the feed continues from where it
/// stood instead of giving out an hour of events at once. Their own times are never changed by that.
public struct LiveFeed<Events: Sequence & Sendable, Time: Clock>: Feed
where Events.Element == FeedEvent, Time.Duration == Duration {
    /// A feed never fails on its own.
    public typealias Failure = Never

    /// The longest lag that is caught up; a longer one is a standstill.
    public static var standstill: Duration { .seconds(2) }

    private let events: Events
    private let clock: Time

    /// A feed of `events`, which must be in order of time.
    /// Time 0 of the feed is the moment at which its first event is asked for.
    public init(_ events: Events, clock: Time) {
        self.events = events
        self.clock = clock
    }

    /// Starts the feed.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: events.makeIterator(), clock: clock)
    }

    /// Gives out each event when it is due.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: Events.Iterator
        private let clock: Time
        private var start: Time.Instant?

        fileprivate init(events: Events.Iterator, clock: Time) {
            self.events = events
            self.clock = clock
        }

        /// The next event, once it is due; nil when there is none or the task is cancelled.
        public mutating func next() async -> FeedEvent? {
            await next(isolation: nil)
        }

        /// The next event, once it is due; nil when there is none or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FeedEvent? {
            guard let event = events.next() else { return nil }
            let now = clock.now
            var due = (start ?? now).advanced(by: event.at)
            if due.duration(to: now) > LiveFeed.standstill { due = now }
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
