import Synchronization

/// A request that interrupts a transport: to stop for good, or to cut its current connection on purpose.
final class Interruption: Sendable {
    private struct State {
        var isStopped = false
        var isCut = false
    }

    private let state = Mutex(State())
    private let wakeUp: WakeUp

    init() throws(FeedSourceError) {
        wakeUp = try WakeUp()
    }

    /// A descriptor that is readable after ``stop()``, and between ``cut()`` and ``takeCut()``.
    var descriptor: Int32 { wakeUp.descriptor }

    /// Whether a stop or a cut is pending.
    var isThere: Bool { state.withLock { $0.isStopped || $0.isCut } }

    /// Whether only a cut is pending.
    var isCut: Bool { state.withLock { $0.isCut && !$0.isStopped } }

    func stop() {
        state.withLock { $0.isStopped = true }
        wakeUp.signal()
    }

    func cut() {
        state.withLock { state in
            state.isCut = true
            // Inside the lock, so that `takeCut` also clears this signal. A remaining signal would look like a stop.
            wakeUp.signal()
        }
    }

    /// Consumes a pending cut and returns whether there was one. A stop is never consumed.
    func takeCut() -> Bool {
        state.withLock { state in
            guard state.isCut, !state.isStopped else { return false }
            state.isCut = false
            // `stop` signals after it has set the state, which needs this lock, so this cannot clear the signal of a
            // stop.
            wakeUp.clear()
            return true
        }
    }

    /// Sleeps until a stop or a cut is pending, but not longer than `time`, and returns whether one is.
    func isThere(within time: Duration) -> Bool { wakeUp.isSignalled(within: time) }
}
