import ExactNumbers
import Synchronization
import SystemIO

/// The clock of a session. It counts nanoseconds, without the time during which the program was suspended.
///
/// The clock can be read from any thread and must be read several times a second. A longer silence means that the
/// program was suspended, for example with Ctrl-Z. The session then continues where it stopped, instead of processing
/// an hour of gifts at once.
final class SessionClock: Sendable {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let reading = Mutex<(last: Nanoseconds, skipped: Nanoseconds)>((0, 0))

    /// The longest time between two readings that does not count as a suspension.
    private static let maxReadingInterval: Nanoseconds = 2 * .second

    init() {
        start = clock.now
    }

    /// The session time. It never goes back.
    var now: Nanoseconds {
        reading.withLock { passed in
            let elapsed = start.duration(to: clock.now).inNanoseconds
            if elapsed - passed.last > Self.maxReadingInterval { passed.skipped += elapsed - passed.last }
            passed.last = elapsed
            return elapsed - passed.skipped
        }
    }

    /// The processor time that the current thread has used, in nanoseconds.
    static var processorTime: Nanoseconds { SystemClock.threadNanoseconds }
}
