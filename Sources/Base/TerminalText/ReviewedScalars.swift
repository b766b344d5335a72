/// The scalars of an external text, each with a verdict for its display in a terminal.
///
/// A name, a chat line or a file name can contain any Unicode character. Some control a terminal (C0 and C1 control
/// characters, with which escape sequences begin). Some reorder or hide the surrounding text (embeddings, overrides and
/// isolates, characters without width). Combining marks can accumulate without limit. Characters that a language needs
/// are kept: joiners between joining letters, marks of accents and vowels, and variation selectors after a letter.
///
/// - SeeAlso: ECMA-48; Unicode Standard Annex 9, "Unicode Bidirectional Algorithm"; Unicode Technical Report 36.
package struct ReviewedScalars: Sequence, IteratorProtocol {
    /// The treatment of a scalar.
    package enum Verdict: Equatable, Sendable {
        /// Shown unchanged.
        case shown
        /// Replaced by a space, because it controls a terminal or breaks a line.
        case replaced
        /// Removed, because it has no width and no effect on its neighbours, or is one mark too many.
        case removed
    }

    /// The maximum number of nonspacing marks on a letter, and of spacing ones; Hebrew with vowels and accents needs
    /// this many, and so does Burmese.
    package static let maxMarks = 4
    /// The maximum number of joiners in an emoji; families have three.
    package static let maxJoiners = 4

    private var scalars: String.UnicodeScalarView.Iterator
    private var nextScalar: Unicode.Scalar?
    /// The letter to which marks would attach; `nil` without one.
    private var base: Unicode.Scalar?
    /// The last scalar shown, a mark or a letter.
    private var lastShown: Unicode.Scalar?
    private var markCount = 0
    private var spacingMarkCount = 0
    /// The number of joiners in the emoji to which `base` belongs.
    private var joinerCount = 0

    /// Creates a sequence of the scalars of `text`.
    package init(_ text: String) {
        scalars = text.unicodeScalars.makeIterator()
        nextScalar = scalars.next()
    }

    /// Returns the next scalar with its verdict; `nil` at the end.
    package mutating func next() -> (scalar: Unicode.Scalar, verdict: Verdict)? {
        guard let scalar = nextScalar else { return nil }
        nextScalar = scalars.next()
        let verdict = verdict(on: scalar)
        switch verdict {
        case .shown: lastShown = scalar
        case .replaced: (base, lastShown, markCount, spacingMarkCount, joinerCount) = (nil, nil, 0, 0, 0)
        case .removed: break
        }
        return (scalar, verdict)
    }

    private mutating func verdict(on scalar: Unicode.Scalar) -> Verdict {
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300: return verdictOnBase(scalar)
        case 0..<0xA0, 0x2028, 0x2029: return .replaced
        case 0x200C, 0x200D: return verdictOnJoiner(scalar)
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return followsBase ? .shown : .removed
        // Medial vowels and final consonants of Hangul belong to the syllable that the initial consonant begins.
        case 0x1161..<0x1200, 0xD7B0..<0xD800: return verdictOnMark()
        // Skin tones, and the sound marks of halfwidth katakana.
        case 0x1F3FB...0x1F3FF, 0xFF9E, 0xFF9F: return verdictOnSpacingMark()
        // Interlinear annotation controls, and format controls of hieroglyphs.
        case 0xFFF9...0xFFFB, 0x13430...0x1345F: return .removed
        case 0x3041...0x3098, 0x309B...0x3163, 0x3165...0xA48F, 0xAC00...0xD7A3: return verdictOnBase(scalar)
        default: return verdictOnOther(scalar)
        }
    }

    private mutating func verdictOnOther(_ scalar: Unicode.Scalar) -> Verdict {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint { return .removed }
        if properties.isNoncharacterCodePoint { return .replaced }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return verdictOnMark()
        case .spacingMark: return verdictOnSpacingMark()
        case .control, .lineSeparator, .paragraphSeparator: return .replaced
        default: return verdictOnBase(scalar)
        }
    }

    private mutating func verdictOnBase(_ scalar: Unicode.Scalar) -> Verdict {
        if lastShown?.isJoiner != true { joinerCount = 0 }
        (base, markCount, spacingMarkCount) = (scalar, 0, 0)
        return .shown
    }

    private mutating func verdictOnMark() -> Verdict {
        guard base != nil, markCount < Self.maxMarks else { return .removed }
        markCount += 1
        return .shown
    }

    /// A spacing mark has its own width and needs no letter.
    private mutating func verdictOnSpacingMark() -> Verdict {
        guard spacingMarkCount < Self.maxMarks else { return .removed }
        spacingMarkCount += 1
        return .shown
    }

    /// Whether a variation selector would directly follow a letter or symbol.
    private var followsBase: Bool { base != nil && lastShown == base }

    /// Returns the verdict on a joiner or non-joiner, which is kept between two letters of joining scripts; a joiner is
    /// also kept between the parts of an emoji.
    private mutating func verdictOnJoiner(_ scalar: Unicode.Scalar) -> Verdict {
        guard let base, let lastShown, let next = nextScalar, !lastShown.isJoiner, markCount < Self.maxMarks,
            spacingMarkCount < Self.maxMarks, !next.properties.isDefaultIgnorableCodePoint
        else { return .removed }
        if base.isOfJoiningScript { return next.isOfJoiningScript ? .shown : .removed }
        guard scalar.value == 0x200D, joinerCount < Self.maxJoiners, base.isPartOfEmoji, next.isPartOfEmoji else {
            return .removed
        }
        joinerCount += 1
        return .shown
    }
}

extension Unicode.Scalar {
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// Whether the scalar is an emoji or a symbol that joins to one, such as ♂. Digits have the property too, but are
    /// excluded.
    fileprivate var isPartOfEmoji: Bool { value > 0x2000 && properties.isEmoji }

    /// Whether the scalar belongs to a script whose letters change with their neighbours: Arabic, Syriac and related
    /// scripts, the scripts of India and South-East Asia, Mongolian.
    fileprivate var isOfJoiningScript: Bool {
        switch value {
        case 0x0600...0x08FF, 0x0900...0x109F, 0x1700...0x18AF, 0x1900...0x1CFF, 0xA800...0xAAFF, 0xABC0...0xABFF,
            0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10A00...0x10FFF, 0x11000...0x11FFF, 0x1E900...0x1E95F:
            true
        default: false
        }
    }
}
