import Synchronization

/// A clock that stands still until a test advances it, and that lets a test wait for sleeping tasks.
public final class ManualClock: Clock {
    /// An instant of the clock.
    public struct Instant: InstantProtocol {
        var time: Duration

        /// Returns the instant that is later by `duration`.
        public func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        /// Returns the time from this instant to another one.
        public func duration(to other: Instant) -> Duration { other.time - time }
        /// Returns whether the left instant is earlier than the right one.
        public static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private struct State {
        var now = Instant(time: .seconds(1000))
        var lastKey = 0
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var sleeperWaiters: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
    }

    private let state = Mutex(State())

    /// Creates a clock at a fixed instant.
    public init() {}

    /// The instant to which the clock was last advanced.
    public var now: Instant { state.withLock { $0.now } }
    /// The smallest step of the clock, which is zero.
    public var minimumResolution: Duration { .zero }

    /// Waits until the clock has been advanced to `deadline`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isDue, isCancelled, watchers) = state.withLock { state in
                    let isCancelled = state.cancelled.contains(key)
                    let isDue = deadline <= state.now
                    if !isDue, !isCancelled { state.sleepers[key] = (deadline, continuation) }
                    let ready = state.sleeperWaiters.filter { $0.value.count <= state.sleepers.count }
                    for key in ready.keys { state.sleeperWaiters[key] = nil }
                    return (isDue, isCancelled, Array(ready.values))
                }
                if isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else if isDue {
                    continuation.resume()
                }
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(key)
                return state.sleepers.removeValue(forKey: key)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until at least `count` tasks sleep, or the current task is cancelled, as by a test's time limit.
    public func waitForSleepers(_ count: Int) async {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.sleepers.count >= count || state.cancelled.contains(key) { return true }
                    state.sleeperWaiters[key] = (count, continuation)
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                state.cancelled.insert(key)
                return state.sleeperWaiters.removeValue(forKey: key)
            }
            watcher?.continuation.resume()
        }
    }

    /// Advances the clock and wakes the tasks whose deadline has passed.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
