import CFriBidi

/// The embedding levels of a line with right-to-left text: the Unicode bidirectional algorithm (UAX #9) with explicit
/// marks and bracket pairs, computed by FriBidi.
package struct EmbeddingLevels {
    /// The base direction of a line.
    package enum Direction: Hashable, Sendable {
        case leftToRight
        case rightToLeft
    }

    /// The base direction of the line.
    package let direction: Direction
    /// The level of each scalar: even for left to right, odd for right to left. Numbers in Hebrew text have level 2.
    package let levels: [Int8]
    private let scalars: [UInt32]
    private let types: [FriBidiCharType]

    /// Analyses a line.
    ///
    /// - Parameters:
    ///   - scalars: The scalars of the line in logical order.
    ///   - direction: The base direction; `nil` for that of the first letter, or for left to right if the line has no
    ///     letters.
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
            // If memory for the analysis is exhausted, the logical order is used.
            levels = [FriBidiLevel](repeating: 0, count: scalars.count)
        }
        self.levels = levels
        self.direction = paragraph == FRIBIDI_PAR_RTL || paragraph == FRIBIDI_PAR_WRTL ? .rightToLeft : .leftToRight
        self.scalars = scalars
        self.types = types
    }

    /// The scalars in logical order, with mirrored brackets and with the contextual forms of Arabic letters, for output
    /// that draws letter by letter.
    ///
    /// No two letters are joined into one.
    package var shapedScalars: [UInt32] {
        let count = FriBidiStrIndex(clamping: scalars.count)
        var joining = [FriBidiArabicProp](repeating: 0, count: scalars.count)
        var shaped = scalars
        fribidi_get_joining_types(scalars, count, &joining)
        fribidi_join_arabic(types, count, levels, &joining)
        let flags = FriBidiFlags(FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES)
        fribidi_shape(flags, levels, count, &joining, &shaped)
        return shaped
    }

    /// Returns the indices of a line's runs from left to right (rule L2).
    ///
    /// - Parameter levels: The level of each run.
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

    /// Returns whether a text contains letters of a right-to-left script; a text without them keeps its logical order.
    package static func areNeeded(for text: some StringProtocol) -> Bool {
        // Most texts contain only characters before the right-to-left blocks.
        guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
        return text.unicodeScalars.contains { rightToLeft.contains(block: $0.value) }
    }

    /// The blocks of all right-to-left scripts in Unicode, including those that are reserved for future scripts.
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
