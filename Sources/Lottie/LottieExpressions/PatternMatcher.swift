/// A matcher that tries the alternatives of a pattern one after the other.
///
/// Each try costs steps of the machine, so an expression that would take exponential time ends with the budget.
struct PatternMatcher {
    private let pattern: Pattern
    private let units: [UInt16]
    private var slots: [Int]
    private var marks: [Int]
    private var trail: [Trail] = []
    private let ignoresCase: Bool

    /// What to do when the current try fails.
    private enum Trail {
        case branch(step: Int, position: Int)
        case slot(Int, old: Int)
        case mark(Int, old: Int)
    }

    /// The most tries that wait at the same time.
    private static let maxTrail = 200_000

    init(_ pattern: Pattern, _ units: [UInt16]) {
        self.pattern = pattern
        self.units = units
        ignoresCase = pattern.flags.ignoresCase
        slots = []
        marks = Array(repeating: -1, count: pattern.markCount)
    }

    /// Returns the ranges of the groups of the first match at `start` or later, nil for a group without a match; nil if
    /// nothing matches.
    mutating func firstMatch(from start: Int, in machine: ScriptMachine) throws(ScriptFailure) -> [Range<Int>?]? {
        var position = start
        while position <= units.count {
            if let groups = try match(at: position, in: machine) { return groups }
            if pattern.flags.isSticky { return nil }
            position += isPair(at: position) ? 2 : 1
        }
        return nil
    }

    private mutating func match(at start: Int, in machine: ScriptMachine) throws(ScriptFailure) -> [Range<Int>?]? {
        slots = Array(repeating: -1, count: 2 * pattern.groupCount)
        trail.removeAll(keepingCapacity: true)
        guard try run(from: 0, at: start, in: machine) != nil else { return nil }
        return (0..<pattern.groupCount).map { group in
            let (low, high) = (slots[2 * group], slots[2 * group + 1])
            return low >= 0 && high >= low ? low..<high : nil
        }
    }

    /// Runs the steps until a match, and returns its end; nil if all tries fail.
    private mutating func run(from first: Int, at start: Int, in machine: ScriptMachine) throws(ScriptFailure) -> Int? {
        var (step, position) = (first, start)
        let bottom = trail.count
        while true {
            try machine.spend(steps: 1)
            var hasFailed = false
            switch pattern.steps[step] {
            case .matched: return position
            case .jump(let target):
                step = target
                continue
            case .split(let preferred, let other):
                guard trail.count < Self.maxTrail else { throw .limitExceeded("a regular expression tries too much") }
                trail.append(.branch(step: other, position: position))
                step = preferred
                continue
            case .save(let slot): setSlot(slot, to: position)
            case .forget(let groups):
                for group in groups {
                    setSlot(2 * group, to: -1)
                    setSlot(2 * group + 1, to: -1)
                }
            case .mark(let mark):
                trail.append(.mark(mark, old: marks[mark]))
                marks[mark] = position
            case .progress(let mark): hasFailed = marks[mark] == position
            case .repeated(let group): hasFailed = try !matchRepeated(group, &position, in: machine)
            case .look(let isNegated, let isAhead, let next):
                hasFailed = try !look(from: step + 1, at: position, isNegated, isAhead: isAhead, in: machine)
                if !hasFailed {
                    step = next
                    continue
                }
            default: hasFailed = !matchUnit(pattern.steps[step], &position)
            }
            if !hasFailed {
                step += 1
            } else if let branch = backtrack(to: bottom) {
                (step, position) = branch
            } else {
                return nil
            }
        }
    }

    private mutating func setSlot(_ slot: Int, to position: Int) {
        trail.append(.slot(slot, old: slots[slot]))
        slots[slot] = position
    }

    /// Undoes the changes since the last branch and returns it; nil if there is none above `bottom`.
    private mutating func backtrack(to bottom: Int) -> (Int, Int)? {
        while trail.count > bottom, let last = trail.popLast() {
            switch last {
            case .branch(let step, let position): return (step, position)
            case .slot(let slot, let old): slots[slot] = old
            case .mark(let mark, let old): marks[mark] = old
            }
        }
        return nil
    }

    /// Matches what a step looks for at one place, or at the places before it.
    private mutating func look(
        from step: Int, at position: Int, _ isNegated: Bool, isAhead: Bool, in machine: ScriptMachine
    ) throws(ScriptFailure) -> Bool {
        let bottom = trail.count
        let saved = slots
        var isFound = false
        if isAhead {
            isFound = try run(from: step, at: position, in: machine) != nil
        } else {
            // What ends here may begin at any earlier place.
            for start in stride(from: position, through: 0, by: -1) where !isFound {
                isFound = try run(from: step, at: start, in: machine) == position
            }
        }
        // A look is never tried again, so its branches go; the groups of a negated one match nothing.
        trail.removeSubrange(bottom...)
        if isNegated || !isFound {
            slots = saved
        } else {
            for slot in slots.indices where slots[slot] != saved[slot] { trail.append(.slot(slot, old: saved[slot])) }
        }
        return isFound != isNegated
    }

    private func matchRepeated(
        _ group: Int, _ position: inout Int, in machine: ScriptMachine
    ) throws(ScriptFailure) -> Bool {
        guard group < pattern.groupCount, slots[2 * group] >= 0, slots[2 * group + 1] >= slots[2 * group] else {
            return true
        }
        let range = slots[2 * group]..<slots[2 * group + 1]
        try machine.spend(steps: range.count)
        guard position + range.count <= units.count else { return false }
        for offset in 0..<range.count where !isSame(units[range.lowerBound + offset], units[position + offset]) {
            return false
        }
        position += range.count
        return true
    }

    private func isSame(_ a: UInt16, _ b: UInt16) -> Bool {
        a == b || ignoresCase && a.lowercased == b.lowercased
    }

    private func matchUnit(_ step: Pattern.Step, _ position: inout Int) -> Bool {
        let unit = position < units.count ? units[position] : nil
        let before = position > 0 ? units[position - 1] : nil
        let isMultiline = pattern.flags.isMultiline
        switch step {
        case .start: return before == nil || isMultiline && before?.isLineEnd == true
        case .end: return unit == nil || isMultiline && unit?.isLineEnd == true
        case .wordBoundary(let isWanted):
            return ((before?.isWordUnit ?? false) != (unit?.isWordUnit ?? false)) == isWanted
        default: break
        }
        guard let unit else { return false }
        let isMatch =
            switch step {
            case .unit(let wanted): wanted == (ignoresCase ? unit.lowercased : unit)
            case .any: pattern.flags.dotMatchesLines || !unit.isLineEnd
            case .set(let set): matches(set, unit)
            default: false
            }
        guard isMatch else { return false }
        // Only what matches any character, or any but some, meets the first half of a pair alone.
        if case .unit = step { position += 1 } else { position += isPair(at: position) ? 2 : 1 }
        return true
    }

    /// Returns whether two units that stand for one character, and are matched as a whole, begin at a place.
    private func isPair(at position: Int) -> Bool {
        pattern.flags.keepsPairs && position + 1 < units.count && UTF16.isLeadSurrogate(units[position])
            && UTF16.isTrailSurrogate(units[position + 1])
    }

    private func matches(_ set: Pattern.UnitSet, _ unit: UInt16) -> Bool {
        guard ignoresCase else { return set.contains(unit) }
        let (lower, upper) = (unit.lowercased, unit.uppercased)
        let isInside = set.ranges.contains { $0.contains(unit) || $0.contains(lower) || $0.contains(upper) }
        return isInside != set.isNegated
    }
}

extension UInt16 {
    fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D || self == 0x2028 || self == 0x2029 }

    /// The unit in upper case, if that is a single unit.
    fileprivate var uppercased: UInt16 {
        if self < 0x80 { return (0x61...0x7A).contains(self) ? self - 0x20 : self }
        guard let scalar = Unicode.Scalar(self) else { return self }
        let upper = scalar.properties.uppercaseMapping.utf16
        return upper.count == 1 ? upper.first ?? self : self
    }
}
