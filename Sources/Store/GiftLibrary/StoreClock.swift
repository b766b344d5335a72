public import ExactNumbers

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

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
    public var now: Nanoseconds { Self.read(CLOCK_MONOTONIC) }

    /// The system's date in milliseconds since 1970, UTC.
    public var millisecondsSince1970: Int64 { Self.read(CLOCK_REALTIME) / 1_000_000 }

    /// Waits for `length` nanoseconds, or until `stop` is given.
    public func wait(_ length: Nanoseconds, unless stop: StopSignal) {
        stop.wait(timeout: length)
    }

    private static func read(_ clock: clockid_t) -> Nanoseconds {
        var time = timespec()
        clock_gettime(clock, &time)
        return Nanoseconds(time.tv_sec) * .second + Nanoseconds(time.tv_nsec)
    }
}
