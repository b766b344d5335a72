import StoreDocuments
import Synchronization

/// What happened since somebody looked last, in order.
final class NewsBox: Sendable {
    private struct State {
        var news: [StoreNews] = []
        /// The line that was told last, or is still to be taken.
        var line: String?
    }

    private let state = Mutex(State())

    /// Adds news.
    func add(_ news: StoreNews) {
        state.withLock { $0.news.append(news) }
    }

    /// Has the line on the screen be this one. Of several that nobody took, the last is told.
    func setLine(_ line: String?) {
        state.withLock { state in
            guard state.line != line else { return }
            state.line = line
            if case .line? = state.news.last { state.news.removeLast() }
            state.news.append(.line(line))
        }
    }

    /// All news, once.
    func take() -> [StoreNews] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }
}
