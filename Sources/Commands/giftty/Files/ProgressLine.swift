import CommandLineSupport
import PolicyExploration
import SystemIO

/// A line on standard error with the progress of long work, if standard error is a terminal.
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
        guard let seconds = nextMoment() else { return }
        write(
            "states \(counts.states), transitions \(counts.transitions), depth \(counts.depth), "
                + "\(Int64(seconds)) s")
    }

    /// Shows how many of all things are done, with a bar and the time left, at most once in 200 ms.
    ///
    /// - Parameter reused: The number of those that an earlier run did, which say nothing about the time left.
    mutating func show(_ done: Int, of total: Int, _ things: String, reused: Int = 0) {
        guard let seconds = nextMoment(), total > 0, done > reused else { return }
        let filled = Self.barWidth * done / total
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.barWidth - filled)
        let left = Int64((seconds * Double(total - done) / Double(done - reused)).rounded(.up))
        write("[\(bar)] \(done) of \(total) \(things), \(left) s left")
    }

    /// Shows how long the program has waited for a server, from half a second on and at most once in 200 ms.
    mutating func show(waitingFor host: String) {
        guard let seconds = nextMoment(), seconds >= 0.5 else { return }
        write("waiting for \(host), \(Int64(seconds)) s; Ctrl-C quits")
    }

    private static let barWidth = 24

    /// Returns the seconds since the start if it is time to show something again.
    private mutating func nextMoment() -> Double? {
        guard isEnabled, lastShownAt.duration(to: clock.now) > .milliseconds(200) else { return nil }
        lastShownAt = clock.now
        return start.duration(to: lastShownAt) / .seconds(1)
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
