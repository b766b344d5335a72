public import ExactNumbers

/// What a session has made of a property so far.
public enum PropertyVerdict: Hashable, Sendable {
    /// The property can still be kept and broken.
    case open
    /// The property is kept, whatever follows.
    case kept
    /// The property is broken, whatever follows.
    case broken(PropertyBreak)
}

/// The moment at which a property was broken.
public struct PropertyBreak: Hashable, Sendable {
    /// The reason why the property was broken at this moment.
    public enum Cause: Hashable, Sendable {
        /// A line of the trace.
        case line
        /// A deadline passed.
        case deadline
        /// The session ended.
        case end
    }

    /// The session time.
    public let at: Nanoseconds
    /// What broke the property.
    public let cause: Cause
    /// The number of the trace line: that which broke it, or the last one before; 0 before the first.
    public let line: Int

    /// Creates a moment.
    package init(at: Nanoseconds, cause: Cause, line: Int) {
        self.at = at
        self.cause = cause
        self.line = line
    }
}

/// A property that is followed through a session, one position at a time.
///
/// The verdict is the same whether positions come one by one or at the end: it depends only on the positions and their
/// times.
package struct PropertyMonitor: Sendable {
    package let property: Property
    /// What the rest of the session must still do.
    package private(set) var obligation: Obligation
    package private(set) var verdict = PropertyVerdict.open
    private let atoms: [Atom]

    private struct Atom: Sendable {
        let condition: Condition
        let isAboutGift: Bool
    }

    /// Creates a monitor before the first position.
    package init(_ property: Property) {
        self.property = property
        obligation = property.obligation
        atoms = property.conditions.map { Atom(condition: $0, isAboutGift: $0.isAboutGift) }
        updateVerdict(at: 0, .line, line: 0)
    }

    /// The session time after which the property may be broken because nothing happened; `nil` without one.
    package var earliestDeadline: Nanoseconds? { verdict == .open ? obligation.earliestDeadline : nil }

    /// Receives a position; `line` is the number of its trace line.
    package mutating func receive(_ position: SessionPosition, line: Int) {
        passTime(until: position.at, line: line - 1)
        guard verdict == .open else { return }
        receive(truths: truths(at: position), at: position.at, line: line)
    }

    /// Returns the conditions that hold at a position, as bits.
    package func truths(at position: SessionPosition) -> UInt64 {
        var truths: UInt64 = 0
        for (index, atom) in atoms.enumerated()
        where atom.condition.holds(at: position, isAboutGift: atom.isAboutGift) {
            truths |= 1 << index
        }
        return truths
    }

    /// Receives a position at which the conditions with these bits hold.
    package mutating func receive(truths: UInt64, at time: Nanoseconds, line: Int) {
        passTime(until: time, line: line - 1)
        guard verdict == .open else { return }
        obligation = obligation.progressed(over: truths, at: time)
        updateVerdict(at: time, .line, line: line)
    }

    /// Lets deadlines before `time` pass: no position up to them follows any more.
    package mutating func passTime(until time: Nanoseconds, line: Int) {
        while verdict == .open, let deadline = obligation.earliestDeadline, deadline < time {
            obligation = obligation.expired(deadline)
            updateVerdict(at: deadline, .deadline, line: line)
        }
    }

    /// Ends the session at this time, which decides the property.
    package mutating func end(at time: Nanoseconds, line: Int) {
        passTime(until: time, line: line)
        guard verdict == .open else { return }
        obligation = .constant(obligation.holdsAtEnd)
        updateVerdict(at: time, .end, line: line)
    }

    private mutating func updateVerdict(at time: Nanoseconds, _ cause: PropertyBreak.Cause, line: Int) {
        switch obligation {
        case .constant(true): verdict = .kept
        case .constant(false): verdict = .broken(PropertyBreak(at: time, cause: cause, line: line))
        default: break
        }
    }
}
