import Playback
import PlayerSettings

/// A recursive descent parser that also checks the types of both sides of a comparison.
struct ForbiddenParser {
    typealias SyntaxError = ForbiddenExpression.SyntaxError
    typealias Condition = ForbiddenExpression.Condition
    typealias Token = ForbiddenExpression.Token

    /// The deepest nesting of brackets and negations. It is more than anyone writes and protects the stack.
    static let maxDepth = 50

    let kinds: [String]
    private let tokens: [Token]
    private var position = 0
    private var depth = 0

    init(_ text: String, kinds: [String]) throws(SyntaxError) {
        self.kinds = kinds
        tokens = try ForbiddenExpression.tokens(text)
    }

    mutating func parseExpression() throws(SyntaxError) -> Condition {
        let condition = try parseDisjunction()
        guard token.kind == .end else {
            throw SyntaxError(column: token.column, problem: "expected & or | or the end, found \(token.errorText)")
        }
        return condition
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

    // MARK: - Grammar

    private mutating func parseDisjunction() throws(SyntaxError) -> Condition {
        var parts = [try parseConjunction()]
        while consume("|", "||", "or") { parts.append(try parseConjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func parseConjunction() throws(SyntaxError) -> Condition {
        var parts = [try parseNegation()]
        while consume("&", "&&", "and") { parts.append(try parseNegation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func parseNegation() throws(SyntaxError) -> Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else {
            throw SyntaxError(column: token.column, problem: "more than \(Self.maxDepth) brackets and negations deep")
        }
        if consume("!", "not") { return .not(try parseNegation()) }
        if consume("(") {
            let condition = try parseDisjunction()
            try expectClosingBracket()
            return condition
        }
        return try parseAtom()
    }

    private mutating func expectClosingBracket() throws(SyntaxError) {
        guard consume(")") else {
            throw SyntaxError(column: token.column, problem: "expected ), found \(token.errorText)")
        }
    }

    /// Parses an outcome, `paused` or a comparison.
    private mutating func parseAtom() throws(SyntaxError) -> Condition {
        if case .word(let word) = token.kind {
            if word == "paused" {
                position += 1
                return .paused
            }
            if let name = Outcome.Name(rawValue: word) {
                position += 1
                return .outcome(name, reason: try parseReason(of: name))
            }
        }
        let left = nextToken()
        let term = try self.term(left)
        let sign = token
        guard let comparison = consumeComparison() else {
            throw SyntaxError(
                column: sign.column,
                problem: "expected a comparison such as >= after \(left.errorText), found \(sign.errorText)")
        }
        let right = nextToken()
        let condition = try compare(term, left, comparison, sign, try self.term(right, beside: term), right)
        if let futility = condition.constantResult(kinds: kinds) {
            throw SyntaxError(
                column: left.column,
                problem: "\(left.text) \(sign.text) \(right.text) \(futility.errorText), whatever happens")
        }
        return condition
    }

    private mutating func parseReason(of name: Outcome.Name) throws(SyntaxError) -> String? {
        guard consume("(") else { return nil }
        let reasons =
            switch name {
            case .dropped: Outcome.DropReason.allCases.map(\.rawValue)
            case .unplayed: Outcome.UnplayedReason.allCases.map(\.rawValue)
            case .completed, .replaced, .dismissed, .merged: [String]()
            }
        let token = nextToken()
        guard !reasons.isEmpty else {
            throw SyntaxError(column: token.column, problem: "\"\(name.rawValue)\" has no reasons")
        }
        guard case .word(let reason) = token.kind, reasons.contains(reason) else {
            if case .word(let word) = token.kind {
                throw SyntaxError(
                    column: token.column, problem: Suggestion.unknown("reason", word, among: reasons))
            }
            throw SyntaxError(
                column: token.column,
                problem: "expected \(reasons.alternatives), found \(token.errorText)")
        }
        try expectClosingBracket()
        return reason
    }

    private mutating func consumeComparison() -> ForbiddenExpression.Comparison? {
        if consume("==") { return .equal }
        return ForbiddenExpression.Comparison.allCases.first { consume($0.rawValue) }
    }
}
