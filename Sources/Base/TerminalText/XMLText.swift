/// A form of text between the tags of an XML document, or in the quotation marks of an attribute.
///
/// The text cannot control a terminal on which the document is displayed; see ``ReviewedScalars``.
///
/// - SeeAlso: Extensible Markup Language (XML) 1.0, 2.2 "Characters" and 4.1 "Character and Entity References".
package struct XMLText: Sendable {
    /// The treatment of line breaks and tabs.
    package enum LineBreaks: Sendable {
        /// They stay.
        case kept
        /// They become spaces.
        case spaces
        /// They become character references, because a parser replaces literal ones in attributes by spaces.
        case references
    }

    /// The treatment of characters that control a terminal, or reorder or hide text.
    package enum UnsafeCharacters: Sendable {
        /// They become character references, for documents that programs read: the content stays the same.
        case references
        /// They are removed, for documents that people look at.
        case removed
    }

    private let escapesQuotes: Bool
    private let lineBreaks: LineBreaks
    private let unsafeCharacters: UnsafeCharacters
    private let substitute: String

    /// Creates a form of text.
    ///
    /// - Parameters:
    ///   - escapesQuotes: Whether `"` is written as an entity.
    ///   - lineBreaks: The treatment of line breaks and tabs.
    ///   - unsafeCharacters: The treatment of characters that are not safe for terminals.
    ///   - substitute: The replacement of a character that XML cannot represent.
    package init(
        escapesQuotes: Bool = false, lineBreaks: LineBreaks, unsafeCharacters: UnsafeCharacters, substitute: String
    ) {
        self.escapesQuotes = escapesQuotes
        self.lineBreaks = lineBreaks
        self.unsafeCharacters = unsafeCharacters
        self.substitute = substitute
    }

    /// Returns `text` in this form.
    package func escaped(_ text: String) -> String {
        var result = ""
        for (scalar, verdict) in ReviewedScalars(text) {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where escapesQuotes: result += "&quot;"
            case "\n", "\t": result += escaped(lineBreak: scalar)
            // A literal carriage return would be read as a line feed.
            case "\r" where lineBreaks != .kept: result += escaped(lineBreak: scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += substitute
            case _ where verdict == .shown: result.unicodeScalars.append(scalar)
            default: result += unsafeCharacters == .references ? Self.reference(to: scalar) : ""
            }
        }
        return result
    }

    private func escaped(lineBreak scalar: Unicode.Scalar) -> String {
        switch lineBreaks {
        case .kept: String(scalar)
        case .spaces: " "
        case .references: Self.reference(to: scalar)
        }
    }

    private static func reference(to scalar: Unicode.Scalar) -> String { "&#\(scalar.value);" }
}
