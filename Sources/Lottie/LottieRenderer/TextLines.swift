import LottieDocument

/// A character of a text before layout.
struct TextCharacter {
    /// The text, with one or more code points.
    var text: String
    /// The fraction of the text's size; small capitals are smaller.
    var scale = 1.0

    /// Whether the character is a line break.
    var endsLine: Bool { text == "\r" || text == "\u{3}" || text == "\r\n" }
}

/// The lines of a text, broken at line breaks and, in a text box, where a line is full.
struct TextLines {
    /// The characters of each line, in logical order.
    private(set) var lines: [[TextCharacter]] = [[]]

    /// The size of small capitals, as a fraction of the text's size.
    private static let smallCapitals = 0.7

    /// Breaks a text into lines.
    ///
    /// - Parameters:
    ///   - document: The text.
    ///   - limit: The maximum number of characters; further ones are left out.
    ///   - tracking: The extra space after each character.
    ///   - width: The closure that returns the advance of a character, without tracking.
    init(_ document: TextDocument, limit: Int, tracking: Double, width: (TextCharacter) -> Double) {
        let characters = document.text.prefix(limit).flatMap { character in
            Self.characters(for: Self.truncated(character), document.capitals)
        }
        for character in characters {
            if character.endsLine { lines.append([]) } else { lines[lines.count - 1].append(character) }
        }
        guard let box = document.boxSize else { return }
        lines = lines.flatMap { Self.wrapped($0, width: box.x, tracking: tracking, measure: width) }
    }

    /// The maximum number of code points in a letter: a base and thirty combining marks, as in Unicode's stream-safe
    /// text (UAX #15, 13).
    ///
    /// Fonts have an outline for each, and a single letter with tens of thousands would take seconds.
    private static let maxScalars = 31

    private static func truncated(_ character: Character) -> Character {
        guard character.utf8.count > maxScalars, character.unicodeScalars.count > maxScalars else { return character }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: character.unicodeScalars.prefix(maxScalars))
        return String(scalars).first ?? character
    }

    private static func characters(
        for character: Character, _ capitals: TextDocument.Capitals
    ) -> [TextCharacter] {
        let text = String(character)
        let capital = capitals == .regular ? text : text.uppercased()
        if capital == text { return [TextCharacter(text: text)] }
        // Some letters have two capitals, such as ß.
        return capital.map { TextCharacter(text: String($0), scale: capitals == .smallCaps ? smallCapitals : 1) }
    }

    /// Returns the parts of a line that fit the width.
    ///
    /// A line breaks at its last space, which is removed, or else before the first character that does not fit. Each
    /// part has at least one character, however narrow the box.
    private static func wrapped(
        _ line: [TextCharacter], width: Double, tracking: Double, measure: (TextCharacter) -> Double
    ) -> [[TextCharacter]] {
        var parts: [[TextCharacter]] = []
        var (start, end, filled) = (0, 0, 0.0)
        var lastSpace: Int?
        while end < line.count {
            let character = line[end]
            if character.text == " " { lastSpace = end }
            let advance = measure(character)
            if filled + advance > width, character.text != " ", end > start {
                parts.append(Array(line[start..<(lastSpace ?? end)]))
                start = lastSpace.map { $0 + 1 } ?? end
                // The characters after the space are measured again in their new line.
                (end, lastSpace, filled) = (start, nil, 0)
                continue
            }
            filled += advance + tracking
            end += 1
        }
        parts.append(Array(line[start...]))
        return parts
    }
}
