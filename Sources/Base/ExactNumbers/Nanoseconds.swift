/// A session time, counted from the session's beginning, or a duration; in nanoseconds.
///
/// No decision of the controller uses floating-point numbers. 2⁶³ nanoseconds are 292 years.
public typealias Nanoseconds = Int64

extension Nanoseconds {
    /// One second.
    @inlinable public static var second: Nanoseconds { 1_000_000_000 }
}
