import CommandLineSupport
import PolicyExploration
import SystemIO

/// A line on standard error with the progress of an exploration, if standard error is a terminal.
struct ProgressLine {
    private let clock: ContinuousClock
    private let start: ContinuousClock.Instant
    private let isEnabled: Bool
    private var lastShownAt: ContinuousClock.Instant
    private var width = 0

    init(clock: ContinuousClock) {
        self.clock = clock
        start = clock.now
        lastShownAt = start
        isEnabled = Descriptor.isTerminal(Descriptor.standardError)
    }

    /// Shows the counts, at most once in 200 ms.
    mutating func show(_ counts: ExplorationCounts) {
        guard isEnabled, lastShownAt.duration(to: clock.now) > .milliseconds(200) else { return }
        lastShownAt = clock.now
        let seconds = start.duration(to: lastShownAt).components.seconds
        write("\(counts.states) states, \(counts.transitions) transitions, depth \(counts.depth), \(seconds) s")
    }

    /// Clears the line.
    mutating func clear() {
        guard width > 0 else { return }
        write("")
        StandardError.write(verbatim: "\r")
    }

    /// Spaces clear the rest of the line, since they work on every terminal, unlike escape sequences.
    private mutating func write(_ text: String) {
        let padding = String(repeating: " ", count: max(0, width - text.utf8.count))
        StandardError.write(verbatim: "\r\(text)\(padding)")
        width = text.utf8.count
    }
}
