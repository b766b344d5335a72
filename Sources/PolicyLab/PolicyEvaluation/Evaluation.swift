public import ExactNumbers
import Playback
public import Recordings
public import Scenarios
public import SessionResults

/// The results of many sessions that each ran under several policies, in memory that does not grow with their number.
///
/// The evaluations of parts of the sessions are merged into that of all, in any order and grouping: all its numbers
/// are exact sums.
public struct Evaluation: Sendable {
    /// A session that could not be played.
    public struct BrokenSession: Hashable, Comparable, Sendable {
        /// The name of the session's file.
        public let path: String
        /// The place and the problem in one line.
        public let problem: String

        /// Creates a broken session.
        public init(path: String, problem: String) {
            self.path = path
            self.problem = problem
        }

        /// Compares by path, then by problem.
        public static func < (left: BrokenSession, right: BrokenSession) -> Bool {
            (left.path, left.problem) < (right.path, right.problem)
        }
    }

    /// The differences of one policy from another one.
    public struct Comparison: Sendable {
        /// The index of the policy.
        public let policy: Int
        /// The index of the policy with which it is compared.
        public let other: Int
        /// The sums for each figure, in the order of ``EvaluatedFigure``.
        public internal(set) var figures: [DifferenceSums]
    }

    /// The policies.
    public let policies: [Policy]
    /// The seed of the resamples.
    public let seed: UInt64
    /// What the sessions have in common that are drawn into resamples as a whole; none if each is drawn by itself.
    public let groupings: [SessionGrouping]
    /// The numbers of the groups of each grouping.
    var groups: [Set<UInt64>]
    /// The number of sessions.
    public internal(set) var sessions = 0
    /// The merged figures of all sessions under each policy.
    public internal(set) var figures: [SessionFigures]
    /// The differences of each policy but the first from the first one.
    public internal(set) var comparisons: [Comparison]
    /// The sessions that could not be played, sorted; they are not among ``sessions``.
    public internal(set) var broken: [BrokenSession] = []

    /// Creates an evaluation of no session.
    public init(policies: [Policy], seed: UInt64, groupings: [SessionGrouping] = []) {
        self.policies = policies
        self.seed = seed
        self.groupings = groupings
        groups = groupings.map { _ in [] }
        figures = policies.map { _ in SessionFigures() }
        comparisons = policies.indices.dropFirst().map { policy in
            Comparison(policy: policy, other: 0, figures: EvaluatedFigure.allCases.map { _ in DifferenceSums() })
        }
    }

    /// The number of groups of each grouping.
    public var groupCounts: [Int] { groups.map(\.count) }

    /// Plays a session under each policy and adds its results; if it cannot be played, it is broken.
    ///
    /// - Parameters:
    ///   - open: Opens the session.
    ///   - path: The name of the session.
    ///   - groups: The number of its group in each grouping.
    ///   - journal: Results that are taken instead, and where those of the session are kept.
    /// - Returns: What was odd in the session's file, one line each.
    @discardableResult
    public mutating func play(
        _ open: () throws -> SessionSource, path: String, groups: [UInt64] = [], journal: ResultJournal? = nil
    ) -> [String] {
        do {
            let result = try journal.result(of: path) { try self.result(of: try open()) }
            add(result.figures, identity: result.identity, groups: groups)
            return result.warnings
        } catch {
            addBroken(BrokenSession(path: path, problem: "\(error)"))
            return []
        }
    }

    private func result(of source: SessionSource) throws -> SessionResult {
        var identity = SessionIdentity()
        var results: [SessionFigures] = []
        for policy in policies {
            var observer = EvaluationObserver()
            try source.run(overriding: policy.settings, observer: &observer)
            if results.isEmpty { identity = observer.identity }
            results.append(observer.figures)
        }
        return SessionResult(of: source, identity: identity.number, figures: results)
    }

    /// Adds a session that could not be played.
    public mutating func addBroken(_ session: BrokenSession) {
        broken.append(session)
        broken.sort()
    }

    /// Adds the figures of a session under each policy; its groups, or without them `identity`, decide in which resamples
    /// it is.
    package mutating func add(_ results: [SessionFigures], identity: UInt64, groups: [UInt64] = []) {
        sessions += 1
        for (index, result) in results.enumerated() { figures[index].merge(result) }
        for (index, group) in groups.enumerated() { self.groups[index].insert(group) }
        guard !comparisons.isEmpty else { return }
        let weights = ResampleWeights.weights(seed: seed, units: groups.isEmpty ? [identity] : groups)
        for index in comparisons.indices {
            let (policy, other) = (comparisons[index].policy, comparisons[index].other)
            for (place, figure) in EvaluatedFigure.allCases.enumerated() {
                guard let value = figure.amount(of: results[policy]), let base = figure.amount(of: results[other])
                else {
                    continue
                }
                comparisons[index].figures[place].add(value, than: base, weights: weights)
            }
        }
        updateResampling()
    }

    /// Notes whether there is more than one group, without which no interval can be told.
    mutating func updateResampling() {
        let isResampled = groups.allSatisfy { $0.count > 1 }
        for index in comparisons.indices {
            for place in comparisons[index].figures.indices {
                comparisons[index].figures[place].isResampled = isResampled
            }
        }
    }

    /// Adds the sessions of another evaluation, which has the same policies, the same seed and the same groupings.
    public mutating func merge(_ other: Evaluation) {
        sessions += other.sessions
        for index in groups.indices { groups[index].formUnion(other.groups[index]) }
        for index in figures.indices { figures[index].merge(other.figures[index]) }
        for index in comparisons.indices {
            for place in comparisons[index].figures.indices {
                comparisons[index].figures[place].merge(other.comparisons[index].figures[place])
            }
        }
        broken = (broken + other.broken).sorted()
        updateResampling()
    }
}

extension SessionFigures {
    /// The figures without what an evaluation does not keep: the gifts by kind and sender.
    package var summed: SessionFigures { SessionFigures(parts) }

    /// The mean waiting time of the gifts that were shown, rounded half up; `nil` if none was.
    public var meanWait: Nanoseconds? {
        guard waitingTimes.count > 0 else { return nil }
        let count = Int128(waitingTimes.count)
        return Nanoseconds((2 * waitingTimes.total + count) / (2 * count))
    }
}

/// An observer that counts a session and makes the number of its gifts.
private struct EvaluationObserver: SessionObserver {
    var figures = SessionFigures()
    var identity = SessionIdentity()

    mutating func willHandle(_ input: Input) { figures.willHandle(input) }

    mutating func receive(_ event: TraceEvent) {
        figures.receive(event)
        guard case .arrived(_, let kind, let sender, let count) = event.kind else { return }
        identity.add(kind: kind, sender: sender, count: count, at: event.at)
    }

    mutating func didEnd(at time: Nanoseconds) { figures.didEnd(at: time) }
}
