import Synchronization

/// The versions that a synchronisation still has to download: urgent ones first, then the others in their order.
final class FetchQueue: Sendable {
    private struct State {
        var waiting: [Release] = []
        /// The number of elements at the beginning of `waiting` that have been handed out.
        var taken = 0
        var urgent: [String] = []
    }

    private let state = Mutex(State())

    /// Replaces the versions to download.
    func fill(_ releases: [Release]) {
        state.withLock {
            $0.waiting = releases
            $0.taken = 0
        }
    }

    /// Makes a gift kind urgent, so that it comes next, now or as soon as it is in the queue.
    func want(_ id: String) {
        state.withLock { state in
            state.urgent.removeAll { $0 == id }
            state.urgent.append(id)
            if state.urgent.count > Self.mostUrgent { state.urgent.removeFirst() }
        }
    }

    /// The most urgent ids to remember, because a feed may name anything at any rate.
    private static let mostUrgent = 256

    /// Returns the next version; `nil` if none is left.
    func next() -> Release? {
        state.withLock { state in
            for (place, id) in state.urgent.enumerated() {
                guard let index = state.waiting[state.taken...].firstIndex(where: { $0.id == id }) else { continue }
                state.urgent.remove(at: place)
                // A swap with the first remaining element avoids moving the elements between them.
                state.waiting.swapAt(index, state.taken)
                break
            }
            guard state.taken < state.waiting.count else { return nil }
            state.taken += 1
            return state.waiting[state.taken - 1]
        }
    }

    /// The number of versions left.
    var count: Int { state.withLock { $0.waiting.count - $0.taken } }
}
