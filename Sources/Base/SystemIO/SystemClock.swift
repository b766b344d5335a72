import CPlatform

/// The clocks of the system, in nanoseconds.
public enum SystemClock {
    /// The time since 1970, UTC.
    public static var nanosecondsSince1970: Int64 { now(CLOCK_REALTIME) }

    /// The time since 1970, UTC, in seconds.
    public static var secondsSince1970: Int64 { nanosecondsSince1970 / 1_000_000_000 }

    /// The time of a clock that never goes back.
    public static var monotonicNanoseconds: Int64 { now(CLOCK_MONOTONIC) }

    /// The processor time that the current thread has used.
    public static var threadNanoseconds: Int64 { now(CLOCK_THREAD_CPUTIME_ID) }

    /// Blocks the thread until `instant`.
    public static func sleep(until instant: ContinuousClock.Instant) {
        while true {
            let rest = ContinuousClock.now.duration(to: instant)
            guard rest > .zero else { return }
            let (seconds, attoseconds) = min(rest, .seconds(3_600)).components
            var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            nanosleep(&time, nil)
        }
    }

    private static func now(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(nanoseconds: time)
    }
}
