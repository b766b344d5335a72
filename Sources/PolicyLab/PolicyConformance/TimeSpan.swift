import ExactNumbers

/// The session times at which something can have happened, with both ends.
struct TimeSpan: Hashable, Sendable {
    var low: Nanoseconds
    var high: Nanoseconds

    init(_ low: Nanoseconds, _ high: Nanoseconds) {
        self.low = low
        self.high = high
    }

    /// Creates the span of the times at most `tolerance` from `time`.
    init(around time: Nanoseconds, _ tolerance: Nanoseconds) { self.init(time - tolerance, time + tolerance) }

    /// All times.
    static let all = TimeSpan(.min / 4, .max / 4)

    var isEmpty: Bool { low > high }

    func contains(_ other: TimeSpan) -> Bool { low <= other.low && other.high <= high }

    func clamped(_ time: Nanoseconds) -> Nanoseconds { max(low, min(high, time)) }

    /// Returns the times in both spans.
    func common(_ other: TimeSpan) -> TimeSpan { TimeSpan(max(low, other.low), min(high, other.high)) }

    /// Returns the span moved by `time`.
    static func + (span: TimeSpan, time: Nanoseconds) -> TimeSpan {
        TimeSpan(span.low.addingSaturating(time), span.high.addingSaturating(time))
    }

    /// Returns all differences of a time of each span.
    static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(left.low - right.high, left.high - right.low)
    }
}
