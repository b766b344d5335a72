public import Recordings
public import Scenarios
public import SessionResults
import Synchronization

extension Evaluation {
    /// Plays sessions under each policy, side by side; the result does not depend on the number of tasks.
    ///
    /// - Parameters:
    ///   - paths: The names of the sessions.
    ///   - policies: The policies.
    ///   - seed: The seed of the resamples.
    ///   - groupings: What the sessions have in common that are drawn into resamples as a whole.
    ///   - groups: The number of the group of each session in each grouping; none without groupings.
    ///   - tasks: The number of sessions that are played at the same time.
    ///   - journal: The results of an earlier run, where those of the other sessions are kept.
    ///   - open: Opens a session.
    ///   - progress: Receives the number of sessions that were played so far, and what was odd in the file of the latest
    ///     one, from any task.
    public init(
        of paths: [String], under policies: [Policy], seed: UInt64, groupings: [SessionGrouping] = [],
        groups: [[UInt64]] = [], tasks: Int, journal: ResultJournal? = nil,
        open: @escaping @Sendable (String) throws -> SessionSource,
        progress: @escaping @Sendable (Int, [String]) -> Void = { _, _ in }
    ) async {
        let next = SessionCounter()
        let done = SessionCounter()
        let parts = await withTaskGroup(of: Evaluation.self) { group in
            for _ in 0..<max(1, min(tasks, paths.count)) {
                group.addTask {
                    var part = Evaluation(policies: policies, seed: seed, groupings: groupings)
                    while case let index = next.take(), index < paths.count {
                        let warnings = part.play(
                            { try open(paths[index]) }, path: paths[index],
                            groups: groupings.isEmpty ? [] : groups[index], journal: journal)
                        progress(done.take() + 1, warnings)
                    }
                    return part
                }
            }
            var parts: [Evaluation] = []
            for await part in group { parts.append(part) }
            return parts
        }
        self.init(policies: policies, seed: seed, groupings: groupings)
        for part in parts { merge(part) }
    }
}

/// A counter that several tasks use.
package final class SessionCounter: Sendable {
    private let count = Atomic(0)

    /// Creates a counter at 0.
    package init() {}

    /// Returns 0, 1, 2, …
    package func take() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
