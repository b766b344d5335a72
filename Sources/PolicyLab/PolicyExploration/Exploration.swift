import Playback

/// The progress of an exploration.
public struct ExplorationCounts: Hashable, Sendable {
    /// The number of different states. States with the same future count once.
    public var states = 0
    /// The number of steps, including those that led to a known state.
    public var transitions = 0
    /// The number of gifts and actions in the sessions that are currently explored.
    ///
    /// In a result, all sessions up to this length have been explored.
    public var depth = 0
}

/// The result of an exploration.
public struct ExplorationResult: Sendable {
    /// The verdict of an exploration.
    public enum Verdict: Sendable {
        /// All sessions were explored and no rule was violated.
        case holds
        /// A rule was violated. No session with fewer gifts and actions violates one.
        case violated(Counterexample)
        /// The limit of states was reached. No session up to ``ExplorationCounts/depth`` violates a rule; longer ones
        /// are unknown.
        case stopped
    }

    /// The verdict.
    public let verdict: Verdict
    /// The final counts.
    public let counts: ExplorationCounts
}

extension ExplorationPlan {
    /// Explores the sessions of the playback controller, breadth first.
    ///
    /// - Parameters:
    ///   - jobs: The number of concurrent tasks. The result does not depend on it.
    ///   - report: Called with the counts from time to time.
    public func explore(
        jobs: Int, report: (ExplorationCounts) -> Void = { _ in }
    ) async -> ExplorationResult {
        await explore(PlaybackController(settings: settings, roundLimit: .max), jobs: jobs, report: report)
    }

    /// Explores the sessions of any controller.
    ///
    /// - Parameters:
    ///   - controller: A controller with the plan's settings whose session has not begun, and which plays a loop for any
    ///     number of rounds.
    ///   - jobs: The number of concurrent tasks. The result does not depend on it.
    ///   - report: Called with the counts from time to time.
    public func explore<Controller: PolicyController>(
        _ controller: Controller, jobs: Int, report: (ExplorationCounts) -> Void = { _ in }
    ) async -> ExplorationResult {
        var exploration = Exploration(self, controller, jobs: jobs)
        return await exploration.run(report)
    }
}

/// A search through the states of a controller, level by level.
///
/// A level has all states that are reached with the same number of gifts and actions. Within a level, time advances in
/// waves, from one instant of the grid to the next.
struct Exploration<Controller: PolicyController> {
    /// The maximum number of sessions that are kept for the next wave, about 2 kB each.
    private static var maxKeptSessions: Int { 8_192 }

    /// The number of states that are expanded between two checks of the limit. It does not influence the result of a
    /// search that completes.
    private static var batchSize: Int { 4_096 }

    private let plan: ExplorationPlan
    private let controller: Controller
    private let vocabulary: ExplorationContext
    private let jobs: Int
    private var visited: VisitedStates
    private var paths = PathTree()
    private var counts = ExplorationCounts()
    private var currentNodes: [Node<Controller>] = []
    private var nextNodes: [Node<Controller>] = []
    private var nextLevelNodes: [Node<Controller>] = []
    /// The first violation from the passing of time, and the first from a gift or an action, which is one event longer.
    private var timeViolation: PathTree.ViolatingPath?
    private var moveViolation: PathTree.ViolatingPath?

    /// The maximum number of tasks: no machine runs more at once.
    private static var maxJobs: Int { 1_024 }

    init(_ plan: ExplorationPlan, _ controller: Controller, jobs: Int) {
        self.plan = plan
        self.controller = controller
        vocabulary = ExplorationContext(plan)
        self.jobs = min(max(1, jobs), Self.maxJobs)
        visited = VisitedStates(gifts: plan.maxGifts, actions: plan.maxActions)
    }

    mutating func run(_ report: (ExplorationCounts) -> Void) async -> ExplorationResult {
        let start = ExploredSession(controller, vocabulary)
        if start.violation(vocabulary) != nil { return result(PathTree.ViolatingPath(path: paths.root, move: nil)) }
        var buffer: [Int64] = []
        let nothing = UsedMoves(gifts: 0, actions: 0)
        _ = visited.insert(start.fingerprint(vocabulary, buffer: &buffer), nothing)
        nextLevelNodes = [Node(keptSession: nil, usedMoves: nothing, path: paths.root)]
        while !nextLevelNodes.isEmpty {
            (currentNodes, nextLevelNodes) = (nextLevelNodes, [])
            while !currentNodes.isEmpty {
                guard await expandCurrentNodes(report) else { return stoppedResult() }
                if let timeViolation { return result(timeViolation) }
                (currentNodes, nextNodes) = (nextNodes, [])
            }
            if let moveViolation {
                counts.depth += 1
                return result(moveViolation)
            }
            if !nextLevelNodes.isEmpty { counts.depth += 1 }
        }
        // No unexplored states are left, so that longer sessions lead only to known ones.
        counts.depth = plan.maxGifts + plan.maxActions
        return ExplorationResult(verdict: .holds, counts: counts)
    }

    /// Returns the result when the limit of states is reached. The current level is incomplete.
    private func stoppedResult() -> ExplorationResult {
        var counts = counts
        counts.depth = max(0, counts.depth - 1)
        return ExplorationResult(verdict: .stopped, counts: counts)
    }

    private func result(_ end: PathTree.ViolatingPath) -> ExplorationResult {
        let counterexample = Counterexample(controller, moves: paths.moves(to: end), plan, vocabulary)
        return ExplorationResult(verdict: .violated(counterexample), counts: counts)
    }

    /// Expands all states of the wave.
    ///
    /// - Returns: `false` if the limit of states is exceeded.
    private mutating func expandCurrentNodes(_ report: (ExplorationCounts) -> Void) async -> Bool {
        var start = 0
        while start < currentNodes.count {
            let end = min(start + Self.batchSize, currentNodes.count)
            for expansion in await expand(currentNodes[start..<end]) {
                merge(expansion)
            }
            counts.states = visited.count
            report(counts)
            guard visited.count <= plan.stateLimit else { return false }
            start = end
        }
        return true
    }

    private mutating func merge(_ expansion: Expansion<Controller>) {
        counts.transitions += expansion.transitions
        if timeViolation == nil { timeViolation = expansion.timeViolation }
        if moveViolation == nil { moveViolation = expansion.moveViolation }
        for successor in expansion.successors where visited.insert(successor.state, successor.usedMoves) {
            let path = paths.append(successor.move, to: successor.parent)
            let kept = nextNodes.count < Self.maxKeptSessions ? successor.session : nil
            let node = Node(keptSession: kept, usedMoves: successor.usedMoves, path: path)
            if successor.move == .wait { nextNodes.append(node) } else { nextLevelNodes.append(node) }
        }
    }

    /// Expands a batch in slices, at most `jobs` at a time, and returns the results in the order of the states.
    private func expand(_ batch: ArraySlice<Node<Controller>>) async -> [Expansion<Controller>] {
        let ground = ExpansionContext(
            controller: controller, plan: plan, vocabulary: vocabulary, visited: visited, paths: paths)
        // More slices than jobs, since the slices take different times.
        let size = max(32, batch.count / (jobs * 4) + 1)
        let slices = stride(from: batch.startIndex, to: batch.endIndex, by: size).map {
            batch[$0..<min($0 + size, batch.endIndex)]
        }
        guard jobs > 1, slices.count > 1 else { return slices.map { Expansion($0, ground) } }
        return await withTaskGroup(of: (Int, Expansion<Controller>).self) { group in
            var results: [Expansion<Controller>?] = Array(repeating: nil, count: slices.count)
            for (index, slice) in slices.enumerated() {
                if index >= jobs, let (done, expansion) = await group.next() { results[done] = expansion }
                group.addTask { (index, Expansion(slice, ground)) }
            }
            for await (done, expansion) in group { results[done] = expansion }
            return results.compactMap { $0 }
        }
    }
}
