/// The smallest part of a script.
struct Token {
    /// What kind of part it is.
    enum Kind: Equatable {
        /// The end of the script.
        case end
        /// A word that names something.
        case name
        /// A word of the language.
        case keyword
        /// An operator, bracket or other sign.
        case sign
        /// A number.
        case number(Double)
        /// A text in quotes.
        case string
        /// A text between back quotes; what stands in `${…}` is in `insertions`.
        case template(pieces: [String])
        /// A regular expression.
        case pattern(flags: String)
    }

    var kind: Kind
    /// The word or sign, the text of a string, the source of a pattern.
    var text: String
    /// Byte at which it begins.
    var offset: Int
    /// Whether a line ended before it.
    var startsLine: Bool
    /// The scripts within a template.
    var insertions: [[Token]] = []
}

extension Token {
    /// Words that name nothing.
    static let keywords: Set<String> = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "export",
        "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null", "return",
        "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
    ]

    /// Whether a slash after it begins a regular expression, not a division.
    var precedesPattern: Bool {
        switch kind {
        case .sign: text != ")" && text != "]" && text != "}" && text != "++" && text != "--"
        case .keyword: text != "this" && text != "null" && text != "true" && text != "false" && text != "super"
        default: false
        }
    }
}

/// Why a script can't be run.
public struct ScriptError: Error, Equatable, CustomStringConvertible {
    /// Line on which it is noticed, from 1.
    public let line: Int
    /// What is wrong, such as `expected ')', found 'x'`.
    public let problem: String

    /// The line and the problem.
    public var description: String { "line \(line): \(problem)" }
}
