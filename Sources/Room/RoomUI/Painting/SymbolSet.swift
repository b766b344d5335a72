import RoomSession
import TerminalCells

/// The glyphs of the controls.
struct SymbolSet {
    /// The arrows of the keys.
    struct Arrows {
        let left: String
        let right: String
        let up: String
        let down: String
    }

    /// The glyphs of a progress bar.
    struct BarGlyphs {
        let filled: String
        let unfilled: String
        let marker: String
    }

    /// Whether all glyphs are ASCII characters.
    var isASCII = false
    let dot: String
    let heart: String
    let people: String
    let play: String
    let pause: String
    let cross: String
    let bar: BarGlyphs
    let separator: String
    let ellipsis: String
    let times: String
    let star: String
    let arrows: Arrows
    let cursor: String

    /// Returns the glyphs of a repertoire.
    static func symbols(for repertoire: GlyphRepertoire) -> SymbolSet { repertoire == .unicode ? unicode : ascii }

    /// Returns the symbol of a gift kind, or a star if it has none.
    func symbol(of gift: RoomGift?) -> String { (isASCII ? gift?.asciiSymbol : gift?.emoji) ?? star }

    private static let unicode = SymbolSet(
        dot: "●", heart: "♥", people: "◉", play: "▶", pause: "▌▌", cross: "✕",
        bar: BarGlyphs(filled: "━", unfilled: "─", marker: "┃"),
        separator: "·", ellipsis: "…", times: "×", star: "★",
        arrows: Arrows(left: "←", right: "→", up: "↑", down: "↓"), cursor: "▏")
    private static let ascii = SymbolSet(
        isASCII: true, dot: "*", heart: "<3", people: "@", play: ">", pause: "||", cross: "x",
        bar: BarGlyphs(filled: "=", unfilled: "-", marker: "|"),
        separator: "-", ellipsis: "...", times: "x", star: "*",
        arrows: Arrows(left: "<-", right: "->", up: "up", down: "down"), cursor: "_")
}
