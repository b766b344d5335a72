import Yams

/// A search for the second occurrence of a repeated key in a YAML text; the parser reports only the first one.
struct RepeatedKeySearch {
    /// A position in the text; line and column count from 1.
    struct Place: Equatable {
        let line: Int
        let column: Int
    }

    private struct Occurrence {
        let index: Int
        let place: Place
    }

    private let scalars: [Unicode.Scalar]
    private let key: [Unicode.Scalar]
    private let first: Place
    private let occurrences: [Occurrence]

    /// The maximum length of a text to search, in scalars: each step of the search parses the text again.
    private static let maxTextLength = 1 << 16

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - key: The key that one mapping of `text` repeats.
    ///   - text: The YAML text.
    ///   - first: The position of its first occurrence.
    init(_ key: String, in text: String, first: Mark) {
        scalars = Array(text.unicodeScalars)
        self.key = Array(key.unicodeScalars)
        self.first = Place(line: first.line, column: first.column)
        occurrences = Self.occurrences(of: self.key, in: scalars)
    }

    /// Returns the position of the second occurrence; `nil` if the key is written with escapes or the text is too long.
    func secondOccurrence() -> Place? {
        guard scalars.count <= Self.maxTextLength, !key.isEmpty, let start = occurrences.firstIndex(where: isFirst)
        else {
            return nil
        }
        // If all later occurrences are renamed, the error appears as soon as the second key is among those that are
        // not. A binary search finds it.
        var (low, high) = (start + 1, occurrences.count)
        while low < high {
            let middle = (low + high) / 2
            if hasRepetition(keeping: middle) { high = middle } else { low = middle + 1 }
        }
        guard low < occurrences.count, hasRepetition(keeping: low) else { return nil }
        return keyPlace(occurrences[low])
    }

    /// Returns the position of a key, including its opening quotation mark.
    private func keyPlace(_ occurrence: Occurrence) -> Place {
        let isQuoted = occurrence.index > 0 && ["\"", "'"].contains(scalars[occurrence.index - 1])
        return Place(line: occurrence.place.line, column: occurrence.place.column - (isQuoted ? 1 : 0))
    }

    private func isFirst(_ occurrence: Occurrence) -> Bool { keyPlace(occurrence) == first }

    /// Whether the key is still repeated if all occurrences after this one are renamed.
    private func hasRepetition(keeping last: Int) -> Bool {
        var text = String.UnicodeScalarView()
        var next = 0
        for (number, occurrence) in occurrences.enumerated().dropFirst(last + 1) {
            let end = occurrence.index + key.count
            text.append(contentsOf: scalars[next..<end])
            // A private-use character, which no real key has, and a number make every new name unique.
            text.append(contentsOf: "\u{E000}\(number)\u{E000}".unicodeScalars)
            next = end
        }
        text.append(contentsOf: scalars[next...])
        do {
            _ = try Yams.compose(yaml: String(text))
            return false
        } catch YamlError.duplicatedKeysInMapping(_, let context) {
            return Place(line: context.mark.line, column: context.mark.column) == first
        } catch {
            return false
        }
    }

    private static func occurrences(of key: [Unicode.Scalar], in scalars: [Unicode.Scalar]) -> [Occurrence] {
        guard let head = key.first, scalars.count <= maxTextLength else { return [] }
        var found: [Occurrence] = []
        var (line, column) = (1, 1)
        var end = 0
        for index in scalars.indices {
            let scalar = scalars[index]
            if scalar == head, index >= end, scalars[index...].starts(with: key) {
                found.append(Occurrence(index: index, place: Place(line: line, column: column)))
                end = index + key.count
            }
            let endsLine = isLineBreak(scalar) && !(scalar == "\r" && scalars.dropFirst(index + 1).first == "\n")
            (line, column) = endsLine ? (line + 1, 1) : (line, column + 1)
        }
        return found
    }

    /// Whether a scalar is a line break of YAML 1.1, as the parser counts them.
    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
    }
}
