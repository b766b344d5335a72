public import FeedSources

/// A publisher of events to a broker, on the caller's thread.
public protocol EventPublisher: AnyObject {
    /// Sends the line of an event; may wait until the broker keeps up.
    ///
    /// - Returns: Whether to continue; false if the publisher was stopped.
    /// - Throws: `FeedSourceError` if the publisher fails.
    func publish(_ line: [UInt8]) throws(FeedSourceError) -> Bool

    /// Keeps the connection alive until `time` or until `descriptor` is readable.
    ///
    /// - Returns: Whether to continue; false if the publisher was stopped.
    /// - Throws: `FeedSourceError` if the publisher fails.
    func wait(until time: Duration, descriptor: Int32) throws(FeedSourceError) -> Bool

    /// Waits until all events have arrived, and disconnects.
    ///
    /// - Parameter isStopped: Whether the user wants the end soon.
    /// - Throws: `FeedSourceError` with the number of events that have not arrived.
    func finish(isStopped: Bool) throws(FeedSourceError)

    /// What was published, for people: `4 events to mqtt://localhost/gifts`.
    var summary: String { get }
}

extension EventPublisher {
    /// Keeps the connection alive until `time`.
    public func wait(until time: Duration) throws(FeedSourceError) -> Bool { try wait(until: time, descriptor: -1) }
}
