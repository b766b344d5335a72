/// The number of terminal columns that text occupies.
///
/// Terminals measure scalars instead of grapheme clusters, and differ in which scalars they join. The rules here hold
/// on all of them: East Asian wide and fullwidth characters and emoji occupy two columns, marks none, and everything
/// else one. Scalars on which terminals differ (variation selectors, skin tones after an emoji, and the scalars after a
/// joiner in an emoji sequence) are left out of the text.
///
/// - SeeAlso: Unicode Standard Annex 11, East Asian Width.
public enum DisplayWidth {
    /// Returns the columns of a scalar: 0 for marks, control and format characters, 2 for wide ones, 1 for others.
    public static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1 }
        if value < 0x1100 || (0x2500..<0x25FD).contains(value) { return isZeroWidth(scalar) ? 0 : 1 }
        // Hangul vowels and final consonants join the first letter of their syllable.
        if (0x1160..<0x1200).contains(value) || (0xD7B0..<0xD800).contains(value) { return 0 }
        if isZeroWidth(scalar) { return 0 }
        return isWide(scalar) ? 2 : 1
    }

    /// Returns the columns of a text as it is drawn.
    public static func columns(of text: some StringProtocol) -> Int {
        // Most texts are of printable ASCII, of which each scalar is a glyph of one column.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return GlyphSequence(text).reduce(0) { $0 + $1.columns }
    }

    /// Returns a text of at most `columns` columns, whose end is replaced with an ellipsis if it is longer.
    ///
    /// The function reads only as much of the text as fits, however long the text is.
    public static func fitted(_ text: some StringProtocol, toColumns columns: Int, ellipsis: String) -> String {
        // No glyph has more columns than bytes, and most texts are short.
        if text.utf8.count <= columns { return String(text) }
        let room = columns - Self.columns(of: ellipsis)
        var used = 0
        // The end of the part to keep if the text is too long.
        var end = text.startIndex
        for index in text.indices {
            used += Self.columns(of: text[index...index])
            if used <= room { end = text.index(after: index) }
            if used > columns { return room >= 0 ? String(text[..<end]) + ellipsis : "" }
        }
        return String(text)
    }

    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            let range = wideRanges[middle]
            if scalar.value < range.lowerBound {
                high = middle
            } else if scalar.value > range.upperBound {
                low = middle + 1
            } else {
                return true
            }
        }
        // Two regional indicators form a flag of two columns, so each counts as one column.
        return scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// The East Asian wide and fullwidth scalars that are not emoji.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAD9, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
        0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x1F3FB...0x1F3FF, 0x20000...0x3FFFD,
    ]
}
