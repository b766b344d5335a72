/// A token of a script.
struct Token {
    /// The kind of a token.
    enum Kind: Equatable {
        /// The end of the script or of a template insertion.
        case end
        /// An identifier.
        case name
        /// A keyword.
        case keyword
        /// A punctuator.
        case punctuator
        /// A number.
        case number(Double)
        /// A string literal.
        case string
        /// A template literal; the tokens of its `${…}` insertions are in `insertions`.
        case template(pieces: [String])
        /// A regular expression.
        case regularExpression(flags: String)
    }

    /// What a keyword or punctuator after a value can be, so that only operators are looked up by their text.
    enum Role {
        /// An infix operator, which makes a new value.
        case infix
        /// An assignment.
        case assignment
        /// Anything else.
        case other
    }

    var kind: Kind
    /// The identifier, keyword or punctuator, the content of a string, or the source of a regular expression.
    var text: String
    var role: Role
    /// The offset of the first byte.
    var offset: Int
    /// Whether a line break precedes the token.
    var startsLine: Bool
    /// The tokens of the insertions of a template literal.
    var insertions: [[Token]] = []
}

extension Token.Role {
    /// Returns the role of a punctuator.
    init(ofPunctuator text: String) {
        if Parser.infixOperators[text] != nil {
            self = .infix
        } else {
            // The comparisons that also end in `=` are infix operators.
            self = text.hasSuffix("=") ? .assignment : .other
        }
    }
}

extension Token {
    /// The reserved words.
    private static let keywords = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "export",
        "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null", "return",
        "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
    ]

    /// The reserved words by their first byte, which is ASCII.
    static let keywordsByFirstByte: [[String]] = (0..<128).map { first in keywords.filter { $0.utf8.first == first } }

    /// Whether a slash after this token begins a regular expression; otherwise it is a division.
    var allowsRegularExpressionNext: Bool {
        switch kind {
        case .punctuator: text != ")" && text != "]" && text != "}" && text != "++" && text != "--"
        case .keyword: text != "this" && text != "null" && text != "true" && text != "false" && text != "super"
        default: false
        }
    }
}

/// The reason why a script cannot be compiled.
public struct ScriptError: Error, Equatable, CustomStringConvertible {
    /// The line of the error, counted from 1.
    public let line: Int
    /// The problem, such as `expected ')', found 'x'`.
    public let problem: String

    /// The line and the problem.
    public var description: String { "line \(line): \(problem)" }
}
