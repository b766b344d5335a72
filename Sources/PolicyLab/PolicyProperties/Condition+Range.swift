import ExactNumbers
package import Playback

// The possible values of the terms of a comparison. A comparison that is always true or always false proves nothing and
// is reported as a mistake of its author.

extension Condition {
    /// The constant result of a comparison.
    enum ConstantResult: Equatable {
        case neverHolds
        case alwaysHolds

        /// The description for an error message.
        var errorText: String {
            switch self {
            case .neverHolds: "never holds"
            case .alwaysHolds: "always holds"
            }
        }
    }
}

extension Condition {
    /// Returns the constant result of this comparison; `nil` if its result varies, and for conditions of other types.
    ///
    /// - Parameter kinds: The names of all gift kinds; `nil` if any kind is possible.
    func constantResult(kinds: [String]?) -> Condition.ConstantResult? {
        switch self {
        case .compare(let left, let comparison, let right):
            return comparison.constantResult(left, right)
        case .match(let left, let isEqual, let right):
            guard let areEqual = left.constantEquality(with: right, kinds: kinds) else { return nil }
            if areEqual != isEqual { return .neverHolds }
            return left.isAlwaysDefined && right.isAlwaysDefined ? .alwaysHolds : nil
        case .all, .any, .not, .event, .outcome, .paused, .busy: return nil
        }
    }
}

extension Condition {
    /// Returns the first comparison that is always true or always false in some sessions, or what cannot happen in them.
    ///
    /// - Parameters:
    ///   - settings: The settings that can be in force.
    ///   - cannotHappen: Returns whether an outcome, or a pause, occurs in none of the sessions.
    ///   - values: Returns the values that another quantity can have; `nil` if they are not known.
    package func constantComparison(
        under settings: [Settings], cannotHappen: (Condition) -> Bool, knowing values: (Quantity) -> [Int64]?
    ) -> String? {
        for leaf in leaves {
            if cannotHappen(leaf) { return "\(leaf.text) never holds" }
            let (results, isDefined) = leaf.results(under: settings, knowing: values)
            guard let results else { continue }
            if !results.contains(true) { return "\(leaf.text) never holds" }
            if !results.contains(false), isDefined { return "\(leaf.text) always holds" }
        }
        return nil
    }

    /// Returns the results that a comparison can have, and whether it always has one; `nil` if they are not known.
    private func results(
        under settings: [Settings], knowing values: (Quantity) -> [Int64]?
    ) -> (results: [Bool]?, isDefined: Bool) {
        func known(_ quantity: Quantity) -> [Int64]? {
            switch quantity {
            case .constant(let number): [number]
            case .setting(let key): settings.compactMap { $0[key]?.value.number }
            default: values(quantity)
            }
        }
        func known(_ name: Name) -> [String]? {
            switch name {
            case .constant(let word): [word]
            case .setting(let key): settings.compactMap { $0[key]?.value.word }
            case .kind, .sender: nil
            }
        }
        switch self {
        case .compare(let left, let comparison, let right):
            guard let ones = known(left), let others = known(right) else { return (nil, false) }
            return (
                ones.flatMap { one in others.map { comparison.holds(one, $0) } },
                left.isAlwaysDefined && right.isAlwaysDefined
            )
        case .match(let left, let isEqual, let right):
            guard let ones = known(left), let others = known(right) else { return (nil, false) }
            return (ones.flatMap { one in others.map { ($0 == one) == isEqual } }, true)
        default: return (nil, false)
        }
    }
}

extension Condition.Comparison {
    typealias Quantity = Condition.Quantity

    fileprivate func constantResult(_ left: Quantity, _ right: Quantity) -> Condition.ConstantResult? {
        if !canHold(left, right) { return .neverHolds }
        // A comparison with a missing value is false, so that only values that always exist make it always true.
        guard left.isAlwaysDefined, right.isAlwaysDefined else { return nil }
        return negated.canHold(left, right) ? nil : .alwaysHolds
    }

    private func canHold(_ left: Quantity, _ right: Quantity) -> Bool {
        if left == right { return holds(0, 0) }
        let (one, other) = (left.range, right.range)
        return switch self {
        case .equal: one.overlaps(other)
        case .unequal: one != other || one.lowerBound < one.upperBound
        case .less: one.lowerBound < other.upperBound
        case .atMost: one.lowerBound <= other.upperBound
        case .greater: one.upperBound > other.lowerBound
        case .atLeast: one.upperBound >= other.lowerBound
        }
    }

    private var negated: Self {
        switch self {
        case .equal: .unequal
        case .unequal: .equal
        case .less: .atLeast
        case .atMost: .greater
        case .greater: .atMost
        case .atLeast: .less
        }
    }
}

extension Condition.Quantity {
    /// The values that the quantity can have in any session.
    fileprivate var range: ClosedRange<Int64> {
        switch self {
        case .value, .duration, .waitingTime, .waiting, .parked, .setting: 0...Int64.max
        case .count: 1...Int64.max
        case .progress: 0...Millionths.one.count
        case .held: 0...1
        case .constant(let number): number...number
        }
    }

    /// Whether every gift, or every moment, has a value for this quantity.
    fileprivate var isAlwaysDefined: Bool {
        switch self {
        case .value(let subject), .count(let subject), .duration(let subject): subject == .itself
        case .waitingTime, .waiting, .parked, .held, .constant: true
        case .setting(let key): !key.isOptional
        // A dropped gift has no progress.
        case .progress: false
        }
    }
}

extension Condition.Name {
    /// Returns whether two names are always equal or always different; `nil` if that varies.
    fileprivate func constantEquality(with other: Self, kinds: [String]?) -> Bool? {
        if self == other { return true }
        switch (self, other) {
        case (.constant(let one), .constant(let other)): return one == other
        // With a single kind, all gifts are of that kind.
        case (.kind, _) where kinds?.count == 1, (_, .kind) where kinds?.count == 1: return true
        default: return nil
        }
    }

    fileprivate var isAlwaysDefined: Bool {
        switch self {
        case .kind(let subject), .sender(let subject): subject == .itself
        case .setting, .constant: true
        }
    }
}
