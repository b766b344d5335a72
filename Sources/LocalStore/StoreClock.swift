public import Playback

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Time as a store has it: lengths that it waits, and dates that it writes down.
public protocol StoreClock: Sendable {
    /// The time on a clock that goes evenly and never back.
    var now: Nanoseconds { get }
    /// The date in milliseconds since 1970 in Greenwich.
    var milliseconds: Int64 { get }
    /// Waits for this long, or until `stop` is called.
    func wait(_ length: Nanoseconds, unless stop: StopSignal)
}

/// The system's clocks.
public struct SystemStoreClock: StoreClock {
    /// The system's clocks.
    public init() {}

    /// The time since some moment before the program began.
    public var now: Nanoseconds { Self.read(CLOCK_MONOTONIC) }

    /// The time of day.
    public var milliseconds: Int64 { Self.read(CLOCK_REALTIME) / 1_000_000 }

    /// Waits by the system's clock.
    public func wait(_ length: Nanoseconds, unless stop: StopSignal) {
        stop.wait(atMost: length)
    }

    private static func read(_ clock: clockid_t) -> Nanoseconds {
        var time = timespec()
        clock_gettime(clock, &time)
        return Nanoseconds(time.tv_sec) * .second + Nanoseconds(time.tv_nsec)
    }
}

/// Dates as they stand in the database.
enum DateText {
    /// The date in Greenwich as RFC 3339 with milliseconds, such as `2026-11-21T10:00:00.000Z`: texts in the order of time.
    static func text(milliseconds: Int64) -> String {
        // Floored, so that a date before 1970, from a clock that was never set, has its milliseconds too.
        var seconds = time_t(milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000)
        let rest = Int(milliseconds - Int64(seconds) * 1000)
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
