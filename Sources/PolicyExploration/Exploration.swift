import Playback

/// How far an exploration has come.
public struct ExplorationCounts: Hashable, Sendable {
    /// Different states seen: settings, clocks and gifts, equivalent ones counted once.
    public var states = 0
    /// Steps made, those included that led to a state seen before.
    public var transitions = 0
    /// How many gifts and actions long the sessions are that it goes through now; in a result, all sessions up to this
    /// length have been.
    public var depth = 0
}

/// What came of an exploration.
public struct ExplorationResult: Sendable {
    /// How it ended.
    public enum Verdict: Sendable {
        /// Every session was gone through, and everything held.
        case holds
        /// This went wrong in the fewest gifts and actions possible.
        case violated(Counterexample)
        /// More states than it may keep: everything held up to ``ExplorationCounts/depth``, and is not known beyond.
        case stopped
    }

    /// How it ended.
    public let verdict: Verdict
    /// How far it came.
    public let counts: ExplorationCounts
}

extension ExplorationPlan {
    /// Goes through the sessions of the playback controller, breadth first.
    ///
    /// `jobs` is how many tasks work at a time; the result does not depend on it. `report` is called now and then.
    public func explore(
        jobs: Int, report: (ExplorationCounts) -> Void = { _ in }
    ) async -> ExplorationResult {
        await explore(PlaybackController(settings: settings), jobs: jobs, report: report)
    }

    /// Goes through the sessions of any controller: `controller` is one whose session has not begun yet, with the plan's
    /// settings.
    public func explore<Controller: PolicyController>(
        _ controller: Controller, jobs: Int, report: (ExplorationCounts) -> Void = { _ in }
    ) async -> ExplorationResult {
        var exploration = Exploration(self, controller, jobs: jobs)
        return await exploration.run(report)
    }
}

/// A search through the states of a controller, level by level: a level is all that can be reached with so many gifts
/// and actions, and within it time passes in waves, from one instant on the grid to the next.
struct Exploration<Controller: PolicyController> {
    /// How many sessions are kept for when their turn comes, some 2 kB each; beyond that, they are played again.
    static var mostKept: Int { 200_000 }

    /// How many states are expanded between two looks at the limit; has no influence on the result.
    private static var batchSize: Int { 4_096 }

    private let plan: ExplorationPlan
    private let controller: Controller
    private let vocabulary: Vocabulary
    private let jobs: Int
    private var visited: VisitedStates
    private var paths = Paths()
    private var counts = ExplorationCounts()
    /// How many sessions are in the waves and the next level.
    private var keptCount = 0
    private var wave: [Node<Controller>] = []
    private var nextWave: [Node<Controller>] = []
    private var nextLevel: [Node<Controller>] = []
    /// The first violation by the passing of time, and the first by a gift or an action, which is one event longer.
    private var late: Paths.End?
    private var sudden: Paths.End?

    init(_ plan: ExplorationPlan, _ controller: Controller, jobs: Int) {
        self.plan = plan
        self.controller = controller
        vocabulary = Vocabulary(plan)
        self.jobs = max(1, jobs)
        visited = VisitedStates(gifts: plan.gifts, actions: plan.actions)
    }

    mutating func run(_ report: (ExplorationCounts) -> Void) async -> ExplorationResult {
        let start = Session(controller)
        if start.violation(vocabulary) != nil { return result(Paths.End(path: paths.root, move: nil)) }
        var buffer: [Int64] = []
        let nothing = Spent(gifts: 0, actions: 0)
        _ = visited.insert(start.fingerprint(vocabulary, buffer: &buffer), nothing)
        nextLevel = [Node(kept: Kept(start), spent: nothing, path: paths.root)]
        keptCount = 1
        while !nextLevel.isEmpty {
            (wave, nextLevel) = (nextLevel, [])
            while !wave.isEmpty {
                guard await expandWave(report) else { return stopped() }
                if let late { return result(late) }
                keptCount -= wave.count { $0.kept != nil }
                (wave, nextWave) = (nextWave, [])
            }
            if let sudden {
                counts.depth += 1
                return result(sudden)
            }
            if !nextLevel.isEmpty { counts.depth += 1 }
        }
        // Where no new states come up, longer sessions lead to the same ones.
        counts.depth = plan.gifts + plan.actions
        return ExplorationResult(verdict: .holds, counts: counts)
    }

    /// The result when there are too many states: the level it stopped in is not complete.
    private func stopped() -> ExplorationResult {
        var counts = counts
        counts.depth = max(0, counts.depth - 1)
        return ExplorationResult(verdict: .stopped, counts: counts)
    }

    private func result(_ end: Paths.End) -> ExplorationResult {
        let counterexample = Counterexample(controller, moves: paths.moves(to: end), plan, vocabulary)
        return ExplorationResult(verdict: .violated(counterexample), counts: counts)
    }

    /// Expands all states of the wave; `false` when there are too many.
    private mutating func expandWave(_ report: (ExplorationCounts) -> Void) async -> Bool {
        var start = 0
        while start < wave.count {
            let end = min(start + Self.batchSize, wave.count)
            for expansion in await expand(wave[start..<end]) {
                take(expansion)
            }
            counts.states = visited.count
            report(counts)
            guard visited.count <= plan.stateLimit else { return false }
            start = end
        }
        return true
    }

    private mutating func take(_ expansion: Expansion<Controller>) {
        counts.transitions += expansion.transitions
        if late == nil { late = expansion.late }
        if sudden == nil { sudden = expansion.sudden }
        for successor in expansion.successors where visited.insert(successor.state, successor.spent) {
            let path = paths.append(successor.move, to: successor.parent)
            let kept = keptCount < Self.mostKept ? successor.session : nil
            if kept != nil { keptCount += 1 }
            let node = Node(kept: kept, spent: successor.spent, path: path)
            if successor.move == .wait { nextWave.append(node) } else { nextLevel.append(node) }
        }
    }

    /// Expands a batch in slices, as many at a time as there are jobs; the results are in the order of the states.
    private func expand(_ batch: ArraySlice<Node<Controller>>) async -> [Expansion<Controller>] {
        let ground = Ground(controller: controller, plan: plan, vocabulary: vocabulary, visited: visited, paths: paths)
        // More slices than jobs, since some take longer than others.
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
