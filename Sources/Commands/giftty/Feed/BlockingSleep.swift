#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A clock that blocks the thread while it waits, so that the order of the output is kept.
enum BlockingSleep {
    static func sleep(until instant: ContinuousClock.Instant) {
        while true {
            let (seconds, attoseconds) = ContinuousClock.now.duration(to: instant).components
            guard seconds > 0 || seconds == 0 && attoseconds > 0 else { return }
            var time = timespec(tv_sec: Int(min(seconds, 3_600)), tv_nsec: Int(attoseconds / 1_000_000_000))
            nanosleep(&time, nil)
        }
    }
}
