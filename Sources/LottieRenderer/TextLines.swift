import Lottie

/// A letter of a text before it is set.
struct TextCharacter {
    /// One or more code points.
    var text: String
    /// Share of the text's size: small capitals are smaller.
    var scale = 1.0

    /// Whether a line ends here.
    var endsLine: Bool { text == "\r" || text == "\u{3}" || text == "\r\n" }
}

/// The lines of a text, broken where it says so and, in a box, where a line is full.
struct TextLines {
    /// The characters of each line, in the order of reading.
    private(set) var lines: [[TextCharacter]] = [[]]

    /// Size of small capitals, as a share of the text's.
    private static let smallCapitals = 0.7

    /// - Parameters:
    ///   - limit: characters that are set; further ones are not.
    ///   - width: room of a character, without tracking.
    init(_ document: TextDocument, limit: Int, tracking: Double, width: (TextCharacter) -> Double) {
        let characters = document.text.prefix(limit).flatMap { Self.characters(for: $0, document.capitals) }
        for character in characters {
            if character.endsLine { lines.append([]) } else { lines[lines.count - 1].append(character) }
        }
        guard let box = document.boxSize else { return }
        lines = lines.flatMap { Self.broken($0, width: box.x, tracking: tracking, measure: width) }
    }

    private static func characters(
        for character: Character, _ capitals: TextDocument.Capitals
    ) -> [TextCharacter] {
        let text = String(character)
        let capital = capitals == .asWritten ? text : text.uppercased()
        if capital == text { return [TextCharacter(text: text)] }
        // A letter may have two capitals, as ß has.
        return capital.map { TextCharacter(text: String($0), scale: capitals == .small ? smallCapitals : 1) }
    }

    /// The line in parts that fit: broken at the last space, which then is gone, else before what doesn't fit.
    ///
    /// A part holds one character at least, however narrow the box.
    private static func broken(
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
                // What follows the space is measured again on its new line.
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
