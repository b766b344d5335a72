import Synchronization

/// What is still to be fetched in a pass: gifts that somebody waits for first, then the others in their order.
final class FetchQueue: Sendable {
    private struct State {
        var waiting: [Release] = []
        /// How many of `waiting`, from its beginning, are taken.
        var taken = 0
        var urgent: [String] = []
    }

    private let state = Mutex(State())

    /// Replaces what is to be fetched.
    func fill(_ releases: [Release]) {
        state.withLock {
            $0.waiting = releases
            $0.taken = 0
        }
    }

    /// Has a gift come next, or as soon as it is known.
    func want(_ id: String) {
        state.withLock { state in
            state.urgent.removeAll { $0 == id }
            state.urgent.append(id)
            if state.urgent.count > Self.mostUrgent { state.urgent.removeFirst() }
        }
    }

    /// Ids that are remembered as urgent: a room's feed may name anything, as often as it likes.
    private static let mostUrgent = 256

    /// The next one; nil when none is left.
    func next() -> Release? {
        state.withLock { state in
            for (place, id) in state.urgent.enumerated() {
                guard let index = state.waiting[state.taken...].firstIndex(where: { $0.id == id }) else { continue }
                state.urgent.remove(at: place)
                // The one that stands first takes its place, so that nothing has to be moved up.
                state.waiting.swapAt(index, state.taken)
                break
            }
            guard state.taken < state.waiting.count else { return nil }
            state.taken += 1
            return state.waiting[state.taken - 1]
        }
    }

    /// How many are left.
    var count: Int { state.withLock { $0.waiting.count - $0.taken } }
}
