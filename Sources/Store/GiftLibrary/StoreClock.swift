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

/// The format of dates in the database.
enum DateFormat {
    /// Returns a date in UTC in the format of RFC 3339 with milliseconds, such as `2026-11-21T10:00:00.000Z`. The texts
    /// sort by time.
    static func string(millisecondsSince1970: Int64) -> String {
        // Floor division, so that a date before 1970, from a clock that was never set, has non-negative millisecondsSince1970.
        var seconds = time_t(
            millisecondsSince1970 >= 0 ? millisecondsSince1970 / 1000 : (millisecondsSince1970 - 999) / 1000)
        let rest = Int(millisecondsSince1970 - Int64(seconds) * 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ number: some BinaryInteger, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2)]
        let time = [digits(parts.tm_hour, 2), digits(parts.tm_min, 2), digits(parts.tm_sec, 2)]
        return "\(date.joined(separator: "-"))T\(time.joined(separator: ":")).\(digits(rest, 3))Z"
    }
}
