import Synchronization

/// A number of permits, for which tasks wait in the order they came.
final class AsyncPermits: Sendable {
    private struct State {
        var free: Int
        var waiting: [(ticket: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var lastTicket = 0
        /// Tickets that were given up before they began to wait.
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Waits for a permit and takes it.
    /// - Throws: `CancellationError` where the task is cancelled while it waits.
    func acquire() async throws {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(ticket, $0) }
        } onCancel: {
            giveUp(ticket)
        }
        // A task that is cancelled when it has its permit already did not give it up.
        state.withLock { _ = $0.cancelled.remove(ticket) }
    }

    /// Gives a permit back.
    func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }

    private func wait(_ ticket: Int, _ continuation: CheckedContinuation<Void, any Error>) {
        let answer = state.withLock { state -> Result<Void, any Error>? in
            if state.cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
            guard state.free == 0 else {
                state.free -= 1
                return .success(())
            }
            state.waiting.append((ticket, continuation))
            return nil
        }
        if let answer { continuation.resume(with: answer) }
    }

    private func giveUp(_ ticket: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let place = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
                state.cancelled.insert(ticket)
                return nil
            }
            return state.waiting.remove(at: place).continuation
        }
        waiting?.resume(throwing: CancellationError())
    }
}
