import CommandLineSupport
import SessionResults
import Synchronization

/// The progress of a run over many sessions on a terminal, and what is said of their files on standard error.
final class SessionProgress: Sendable {
    private struct State {
        var line = ProgressLine(clock: ContinuousClock())
        var done = 0
        var warnings: [String] = []
    }

    private let total: Int
    private let journal: ResultJournal?
    private let state = Mutex(State())

    /// Creates the progress of a run that begins now.
    init(of total: Int, _ journal: ResultJournal?) {
        self.total = total
        self.journal = journal
        for remark in journal?.remarks ?? [] { StandardError.write(line: "giftty: \(remark)") }
    }

    /// Counts a session that was played, or taken from an earlier run.
    func add(_ warnings: [String] = []) {
        let reused = journal?.reusedCount ?? 0
        state.withLock { state in
            state.done += 1
            state.warnings += warnings
            state.line.show(state.done, of: total, "sessions", reused: reused)
        }
    }

    /// Clears the line, and says what was odd in the sessions' files, and which results were taken from an earlier run.
    func finish() {
        let warnings = state.withLock { state in
            state.line.clear()
            return state.warnings.sorted()
        }
        for warning in warnings { StandardError.write(line: "giftty: \(warning)") }
        guard let journal else { return }
        if journal.reusedCount > 0 {
            say(journal, "\(journal.reusedCount) of \(total) sessions were played by an earlier run")
        }
        if journal.changedCount > 0 {
            let words = journal.changedCount == 1 ? "1 session has" : "\(journal.changedCount) sessions have"
            say(journal, "\(words) changed since, and \(journal.changedCount == 1 ? "was" : "were") played again")
        }
        if journal.unusedCount > 0 {
            let words = journal.unusedCount == 1 ? "1 session is" : "\(journal.unusedCount) sessions are"
            say(journal, "\(words) not part of this run, and \(journal.unusedCount == 1 ? "is" : "are") ignored")
        }
    }

    private func say(_ journal: ResultJournal, _ words: String) {
        StandardError.write(line: "giftty: \(journal.path): \(words)")
    }
}
