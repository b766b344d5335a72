public import Recordings
public import Scenarios
import Synchronization

extension Evaluation {
    /// Plays sessions under each policy, side by side; the result does not depend on the number of tasks.
    ///
    /// - Parameters:
    ///   - paths: The names of the sessions.
    ///   - policies: The policies.
    ///   - seed: The seed of the resamples.
    ///   - tasks: The number of sessions that are played at the same time.
    ///   - open: Opens a session.
    ///   - progress: Receives the number of sessions that were played so far, from any task.
    public init(
        of paths: [String], under policies: [Policy], seed: UInt64, tasks: Int,
        open: @escaping @Sendable (String) throws -> SessionSource,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async {
        let next = SessionCounter()
        let done = SessionCounter()
        let parts = await withTaskGroup(of: Evaluation.self) { group in
            for _ in 0..<max(1, min(tasks, paths.count)) {
                group.addTask {
                    var part = Evaluation(policies: policies, seed: seed)
                    while case let index = next.take(), index < paths.count {
                        part.play({ try open(paths[index]) }, path: paths[index])
                        progress(done.take() + 1)
                    }
                    return part
                }
            }
            var parts: [Evaluation] = []
            for await part in group { parts.append(part) }
            return parts
        }
        self.init(policies: policies, seed: seed)
        for part in parts { merge(part) }
    }
}

/// A counter that several tasks use.
private final class SessionCounter: Sendable {
    private let count = Atomic(0)

    /// Returns 0, 1, 2, …
    func take() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
