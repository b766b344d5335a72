import CFriBidi

/// A text with letters that are read from right to left, as it is laid into cells.
struct BidirectionalText {
    /// The direction of the text as a whole.
    let direction: TextDirection
    /// The text's scalars in stored order, with mirrored brackets and joined letters.
    private let scalars: [UInt32]
    /// How deep each is embedded: even from left to right, odd from right to left.
    private let levels: [Int8]

    /// Analyses a text; nil for the direction of its first letter.
    init(_ text: some StringProtocol, _ direction: TextDirection?) {
        var scalars = text.unicodeScalars.map(\.value)
        let count = FriBidiStrIndex(clamping: scalars.count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
        var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
        var joining = [FriBidiArabicProp](repeating: 0, count: scalars.count)
        var paragraph =
            switch direction {
            case .leftToRight: FRIBIDI_PAR_LTR
            case .rightToLeft: FRIBIDI_PAR_RTL
            case nil: FRIBIDI_PAR_WLTR
            }
        fribidi_get_bidi_types(scalars, count, &types)
        fribidi_get_bracket_types(scalars, count, types, &brackets)
        // Without memory for the analysis, the order is the stored one.
        if fribidi_get_par_embedding_levels_ex(types, brackets, count, &paragraph, &levels) > 0 {
            fribidi_get_joining_types(scalars, count, &joining)
            fribidi_join_arabic(types, count, levels, &joining)
            // In cells in visual order no terminal sees which letters join. Two letters never become one, as columns
            // are counted before.
            let flags = FriBidiFlags(FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES)
            fribidi_shape(flags, levels, count, &joining, &scalars)
        }
        self.scalars = scalars
        self.levels = levels
        self.direction = paragraph == FRIBIDI_PAR_RTL || paragraph == FRIBIDI_PAR_WRTL ? .rightToLeft : .leftToRight
    }

    /// The glyphs from left to right; marks stay with their letters.
    var glyphs: [Glyph] {
        let text = String(String.UnicodeScalarView(scalars.map { Unicode.Scalar($0) ?? " " }))
        var sequence = GlyphSequence(text)
        var glyphs: [Glyph] = []
        var depths: [Int8] = []
        while let glyph = sequence.next() {
            glyphs.append(glyph)
            depths.append(levels.indices.contains(sequence.start) ? levels[sequence.start] : 0)
        }
        for index in glyphs.indices {
            guard glyphs[index] == .space else { break }
            depths[index] = 0
        }
        for index in glyphs.indices.reversed() {
            guard glyphs[index] == .space else { break }
            depths[index] = 0
        }
        return Self.ordered(glyphs, depths)
    }

    /// Turns around what is embedded, from the deepest on (rule L2).
    private static func ordered(_ glyphs: [Glyph], _ depths: [Int8]) -> [Glyph] {
        var glyphs = glyphs
        var depths = depths
        guard let deepest = depths.max(), deepest > 0 else { return glyphs }
        for depth in (1...deepest).reversed() {
            var start = 0
            while start < glyphs.count {
                var end = start
                while end < glyphs.count, depths[end] >= depth { end += 1 }
                glyphs[start..<end].reverse()
                depths[start..<end].reverse()
                start = end + 1
            }
        }
        return glyphs
    }

    /// Whether a text has letters that are read from right to left, so that it has to be analysed.
    static func isNeeded(for text: some StringProtocol) -> Bool {
        // Most texts are of letters before all of those.
        guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
        return text.unicodeScalars.contains { rightToLeft.contains(block: $0.value) }
    }

    /// Whether a scalar says how others are ordered: embeddings, overrides, isolates, and their ends.
    static func ordersOthers(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// Where Unicode keeps all scripts that are read from right to left, those to come included.
    private static let rightToLeft: [ClosedRange<UInt32>] = [
        0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
}

extension [ClosedRange<UInt32>] {
    fileprivate func contains(block value: UInt32) -> Bool {
        guard let first, value >= first.lowerBound else { return false }
        return contains { $0.contains(value) }
    }
}
