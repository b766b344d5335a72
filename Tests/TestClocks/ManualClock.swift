import Synchronization

/// A clock that stands still until it is moved on, and says when somebody sleeps on it.
public final class ManualClock: Clock {
    /// A moment of the clock.
    public struct Instant: InstantProtocol {
        var time: Duration

        /// The moment so much later.
        public func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        /// How long it is until another one.
        public func duration(to other: Instant) -> Duration { other.time - time }
        /// Whether one is before the other.
        public static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private struct State {
        var now = Instant(time: .seconds(1000))
        var lastKey = 0
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// A clock at a moment like any other.
    public init() {}

    /// The moment it was moved to last.
    public var now: Instant { state.withLock { $0.now } }
    /// It knows every moment.
    public var minimumResolution: Duration { .zero }

    /// Waits until it has been moved on to `deadline`.
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
                    let ready = state.watchers.filter { $0.count <= state.sleepers.count }
                    state.watchers.removeAll { $0.count <= state.sleepers.count }
                    return (isDue, isCancelled, ready)
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

    /// Waits until so many tasks sleep.
    public func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Moves on, and wakes whoever is due.
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
