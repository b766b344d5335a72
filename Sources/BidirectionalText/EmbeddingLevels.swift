import CFriBidi

/// How a line is ordered whose letters are read from right to left, all or some: the Unicode bidirectional algorithm
/// (UAX #9) with its explicit marks and pairs of brackets, by FriBidi.
package struct EmbeddingLevels {
    /// A line's direction as a whole.
    package enum Direction: Hashable, Sendable {
        case leftToRight
        case rightToLeft
    }

    /// The direction of the line as a whole.
    package let direction: Direction
    /// One for each scalar: even where they run to the right, odd where they run to the left; numbers in Hebrew text
    /// have 2.
    package let levels: [Int8]
    private let scalars: [UInt32]
    private let types: [FriBidiCharType]

    /// Analyses a line.
    /// - Parameters:
    ///   - scalars: the line's scalars in stored order.
    ///   - direction: the line's direction; nil for that of its first letter, or to the right where it has none.
    package init(of scalars: [UInt32], _ direction: Direction? = nil) {
        let count = FriBidiStrIndex(clamping: scalars.count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
        var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
        var paragraph =
            switch direction {
            case .leftToRight: FRIBIDI_PAR_LTR
            case .rightToLeft: FRIBIDI_PAR_RTL
            case nil: FRIBIDI_PAR_WLTR
            }
        fribidi_get_bidi_types(scalars, count, &types)
        fribidi_get_bracket_types(scalars, count, types, &brackets)
        if fribidi_get_par_embedding_levels_ex(types, brackets, count, &paragraph, &levels) == 0 {
            // Without memory for the analysis, the order is the stored one.
            levels = [FriBidiLevel](repeating: 0, count: scalars.count)
        }
        self.levels = levels
        self.direction = paragraph == FRIBIDI_PAR_RTL || paragraph == FRIBIDI_PAR_WRTL ? .rightToLeft : .leftToRight
        self.scalars = scalars
        self.types = types
    }

    /// The scalars in stored order with mirrored brackets and Arabic letters in the forms that they have beside each
    /// other, for those who draw letter by letter. Two letters never become one.
    package var shaped: [UInt32] {
        let count = FriBidiStrIndex(clamping: scalars.count)
        var joining = [FriBidiArabicProp](repeating: 0, count: scalars.count)
        var shaped = scalars
        fribidi_get_joining_types(scalars, count, &joining)
        fribidi_join_arabic(types, count, levels, &joining)
        let flags = FriBidiFlags(FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES)
        fribidi_shape(flags, levels, count, &joining, &shaped)
        return shaped
    }

    /// The indices of parts of a line, which have one level each, from left to right (rule L2).
    package static func visualOrder(of levels: [Int8]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), highest > 0 else { return order }
        for level in (1...highest).reversed() {
            var start = 0
            while start < order.count {
                var end = start
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end + 1
            }
        }
        return order
    }

    /// Whether a text has letters that are read from right to left, without which its order is the stored one.
    package static func matter(in text: some StringProtocol) -> Bool {
        // Most texts are of letters before all of those.
        guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
        return text.unicodeScalars.contains { rightToLeft.contains(block: $0.value) }
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
