public import RoomEvents

/// The events of a feed after ``FeedChaos``, in the order in which they arrive, without waiting.
///
///     let events = DisturbedFeed(room, chaos: try FeedChaos("drop=1%"), seed: 7)
public struct DisturbedFeed<Events: IteratorProtocol>: Sequence, IteratorProtocol where Events.Element == FeedEvent {
    private var events: Events
    private var disturbance: FeedDisturbance
    /// The first event that the disturbance has not received.
    private var lookahead: FeedEvent?

    /// Creates a feed that disturbs `events`, which must be in the order of time, with `chaos` and random choices from
    /// `seed`.
    public init(_ events: Events, chaos: FeedChaos, seed: UInt64) {
        self.events = events
        disturbance = FeedDisturbance(chaos, seed: seed)
        lookahead = self.events.next()
    }

    /// The number of disturbances of each type so far.
    public var counts: FeedDisturbance.Counts { disturbance.counts }

    /// Returns the next event. The times of the events never decrease.
    public mutating func next() -> FeedEvent? {
        while let event = lookahead {
            disturbance.advance(to: event.at)
            if let arrived = disturbance.next(upTo: event.at) { return arrived }
            disturbance.receive(event)
            lookahead = events.next()
        }
        return disturbance.nextDelayed()
    }
}
