extension PropertyParser {
    /// A token of a property and the column at which it begins.
    struct Token {
        enum Kind: Hashable {
            /// A word, including dots.
            case word(String)
            /// A text in quotation marks.
            case quoted(String)
            /// A number with its unit: `500`, `0.3`, `30%`, `1.5s`.
            case number(String)
            /// An operator or a bracket.
            case symbol(String)
            case end
        }

        let kind: Kind
        let column: Int

        /// The token in the form for error messages.
        var errorText: String {
            switch kind {
            case .word(let text), .number(let text), .symbol(let text): "\"\(text)\""
            case .quoted(let text): "'\(text)'"
            case .end: "the end"
            }
        }

        /// The token as it is written in a property.
        var text: String {
            switch kind {
            case .word(let text), .number(let text), .symbol(let text): text
            case .quoted(let text): "'\(text)'"
            case .end: ""
            }
        }
    }

    private static let symbols = ["&&", "||", "==", "!=", "<=", ">=", "&", "|", "=", "!", "<", ">", "(", ")", ":"]

    /// Splits a property into tokens. The last token is `end`.
    static func tokens(_ text: String) throws(PropertySyntaxError) -> [Token] {
        let characters = Array(text)
        var tokens: [Token] = []
        var index = 0
        func run(while isPart: (Character) -> Bool) -> String {
            let start = index
            while index < characters.count, isPart(characters[index]) { index += 1 }
            return String(characters[start..<index])
        }
        while index < characters.count {
            let character = characters[index]
            let column = index + 1
            if character.isWhitespace {
                index += 1
            } else if character.isNumber {
                tokens.append(
                    Token(kind: .number(run { $0.isNumber || $0.isLetter || ".%".contains($0) }), column: column))
            } else if character.isLetter {
                let word = run { $0.isLetter || $0.isNumber || "._-".contains($0) }
                tokens.append(Token(kind: .word(word), column: column))
            } else if "'\"".contains(character) {
                index += 1
                let quoted = run { $0 != character }
                guard index < characters.count else {
                    throw PropertySyntaxError(column: column, problem: "the quotation is not closed")
                }
                index += 1
                tokens.append(Token(kind: .quoted(quoted), column: column))
            } else if let sign = symbols.first(where: { characters[index...].starts(with: $0) }) {
                index += sign.count
                tokens.append(Token(kind: .symbol(sign), column: column))
            } else {
                throw PropertySyntaxError(column: column, problem: "unexpected character \"\(character)\"")
            }
        }
        return tokens + [Token(kind: .end, column: characters.count + 1)]
    }
}
