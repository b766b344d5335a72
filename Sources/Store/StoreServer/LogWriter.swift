import Dispatch
import Synchronization
import SystemIO

/// A log that writes lines on a thread of its own, so that a slow reader of the log does not delay responses.
public final class LogWriter: Sendable {
    private struct State {
        var waiting: [String] = []
        /// The number of lines dropped since the last ones were taken for writing.
        var droppedCount = 0
        var isWriting = false
        /// The semaphores to signal when all lines are written.
        var finishSemaphores: [DispatchSemaphore] = []
    }

    /// The most waiting lines; further lines are counted but dropped.
    static let maxWaiting = 1_000

    private let state = Mutex(State())
    private let format: @Sendable (String) -> String
    private let write: @Sendable (String) -> Void

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - format: Returns the line for a message that is none yet.
    ///   - write: Writes a line; it may block.
    public init(
        format: @escaping @Sendable (String) -> String = { $0 }, _ write: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.write = write
    }

    /// Appends a message as a line, to be written later.
    public func add(message: String) { add(format(message)) }

    /// Appends a line, to be written later.
    public func add(_ line: String) {
        let isFirst = state.withLock { state -> Bool in
            guard state.waiting.count < Self.maxWaiting else {
                state.droppedCount += 1
                return false
            }
            state.waiting.append(line)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst { DispatchQueue(label: "gift-store.log").async { self.writeAll() } }
    }

    private func writeAll() {
        while let lines = consumeWaitingLines() {
            for line in lines { write(line) }
        }
    }

    /// Returns the waiting lines, and a line with the number of dropped ones; `nil` if none are waiting.
    private func consumeWaitingLines() -> [String]? {
        state.withLock { state -> [String]? in
            guard !state.waiting.isEmpty else {
                for end in state.finishSemaphores { end.signal() }
                state = State()
                return nil
            }
            var lines = state.waiting
            if state.droppedCount > 0 {
                lines.append(format("log lines dropped because the reader was too slow: \(state.droppedCount)"))
            }
            state.waiting = []
            state.droppedCount = 0
            return lines
        }
    }

    /// Waits until all lines so far are written, for at most `time`.
    public func finish(timeout time: Duration) {
        let end = DispatchSemaphore(value: 0)
        let isWriting = state.withLock { state -> Bool in
            if state.isWriting { state.finishSemaphores.append(end) }
            return state.isWriting
        }
        if isWriting { _ = end.wait(timeout: .now() + .nanoseconds(time.clampedNanoseconds)) }
    }
}
