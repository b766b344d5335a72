package import ExactNumbers

/// What the rest of a session must still do: a property in negation normal form, progressed over the positions so far.
///
/// The operators are `until` and its dual `release`, each with or without a deadline. Equal obligations have equal
/// values: parts are sorted, without repetition, and reduced to the strongest or weakest of those with deadlines.
package indirect enum Obligation: Hashable, Sendable {
    case constant(Bool)
    /// The condition with this index, or its negation.
    case literal(Int, Bool)
    case all([Obligation])
    case any([Obligation])
    /// The second part comes to hold in time, and the first one holds at all positions before.
    case until(Obligation, Obligation, Bound)
    /// The second part holds in the time, up to and including the first position at which the first one holds.
    case release(Obligation, Obligation, Bound)

    /// The time in which an operator looks for positions.
    package enum Bound: Hashable, Sendable {
        case unbounded
        /// This long from the position at which the operator begins.
        case lasting(Nanoseconds)
        /// Up to and including this session time: the operator has begun.
        case by(Nanoseconds)

        func deadline(from time: Nanoseconds) -> Bound {
            if case .lasting(let length) = self { .by(time.addingSaturating(length)) } else { self }
        }

        func isOver(at time: Nanoseconds) -> Bool {
            if case .by(let deadline) = self { time > deadline } else { false }
        }
    }
}

// MARK: - Progression

extension Obligation {
    /// Returns what must hold of the positions after this one.
    ///
    /// - Parameters:
    ///   - truths: The conditions that hold at the position, as bits.
    ///   - time: The session time of the position.
    package func progressed(over truths: UInt64, at time: Nanoseconds) -> Obligation {
        switch self {
        case .constant: return self
        case .literal(let index, let isPositive): return .constant((truths & 1 << index != 0) == isPositive)
        case .all(let parts): return .all(of: parts.map { $0.progressed(over: truths, at: time) })
        case .any(let parts): return .any(of: parts.map { $0.progressed(over: truths, at: time) })
        case .until(let before, let goal, let bound):
            guard !bound.isOver(at: time) else { return .constant(false) }
            let reached = goal.progressed(over: truths, at: time)
            if reached == .constant(true) { return reached }
            let rest = Obligation.until(before, goal, bound.deadline(from: time))
            return .any(of: [reached, .all(of: [before.progressed(over: truths, at: time), rest])])
        case .release(let exit, let kept, let bound):
            guard !bound.isOver(at: time) else { return .constant(true) }
            let held = kept.progressed(over: truths, at: time)
            if held == .constant(false) { return held }
            let rest = Obligation.release(exit, kept, bound.deadline(from: time))
            return .all(of: [held, .any(of: [exit.progressed(over: truths, at: time), rest])])
        }
    }

    /// Whether the obligation is met if no position follows.
    package var holdsAtEnd: Bool {
        switch self {
        case .constant(let value): value
        case .literal, .until: false
        case .release: true
        case .all(let parts): parts.allSatisfy(\.holdsAtEnd)
        case .any(let parts): parts.contains(where: \.holdsAtEnd)
        }
    }

    /// The first deadline that has begun; `nil` without one.
    package var earliestDeadline: Nanoseconds? {
        switch self {
        case .until(_, _, .by(let deadline)), .release(_, _, .by(let deadline)): deadline
        case .all(let parts), .any(let parts): parts.compactMap(\.earliestDeadline).min()
        case .constant, .literal, .until, .release: nil
        }
    }

    /// Returns the obligation at a time at which no further position up to `deadline` is possible.
    package func expired(_ deadline: Nanoseconds) -> Obligation {
        switch self {
        case .until(_, _, .by(let own)) where own <= deadline: .constant(false)
        case .release(_, _, .by(let own)) where own <= deadline: .constant(true)
        case .all(let parts): .all(of: parts.map { $0.expired(deadline) })
        case .any(let parts): .any(of: parts.map { $0.expired(deadline) })
        case .constant, .literal, .until, .release: self
        }
    }
}

// MARK: - Canonical form

extension Obligation {
    /// Returns the conjunction of the parts in canonical form.
    package static func all(of parts: [Obligation]) -> Obligation { combined(parts, isConjunction: true) }

    /// Returns the disjunction of the parts in canonical form.
    package static func any(of parts: [Obligation]) -> Obligation { combined(parts, isConjunction: false) }

    private static func combined(_ parts: [Obligation], isConjunction: Bool) -> Obligation {
        var flat: [Obligation] = []
        for part in parts {
            switch part {
            case .constant(isConjunction): continue
            case .constant: return part
            case .all(let inner) where isConjunction: flat += inner
            case .any(let inner) where !isConjunction: flat += inner
            default: flat.append(part)
            }
        }
        if flat.count > 1 { flat = reduced(flat, isConjunction: isConjunction) }
        switch flat.count {
        case 0: return .constant(isConjunction)
        case 1: return flat[0]
        default:
            for part in flat {
                if case .literal(let index, let isPositive) = part, flat.contains(.literal(index, !isPositive)) {
                    return .constant(!isConjunction)
                }
            }
            return isConjunction ? .all(flat) : .any(flat)
        }
    }

    /// Returns the parts sorted, without those that another part makes superfluous.
    private static func reduced(_ parts: [Obligation], isConjunction: Bool) -> [Obligation] {
        var kept: [Obligation] = []
        for part in parts {
            if let index = kept.firstIndex(where: { $0.differsOnlyInDeadline(from: part) }) {
                // Of two equal operators, one with an earlier deadline asks for more (until) or for less (release).
                let isStronger = part.isStronger(than: kept[index])
                if isStronger == isConjunction { kept[index] = part }
            } else {
                kept.append(part)
            }
        }
        // x & (x | y) is x, and so is x | (x & y).
        let all = kept
        kept.removeAll { part in
            let inner: [Obligation]
            switch part {
            case .any(let parts) where isConjunction: inner = parts
            case .all(let parts) where !isConjunction: inner = parts
            default: return false
            }
            return inner.contains { all.contains($0) }
        }
        return kept.map { ($0, $0.encoding(at: 0)) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }

    private func differsOnlyInDeadline(from other: Obligation) -> Bool {
        switch (self, other) {
        case (.until(let one, let two, let bound), .until(let three, let four, let otherBound)),
            (.release(let one, let two, let bound), .release(let three, let four, let otherBound)):
            one == three && two == four && bound.isComparable(to: otherBound)
        default: self == other
        }
    }

    private func isStronger(than other: Obligation) -> Bool {
        switch (self, other) {
        case (.until(_, _, let bound), .until(_, _, let otherBound)): bound.limit < otherBound.limit
        case (.release(_, _, let bound), .release(_, _, let otherBound)): bound.limit > otherBound.limit
        default: false
        }
    }

    /// Returns the obligation as numbers; deadlines are relative to `now`.
    package func encoding(at now: Nanoseconds) -> [Int64] {
        var numbers: [Int64] = []
        append(to: &numbers, now: now)
        return numbers
    }

    /// Appends the obligation as numbers; deadlines are relative to `now`.
    package func append(to numbers: inout [Int64], now: Nanoseconds) {
        switch self {
        case .constant(let value): numbers.append(value ? 1 : 0)
        case .literal(let index, let isPositive):
            numbers += [2, Int64(index), isPositive ? 1 : 0]
        case .all(let parts), .any(let parts):
            if case .all = self { numbers.append(3) } else { numbers.append(4) }
            numbers.append(Int64(parts.count))
            for part in parts { part.append(to: &numbers, now: now) }
        case .until(let first, let second, let bound), .release(let first, let second, let bound):
            if case .until = self { numbers.append(5) } else { numbers.append(6) }
            first.append(to: &numbers, now: now)
            second.append(to: &numbers, now: now)
            switch bound {
            case .unbounded: numbers += [0, 0]
            case .lasting(let length): numbers += [1, length]
            case .by(let deadline): numbers += [2, deadline - now]
            }
        }
    }
}

extension Obligation.Bound {
    fileprivate var limit: Nanoseconds {
        switch self {
        case .unbounded: .max
        case .lasting(let length): length
        case .by(let deadline): deadline
        }
    }

    fileprivate func isComparable(to other: Self) -> Bool {
        switch (self, other) {
        case (.lasting, .by), (.by, .lasting): false
        default: true
        }
    }
}
