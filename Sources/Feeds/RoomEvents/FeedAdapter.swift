/// A parser that turns the lines of one source, such as a platform's messages or feed lines, into room events.
///
/// An adapter is a value without a clock, a socket or a thread: the same lines at the same times give the same events.
/// Some events depend on several lines, so an adapter may hold events back for a while. ``nextDue`` returns the time of
/// the next held event, and ``advance(to:into:)`` releases the events that are due.
///
///     try adapter.parse(line, arrival: now, into: &events)
///     adapter.advance(to: now, into: &events)
public protocol FeedAdapter: Sendable {
    /// Parses the next line and appends its events, in order of time.
    ///
    /// - Parameters:
    ///   - line: The bytes of the line, without the line break. The buffer is valid only during the call.
    ///   - arrival: The time of arrival on the reader's clock. Pass nil for stored lines: then the adapter uses the
    ///     times in the lines, relative to the first line.
    ///   - events: The array to which the adapter appends.
    /// - Throws: `FeedLineError` if the line is faulty. The adapter can still parse the next line.
    mutating func parse(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError)

    /// The time at which the next held event is due; nil if no event is held.
    var nextDue: Duration? { get }

    /// Appends the held events that are due at or before `time`.
    mutating func advance(to time: Duration, into events: inout [FeedEvent])

    /// Appends all held events, because no more lines follow.
    mutating func finish(into events: inout [FeedEvent])
}

extension FeedAdapter {
    /// Always nil, because the adapter holds no events.
    public var nextDue: Duration? { nil }

    /// Does nothing, because the adapter holds no events.
    public mutating func advance(to time: Duration, into events: inout [FeedEvent]) {}

    /// Does nothing, because the adapter holds no events.
    public mutating func finish(into events: inout [FeedEvent]) {}

    /// Parses a line that is a string instead of a buffer of bytes.
    public mutating func parse(
        _ line: String, arrival: Duration? = nil, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        try Array(line.utf8).withUnsafeBufferPointer { bytes throws(FeedLineError) in
            try parse(bytes, arrival: arrival, into: &events)
        }
    }
}
