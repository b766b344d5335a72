import Synchronization

/// The versions that a synchronisation still has to download: urgent ones first, then the others in their order.
final class DownloadQueue: Sendable {
    private struct State {
        var waiting: [Release] = []
        /// The number of elements at the beginning of `waiting` that have been handed out.
        var startedCount = 0
        var urgentIDs: [String] = []
    }

    private let state = Mutex(State())

    /// Replaces the versions to download.
    func replaceAll(with releases: [Release]) {
        state.withLock {
            $0.waiting = releases
            $0.startedCount = 0
        }
    }

    /// Makes a gift kind urgent, so that it comes next, now or as soon as it is in the queue.
    func prioritize(_ id: String) {
        state.withLock { state in
            state.urgentIDs.removeAll { $0 == id }
            state.urgentIDs.append(id)
            if state.urgentIDs.count > Self.maxUrgent { state.urgentIDs.removeFirst() }
        }
    }

    /// The most urgent ids to remember, because a feed may name anything at any rate.
    private static let maxUrgent = 256

    /// Returns the next version; `nil` if none is left.
    func popNext() -> Release? {
        state.withLock { state in
            for (position, id) in state.urgentIDs.enumerated() {
                guard let index = state.waiting[state.startedCount...].firstIndex(where: { $0.id == id }) else {
                    continue
                }
                state.urgentIDs.remove(at: position)
                // A swap with the first remaining element avoids moving the elements between them.
                state.waiting.swapAt(index, state.startedCount)
                break
            }
            guard state.startedCount < state.waiting.count else { return nil }
            state.startedCount += 1
            return state.waiting[state.startedCount - 1]
        }
    }

    /// The number of versions left.
    var count: Int { state.withLock { $0.waiting.count - $0.startedCount } }
}
