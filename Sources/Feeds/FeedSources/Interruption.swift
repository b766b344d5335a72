import Synchronization
import SystemIO

/// A request that interrupts a transport: to stop for good, or to cut its current connection on purpose.
final class Interruption: Sendable {
    private struct State {
        var isStopped = false
        var isDisconnectRequested = false
    }

    private let state = Mutex(State())
    private let wakePipe: WakePipe

    init() throws(FeedSourceError) {
        wakePipe = try .forFeed()
    }

    /// A descriptor that is readable after ``requestStop()``, and between ``requestDisconnect()`` and ``consumeDisconnect()``.
    var descriptor: Int32 { wakePipe.descriptor }

    /// Whether a stop or a cut is pending.
    var isPending: Bool { state.withLock { $0.isStopped || $0.isDisconnectRequested } }

    /// Whether only a cut is pending.
    var isDisconnectRequested: Bool { state.withLock { $0.isDisconnectRequested && !$0.isStopped } }

    func requestStop() {
        state.withLock { $0.isStopped = true }
        wakePipe.signal()
    }

    func requestDisconnect() {
        state.withLock { state in
            state.isDisconnectRequested = true
            // Inside the lock, so that `consumeDisconnect` also clears this signal. A remaining signal would look like a stop.
            wakePipe.signal()
        }
    }

    /// Consumes a pending cut and returns whether there was one. A stop is never consumed.
    func consumeDisconnect() -> Bool {
        state.withLock { state in
            guard state.isDisconnectRequested, !state.isStopped else { return false }
            state.isDisconnectRequested = false
            // `requestStop` signals after it has set the state, which needs this lock, so this cannot clear the signal of a
            // stop.
            wakePipe.clear()
            return true
        }
    }

    /// Sleeps until a stop or a cut is pending, but not longer than `time`, and returns whether one is.
    func waitUntilPending(timeout time: Duration) -> Bool { wakePipe.waitForSignal(timeout: time) }
}
