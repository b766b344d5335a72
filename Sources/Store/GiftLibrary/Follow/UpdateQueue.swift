public import StoreProtocol
import Synchronization
public import SystemIO

/// A queue of news that have not been read yet, in order.
public final class UpdateQueue: Sendable {
    private struct State {
        var updates: [StoreUpdate] = []
        /// The last status line, read or not.
        var statusLine: String?
        /// Whether the store does not answer, as reported last.
        var isUnreachable = false
        /// Why the store has no valid catalogue, as reported last.
        var catalogueProblem: String?
    }

    private let state = Mutex(State())
    /// Signalled within the lock while news are waiting.
    private let wakePipe: WakePipe

    /// Creates an empty queue.
    ///
    /// - Throws: `SystemError` if the system has no descriptors left.
    public init() throws(SystemError) {
        wakePipe = try WakePipe()
    }

    /// A descriptor that is readable while news are waiting.
    public var wakeUpDescriptor: Int32 { wakePipe.descriptor }

    /// Appends news.
    public func add(_ news: StoreUpdate) {
        state.withLock { append(news, &$0) }
    }

    private func append(_ news: StoreUpdate, _ state: inout State) {
        if state.updates.isEmpty { wakePipe.signal() }
        state.updates.append(news)
    }

    /// Sets the status line. It replaces an unread one at the end of the queue.
    func setStatusLine(_ line: String?) {
        state.withLock { state in
            guard state.statusLine != line else { return }
            state.statusLine = line
            if case .statusLine? = state.updates.last { state.updates.removeLast() }
            append(.statusLine(line), &state)
        }
    }

    /// Reports a problem of the player, which is also the status line; a repetition has no effect.
    func setProblem(_ line: String) {
        state.withLock { state in
            guard state.statusLine != line else { return }
            state.statusLine = line
            append(.problem(line), &state)
        }
    }

    /// Reports that the store stopped answering, or that it answers again (`nil`); a repetition has no effect.
    func setConnection(failure: String?) {
        state.withLock { state in
            guard state.isUnreachable != (failure != nil) else { return }
            state.isUnreachable = failure != nil
            append(.connection(failure: failure), &state)
        }
    }

    /// Reports that the store has no valid catalogue, or that it has one again (`nil`); a repetition has no effect.
    func setCatalogue(problem: String?) {
        state.withLock { state in
            guard state.catalogueProblem != problem else { return }
            state.catalogueProblem = problem
            append(.catalogue(problem: problem), &state)
        }
    }

    /// Returns all news and empties the queue.
    public func consumeAll() -> [StoreUpdate] {
        state.withLock { state in
            defer { state.updates = [] }
            wakePipe.clear()
            return state.updates
        }
    }
}
