import Playback
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The time of a session: nanoseconds since it began, without the time for which the program was stopped.
///
/// Any thread may ask, and some thread asks several times a second. A longer silence is a stop, as after Ctrl-Z, and the session goes on from
/// where it stood instead of making up for an hour of gifts at once.
final class SessionClock: Sendable {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let passed = Mutex<(last: Nanoseconds, skipped: Nanoseconds)>((0, 0))

    /// The longest silence that isn't a stop.
    private static let longestSilence: Nanoseconds = 2 * .second

    init() {
        start = clock.now
    }

    /// The session's time now; it never goes back.
    var now: Nanoseconds {
        passed.withLock { passed in
            let (seconds, attoseconds) = start.duration(to: clock.now).components
            let elapsed = seconds * .second + attoseconds / 1_000_000_000
            if elapsed - passed.last > Self.longestSilence { passed.skipped += elapsed - passed.last }
            passed.last = elapsed
            return elapsed - passed.skipped
        }
    }

    /// Processor time that this thread has used, in nanoseconds.
    static var processorTime: Nanoseconds {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Nanoseconds(time.tv_sec) * .second + Nanoseconds(time.tv_nsec)
    }
}
