import Synchronization

/// A clock that stands still until it is told to go on.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        func duration(to other: Instant) -> Duration { other.offset - offset }

        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct Sleeper {
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var last = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (isOver, watchers) = state.withLock { state in
                    guard !Task.isCancelled, deadline > state.now else {
                        return (true, [CheckedContinuation<Void, Never>]())
                    }
                    state.sleepers[number] = Sleeper(end: deadline, continuation: continuation)
                    let ready = state.watchers.filter { $0.count <= state.sleepers.count }
                    state.watchers.removeAll { $0.count <= state.sleepers.count }
                    return (false, ready.map(\.continuation))
                }
                if isOver { continuation.resume() }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }

    /// Waits until so many sleep.
    func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets time pass, and wakes who slept until then.
    func advance(by duration: Duration) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let over = state.sleepers.filter { $0.value.end <= state.now }
            for number in over.keys { state.sleepers[number] = nil }
            return over.sorted { $0.value.end < $1.value.end }.map(\.value.continuation)
        }
        for continuation in awake { continuation.resume() }
    }
}
