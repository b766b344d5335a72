package import ExactNumbers

/// A round of positions that is repeated for ever.
package struct PropertyLoop: Sendable {
    /// The conditions that hold at each position of the round, as bits.
    private let truths: [UInt64]
    /// The session times of the positions in the first round.
    private let times: [Nanoseconds]
    private let start: Nanoseconds
    private let length: Nanoseconds

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - truths: The conditions that hold at each position of the round, as bits.
    ///   - times: The session times of the positions in the first round.
    ///   - start: The session time at which the first round begins.
    ///   - length: The time from one round to the next.
    package init(truths: [UInt64], times: [Nanoseconds], start: Nanoseconds, length: Nanoseconds) {
        self.truths = truths
        self.times = times
        self.start = start
        self.length = length
    }

    /// Returns whether an obligation is met by the positions of all rounds.
    package func satisfies(_ obligation: Obligation) -> Bool {
        guard !truths.isEmpty, length > 0 else { return obligation.holdsAtEnd }
        return values(obligation)[0]
    }

    /// Returns for each position of the round whether the obligation is met from there on.
    ///
    /// An operator without deadline is solved as a fixed point: `until` is the least one, `release` the greatest. An
    /// operator that has begun is only met or missed at the first position, at which it stands.
    private func values(_ obligation: Obligation) -> [Bool] {
        switch obligation {
        case .constant(let value): return Array(repeating: value, count: truths.count)
        case .literal(let index, let isPositive): return truths.map { ($0 & 1 << index != 0) == isPositive }
        case .all(let parts):
            let parts = parts.map(values)
            return truths.indices.map { index in parts.allSatisfy { $0[index] } }
        case .any(let parts):
            let parts = parts.map(values)
            return truths.indices.map { index in parts.contains { $0[index] } }
        case .until(let before, let goal, let bound):
            let (before, goal) = (values(before), values(goal))
            return search(bound, isMet: goal, isMissed: before.map { !$0 }, otherwise: false)
        case .release(let exit, let kept, let bound):
            let (exit, kept) = (values(exit), values(kept))
            return search(
                bound, isMet: zip(exit, kept).map { $0 && $1 }, isMissed: kept.map { !$0 }, otherwise: true)
        }
    }

    /// Returns for each position whether a position at which the operator is met comes first, before one at which it is
    /// missed; `otherwise` if neither comes in time.
    private func search(
        _ bound: Obligation.Bound, isMet: [Bool], isMissed: [Bool], otherwise: Bool
    ) -> [Bool] {
        truths.indices.map { first in
            let limit: Nanoseconds? =
                switch bound {
                case .unbounded: nil
                case .lasting(let length): times[first].addingSaturating(length)
                case .by(let deadline): deadline
                }
            // After a whole round without an answer, the next ones are the same.
            for offset in 0...truths.count {
                let index = (first + offset) % truths.count
                let rounds = Nanoseconds((first + offset) / truths.count)
                if let limit, times[index].addingSaturating(rounds.multipliedSaturating(by: length)) > limit { break }
                if isMet[index] { return true }
                if isMissed[index] { return false }
            }
            return otherwise
        }
    }
}
