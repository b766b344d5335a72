public import VectorGraphics

/// A source of fonts that lays out lines of text.
public protocol FontSource: Sendable {
    /// Returns the font face for a request, or `nil` if there are no fonts.
    func face(for request: FontRequest) -> FontFace?

    /// Lays out one line and returns its letters from left to right.
    ///
    /// Every letter is returned exactly once. If several letters share one outline, as in a ligature, the first of them
    /// has it.
    ///
    /// - Parameter letters: The letters in logical order.
    func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing) -> [PositionedGlyph]
}

/// The typographic features that apply to a line, in addition to those that the script requires.
///
/// Scripts whose letters change with their neighbors, such as Arabic and Devanagari, have all features regardless.
public enum GlyphSpacing: Sendable, Equatable {
    /// Neither kerning nor ligatures.
    case plain
    /// Kerning without ligatures.
    case kerning
    /// Kerning and ligatures.
    case kerningAndLigatures
}

/// A letter of a line that has been laid out, at font size 1.
public struct PositionedGlyph: Sendable, Equatable {
    /// The index of the letter in the line, in logical order.
    public var index: Int
    /// The outline; x points right from the letter's origin, y points down from the baseline.
    public var outline: Path
    /// The distance to the next letter on the right.
    public var advance: Double
    /// Whether no font has the letter. It then looks like the sign of the requested face for missing letters, usually a
    /// box, or has neither an outline nor an advance.
    public var isMissing: Bool
    /// Whether the outline of an earlier letter shows this one, too, as in a ligature or a conjunct. It then has neither
    /// an outline nor an advance.
    public var isJoined: Bool

    /// Creates a letter.
    public init(
        index: Int, outline: Path = Path(), advance: Double = 0, isMissing: Bool = false, isJoined: Bool = false
    ) {
        self.index = index
        self.outline = outline
        self.advance = advance
        self.isMissing = isMissing
        self.isJoined = isJoined
    }
}
