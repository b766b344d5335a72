/// The letters into which lottie-web divides a text (`TextProperty.js`, `buildFinalText`; `FontManager.js`).
///
/// lottie-web knows fewer rules than Unicode: only marks of Devanagari and parts of emoji join the letter before them.
/// Marks of all other scripts are letters of their own, which animators count.
enum WebLetters {
    /// Returns the number of letters of a text.
    static func count(in text: String) -> Int {
        // A single scalar, as nearly all letters are.
        if text.utf8.count == 1 || text.unicodeScalars.count == 1 { return 1 }
        return division(of: text).count
    }

    /// Returns the letters of a text, in order.
    static func division(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var letters: [String.UnicodeScalarView] = []
        var (index, joinsNext) = (0, false)
        while index < scalars.count {
            let length = flagLength(at: index, in: scalars)
            let joins = joinsNext || joinsPrevious(scalars[index])
            joinsNext = scalars[index].value == zeroWidthJoiner
            if !joins || letters.isEmpty { letters.append(String.UnicodeScalarView()) }
            letters[letters.count - 1].append(contentsOf: scalars[index..<index + length])
            index += length
        }
        return letters.map { String($0) }
    }

    private static let zeroWidthJoiner: UInt32 = 0x200D
    private static let emojiVariation: UInt32 = 0xFE0F

    private static func joinsPrevious(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case zeroWidthJoiner, emojiVariation: true
        // Colors of skin.
        case 0x1F3FB...0x1F3FF: true
        // Signs, vowel signs and the virama of Devanagari.
        case 0x900...0x903, 0x93A...0x93C, 0x93E...0x94F, 0x953...0x957, 0x962...0x963: true
        default: false
        }
    }

    /// Returns the number of scalars of the flag that begins at `start`, or 1 if there is none.
    private static func flagLength(at start: Int, in scalars: [Unicode.Scalar]) -> Int {
        func isRegional(_ index: Int) -> Bool {
            scalars.indices.contains(index) && (0x1F1E6...0x1F1FF).contains(scalars[index].value)
        }
        if isRegional(start) && isRegional(start + 1) { return 2 }
        // A black flag, five letters of a region, and the tag that ends them.
        guard scalars[start].value == 0x1F3F4, start + 6 < scalars.count,
            scalars[start + 1...start + 5].allSatisfy({ (0xE0061...0xE007A).contains($0.value) }),
            scalars[start + 6].value == 0xE007F
        else { return 1 }
        return 7
    }
}
