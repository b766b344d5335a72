public import ExactNumbers
public import Playback
import PolicyProperties

/// What goes on for ever after the events of a counterexample: the events are its stem.
public struct EndlessLoop: Hashable, Sendable {
    /// The session time at which the loop begins.
    public let start: Nanoseconds
    /// The length of a round; `nil` if nothing happens any more.
    public let length: Nanoseconds?
    /// The trace lines of a round.
    public let lines: [TraceEvent]
    /// Whether the stage is paused.
    public let isPaused: Bool
}

extension ExploredSession {
    /// The most steps of a loop that is looked for. The loop of an animation has a few instants.
    private static var maxLoopSteps: Int { 1_000 }

    /// Returns the first promise that is broken if no further gift and no further action comes, and what goes on for
    /// ever; `nil` if all are kept, or if the session reaches another state.
    func endlessViolation(_ vocabulary: ExplorationContext) -> (violation: Violation, loop: EndlessLoop)? {
        guard monitors.contains(where: { $0.verdict == .open }) else { return nil }
        if nextInstant(vocabulary) == nil {
            guard let monitor = monitors.first(where: { $0.verdict == .open && !$0.obligation.holdsAtEnd }) else {
                return nil
            }
            let loop = EndlessLoop(start: checker.now, length: nil, lines: [], isPaused: checker.isPaused)
            return (violation(of: monitor, "it never happens"), loop)
        }
        guard vocabulary.canLoopForever, let round = round(vocabulary) else { return nil }
        for (index, monitor) in monitors.enumerated() where monitor.verdict == .open {
            let loop = PropertyLoop(
                truths: round.positions.map { monitor.truths(at: $0) }, times: round.positions.map(\.at),
                start: checker.now, length: round.loop.length ?? 0)
            if !loop.satisfies(monitor.obligation) {
                return (violation(of: monitors[index], "it never happens"), round.loop)
            }
        }
        return nil
    }

    private func violation(of monitor: PropertyMonitor, _ problem: String) -> Violation {
        Violation(rule: .promise(monitor.property.text), problem: problem, at: checker.now)
    }

    /// Returns the positions and the lines from this state back to it, if waiting leads back to it.
    private func round(_ vocabulary: ExplorationContext) -> (positions: [SessionPosition], loop: EndlessLoop)? {
        var buffer: [Int64] = []
        let state = fingerprint(vocabulary, buffer: &buffer)
        var session = self
        var positions: [SessionPosition] = []
        var lines: [TraceEvent] = []
        for _ in 0..<Self.maxLoopSteps {
            guard session.nextInstant(vocabulary) != nil else { return nil }
            lines += session.wait(vocabulary)
            guard session.violation(vocabulary) == nil else { return nil }
            positions += session.checker.positions
            guard session.fingerprint(vocabulary, buffer: &buffer) == state else { continue }
            let loop = EndlessLoop(
                start: checker.now, length: session.checker.now - checker.now, lines: lines, isPaused: checker.isPaused)
            return (positions, loop)
        }
        return nil
    }
}
