public import RoomEvents

/// The events of a source in the order in which they fall due on the caller's clock, optionally disturbed by
/// ``FeedChaos``.
///
/// The source may run out of events for some time and deliver more later, as a network source does.
///
///     var events = ArrivingEvents(chaos: chaos, seed: 7) { source.popEvent() }
///     while let event = events.next(upTo: now) { … }
public struct ArrivingEvents {
    private let source: () -> FeedEvent?
    private var disturbance: FeedDisturbance?
    /// The first event that was read from the source but neither returned nor passed to the disturbance.
    private var lookahead: FeedEvent?
    /// Whether the source has no more events, as reported by ``finish()``.
    public private(set) var isFinished = false

    /// Creates a reader of `source`.
    ///
    /// - Parameters:
    ///   - chaos: The disturbances to apply; `nil` for none.
    ///   - seed: The seed of all random choices. The same events, disturbances and seed produce the same events.
    ///   - source: Returns the next event in the order of time; `nil` if the source has none now.
    public init(chaos: FeedChaos? = nil, seed: UInt64 = 0, from source: @escaping () -> FeedEvent?) {
        self.source = source
        disturbance = chaos.map { FeedDisturbance($0, seed: seed) }
    }

    /// The number of disturbances of each type so far; `nil` without disturbances.
    public var counts: FeedDisturbance.Counts? { disturbance?.counts }

    /// Whether no event of the source is read ahead.
    ///
    /// After ``next(upTo:)`` or ``nextInFeedTime()`` has returned `nil`, the value means that the source had no event at the
    /// last read.
    public var hasNoLookahead: Bool { lookahead == nil }

    /// The time of the next known event or disturbance; `nil` if nothing is known.
    public var nextDue: Duration? {
        [lookahead?.at, disturbance?.nextDue].compactMap(\.self).min()
    }

    /// Returns the next event that is due at or before `time`; `nil` if there is none.
    public mutating func next(upTo time: Duration) -> FeedEvent? {
        if let arrived = readSource(upTo: time) { return arrived }
        disturbance?.advance(to: time)
        return disturbance?.next(upTo: time)
    }

    /// Returns the next event in feed time, whatever its time is.
    ///
    /// - Returns: The event; `nil` if the source has none now, and after ``finish()`` if no delayed event is left
    ///   either.
    public mutating func nextInFeedTime() -> FeedEvent? {
        if let arrived = readSource(upTo: nil) { return arrived }
        return isFinished ? disturbance?.nextDelayed() : nil
    }

    /// Marks the source as finished. Only delayed events follow.
    public mutating func finish() {
        isFinished = true
        disturbance?.finish()
    }

    /// Reads the source's events up to `time`, or all that it has if `time` is `nil`, until one arrives.
    private mutating func readSource(upTo time: Duration?) -> FeedEvent? {
        while let event = peek(), time.map({ event.at <= $0 }) ?? true {
            guard disturbance != nil else {
                lookahead = nil
                return event
            }
            disturbance?.advance(to: event.at)
            if let arrived = disturbance?.next(upTo: event.at) { return arrived }
            disturbance?.receive(event)
            lookahead = nil
        }
        return nil
    }

    private mutating func peek() -> FeedEvent? {
        if lookahead == nil { lookahead = source() }
        return lookahead
    }
}
