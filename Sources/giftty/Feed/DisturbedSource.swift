import FeedFaults
import FeedSources
import GiftFeed

/// The events of a source, disturbed where that is asked for: by chance from the seed, and by cutting its connections
/// where it has some.
struct DisturbedSource {
    let source: FeedSource
    private var events: ArrivingEvents
    private var cuts: ConnectionCuts?

    /// - Parameter chaos: what is to go wrong; nil for nothing.
    init(_ source: FeedSource, chaos: FeedChaos?, seed: UInt64) {
        self.source = source
        var chaos = chaos
        if source.canBeCut, let mean = chaos?.disconnectEvery {
            cuts = ConnectionCuts(every: mean, seed: seed)
            chaos?.disconnectEvery = nil
        }
        events = ArrivingEvents(chaos: chaos, seed: seed) { source.nextEvent() }
    }

    /// The next event that is due at or before `time`; nil where there is none. Connections are cut when that is due.
    mutating func next(upTo time: Duration) -> FeedEvent? {
        cut(at: time)
        if let event = events.next(upTo: time) { return event }
        if source.isAtEnd, events.isWaiting { events.finish() }
        return nil
    }

    /// The next event, however late it is; nil where the source has nothing now, or nothing more.
    mutating func nextOfAll() -> FeedEvent? {
        if let event = events.nextOfAll() { return event }
        guard source.isAtEnd else { return nil }
        events.finish()
        return events.nextOfAll()
    }

    /// Cuts the connections where that is due.
    mutating func cut(at time: Duration) {
        if cuts?.isDue(at: time) == true, !source.state.isOver { source.cut() }
    }

    /// When an event is due that is known already, or a fault.
    var nextDue: Duration? { [events.nextDue, nextCut].compactMap(\.self).min() }

    /// When the connections are cut next; nil where they are not.
    var nextCut: Duration? { source.state.isOver ? nil : cuts?.nextDue }

    /// Readable when the source has more, and at its end until that was seen; nil where neither need be waited for.
    var wakeUpDescriptor: Int32? { events.isWaiting && !events.isFinished ? source.wakeUpDescriptor : nil }

    /// Whether nothing more comes.
    var isAtEnd: Bool { source.isAtEnd && events.isWaiting && events.nextDue == nil }

    /// Whether what comes is changed.
    var isDisturbed: Bool { events.counts != nil }

    /// What has gone wrong on purpose so far; nil where nothing was to.
    var counts: FeedDisturbance.Counts? { events.counts }

    /// How often connections were cut.
    var cutCount: Int { cuts?.count ?? 0 }
}
