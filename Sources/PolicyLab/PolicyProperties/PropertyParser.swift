import ExactNumbers
import Playback
import PlayerSettings

/// A recursive descent parser that also checks the types of both sides of a comparison.
struct PropertyParser {
    /// The deepest nesting of brackets, negations and operators over time. It is more than anyone writes and protects
    /// the stack.
    static let maxDepth = 50

    /// The words of the operators over time, for suggestions.
    static let operatorWords = [
        "always", "never", "eventually", "within", "after", "before", "if", "until", "unless", "implies",
    ]

    /// The names with which kinds are compared; `nil` if any name is possible.
    let kinds: [String]?
    /// Whether operators over time are possible.
    private let allowsTime: Bool
    private let tokens: [Token]
    private var position = 0
    private var depth = 0

    init(_ text: String, kinds: [String]?, allowsTime: Bool = true) throws(PropertySyntaxError) {
        self.kinds = kinds
        self.allowsTime = allowsTime
        tokens = try Self.tokens(text)
    }

    mutating func parseProperty() throws(PropertySyntaxError) -> Formula {
        let formula = try parseImplication()
        try expectEnd()
        return formula
    }

    private func expectEnd() throws(PropertySyntaxError) {
        guard token.kind == .end else {
            throw PropertySyntaxError(
                column: token.column, problem: "expected & or | or the end, found \(token.errorText)")
        }
    }

    private var token: Token { tokens[position] }

    /// Skips the token if it has one of these spellings, and returns whether it did.
    private mutating func consume(_ spellings: String...) -> Bool {
        switch token.kind {
        case .symbol(let text), .word(let text):
            guard spellings.contains(text) else { return false }
            position += 1
            return true
        case .quoted, .number, .end: return false
        }
    }

    private mutating func nextToken() -> Token {
        defer { if position < tokens.count - 1 { position += 1 } }
        return token
    }

    private mutating func expect(_ spelling: String) throws(PropertySyntaxError) {
        guard consume(spelling) else {
            throw PropertySyntaxError(
                column: token.column, problem: "expected \(spelling), found \(token.errorText)")
        }
    }

    // MARK: - Operators over time

    private mutating func parseImplication() throws(PropertySyntaxError) -> Formula {
        depth += 1
        defer { depth -= 1 }
        try checkDepth()
        let left = try parseUntil()
        guard allowsTime, consume("implies") else { return left }
        return .implies(left, try parseImplication())
    }

    private mutating func parseUntil() throws(PropertySyntaxError) -> Formula {
        let left = try parseDisjunction()
        guard allowsTime else { return left }
        if consume("until") { return .until(left, try parseDisjunction()) }
        if consume("unless") { return .unless(left, try parseDisjunction()) }
        return left
    }

    /// Parses an operator that reaches as far to the right as possible; `nil` if none begins here.
    private mutating func parsePrefix() throws(PropertySyntaxError) -> Formula? {
        guard allowsTime, case .word(let word) = token.kind, Self.operatorWords.contains(word) else { return nil }
        let start = token
        position += 1
        switch word {
        case "always": return .always(try parseImplication())
        case "never": return .neverHolding(try parseImplication())
        case "eventually": return .eventually(try parseImplication())
        case "within": return .within(try parseDuration(), try parseImplication())
        case "after":
            let begin = try parseScopeCondition()
            let end = consume("until") ? try parseScopeCondition() : nil
            try expect(":")
            return .after(begin, until: end, try parseImplication())
        case "before":
            let end = try parseScopeCondition()
            try expect(":")
            return .before(end, try parseImplication())
        case "if":
            try expect("pauses")
            try expect("end")
            try expect(":")
            return .ifPausesEnd(try parseImplication())
        default:
            throw PropertySyntaxError(
                column: start.column, problem: "expected a property, found \(start.errorText)")
        }
    }

    private mutating func parseDuration() throws(PropertySyntaxError) -> Nanoseconds {
        let token = nextToken()
        guard case .number(let text) = token.kind, let duration = Nanoseconds(durationText: text) else {
            throw PropertySyntaxError(
                column: token.column,
                problem: "expected \(ExactNumbers.Quantity.durationForms), found \(token.errorText)")
        }
        return duration
    }

    private mutating func parseScopeCondition() throws(PropertySyntaxError) -> Condition {
        let start = token
        guard let condition = try parseDisjunction().plainCondition else {
            throw PropertySyntaxError(
                column: start.column, problem: "expected a condition without operators over time")
        }
        return condition
    }

    // MARK: - Conditions

    private mutating func parseDisjunction() throws(PropertySyntaxError) -> Formula {
        var parts = [try parseConjunction()]
        while consume("|", "||", "or") { parts.append(try parseConjunction()) }
        return .disjunction(parts)
    }

    private mutating func parseConjunction() throws(PropertySyntaxError) -> Formula {
        var parts = [try parseNegation()]
        while consume("&", "&&", "and") { parts.append(try parseNegation()) }
        return .conjunction(parts)
    }

    private func checkDepth() throws(PropertySyntaxError) {
        guard depth <= Self.maxDepth else {
            throw PropertySyntaxError(
                column: token.column, problem: "more than \(Self.maxDepth) brackets and negations deep")
        }
    }

    private mutating func parseNegation() throws(PropertySyntaxError) -> Formula {
        if consume("!", "not") {
            depth += 1
            defer { depth -= 1 }
            try checkDepth()
            return .negation(try parseNegation())
        }
        if consume("(") {
            let formula = try parseImplication()
            try expect(")")
            return formula
        }
        if let formula = try parsePrefix() { return formula }
        return .condition(try parseAtom())
    }

    /// Parses an event, an outcome, a fact about the stage, or a comparison.
    private mutating func parseAtom() throws(PropertySyntaxError) -> Condition {
        if case .word(let word) = token.kind {
            switch word {
            case "paused": return skip(.paused)
            case "busy": return skip(.busy)
            case "empty": return skip(.not(.busy))
            case "arrived", "started": return skip(.event(word == "arrived" ? .arrived : .started))
            case "ended":
                position += 1
                return consume("as") ? try parseOutcome() : .event(.ended)
            default: if Outcome.Name(rawValue: word) != nil { return try parseOutcome() }
            }
        }
        let left = nextToken()
        let term = try self.term(left)
        let sign = token
        guard let comparison = consumeComparison() else {
            throw PropertySyntaxError(
                column: sign.column,
                problem: "expected a comparison such as >= after \(left.errorText), found \(sign.errorText)")
        }
        let right = nextToken()
        let condition = try compare(term, left, comparison, sign, try self.term(right, beside: term), right)
        if let futility = condition.constantResult(kinds: kinds) {
            throw PropertySyntaxError(
                column: left.column,
                problem: "\(left.text) \(sign.text) \(right.text) \(futility.errorText), whatever happens")
        }
        return condition
    }

    private mutating func skip(_ condition: Condition) -> Condition {
        position += 1
        return condition
    }

    private mutating func parseOutcome() throws(PropertySyntaxError) -> Condition {
        let token = nextToken()
        guard case .word(let word) = token.kind, let name = Outcome.Name(rawValue: word) else {
            let names = Outcome.Name.allCases.map(\.rawValue)
            if case .word(let word) = token.kind {
                throw PropertySyntaxError(
                    column: token.column, problem: Suggestion.unknown("outcome", word, among: names))
            }
            throw PropertySyntaxError(
                column: token.column, problem: "expected \(names.alternatives), found \(token.errorText)")
        }
        return .outcome(name, reason: try parseReason(of: name))
    }

    private mutating func parseReason(of name: Outcome.Name) throws(PropertySyntaxError) -> String? {
        guard consume("(") else { return nil }
        let reasons = name.reasons
        let token = nextToken()
        guard !reasons.isEmpty else {
            throw PropertySyntaxError(column: token.column, problem: "\"\(name.rawValue)\" has no reasons")
        }
        guard case .word(let reason) = token.kind, reasons.contains(reason) else {
            if case .word(let word) = token.kind {
                throw PropertySyntaxError(
                    column: token.column, problem: Suggestion.unknown("reason", word, among: reasons))
            }
            throw PropertySyntaxError(
                column: token.column, problem: "expected \(reasons.alternatives), found \(token.errorText)")
        }
        try expect(")")
        return reason
    }

    private mutating func consumeComparison() -> Condition.Comparison? {
        if consume("==") { return .equal }
        return Condition.Comparison.allCases.first { consume($0.rawValue) }
    }
}

extension Outcome.Name {
    /// The reasons that the outcome can have.
    fileprivate var reasons: [String] {
        switch self {
        case .dropped: Outcome.DropReason.allCases.map(\.rawValue)
        case .unplayed: Outcome.UnplayedReason.allCases.map(\.rawValue)
        case .completed, .replaced, .dismissed, .merged: []
        }
    }
}
