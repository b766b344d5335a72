import HalfBlocks
import Playback

/// The colours of the stage's controls: cool and quiet, so that the gift is what shines.
enum Theme {
    static let panel = CellColor(0x0B1020)
    static let bar = CellColor(0x141A2E)
    static let text = CellColor(0xDDE4F5)
    static let soft = CellColor(0x8C97B8)
    static let faint = CellColor(0x4A5474)
    static let gold = CellColor(0xFFCF5C)
    static let live = CellColor(0xFF4D6A)
    static let heart = CellColor(0xFF7A9C)
    static let warning = CellColor(0xFFB454)
    static let danger = CellColor(0xC2334D)
    static let white = CellColor(0xFFFFFF)
    static let queue = CellColor(0x4FD1C5)
    static let replace = CellColor(0xF59E4C)
    static let chosen = CellColor(0x2B3A6B)
    static let ink = CellColor(0x0A0E1A)

    /// The colour of a mode wherever it is named.
    static func color(of mode: Settings.Mode) -> CellColor { mode == .queue ? queue : replace }

    /// A name's colour: always the same for the same name.
    static func color(ofName name: String) -> CellColor {
        var hash: UInt32 = 2_166_136_261
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return names[Int(hash % UInt32(names.count))]
    }

    private static let names: [CellColor] = [
        0x7FD1FF, 0xA5E8A0, 0xFFB3C7, 0xD6B4FF, 0xFFD59E, 0x8FE3D9, 0xF2A0E8, 0xB9C8FF,
    ].map { CellColor($0) }
}

/// The signs that the controls are made of.
struct Signs {
    let dot: String
    let heart: String
    let people: String
    let play: String
    let pause: String
    let cross: String
    let done: String
    let rest: String
    let mark: String
    let separator: String
    let ellipsis: String
    let times: String
    let star: String
    let back: String
    let forth: String
    let up: String
    let down: String
    let cursor: String

    /// The signs of a repertoire.
    static func of(_ repertoire: GlyphRepertoire) -> Signs { repertoire == .unicode ? unicode : ascii }

    private static let unicode = Signs(
        dot: "●", heart: "♥", people: "◉", play: "▶", pause: "▌▌", cross: "✕", done: "━", rest: "─", mark: "┃",
        separator: "·", ellipsis: "…", times: "×", star: "★",
        back: "←", forth: "→", up: "↑", down: "↓", cursor: "▏")
    private static let ascii = Signs(
        dot: "*", heart: "<3", people: "@", play: ">", pause: "||", cross: "x", done: "=", rest: "-", mark: "|",
        separator: "-", ellipsis: "...", times: "x", star: "*",
        back: "<-", forth: "->", up: "up", down: "down", cursor: "_")
}
