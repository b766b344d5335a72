import Configuration
import Playback

/// A recursive descent parser that also checks the types of both sides of a comparison.
struct ForbiddenParser {
    typealias SyntaxError = ForbiddenExpression.SyntaxError
    typealias Condition = ForbiddenExpression.Condition
    typealias Token = ForbiddenExpression.Token

    /// The deepest nesting of brackets and negations. It is more than anyone writes and protects the stack.
    static let deepest = 50

    let kinds: [String]
    private let tokens: [Token]
    private var position = 0
    private var depth = 0

    init(_ text: String, kinds: [String]) throws(SyntaxError) {
        self.kinds = kinds
        tokens = try ForbiddenExpression.tokens(text)
    }

    mutating func whole() throws(SyntaxError) -> Condition {
        let condition = try alternatives()
        guard token.kind == .end else {
            throw SyntaxError(column: token.column, problem: "expected & or | or the end, found \(token.words)")
        }
        return condition
    }

    private var token: Token { tokens[position] }

    /// Skips the token if it has one of these spellings, and returns whether it did.
    private mutating func accept(_ spellings: String...) -> Bool {
        switch token.kind {
        case .sign(let text), .word(let text):
            guard spellings.contains(text) else { return false }
            position += 1
            return true
        case .quoted, .number, .end: return false
        }
    }

    private mutating func next() -> Token {
        defer { if position < tokens.count - 1 { position += 1 } }
        return token
    }

    // MARK: - Grammar

    private mutating func alternatives() throws(SyntaxError) -> Condition {
        var parts = [try conjunction()]
        while accept("|", "||", "or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(SyntaxError) -> Condition {
        var parts = [try negation()]
        while accept("&", "&&", "and") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(SyntaxError) -> Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw SyntaxError(column: token.column, problem: "more than \(Self.deepest) brackets and negations deep")
        }
        if accept("!", "not") { return .not(try negation()) }
        if accept("(") {
            let condition = try alternatives()
            try close()
            return condition
        }
        return try fact()
    }

    private mutating func close() throws(SyntaxError) {
        guard accept(")") else { throw SyntaxError(column: token.column, problem: "expected ), found \(token.words)") }
    }

    /// Parses an outcome, `paused` or a comparison.
    private mutating func fact() throws(SyntaxError) -> Condition {
        if case .word(let word) = token.kind {
            if word == "paused" {
                position += 1
                return .paused
            }
            if let name = Outcome.Name(rawValue: word) {
                position += 1
                return .outcome(name, reason: try reason(of: name))
            }
        }
        let left = next()
        let term = try self.term(left)
        let sign = token
        guard let comparison = acceptComparison() else {
            throw SyntaxError(
                column: sign.column,
                problem: "expected a comparison such as >= after \(left.words), found \(sign.words)")
        }
        let right = next()
        let condition = try compare(term, left, comparison, sign, try self.term(right, beside: term), right)
        if let futility = condition.futility(kinds: kinds) {
            throw SyntaxError(
                column: left.column,
                problem: "\(left.plain) \(sign.plain) \(right.plain) \(futility.words), whatever happens")
        }
        return condition
    }

    private mutating func reason(of name: Outcome.Name) throws(SyntaxError) -> String? {
        guard accept("(") else { return nil }
        let reasons =
            switch name {
            case .dropped: Outcome.DropReason.allCases.map(\.rawValue)
            case .unplayed: Outcome.UnplayedReason.allCases.map(\.rawValue)
            case .completed, .replaced, .dismissed, .merged: [String]()
            }
        let token = next()
        guard !reasons.isEmpty else {
            throw SyntaxError(column: token.column, problem: "\"\(name.rawValue)\" has no reasons")
        }
        guard case .word(let reason) = token.kind, reasons.contains(reason) else {
            var expected = "expected \(reasons.joined(separator: " or "))"
            if case .word(let word) = token.kind {
                let hint = Suggestion.phrase(for: word, among: reasons)
                expected = hint.isEmpty ? ", " + expected : hint
                throw SyntaxError(column: token.column, problem: "unknown reason \"\(word)\"\(expected)")
            }
            throw SyntaxError(column: token.column, problem: "\(expected), found \(token.words)")
        }
        try close()
        return reason
    }

    private mutating func acceptComparison() -> ForbiddenExpression.Comparison? {
        if accept("==") { return .equal }
        return ForbiddenExpression.Comparison.allCases.first { accept($0.rawValue) }
    }
}
