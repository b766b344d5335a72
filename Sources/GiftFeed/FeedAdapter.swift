/// Turns the lines of one source into what happened in the room: a platform's messages, or feed lines.
///
/// An adapter is a value without a clock, a socket or a thread: the same lines at the same times give the same events.
/// Some lines only tell together what happened, so an adapter may hold events back for a while; ``nextDue`` says until
/// when, and ``advance(to:into:)`` gives them out.
///
///     try adapter.take(line, arrival: now, into: &events)
///     adapter.advance(to: now, into: &events)
public protocol FeedAdapter: Sendable {
    /// Takes the next line and appends the events that it tells of, in order of time.
    /// - Parameters:
    ///   - line: its bytes without the line break, which need only be good for the call.
    ///   - arrival: when it came, on the clock of whoever reads; nil where lines are read from a store, so that the
    ///     times that they say themselves count, from the first on.
    /// - Throws: what is wrong with the line. The next one can be taken all the same.
    mutating func take(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError)

    /// When something that is held back is due; nil where nothing is.
    var nextDue: Duration? { get }

    /// Appends what is due at or before `time`.
    mutating func advance(to time: Duration, into events: inout [FeedEvent])

    /// Appends all that is held back, as nothing more comes.
    mutating func finish(into events: inout [FeedEvent])
}

extension FeedAdapter {
    /// Nothing is held back.
    public var nextDue: Duration? { nil }

    /// Does nothing, as nothing is held back.
    public mutating func advance(to time: Duration, into events: inout [FeedEvent]) {}

    /// Does nothing, as nothing is held back.
    public mutating func finish(into events: inout [FeedEvent]) {}

    /// Takes a line that is a text.
    public mutating func take(
        _ line: String, arrival: Duration? = nil, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        let bytes = Array(line.utf8)
        var failure: FeedLineError?
        bytes.withUnsafeBufferPointer { bytes in
            do throws(FeedLineError) {
                try take(bytes, arrival: arrival, into: &events)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
