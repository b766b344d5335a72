import FeedFaults
import FeedSources
import GiftFeed

/// The events of a source, optionally with disturbances: random ones from a seed, and cuts of its connections if it has
/// any.
struct DisturbedSource {
    let source: FeedSource
    private var events: ArrivingEvents
    private var cuts: ConnectionCuts?

    /// Creates a disturbed source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - chaos: The disturbances; `nil` for none.
    ///   - seed: The seed of all random choices.
    init(_ source: FeedSource, chaos: FeedChaos?, seed: UInt64) {
        self.source = source
        var chaos = chaos
        if source.canBeCut, let mean = chaos?.disconnectEvery {
            cuts = ConnectionCuts(every: mean, seed: seed)
            chaos?.disconnectEvery = nil
        }
        events = ArrivingEvents(chaos: chaos, seed: seed) { source.nextEvent() }
    }

    /// Cuts the connections if that is due, and returns the next event that is due at or before `time`; `nil` if there
    /// is none.
    mutating func next(upTo time: Duration) -> FeedEvent? {
        cut(at: time)
        if let event = events.next(upTo: time) { return event }
        if source.isAtEnd, events.isWaiting { events.finish() }
        return nil
    }

    /// Returns the next event, whatever its time is; `nil` if the source has none now or has ended.
    mutating func nextOfAll() -> FeedEvent? {
        if let event = events.nextOfAll() { return event }
        guard source.isAtEnd else { return nil }
        events.finish()
        return events.nextOfAll()
    }

    /// Cuts the connections if that is due.
    mutating func cut(at time: Duration) {
        if cuts?.isDue(at: time) == true, !source.state.isOver { source.cut() }
    }

    /// The time of the next known event, disturbance or cut; `nil` if nothing is known.
    var nextDue: Duration? { [events.nextDue, nextCut].compactMap(\.self).min() }

    /// The time of the next cut of the connections; `nil` if there is none.
    var nextCut: Duration? { source.state.isOver ? nil : cuts?.nextDue }

    /// A descriptor that is readable when the source has more events, and at its end until that is noticed.
    ///
    /// The value is `nil` if it is not necessary to wait for the source.
    var wakeUpDescriptor: Int32? { events.isWaiting && !events.isFinished ? source.wakeUpDescriptor : nil }

    /// Whether no more events follow.
    var isAtEnd: Bool { source.isAtEnd && events.isWaiting && events.nextDue == nil }

    /// Whether the events are disturbed.
    var isDisturbed: Bool { events.counts != nil }

    /// The number of disturbances of each type so far; `nil` without disturbances.
    var counts: FeedDisturbance.Counts? { events.counts }

    /// The number of cuts of the connections so far.
    var cutCount: Int { cuts?.count ?? 0 }
}
