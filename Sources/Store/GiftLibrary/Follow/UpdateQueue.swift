import StoreProtocol
import Synchronization

/// A queue of news that have not been read yet, in order.
final class UpdateQueue: Sendable {
    private struct State {
        var updates: [StoreUpdate] = []
        /// The last status line, read or not.
        var statusLine: String?
    }

    private let state = Mutex(State())

    /// Appends news.
    func add(_ news: StoreUpdate) {
        state.withLock { $0.updates.append(news) }
    }

    /// Sets the status line. It replaces an unread one at the end of the queue.
    func setStatusLine(_ line: String?) {
        state.withLock { state in
            guard state.statusLine != line else { return }
            state.statusLine = line
            if case .statusLine? = state.updates.last { state.updates.removeLast() }
            state.updates.append(.statusLine(line))
        }
    }

    /// Returns all news and empties the queue.
    func consumeAll() -> [StoreUpdate] {
        state.withLock { state in
            defer { state.updates = [] }
            return state.updates
        }
    }
}
