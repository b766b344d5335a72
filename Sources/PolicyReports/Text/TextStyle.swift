public import HalfBlocks

/// What a report in the terminal can make use of.
public struct TextStyle: Sendable {
    /// The width, at least ``narrowest``.
    public let columns: Int
    /// Which colours there are.
    public let depth: ColorDepth
    /// Which glyphs there are.
    public let repertoire: GlyphRepertoire

    /// In fewer columns than this no chart has room; lines are as long as if there were so many.
    public static let narrowest = 40

    /// A style for this many columns, colours and glyphs.
    public init(columns: Int = 80, depth: ColorDepth = .none, repertoire: GlyphRepertoire = .unicode) {
        self.columns = max(Self.narrowest, columns)
        self.depth = depth
        self.repertoire = repertoire
    }

    var hasColors: Bool { depth != .none }
    var isASCII: Bool { repertoire == .ascii }

    /// One of two texts, as the glyphs allow.
    func glyph(_ unicode: String, _ ascii: String) -> String { isASCII ? ascii : unicode }
}
