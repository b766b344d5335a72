public import GiftFeed

/// The events of a feed after ``FeedChaos``, in the order in which they arrive; as fast as it is asked.
///
///     let events = DisturbedFeed(room, chaos: try FeedChaos("drop=1%"), seed: 7)
public struct DisturbedFeed<Events: IteratorProtocol>: Sequence, IteratorProtocol where Events.Element == FeedEvent {
    private var events: Events
    private var disturbance: FeedDisturbance
    /// The first event that the disturbance has not taken.
    private var coming: FeedEvent?

    /// The events of `events`, which are in order of time, disturbed by `chaos` with chance from a seed.
    public init(_ events: Events, chaos: FeedChaos, seed: UInt64) {
        self.events = events
        disturbance = FeedDisturbance(chaos, seed: seed)
        coming = self.events.next()
    }

    /// What has gone wrong so far.
    public var counts: FeedDisturbance.Counts { disturbance.counts }

    /// The next event; its time is not before that of the one before.
    public mutating func next() -> FeedEvent? {
        while let event = coming {
            disturbance.advance(to: event.at)
            if let arrived = disturbance.next(upTo: event.at) { return arrived }
            disturbance.take(event)
            coming = events.next()
        }
        return disturbance.nextOfAll()
    }
}
