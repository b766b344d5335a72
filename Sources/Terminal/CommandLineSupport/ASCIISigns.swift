import SystemIO
import TerminalCells

/// The signs of the programs' own texts, such as `×` and `…`, and what stands for them in ASCII.
package enum ASCIISigns {
    /// Whether the locale of the environment limits texts to ASCII, as `LC_ALL=C` does.
    static let isNeeded = GlyphRepertoire.detected(environment: ProcessEnvironment.variables) == .ascii

    /// Returns a text for people: as it is, or with ASCII for its signs if the locale needs that.
    ///
    /// Letters stay as they are: names and messages come from outside, and question marks would say nothing.
    package static func adapted(_ text: String) -> String { isNeeded ? substituted(text) : text }

    /// Returns a text with ASCII for its signs.
    static func substituted(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var result = ""
        for scalar in text.replacing(" · ", with: ", ").unicodeScalars {
            if let sign = sign(for: scalar) { result += sign } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    private static func sign(for scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "×": "x"
        case "·": "."
        case "…": "..."
        case "−", "–", "—": "-"
        case "°": " deg"
        case "µ", "μ": "u"
        case "≤": "<="
        case "≥": ">="
        case "≠": "!="
        case "²": "^2"
        case "→": "->"
        default: nil
        }
    }
}
