import PolicyTuning
import Synchronization

/// The progress of a tuning on a terminal, with the time left of what is done at the moment.
final class TuningProgressLine: Sendable {
    private struct State {
        var words = ""
        var line = ProgressLine(clock: ContinuousClock())
    }

    private let state = Mutex(State())

    /// Shows what is done.
    func show(_ progress: TuningProgress) {
        switch progress {
        case .reading(let done, let total): show(done, total, "sessions read")
        case .trying(let done, let total): show(done, total, "runs")
        case .judging(let done, let total): show(done, total, "runs of held-out sessions")
        case .exploring(let done, let total): show(done, total, "points explored")
        }
    }

    private func show(_ done: Int, _ total: Int, _ words: String) {
        state.withLock { state in
            if state.words != words {
                // The time left is that of one step, from its own beginning.
                state.line.clear()
                state = State(words: words)
            }
            state.line.show(done, of: total, words)
        }
    }

    /// Clears the line.
    func clear() { state.withLock { $0.line.clear() } }
}
