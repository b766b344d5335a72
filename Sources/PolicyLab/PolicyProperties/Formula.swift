package import ExactNumbers

/// A property as it is written.
package indirect enum Formula: Hashable, Sendable {
    case condition(Condition)
    case not(Formula)
    case all([Formula])
    case any([Formula])
    case implies(Formula, Formula)
    case always(Formula)
    case never(Formula)
    case eventually(Formula)
    case until(Formula, Formula)
    case unless(Formula, Formula)
    case within(Nanoseconds, Formula)
    case after(Condition, until: Condition?, Formula)
    case before(Condition, Formula)
    case ifPausesEnd(Formula)

    /// The condition, if the formula has no operators over time.
    var plainCondition: Condition? {
        if case .condition(let condition) = self { condition } else { nil }
    }

    /// Returns the negation; that of a condition is a condition.
    static func negation(_ formula: Formula) -> Formula {
        formula.plainCondition.map { .condition(.not($0)) } ?? .not(formula)
    }

    /// Returns the conjunction, which of conditions is a condition.
    static func conjunction(_ parts: [Formula]) -> Formula {
        joined(parts, Condition.all, Formula.all)
    }

    /// Returns the disjunction, which of conditions is a condition.
    static func disjunction(_ parts: [Formula]) -> Formula {
        joined(parts, Condition.any, Formula.any)
    }

    private static func joined(
        _ parts: [Formula], _ conditions: ([Condition]) -> Condition, _ formulas: ([Formula]) -> Formula
    ) -> Formula {
        if parts.count == 1 { return parts[0] }
        let plain = parts.compactMap(\.plainCondition)
        return plain.count == parts.count ? .condition(conditions(plain)) : formulas(parts)
    }

    /// Returns that the formula never holds.
    ///
    /// A condition about a gift is meant at its end, unless it names another event.
    static func neverHolding(_ formula: Formula) -> Formula {
        guard let condition = formula.plainCondition, condition.isAboutGift, !condition.namesEvent else {
            return .never(formula)
        }
        return .never(.condition(.all([.event(.ended), condition])))
    }
}

// MARK: - Meaning

/// The conditions of a property and what it obliges a session to.
struct LoweredFormula {
    private(set) var conditions: [Condition] = []
    private(set) var obligation = Obligation.constant(true)

    init(_ formula: Formula) {
        obligation = lower(formula, true, in: nil)
    }

    /// Returns the formula, or its negation, in negation normal form.
    ///
    /// - Parameter end: The condition that ends the part of the session about which the formula speaks; that part is a
    ///   finite trace of its own. `nil` for the whole session.
    private mutating func lower(_ formula: Formula, _ isPositive: Bool, in end: Obligation?) -> Obligation {
        switch formula {
        case .condition(let condition): return literal(condition, isPositive)
        case .not(let part): return lower(part, !isPositive, in: end)
        case .all(let parts), .any(let parts):
            var lowered: [Obligation] = []
            for part in parts { lowered.append(lower(part, isPositive, in: end)) }
            if case .all = formula { return isPositive ? .all(of: lowered) : .any(of: lowered) }
            return isPositive ? .any(of: lowered) : .all(of: lowered)
        case .implies(let one, let other): return lower(.any([.not(one), other]), isPositive, in: end)
        case .always(let part):
            return isPositive
                ? release(.constant(false), lower(part, true, in: end), .unbounded, in: end)
                : until(.constant(true), lower(part, false, in: end), .unbounded, in: end)
        case .never(let part): return lower(.always(.not(part)), isPositive, in: end)
        case .eventually(let part): return lower(.always(.not(part)), !isPositive, in: end)
        case .until(let one, let other):
            let (first, second) = (lower(one, isPositive, in: end), lower(other, isPositive, in: end))
            return isPositive ? until(first, second, .unbounded, in: end) : release(first, second, .unbounded, in: end)
        case .unless(let one, let other):
            return lower(.not(.until(.not(other), .all([.not(one), .not(other)]))), isPositive, in: end)
        case .within(let length, let part):
            let lowered = lower(part, isPositive, in: end)
            return isPositive
                ? until(.constant(true), lowered, .lasting(length), in: end)
                : release(.constant(false), lowered, .lasting(length), in: end)
        case .after, .before: return lowerScope(formula, isPositive, in: end)
        case .ifPausesEnd(let part):
            let paused = Formula.condition(.paused)
            return lower(
                .implies(.always(.implies(paused, .eventually(.not(paused)))), part), isPositive, in: end)
        }
    }

    private mutating func lowerScope(_ formula: Formula, _ isPositive: Bool, in end: Obligation?) -> Obligation {
        switch formula {
        case .after(let start, nil, let body):
            // Up to and including the first start: there, the body must hold.
            let (begun, notBegun) = (literal(start, true), literal(start, false))
            let held = lower(body, isPositive, in: end)
            return isPositive
                ? release(.all(of: [begun, held]), .any(of: [notBegun, held]), .unbounded, in: end)
                : until(.any(of: [notBegun, held]), .all(of: [begun, held]), .unbounded, in: end)
        case .after(let start, let stop?, let body):
            let inner = Obligation.any(of: [end, literal(stop, true)].compactMap { $0 })
            let held = lower(body, isPositive, in: inner)
            return isPositive
                ? release(
                    .constant(false), .any(of: [literal(start, false), literal(stop, true), held]), .unbounded, in: end)
                : until(
                    .constant(true), .all(of: [literal(start, true), literal(stop, false), held]), .unbounded, in: end)
        case .before(let stop, let body):
            let inner = Obligation.any(of: [end, literal(stop, true)].compactMap { $0 })
            let held = lower(body, isPositive, in: inner)
            let (stopped, goesOn) = (literal(stop, true), literal(stop, false))
            return isPositive
                ? .any(of: [release(.constant(false), goesOn, .unbounded, in: end), stopped, held])
                : .all(of: [until(.constant(true), stopped, .unbounded, in: end), goesOn, held])
        default: return .constant(true)
        }
    }

    private func until(_ one: Obligation, _ other: Obligation, _ bound: Obligation.Bound, in end: Obligation?)
        -> Obligation
    {
        guard let end else { return .until(one, other, bound) }
        let goesOn = end.negated
        return .until(.all(of: [one, goesOn]), .all(of: [other, goesOn]), bound)
    }

    private func release(_ one: Obligation, _ other: Obligation, _ bound: Obligation.Bound, in end: Obligation?)
        -> Obligation
    {
        guard let end else { return .release(one, other, bound) }
        return .release(.any(of: [one, end]), .any(of: [other, end]), bound)
    }

    private mutating func literal(_ condition: Condition, _ isPositive: Bool) -> Obligation {
        if case .not(let inner) = condition { return literal(inner, !isPositive) }
        if let index = conditions.firstIndex(of: condition) { return .literal(index, isPositive) }
        conditions.append(condition)
        return .literal(conditions.count - 1, isPositive)
    }
}

extension Obligation {
    /// The negation of conditions.
    fileprivate var negated: Obligation {
        switch self {
        case .constant(let value): .constant(!value)
        case .literal(let index, let isPositive): .literal(index, !isPositive)
        case .all(let parts): .any(of: parts.map(\.negated))
        case .any(let parts): .all(of: parts.map(\.negated))
        case .until(let one, let other, let bound): .release(one.negated, other.negated, bound)
        case .release(let one, let other, let bound): .until(one.negated, other.negated, bound)
        }
    }
}
