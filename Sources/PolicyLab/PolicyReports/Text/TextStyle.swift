public import TerminalCells

/// The capabilities of the terminal or file to which a report is written.
public struct TextStyle: Sendable {
    /// The width in columns, at least ``minColumns``.
    public let columns: Int
    /// The color depth.
    public let depth: ColorDepth
    /// The available characters.
    public let repertoire: GlyphRepertoire

    /// The minimum width. In a narrower terminal, lines still have this width, since charts need it.
    public static let minColumns = 40

    /// Creates a style.
    public init(columns: Int = 80, depth: ColorDepth = .none, repertoire: GlyphRepertoire = .unicode) {
        self.columns = max(Self.minColumns, columns)
        self.depth = depth
        self.repertoire = repertoire
    }

    var hasColors: Bool { depth != .none }
    var isASCII: Bool { repertoire == .ascii }

    /// Returns `unicode`, or `ascii` if only ASCII characters are available.
    func glyph(_ unicode: String, _ ascii: String) -> String { isASCII ? ascii : unicode }
}
