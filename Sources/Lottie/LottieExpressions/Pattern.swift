/// A compiled regular expression: instructions for `PatternMatcher`.
struct Pattern {
    /// An instruction of the matcher.
    enum Step {
        case unit(UInt16)
        case any
        case set(UnitSet)
        /// Continues at the first place, and at the second one if the rest does not match from there.
        case split(Int, Int)
        case jump(Int)
        /// Records the position as the start or the end of a group.
        case save(Int)
        /// Forgets what the groups of the range have matched.
        case forget(Range<Int>)
        case start, end
        case wordBoundary(Bool)
        case repeated(group: Int)
        /// Matches what follows without moving on; continues at the place behind.
        case look(isNegated: Bool, isAhead: Bool, next: Int)
        /// Remembers the position, and fails if the repeated part has matched nothing since.
        case mark(Int), progress(Int)
        case matched
    }

    /// A set of units of UTF-16.
    struct UnitSet {
        var ranges: [ClosedRange<UInt16>] = []
        var isNegated = false

        func contains(_ unit: UInt16) -> Bool { ranges.contains { $0.contains(unit) } != isNegated }
    }

    /// The flags after the expression.
    struct Flags {
        let text: String
        var isGlobal: Bool { text.contains("g") }
        var ignoresCase: Bool { text.contains("i") }
        var isMultiline: Bool { text.contains("m") }
        var dotMatchesLines: Bool { text.contains("s") }
        var isSticky: Bool { text.contains("y") }
        /// Whether a pair of units that stand for one character is matched as a whole.
        var keepsPairs: Bool { text.contains("u") }

        /// Fails if a flag is not known or occurs twice.
        init?(_ text: String) {
            guard text.allSatisfy({ "gimsuy".contains($0) }), Set(text).count == text.count else { return nil }
            self.text = text
        }
    }

    fileprivate(set) var steps: [Step] = []
    /// The number of groups; group 0 is the whole match.
    fileprivate(set) var groupCount = 1
    fileprivate(set) var markCount = 0
    /// The numbers of the groups with a name.
    fileprivate(set) var groupNames: [(name: String, group: Int)] = []
    let flags: Flags

    /// The greatest number of instructions of one expression.
    static let maxSteps = 5_000

    /// Compiles an expression; the error says what is wrong with it.
    init(_ source: String, _ flags: Flags) throws(PatternError) {
        self.flags = flags
        var parser = PatternParser(source, flags)
        try parser.compile(into: &self)
    }
}

/// The reason why a regular expression cannot be compiled.
struct PatternError: Error {
    let problem: String
}

/// A compiler of regular expressions of ECMAScript 2015, with named groups and looking behind for single units.
private struct PatternParser {
    private let units: [UInt16]
    private var position = 0
    private var depth = 0
    private let flags: Pattern.Flags
    private static let maxDepth = 40

    init(_ source: String, _ flags: Pattern.Flags) {
        units = Array(source.utf16)
        self.flags = flags
    }

    mutating func compile(into pattern: inout Pattern) throws(PatternError) {
        pattern.steps = [.save(0)]
        try parseAlternatives(&pattern)
        guard position == units.count else { throw PatternError(problem: "unmatched ')'") }
        pattern.steps += [.save(1), .matched]
    }

    private var next: UInt16? { position < units.count ? units[position] : nil }

    private mutating func consume(_ text: StaticString) -> Bool {
        let wanted = Array("\(text)".utf16)
        guard units[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private func check(_ pattern: borrowing Pattern) throws(PatternError) {
        if pattern.steps.count > Pattern.maxSteps { throw PatternError(problem: "too long") }
    }

    private mutating func parseAlternatives(_ pattern: inout Pattern) throws(PatternError) {
        guard depth < Self.maxDepth else { throw PatternError(problem: "nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        var ends: [Int] = []
        while hasFurtherAlternative {
            let start = pattern.steps.count
            pattern.steps.append(.jump(0))
            try parseSequence(&pattern)
            ends.append(pattern.steps.count)
            pattern.steps.append(.jump(0))
            pattern.steps[start] = .split(start + 1, pattern.steps.count)
            guard consume("|") else { throw PatternError(problem: "expected '|'") }
        }
        try parseSequence(&pattern)
        for end in ends { pattern.steps[end] = .jump(pattern.steps.count) }
    }

    private static let bar = UInt16(ascii: "|")

    /// Whether a `|` follows in the group at the position.
    private var hasFurtherAlternative: Bool {
        var (depth, isInSet, index) = (0, false, position)
        while index < units.count {
            switch units[index] {
            case UInt16(ascii: "\\"): index += 1
            case UInt16(ascii: "["): isInSet = true
            case UInt16(ascii: "]"): isInSet = false
            case UInt16(ascii: "(") where !isInSet: depth += 1
            case UInt16(ascii: ")") where !isInSet:
                if depth == 0 { return false }
                depth -= 1
            case Self.bar where !isInSet && depth == 0: return true
            default: break
            }
            index += 1
        }
        return false
    }

    private mutating func parseSequence(_ pattern: inout Pattern) throws(PatternError) {
        while let unit = next, unit != Self.bar, unit != UInt16(ascii: ")") {
            let start = pattern.steps.count
            let firstGroup = pattern.groupCount
            let isRepeatable = try parseTerm(&pattern)
            try parseQuantifier(&pattern, from: start, groups: firstGroup..<pattern.groupCount, isRepeatable)
            try check(pattern)
        }
    }

    /// Moves the targets of the steps from `start` on, which all lie among these steps.
    private static func shift(_ steps: inout [Pattern.Step], from start: Int, by distance: Int) {
        for index in start..<steps.count {
            switch steps[index] {
            case .split(let first, let second): steps[index] = .split(first + distance, second + distance)
            case .jump(let target): steps[index] = .jump(target + distance)
            case .look(let isNegated, let isAhead, let target):
                steps[index] = .look(isNegated: isNegated, isAhead: isAhead, next: target + distance)
            default: break
            }
        }
    }
}

// MARK: - Repetitions

extension PatternParser {
    private mutating func parseQuantifier(
        _ pattern: inout Pattern, from start: Int, groups: Range<Int>, _ isRepeatable: Bool
    ) throws(PatternError) {
        guard let counts = parseCounts() else { return }
        guard isRepeatable else { throw PatternError(problem: "nothing to repeat") }
        guard counts.least <= (counts.most ?? .max) else { throw PatternError(problem: "numbers out of order") }
        let isGreedy = !consume("?")
        let part = Array(pattern.steps[start...])
        pattern.steps.removeSubrange(start...)
        func append(_ pattern: inout Pattern) {
            if !groups.isEmpty { pattern.steps.append(.forget(groups)) }
            let place = pattern.steps.count
            pattern.steps += part
            Self.shift(&pattern.steps, from: place, by: place - start)
        }
        func split(_ pattern: inout Pattern, at place: Int, to end: Int) {
            pattern.steps[place] = isGreedy ? .split(place + 1, end) : .split(end, place + 1)
        }
        for _ in 0..<min(counts.least, Pattern.maxSteps) {
            append(&pattern)
            try check(pattern)
        }
        guard let most = counts.most else {
            let mark = pattern.markCount
            pattern.markCount += 1
            let top = pattern.steps.count
            pattern.steps += [.split(0, 0), .mark(mark)]
            append(&pattern)
            pattern.steps += [.progress(mark), .jump(top)]
            return split(&pattern, at: top, to: pattern.steps.count)
        }
        var splits: [Int] = []
        for _ in 0..<min(most - counts.least, Pattern.maxSteps) {
            splits.append(pattern.steps.count)
            pattern.steps.append(.split(0, 0))
            append(&pattern)
            try check(pattern)
        }
        for place in splits { split(&pattern, at: place, to: pattern.steps.count) }
    }

    private mutating func parseCounts() -> (least: Int, most: Int?)? {
        if consume("*") { return (0, nil) }
        if consume("+") { return (1, nil) }
        if consume("?") { return (0, 1) }
        let start = position
        guard consume("{"), let least = parseNumber() else {
            position = start
            return nil
        }
        var most: Int? = least
        if consume(",") { most = parseNumber() }
        guard consume("}") else {
            position = start
            return nil
        }
        return (least, most)
    }

    /// Parses a decimal number; larger ones than any limit become the limit.
    private mutating func parseNumber() -> Int? {
        var value: Int?
        while let unit = next, (0x30...0x39).contains(unit) {
            value = min(100_000, (value ?? 0) * 10 + Int(unit - 0x30))
            position += 1
        }
        return value
    }
}

// MARK: - Terms

extension PatternParser {
    /// Parses a term and returns whether it can be repeated.
    private mutating func parseTerm(_ pattern: inout Pattern) throws(PatternError) -> Bool {
        guard let unit = next else { return false }
        position += 1
        switch Unicode.Scalar(unit).map(Character.init) ?? "\u{FFFD}" {
        case "^": pattern.steps.append(.start)
        case "$": pattern.steps.append(.end)
        case "(": return try parseGroup(&pattern)
        case ".": pattern.steps.append(.any)
        case "[": pattern.steps.append(.set(try parseSet()))
        case "\\": return try parseEscape(&pattern)
        case "*", "+", "?": throw PatternError(problem: "nothing to repeat")
        default:
            pattern.steps.append(.unit(folded(unit)))
            if flags.keepsPairs, UTF16.isLeadSurrogate(unit), let second = next, UTF16.isTrailSurrogate(second) {
                position += 1
                pattern.steps.append(.unit(second))
            }
        }
        return unit != UInt16(ascii: "^") && unit != UInt16(ascii: "$")
    }

    private func folded(_ unit: UInt16) -> UInt16 { flags.ignoresCase ? unit.lowercased : unit }

    private mutating func parseGroup(_ pattern: inout Pattern) throws(PatternError) -> Bool {
        var group: Int?
        var look: Int?
        if consume("?:") {
        } else if consume("?=") || consume("?!") {
            look = pattern.steps.count
            let isNegated = units[position - 1] == UInt16(ascii: "!")
            pattern.steps.append(.look(isNegated: isNegated, isAhead: true, next: 0))
        } else if consume("?<=") || consume("?<!") {
            look = pattern.steps.count
            let isNegated = units[position - 1] == UInt16(ascii: "!")
            pattern.steps.append(.look(isNegated: isNegated, isAhead: false, next: 0))
        } else {
            group = pattern.groupCount
            pattern.groupCount += 1
            if consume("?<") { pattern.groupNames.append((try parseGroupName(), pattern.groupCount - 1)) }
            guard pattern.groupCount <= 100 else { throw PatternError(problem: "more than 99 groups") }
        }
        if let group { pattern.steps.append(.save(2 * group)) }
        try parseAlternatives(&pattern)
        guard consume(")") else { throw PatternError(problem: "expected ')'") }
        if let group { pattern.steps.append(.save(2 * group + 1)) }
        guard let look, case .look(let isNegated, let isAhead, _) = pattern.steps[look] else { return true }
        pattern.steps.append(.matched)
        pattern.steps[look] = .look(isNegated: isNegated, isAhead: isAhead, next: pattern.steps.count)
        return isAhead
    }

    private mutating func parseGroupName() throws(PatternError) -> String {
        var name: [UInt16] = []
        while let unit = next, unit != UInt16(ascii: ">") {
            name.append(unit)
            position += 1
        }
        guard consume(">"), !name.isEmpty else { throw PatternError(problem: "expected the name of a group") }
        return String(decoding: name, as: UTF16.self)
    }

    private mutating func parseEscape(_ pattern: inout Pattern) throws(PatternError) -> Bool {
        guard let unit = next else { throw PatternError(problem: "a backslash at the end") }
        if unit == UInt16(ascii: "b") || unit == UInt16(ascii: "B") {
            position += 1
            pattern.steps.append(.wordBoundary(unit == UInt16(ascii: "b")))
            return false
        }
        if (0x31...0x39).contains(unit), let group = parseNumber() {
            pattern.steps.append(.repeated(group: group))
            return true
        }
        if consume("k<") {
            let name = try parseGroupName()
            guard let group = pattern.groupNames.first(where: { $0.name == name })?.group else {
                throw PatternError(problem: "no group '\(name)'")
            }
            pattern.steps.append(.repeated(group: group))
            return true
        }
        if flags.keepsPairs {
            try refuseProperty()
            if let scalar = try parseCodePoint() {
                let units = Array(String(scalar).utf16)
                pattern.steps += units.map { .unit(units.count == 1 ? folded($0) : $0) }
                return true
            }
        }
        if let set = parseClass() {
            pattern.steps.append(.set(set))
        } else {
            pattern.steps.append(.unit(folded(try parseCharacterEscape())))
        }
        return true
    }

    /// Parses the letter of a class such as `\d`; nil if it is none.
    private mutating func parseClass() -> Pattern.UnitSet? {
        guard let unit = next else { return nil }
        let ranges: [ClosedRange<UInt16>]
        switch unit | 0x20 {
        case UInt16(ascii: "d"): ranges = [0x30...0x39]
        case UInt16(ascii: "w"): ranges = PatternParser.wordRanges
        case UInt16(ascii: "s"):
            ranges = [
                0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
                0x202F...0x202F,
                0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
            ]
        default: return nil
        }
        position += 1
        return Pattern.UnitSet(ranges: ranges, isNegated: unit & 0x20 == 0)
    }

    static let wordRanges: [ClosedRange<UInt16>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]

    private mutating func parseCharacterEscape() throws(PatternError) -> UInt16 {
        guard let unit = next else { throw PatternError(problem: "a backslash at the end") }
        position += 1
        switch unit {
        case UInt16(ascii: "n"): return 0x0A
        case UInt16(ascii: "r"): return 0x0D
        case UInt16(ascii: "t"): return 0x09
        case UInt16(ascii: "v"): return 0x0B
        case UInt16(ascii: "f"): return 0x0C
        case UInt16(ascii: "0"): return 0
        case UInt16(ascii: "x"): return parseHexadecimal(2) ?? unit
        case UInt16(ascii: "u"): return parseHexadecimal(4) ?? unit
        default: return unit
        }
    }

    /// Throws an error if a class of characters with a property of Unicode follows a backslash.
    private func refuseProperty() throws(PatternError) {
        guard next == UInt16(ascii: "p") || next == UInt16(ascii: "P") else { return }
        throw PatternError(problem: "\\p{…} is not part of the language here")
    }

    /// Parses a code point such as `u{1F600}` after a backslash; nil if there is none.
    private mutating func parseCodePoint() throws(PatternError) -> Unicode.Scalar? {
        guard consume("u{") else { return nil }
        var digits = ""
        while let unit = next, unit != UInt16(ascii: "}"), let scalar = Unicode.Scalar(unit) {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        guard consume("}"), !digits.hasPrefix("+"), let value = UInt32(digits, radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw PatternError(problem: "expected a code point") }
        return scalar
    }

    private mutating func parseHexadecimal(_ count: Int) -> UInt16? {
        guard position + count <= units.count else { return nil }
        let digits = String(decoding: units[position..<position + count], as: UTF16.self)
        guard let value = UInt16(digits, radix: 16), !digits.hasPrefix("+") else { return nil }
        position += count
        return value
    }

    private mutating func parseSet() throws(PatternError) -> Pattern.UnitSet {
        var set = Pattern.UnitSet()
        let isNegated = consume("^")
        while !consume("]") {
            guard let first = try parseSetMember(&set) else { continue }
            guard next == UInt16(ascii: "-"), position + 1 < units.count, units[position + 1] != UInt16(ascii: "]")
            else {
                set.ranges.append(first...first)
                continue
            }
            position += 1
            guard let last = try parseSetMember(&set) else {
                set.ranges += [first...first, 0x2D...0x2D]
                continue
            }
            guard first <= last else { throw PatternError(problem: "range out of order") }
            set.ranges.append(first...last)
        }
        set.isNegated = isNegated
        return set
    }

    /// Parses a unit of a set; nil if it is a class, which is added to the set.
    private mutating func parseSetMember(_ set: inout Pattern.UnitSet) throws(PatternError) -> UInt16? {
        guard let unit = next else { throw PatternError(problem: "expected ']'") }
        position += 1
        if flags.keepsPairs, UTF16.isSurrogate(unit) { throw Self.setProblem }
        guard unit == UInt16(ascii: "\\") else { return unit }
        if flags.keepsPairs {
            try refuseProperty()
            if let scalar = try parseCodePoint() {
                guard let single = UInt16(exactly: scalar.value) else { throw Self.setProblem }
                return single
            }
        }
        if let inner = parseClass() {
            set.ranges += inner.isNegated ? Self.complement(of: inner.ranges) : inner.ranges
            return nil
        }
        if next == UInt16(ascii: "b") {
            position += 1
            return 0x08
        }
        return try parseCharacterEscape()
    }

    private static let setProblem = PatternError(
        problem: "a set of characters beyond U+FFFF is not part of the language here")

    /// Returns the ranges between sorted ones.
    private static func complement(of ranges: [ClosedRange<UInt16>]) -> [ClosedRange<UInt16>] {
        var result: [ClosedRange<UInt16>] = []
        var start: UInt16 = 0
        for range in ranges {
            if range.lowerBound > start { result.append(start...range.lowerBound - 1) }
            start = range.upperBound &+ 1
        }
        return result + [start...UInt16.max]
    }
}

extension UInt16 {
    /// Creates the unit of an ASCII character.
    init(ascii scalar: Unicode.Scalar) { self = UInt16(truncatingIfNeeded: scalar.value) }

    /// The unit in lower case, if that is a single unit.
    var lowercased: UInt16 {
        if self < 0x80 { return (0x41...0x5A).contains(self) ? self + 0x20 : self }
        guard let scalar = Unicode.Scalar(self) else { return self }
        let lower = scalar.properties.lowercaseMapping.utf16
        return lower.count == 1 ? lower.first ?? self : self
    }

    /// Whether the unit belongs to a word, in the sense of `\w`.
    var isWordUnit: Bool { PatternParser.wordRanges.contains { $0.contains(self) } }
}
