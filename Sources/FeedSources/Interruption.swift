import Synchronization

/// What ends what a transport does: for good, or only the connection that it has, which is cut on purpose.
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

    /// Readable from ``stop()`` on, and from ``cut()`` until ``takeCut()``.
    var descriptor: Int32 { wakeUp.descriptor }

    /// Whether to end what goes on, for good or not.
    var isThere: Bool { state.withLock { $0.isStopped || $0.isCut } }

    /// Whether it is not for good.
    var isCut: Bool { state.withLock { $0.isCut && !$0.isStopped } }

    func stop() {
        state.withLock { $0.isStopped = true }
        wakeUp.signal()
    }

    func cut() {
        state.withLock { state in
            state.isCut = true
            // Within the lock, so that who takes the cut clears this too: left over, it would look like a stop.
            wakeUp.signal()
        }
    }

    /// Whether it was a cut, which is over by this.
    func takeCut() -> Bool {
        state.withLock { state in
            guard state.isCut, !state.isStopped else { return false }
            state.isCut = false
            // Whoever stops has not signalled before this lock is free, or the state would say so.
            wakeUp.clear()
            return true
        }
    }

    /// Sleeps until there is one, but no longer than a time; whether there is.
    func isThere(within time: Duration) -> Bool { wakeUp.isSignalled(within: time) }
}
