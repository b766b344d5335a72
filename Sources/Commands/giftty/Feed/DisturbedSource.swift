import FeedSources
import FeedTools
import RoomEvents

/// The events of a source, optionally with disturbances: random ones from a seed, and cuts of its connections if it has
/// any.
struct DisturbedSource {
    let source: FeedSource
    private var events: ArrivingEvents
    private var disconnectSchedule: DisconnectSchedule?

    /// Creates a disturbed source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - chaos: The disturbances; `nil` for none.
    ///   - seed: The seed of all random choices.
    init(_ source: FeedSource, chaos: FeedChaos?, seed: UInt64) {
        self.source = source
        var chaos = chaos
        if source.canDisconnect, let mean = chaos?.meanDisconnectInterval {
            disconnectSchedule = DisconnectSchedule(every: mean, seed: seed)
            chaos?.meanDisconnectInterval = nil
        }
        events = ArrivingEvents(chaos: chaos, seed: seed) { source.popEvent() }
    }

    /// Cuts the connections if that is due, and returns the next event that is due at or before `time`; `nil` if there
    /// is none.
    mutating func next(upTo time: Duration) -> FeedEvent? {
        disconnectIfDue(at: time)
        if let event = events.next(upTo: time) { return event }
        if source.isAtEnd, events.hasNoLookahead { events.finish() }
        return nil
    }

    /// Returns the next event, whatever its time is; `nil` if the source has none now or has ended.
    mutating func nextInFeedTime() -> FeedEvent? {
        if let event = events.nextInFeedTime() { return event }
        guard source.isAtEnd else { return nil }
        events.finish()
        return events.nextInFeedTime()
    }

    /// Cuts the connections if that is due.
    mutating func disconnectIfDue(at time: Duration) {
        if disconnectSchedule?.consumeDue(at: time) == true, !source.state.hasEnded { source.disconnect() }
    }

    /// The time of the next known event, disturbance or cut; `nil` if nothing is known.
    var nextDue: Duration? { [events.nextDue, nextDisconnect].compactMap(\.self).min() }

    /// The time of the next cut of the connections; `nil` if there is none.
    var nextDisconnect: Duration? { source.state.hasEnded ? nil : disconnectSchedule?.nextDue }

    /// A descriptor that is readable when the source has more events, and at its end until that is noticed.
    ///
    /// The value is `nil` if it is not necessary to wait for the source.
    var wakeDescriptor: Int32? { events.hasNoLookahead && !events.isFinished ? source.wakeDescriptor : nil }

    /// Whether no more events follow.
    var isAtEnd: Bool { source.isAtEnd && events.hasNoLookahead && events.nextDue == nil }

    /// Whether the events are disturbed.
    var isDisturbed: Bool { events.counts != nil }

    /// The number of disturbances of each type so far; `nil` without disturbances.
    var counts: FeedDisturbance.Counts? { events.counts }

    /// The number of cuts of the connections so far.
    var disconnectCount: Int { disconnectSchedule?.count ?? 0 }
}
