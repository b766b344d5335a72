import PolicyExploration

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One line on standard error that says how far an exploration is, where that is a terminal.
struct ProgressLine {
    private let clock: ContinuousClock
    private let start: ContinuousClock.Instant
    private let isShown: Bool
    private var last: ContinuousClock.Instant
    private var width = 0

    init(clock: ContinuousClock) {
        self.clock = clock
        start = clock.now
        last = start
        isShown = isatty(STDERR_FILENO) == 1
    }

    /// Shows the counts, a few times a second at most.
    mutating func show(_ counts: ExplorationCounts) {
        guard isShown, last.duration(to: clock.now) > .milliseconds(200) else { return }
        last = clock.now
        let seconds = start.duration(to: last).components.seconds
        write("\(counts.states) states, \(counts.transitions) transitions, depth \(counts.depth), \(seconds) s")
    }

    /// Leaves nothing of it.
    mutating func clear() {
        guard width > 0 else { return }
        write("")
        writeToStandardError("\r")
    }

    /// Spaces rather than an escape wipe the rest, since any terminal has those.
    private mutating func write(_ text: String) {
        let padding = String(repeating: " ", count: max(0, width - text.utf8.count))
        writeToStandardError("\r\(text)\(padding)")
        width = text.utf8.count
    }
}
