/// A regular expression of a script.
final class RegularExpression: ScriptObject {
    let source: String
    let pattern: Pattern
    /// Where the next search of an expression with the flag `g` or `y` begins.
    var lastIndex = 0

    init(_ source: String, _ pattern: Pattern) {
        self.source = source
        self.pattern = pattern
    }

    /// The expression as a script contains it.
    var text: String { "/\(source)/\(pattern.flags.text)" }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "source": .string(source)
        case "flags": .string(pattern.flags.text)
        case "global": .bool(pattern.flags.isGlobal)
        case "ignoreCase": .bool(pattern.flags.ignoresCase)
        case "multiline": .bool(pattern.flags.isMultiline)
        case "sticky": .bool(pattern.flags.isSticky)
        case "lastIndex": .number(Double(lastIndex))
        default: Builtin.patternMethods[name].map { .builtin($0) }
        }
    }

    override func setMember(
        _ name: String, to value: ScriptValue, in machine: ScriptMachine
    ) throws(ScriptFailure) {
        if name == "lastIndex" { lastIndex = max(0, try machine.integer(value)) }
    }
}

extension ScriptMachine {
    /// Creates a regular expression and charges the work of compiling it.
    func makePattern(_ source: String, _ flags: String) throws(ScriptFailure) -> ScriptValue {
        guard let flags = Pattern.Flags(flags) else { throw error("SyntaxError", "unknown flags '\(flags)'") }
        try spend(steps: 20 * (1 + source.utf8.count))
        let pattern: Pattern
        do throws(PatternError) {
            pattern = try Pattern(source, flags)
        } catch {
            throw self.error("SyntaxError", "regular expression: \(error.problem)")
        }
        try spend(memory: 8 + pattern.steps.count)
        return .object(RegularExpression(source, pattern))
    }

    /// Creates a regular expression as the constructor does, from a text or another expression.
    func constructPattern(_ arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        let other = regularExpression(arguments[0])
        var source = other?.source ?? "(?:)"
        if other == nil, !isNullish(arguments[0]) { source = try string(arguments[0]) }
        let flags = isNullish(arguments[1]) ? other?.pattern.flags.text ?? "" : try string(arguments[1])
        return try makePattern(source, flags)
    }

    func regularExpression(_ value: ScriptValue) -> RegularExpression? {
        if case .object(let object) = value { object as? RegularExpression } else { nil }
    }

    /// Calls a method of regular expressions.
    func callPatternMethod(
        _ builtin: Builtin, _ this: ScriptValue, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue {
        guard let expression = regularExpression(this) else {
            throw typeError("\(description(of: this)) is no regular expression")
        }
        if builtin == .patternToString { return try makeString(expression.text) }
        let text = try string(arguments[0])
        let match = try nextMatch(of: expression, in: text)
        if builtin == .patternTest { return .bool(match != nil) }
        return try match.map { match throws(ScriptFailure) in try makeMatch(match, of: expression, in: text) } ?? .null
    }

    /// Calls a method of strings whose first argument is a regular expression; nil if it takes none.
    func callStringMethod(
        _ builtin: Builtin, _ text: String, with expression: RegularExpression, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue? {
        switch builtin {
        case .search:
            return .number(
                Double(try matches(of: expression, in: text, isFirstOnly: true).first?.range.lowerBound ?? -1))
        case .stringMatch:
            let isGlobal = expression.pattern.flags.isGlobal
            if !isGlobal {
                let match = try nextMatch(of: expression, in: text)
                return try match.map { match throws(ScriptFailure) in
                    try makeMatch(match, of: expression, in: text)
                } ?? .null
            }
            let units = Array(text.utf16)
            let all = try matches(of: expression, in: text, isFirstOnly: false)
            return all.isEmpty
                ? .null : try makeArray(all.map { .string(String(decoding: units[$0.range], as: UTF16.self)) })
        case .matchAll:
            var all: [ScriptValue] = []
            for match in try matches(of: expression, in: text, isFirstOnly: false) {
                all.append(try makeMatch(match, of: expression, in: text))
            }
            return try makeArray(all)
        case .split: return try split(text, at: expression, limit: arguments[1])
        case .replace, .replaceAll: return try replaced(text, expression, by: arguments[1])
        default: return nil
        }
    }
}

/// A match: the ranges of its groups in units of UTF-16; the first one is the whole match.
struct PatternMatch {
    let groups: [Range<Int>?]
    var range: Range<Int> { groups.first.flatMap { $0 } ?? 0..<0 }
}

extension ScriptMachine {
    /// Returns the match that `exec` finds, and moves on if the expression has the flag `g` or `y`.
    private func nextMatch(of expression: RegularExpression, in text: String) throws(ScriptFailure) -> PatternMatch? {
        let units = Array(text.utf16)
        try spend(memory: units.count / 4)
        let flags = expression.pattern.flags
        let remembers = flags.isGlobal || flags.isSticky
        let start = remembers ? expression.lastIndex : 0
        var matcher = PatternMatcher(expression.pattern, units)
        let groups = start <= units.count ? try matcher.firstMatch(from: start, in: self) : nil
        let match = groups.map { PatternMatch(groups: $0) }
        if remembers { expression.lastIndex = match?.range.upperBound ?? 0 }
        return match
    }

    /// Returns all matches from the start of a text, or the first one.
    private func matches(
        of expression: RegularExpression, in text: String, isFirstOnly: Bool
    ) throws(ScriptFailure) -> [PatternMatch] {
        let units = Array(text.utf16)
        try spend(memory: units.count / 4)
        var matcher = PatternMatcher(expression.pattern, units)
        var all: [PatternMatch] = []
        var position = 0
        while position <= units.count, let groups = try matcher.firstMatch(from: position, in: self) {
            let match = PatternMatch(groups: groups)
            try spend(memory: 1 + groups.count)
            all.append(match)
            if isFirstOnly { break }
            // An empty match would be found again.
            position = match.range.isEmpty ? match.range.upperBound + 1 : match.range.upperBound
        }
        return all
    }

    /// Returns a match as a list of texts with its place and its named groups.
    private func makeMatch(
        _ match: PatternMatch, of expression: RegularExpression, in text: String
    ) throws(ScriptFailure) -> ScriptValue {
        let units = Array(text.utf16)
        let values = match.groups.map { range -> ScriptValue in
            range.map { .string(String(decoding: units[$0], as: UTF16.self)) } ?? .undefined
        }
        try spend(memory: units.count / 8 + 4 * values.count)
        let list = ScriptArray(values)
        try list.setMember("index", to: .number(Double(match.range.lowerBound)), in: self)
        try list.setMember("input", to: .string(text), in: self)
        let names = expression.pattern.groupNames
        if !names.isEmpty {
            let groups = ScriptRecord(names.map { ($0.name, values[$0.group]) })
            try list.setMember("groups", to: .object(groups), in: self)
        }
        return .object(list)
    }

    private func split(
        _ text: String, at expression: RegularExpression, limit: ScriptValue
    ) throws(ScriptFailure) -> ScriptValue {
        let units = Array(text.utf16)
        let most = isUndefined(limit) ? Int.max : max(0, try integer(limit))
        var parts: [ScriptValue] = []
        var start = 0
        func part(_ range: Range<Int>) -> ScriptValue { .string(String(decoding: units[range], as: UTF16.self)) }
        for match in try matches(of: expression, in: text, isFirstOnly: false) {
            // An empty match at the start or the end separates nothing.
            if match.range.isEmpty && (match.range.lowerBound == start || match.range.lowerBound >= units.count) {
                continue
            }
            parts.append(part(start..<match.range.lowerBound))
            parts += match.groups.dropFirst().map { $0.map(part) ?? .undefined }
            start = match.range.upperBound
        }
        parts.append(part(start..<units.count))
        return try makeArray(Array(parts.prefix(most)))
    }

    private func replaced(
        _ text: String, _ expression: RegularExpression, by replacement: ScriptValue
    ) throws(ScriptFailure) -> ScriptValue {
        let units = Array(text.utf16)
        var result: [UInt16] = []
        var start = 0
        let found = try matches(of: expression, in: text, isFirstOnly: !expression.pattern.flags.isGlobal)
        for match in found {
            let inserted = try self.replacement(
                replacement, for: match, of: units, text, names: expression.pattern.groupNames)
            result += units[start..<match.range.lowerBound]
            result += inserted.utf16
            start = match.range.upperBound
        }
        result += units[start...]
        return try makeString(String(decoding: result, as: UTF16.self))
    }

    /// Returns what replaces a match: the result of a function, or a text with its patterns filled in.
    func replacement(
        _ replacement: ScriptValue, for match: PatternMatch, of units: [UInt16], _ text: String,
        names: [(name: String, group: Int)]
    ) throws(ScriptFailure) -> String {
        let inserted: String
        if isCallable(replacement) {
            var arguments = match.groups.map { range -> ScriptValue in
                range.map { .string(String(decoding: units[$0], as: UTF16.self)) } ?? .undefined
            }
            arguments += [.number(Double(match.range.lowerBound)), .string(text)]
            inserted = try string(invoke(replacement, arguments))
        } else {
            inserted = Self.expanded(try string(replacement), match, of: units, names: names)
        }
        try spend(memory: 1 + inserted.utf8.count / 8)
        return inserted
    }

    /// Returns a replacement with `$1`, `$&`, `` $` ``, `$'`, `$<name>` and `$$` filled in (ECMAScript, GetSubstitution).
    private static func expanded(
        _ template: String, _ match: PatternMatch, of units: [UInt16], names: [(name: String, group: Int)]
    ) -> String {
        guard template.contains("$") else { return template }
        func text(_ group: Int) -> String {
            match.groups[group].map { String(decoding: units[$0], as: UTF16.self) } ?? ""
        }
        var result = ""
        var rest = Substring(template)
        while let place = rest.firstIndex(of: "$") {
            result += rest[..<place]
            rest = rest[rest.index(after: place)...]
            let digits = rest.prefix(2).prefix { $0.isASCII && $0.isNumber }
            let group = [digits, digits.prefix(1)].first { digits in
                Int(digits).map { $0 > 0 && $0 < match.groups.count } ?? false
            }
            if rest.first == "$" {
                result += "$"
                rest = rest.dropFirst()
            } else if rest.first == "&" {
                result += text(0)
                rest = rest.dropFirst()
            } else if rest.first == "`" {
                result += String(decoding: units[..<match.range.lowerBound], as: UTF16.self)
                rest = rest.dropFirst()
            } else if rest.first == "'" {
                result += String(decoding: units[match.range.upperBound...], as: UTF16.self)
                rest = rest.dropFirst()
            } else if let group, let number = Int(group) {
                result += text(number)
                rest = rest.dropFirst(group.count)
            } else if rest.first == "<", let end = rest.firstIndex(of: ">"),
                let named = names.first(where: { $0.name == rest[rest.index(after: rest.startIndex)..<end] })
            {
                result += text(named.group)
                rest = rest[rest.index(after: end)...]
            } else {
                result += "$"
            }
        }
        return result + rest
    }
}
