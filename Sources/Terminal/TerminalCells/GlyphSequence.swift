/// The sequence of glyphs that a terminal shows for a text.
struct GlyphSequence<Text: StringProtocol>: Sequence, IteratorProtocol {
    private var scalars: Text.UnicodeScalarView.Iterator
    private var nextScalar: Unicode.Scalar?
    /// The number of scalars before `nextScalar`.
    private var consumedCount = 0
    /// The index, among the text's scalars, of the first scalar of the last glyph.
    private(set) var start = 0

    init(_ text: Text) {
        scalars = text.unicodeScalars.makeIterator()
        nextScalar = scalars.next()
    }

    private mutating func advance() {
        nextScalar = scalars.next()
        consumedCount += 1
    }

    mutating func next() -> Glyph? {
        while let base = nextScalar {
            start = consumedCount
            advance()
            if base == "\t" { return .space }
            // A mark, joiner or control character without a base character is skipped.
            guard DisplayWidth.columns(of: base) > 0 else { continue }
            var glyph = Glyph(base)
            consumeCombiningScalars(of: base, into: &glyph)
            return glyph
        }
        return nil
    }

    /// Consumes the scalars that belong to the glyph of `base`: marks, and the omitted parts of an emoji sequence.
    private mutating func consumeCombiningScalars(of base: Unicode.Scalar, into glyph: inout Glyph) {
        let isEmoji = base.value > 0x2000 && base.properties.isEmoji
        while let scalar = nextScalar {
            if isEmoji, (0x1F3FB...0x1F3FF).contains(scalar.value) {
                advance()
            } else if scalar.value == 0x200D {
                advance()
                if isEmoji, let joined = nextScalar, joined.value > 0x2000, joined.properties.isEmoji {
                    advance()
                }
            } else if scalar.value != 0x9, DisplayWidth.columns(of: scalar) == 0 {
                advance()
                if isMark(scalar) { glyph = glyph.adding(mark: scalar) }
            } else {
                return
            }
        }
    }

    /// Returns whether a scalar of width 0 is drawn, as marks and Hangul vowels are; controls and format characters are
    /// not.
    private func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
