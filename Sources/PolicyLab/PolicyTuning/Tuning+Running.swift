import Playback
import PolicyEvaluation
public import Scenarios
import Synchronization

/// Why nothing can be tuned.
public enum TuningFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Sessions that do not depend on each other are fewer than two.
    case tooFewSessions(found: Int)

    /// The problem in one line.
    public var description: String {
        switch self {
        case .tooFewSessions(let found):
            "expected at least two sessions that are different and in different groups, to tune on one and judge on "
                + "the other, found \(found == 1 ? "1 session" : "\(found) sessions") without such two"
        }
    }
}

/// What a tuning does at the moment, for a progress bar.
public enum TuningProgress: Sendable {
    /// Sessions are read, to split them.
    case reading(done: Int, of: Int)
    /// Sessions are run with the candidates.
    case trying(done: Int, of: Int)
    /// The sessions that were held out are run.
    case judging(done: Int, of: Int)
    /// The points are explored.
    case exploring(done: Int, of: Int)
}

extension TuningPlan {
    /// Searches settings, and judges those that are found; the result does not depend on the number of tasks.
    ///
    /// - Parameters:
    ///   - paths: The names of the sessions. The memory does not grow with their number, apart from the names.
    ///   - groups: The numbers of the groups of each session, as ``SessionGrouping`` gives them; none without groups.
    ///   - tasks: The number of sessions that are run at the same time.
    ///   - open: Opens the session with this name.
    ///   - progress: Receives what is done, from any task.
    /// - Throws: ``TuningFault``, or the error of a session that could be read once but not again.
    public func run(
        on paths: [String], groups: [[UInt64]] = [], tasks: Int,
        open: @escaping @Sendable (String) throws -> SessionSource,
        progress: @escaping @Sendable (TuningProgress) -> Void = { _ in }
    ) async throws -> Tuning {
        let sessions = TuningSessions(open: { try open(paths[$0]) }, tasks: tasks)
        let read = try await ReadSessions(paths, groups, sessions, progress)
        guard let split = SessionSplit(read.known, share: heldOutShare, seed: seed) else {
            throw TuningFault.tooFewSessions(found: read.known.count)
        }
        let order = ParetoOrder(criteria: goal.criteria)
        let spaceCount = space.count
        let tried = try await search(sessions, split.tuned, order, spaceCount: spaceCount, progress)
        let judgements = tried.map(\.judgement)
        let front = order.front(judgements).map { tried[$0] }
        let isFeasible = front.contains { $0.judgement.violation == 0 }
        let spread = order.spread(front.map(\.judgement), count: isFeasible ? maxPoints : 1)
        let chosen = sorted(spread.map { front[$0] })
        let policies = chosen.map { policy($0.candidate) }
        let sums = try await heldOutSums(sessions, split.heldOut, read, policies, progress)
        let isResampled = read.areSeveral(split.heldOut)
        var points: [Tuning.Point] = []
        for (place, candidate) in chosen.enumerated() {
            progress(.exploring(done: place, of: chosen.count))
            points.append(
                Tuning.Point(
                    policy: policies[place], tuned: candidate.judgement.amounts,
                    heldOut: heldOut(sums[place + 1], beside: sums[0], isResampled),
                    certificate: await certificates.certificate(of: policies[place], jobs: tasks)))
        }
        return Tuning(
            plan: self, method: spaceCount <= tries ? .exact : .genetic, tried: tried.count, spaceCount: spaceCount,
            sessions: (split.tuned.count, split.heldOut.count), broken: read.broken, isFeasible: isFeasible,
            frontCount: isFeasible ? front.count : 0, own: heldOut(sums[0], beside: sums[0], isResampled),
            points: points,
            cloud: judgements.filter { $0.violation == 0 || !isFeasible }.map(\.criteria))
    }

    /// Returns the best candidates first, by the first objective.
    private func sorted(_ front: [GeneticSearch.Tried]) -> [GeneticSearch.Tried] {
        front.sorted { left, right in
            for (index, criterion) in goal.criteria.enumerated() {
                let (one, two) = (left.judgement.criteria[index], right.judgement.criteria[index])
                if criterion.isBetter(one, than: two) { return true }
                if criterion.isBetter(two, than: one) { return false }
            }
            return left.candidate < right.candidate
        }
    }

    // MARK: - Search

    private func search(
        _ sessions: TuningSessions, _ indices: [Int], _ order: ParetoOrder, spaceCount: Int,
        _ progress: @escaping @Sendable (TuningProgress) -> Void
    ) async throws -> [GeneticSearch.Tried] {
        let total = indices.count * min(spaceCount, tries)
        let counter = ProgressCounter { progress(.trying(done: $0, of: total)) }
        func judge(_ candidates: [Candidate]) async throws -> [Judgement] {
            try await sessions.sums(
                of: indices, under: candidates.map(policy), goal.figures, done: { counter.count() }
            ).map { Judgement($0, goal) }
        }
        guard spaceCount > tries else {
            let all = space.all
            return zip(all, try await judge(all)).map { GeneticSearch.Tried(candidate: $0, judgement: $1) }
        }
        var search = GeneticSearch(space, order, seed: seed)
        return try await search.run(tries: tries, judge: judge)
    }

    // MARK: - Held-out sessions

    /// Returns the sums of the held-out sessions with their own settings, then with each policy.
    private func heldOutSums(
        _ sessions: TuningSessions, _ indices: [Int], _ read: ReadSessions, _ policies: [TunedPolicy],
        _ progress: @escaping @Sendable (TuningProgress) -> Void
    ) async throws -> [[ResampledFigure]] {
        let all = [TunedPolicy(settings: common, rules: [])] + policies
        let cells = all.map { _ in ResampleCell(goal.figures) }
        let total = indices.count * all.count
        let counter = ProgressCounter { progress(.judging(done: $0, of: total)) }
        let seed = seed
        let units = read.units
        try await sessions.forEach(indices) { index in
            let session = try RepeatedSession(try sessions.open(index))
            let weights = ResampleWeights.weights(seed: seed, units: units[index] ?? [])
            for (policy, cell) in zip(all, cells) {
                cell.add(try session.figures(policy.settings, policy.rules), weights: weights)
                counter.count()
            }
        }
        return cells.map(\.sums)
    }

    private func heldOut(
        _ sums: [ResampledFigure], beside own: [ResampledFigure], _ isResampled: Bool
    ) -> [HeldOutFigure] {
        goal.figures.indices.map {
            HeldOutFigure(goal.figures[$0], sums[$0], beside: own[$0], isResampled: isResampled)
        }
    }
}

/// The sessions that can be read, with what tells which depend on each other.
private struct ReadSessions: Sendable {
    /// The sessions, in their order.
    let known: [(index: Int, identity: UInt64, groups: [UInt64])]
    let broken: [Evaluation.BrokenSession]

    /// For each session, what is drawn into resamples as a whole: its groups, or itself without groups.
    var units: [Int: [UInt64]] {
        Dictionary(uniqueKeysWithValues: known.map { ($0.index, $0.groups.isEmpty ? [$0.identity] : $0.groups) })
    }

    /// Returns whether some sessions are of several groups in each grouping, or differ without groups: the resamples of a
    /// single one are all equal.
    func areSeveral(_ indices: [Int]) -> Bool {
        let units = units
        let lists = indices.compactMap { units[$0] }
        guard let first = lists.first else { return false }
        return first.indices.allSatisfy { place in Set(lists.map { $0[place] }).count > 1 }
    }

    init(
        _ paths: [String], _ groups: [[UInt64]], _ sessions: TuningSessions,
        _ progress: @escaping @Sendable (TuningProgress) -> Void
    ) async throws {
        let found = FoundSessions()
        let counter = ProgressCounter { progress(.reading(done: $0, of: paths.count)) }
        try await sessions.forEach(Array(paths.indices)) { index in
            do {
                let identity = try SessionIdentity(of: try sessions.open(index)).number
                found.add(identity, at: index)
            } catch {
                let fault = Evaluation.BrokenSession(path: paths[index], problem: "\(error)")
                found.add(fault)
            }
            counter.count()
        }
        broken = found.broken
        known = found.identities.map { index, identity in
            (index, identity, groups.indices.contains(index) ? groups[index] : [])
        }
    }
}

/// The sessions that several tasks have read.
private final class FoundSessions: Sendable {
    private let known = Mutex<[Int: UInt64]>([:])
    private let faults = Mutex<[Evaluation.BrokenSession]>([])

    func add(_ identity: UInt64, at index: Int) { known.withLock { $0[index] = identity } }
    func add(_ fault: Evaluation.BrokenSession) { faults.withLock { $0.append(fault) } }

    /// The numbers of the sessions that can be read, in the order of the sessions.
    var identities: [(Int, UInt64)] {
        known.withLock { known in known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }

    /// The others, sorted.
    var broken: [Evaluation.BrokenSession] { faults.withLock { $0.sorted() } }
}

/// The sums of the resamples of a policy, to which several tasks add.
private final class ResampleCell: Sendable {
    private let figures: Mutex<[ResampledFigure]>

    init(_ figures: [TuningFigure]) { self.figures = Mutex(figures.map { ResampledFigure($0) }) }

    func add(_ session: SessionFigures, weights: [UInt16]) {
        figures.withLock { figures in
            for index in figures.indices { figures[index].add(session, weights: weights) }
        }
    }

    var sums: [ResampledFigure] { figures.withLock { $0 } }
}

/// A counter that several tasks use, and that reports each count.
private final class ProgressCounter: Sendable {
    private let done = SessionCounter()
    private let report: @Sendable (Int) -> Void

    init(_ report: @escaping @Sendable (Int) -> Void) { self.report = report }

    func count() { report(done.take() + 1) }
}
