/// The escapes in the names of a ``PropertyPath``.
///
/// A path is listed to be typed again, so characters that are not seen, or that reorder other text, have an escape.
enum PathEscape {
    /// The letters that stand for a scalar after a backslash.
    static let letters: [(letter: Character, scalar: Unicode.Scalar)] = [("n", "\n"), ("r", "\r"), ("t", "\t")]
    /// The scalars that have a meaning in a path, so that names with them need quotes.
    static let specialScalars: [Unicode.Scalar] = [".", "\"", "\\", "="]

    /// Returns whether a scalar is written as an escape.
    static func isNeeded(for scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        // Joiners and variation selectors are parts of letters and signs that are seen.
        default: return scalar.properties.isBidiControl || [0x200B, 0x2060, 0xFEFF].contains(scalar.value)
        }
    }

    /// Returns a scalar as it is written in quotes.
    static func text(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
        guard isNeeded(for: scalar) else { return String(scalar) }
        if let known = letters.first(where: { $0.scalar == scalar }) { return "\\\(known.letter)" }
        return "\\u{\(String(scalar.value, radix: 16))}"
    }
}
