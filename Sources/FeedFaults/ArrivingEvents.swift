public import GiftFeed

/// The events of a source as they fall due on somebody's clock, disturbed by ``FeedChaos`` where that is asked for.
///
/// The source may have nothing for a while and more later, as one does that comes over a network.
///
///     var events = ArrivingEvents(chaos: chaos, seed: 7) { source.nextEvent() }
///     while let event = events.next(upTo: now) { … }
public struct ArrivingEvents {
    private let source: () -> FeedEvent?
    private var disturbance: FeedDisturbance?
    /// The first event of the source that was not given out or disturbed.
    private var coming: FeedEvent?
    /// Whether the source has nothing more, as ``finish()`` says.
    public private(set) var isFinished = false

    /// Events of `source`, which gives the next one in order of time, or nil where it has none now.
    /// - Parameters:
    ///   - chaos: what is to go wrong; nil for nothing.
    ///   - seed: the same events, faults and seed give the same events.
    public init(chaos: FeedChaos? = nil, seed: UInt64 = 0, from source: @escaping () -> FeedEvent?) {
        self.source = source
        disturbance = chaos.map { FeedDisturbance($0, seed: seed) }
    }

    /// What has gone wrong on purpose so far; nil where nothing was to.
    public var counts: FeedDisturbance.Counts? { disturbance?.counts }

    /// Whether the source had nothing when it was asked last.
    public var isWaiting: Bool { coming == nil }

    /// When an event is due that is known already, or a fault.
    public var nextDue: Duration? {
        [coming?.at, disturbance?.nextDue].compactMap(\.self).min()
    }

    /// The next event that is due at or before `time`; nil where there is none.
    public mutating func next(upTo time: Duration) -> FeedEvent? {
        if let arrived = arrivedWhileReading(upTo: time) { return arrived }
        disturbance?.advance(to: time)
        return disturbance?.next(upTo: time)
    }

    /// The next event on the feed's own time, however late that is; nil where the source has nothing now, and after
    /// ``finish()`` where there is none on its way any more.
    public mutating func nextOfAll() -> FeedEvent? {
        if let arrived = arrivedWhileReading(upTo: nil) { return arrived }
        return isFinished ? disturbance?.nextOfAll() : nil
    }

    /// The source has nothing more: only what is on its way still comes.
    public mutating func finish() {
        isFinished = true
        disturbance?.finish()
    }

    /// Reads the source's events up to `time`, or as many as it has, until one has arrived.
    private mutating func arrivedWhileReading(upTo time: Duration?) -> FeedEvent? {
        while let event = known(), time.map({ event.at <= $0 }) ?? true {
            guard disturbance != nil else {
                coming = nil
                return event
            }
            disturbance?.advance(to: event.at)
            if let arrived = disturbance?.next(upTo: event.at) { return arrived }
            disturbance?.take(event)
            coming = nil
        }
        return nil
    }

    private mutating func known() -> FeedEvent? {
        if coming == nil { coming = source() }
        return coming
    }
}
