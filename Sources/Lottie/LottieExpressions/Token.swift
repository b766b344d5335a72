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

    var kind: Kind
    /// The identifier, keyword or punctuator, the content of a string, or the source of a regular expression.
    var text: String
    /// The offset of the first byte.
    var offset: Int
    /// Whether a line break precedes the token.
    var startsLine: Bool
    /// The tokens of the insertions of a template literal.
    var insertions: [[Token]] = []
}

extension Token {
    /// The reserved words.
    static let keywords: Set<String> = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "export",
        "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null", "return",
        "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
    ]

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
