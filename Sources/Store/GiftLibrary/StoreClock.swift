import CPlatform
public import ExactNumbers
public import SystemIO

/// The clock of a library: a monotonic time for pauses, and the date.
public protocol StoreClock: Sendable {
    /// The time of a monotonic clock, in nanoseconds.
    var now: Nanoseconds { get }
    /// The date in milliseconds since 1970, UTC.
    var millisecondsSince1970: Int64 { get }
    /// Waits for `length` nanoseconds, or until `stop` is given.
    func wait(_ length: Nanoseconds, unless stop: StopSignal)
}

/// The system's clocks.
public struct SystemStoreClock: StoreClock {
    /// Creates the system's clocks.
    public init() {}

    /// The system's monotonic time.
    public var now: Nanoseconds { SystemClock.monotonicNanoseconds }

    /// The system's date in milliseconds since 1970, UTC.
    public var millisecondsSince1970: Int64 { SystemClock.nanosecondsSince1970 / 1_000_000 }

    /// Waits for `length` nanoseconds, or until `stop` is given.
    public func wait(_ length: Nanoseconds, unless stop: StopSignal) {
        stop.wait(timeout: .nanoseconds(length))
    }
}
