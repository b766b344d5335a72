import StoreDocuments
import Synchronization

/// A queue of news that have not been read yet, in order.
final class NewsBox: Sendable {
    private struct State {
        var news: [StoreNews] = []
        /// The last status line, read or not.
        var line: String?
    }

    private let state = Mutex(State())

    /// Appends news.
    func add(_ news: StoreNews) {
        state.withLock { $0.news.append(news) }
    }

    /// Sets the status line. It replaces an unread one at the end of the queue.
    func setLine(_ line: String?) {
        state.withLock { state in
            guard state.line != line else { return }
            state.line = line
            if case .line? = state.news.last { state.news.removeLast() }
            state.news.append(.line(line))
        }
    }

    /// Returns all news and empties the queue.
    func take() -> [StoreNews] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }
}
