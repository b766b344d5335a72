import Configuration
import HalfBlocks
import Playback

/// The colours that the stage's controls are painted in.
struct ThemeColors: Sendable {
    /// What panels are made of, and what lies as a veil over the picture.
    let panel: CellColor
    /// Behind the lines below the picture.
    let bar: CellColor
    /// Words.
    let text: CellColor
    /// Words that matter less.
    let soft: CellColor
    /// What is there and not meant now.
    let faint: CellColor
    /// Keys, values and counts.
    let gold: CellColor
    /// On the air.
    let live: CellColor
    /// Likes.
    let heart: CellColor
    /// What should be seen.
    let warning: CellColor
    /// Behind the button that closes the gift.
    let danger: CellColor
    /// Words that matter most.
    let white: CellColor
    /// The queue, and what goes well.
    let queue: CellColor
    /// Replacing.
    let replace: CellColor
    /// Behind the chosen line.
    let chosen: CellColor
    /// Words on the colours of the modes and of warnings.
    let ink: CellColor
    /// Words on the button that closes the gift.
    let onDanger: CellColor
    /// Behind banners.
    let banner: CellColor
    /// Behind banners of gifts that came to nothing.
    let bannerProblem: CellColor
    /// Those of names.
    let names: [CellColor]
    /// The least strength of a veil over the picture, which is dark: light ones must cover more of it to be read on.
    let leastVeil: UInt8

    /// Cool and quiet on a dark terminal, so that the gift is what shines.
    static let dark = ThemeColors(
        panel: CellColor(0x0B1020),
        bar: CellColor(0x141A2E),
        text: CellColor(0xDDE4F5),
        soft: CellColor(0x8C97B8),
        faint: CellColor(0x4A5474),
        gold: CellColor(0xFFCF5C),
        live: CellColor(0xFF4D6A),
        heart: CellColor(0xFF7A9C),
        warning: CellColor(0xFFB454),
        danger: CellColor(0xC2334D),
        white: CellColor(0xFFFFFF),
        queue: CellColor(0x4FD1C5),
        replace: CellColor(0xF59E4C),
        chosen: CellColor(0x2B3A6B),
        ink: CellColor(0x0A0E1A),
        onDanger: CellColor(0xFFFFFF),
        banner: CellColor(0x5B2A86),
        bannerProblem: CellColor(0x6B3040),
        names: [0x7FD1FF, 0xA5E8A0, 0xFFB3C7, 0xD6B4FF, 0xFFD59E, 0x8FE3D9, 0xF2A0E8, 0xB9C8FF].map { CellColor($0) },
        leastVeil: 0)

    /// The same on a light terminal.
    static let light = ThemeColors(
        panel: CellColor(0xF4F6FB),
        bar: CellColor(0xE3E8F4),
        text: CellColor(0x1E2740),
        soft: CellColor(0x535F80),
        faint: CellColor(0x8A94B0),
        gold: CellColor(0x8F5A00),
        live: CellColor(0xC8153A),
        heart: CellColor(0xB8285A),
        warning: CellColor(0xA84B00),
        danger: CellColor(0xC2334D),
        white: CellColor(0x0A0E1A),
        queue: CellColor(0x0B766C),
        replace: CellColor(0xB04E00),
        chosen: CellColor(0xC6D3F5),
        ink: CellColor(0xFFFFFF),
        onDanger: CellColor(0xFFFFFF),
        banner: CellColor(0xE2D2F4),
        bannerProblem: CellColor(0xF6D3DA),
        names: [0x0A5F8E, 0x2A6B2E, 0xA3274F, 0x6338B0, 0x8A4B00, 0x0B6A61, 0x8E2786, 0x3748A8].map { CellColor($0) },
        leastVeil: 222)

    /// A name's colour: always the same for the same name.
    func color(ofName name: String) -> CellColor {
        var hash: UInt32 = 2_166_136_261
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return names[Int(hash % UInt32(names.count))]
    }

    /// The colours for a terminal; dark ones where nothing is known of it.
    static func fitting(_ choice: SettingValue, isTerminalLight: Bool?) -> ThemeColors {
        switch choice {
        case .choice("light"): .light
        case .choice("dark"): .dark
        default: isTerminalLight == true ? .light : .dark
        }
    }
}

/// The colours in use for what is being painted.
///
/// A whole picture has one theme, so it is handed to the painters along with the task rather than from hand to hand.
enum Theme {
    @TaskLocal static var colors = ThemeColors.dark

    static var panel: CellColor { colors.panel }
    static var bar: CellColor { colors.bar }
    static var text: CellColor { colors.text }
    static var soft: CellColor { colors.soft }
    static var faint: CellColor { colors.faint }
    static var gold: CellColor { colors.gold }
    static var live: CellColor { colors.live }
    static var heart: CellColor { colors.heart }
    static var warning: CellColor { colors.warning }
    static var danger: CellColor { colors.danger }
    static var white: CellColor { colors.white }
    static var queue: CellColor { colors.queue }
    static var replace: CellColor { colors.replace }
    static var chosen: CellColor { colors.chosen }
    static var ink: CellColor { colors.ink }
    static var onDanger: CellColor { colors.onDanger }
    static var banner: CellColor { colors.banner }
    static var bannerProblem: CellColor { colors.bannerProblem }

    /// The strength of a veil over the picture that is to have this one on a dark terminal.
    static func veil(_ amount: UInt8) -> UInt8 { max(amount, colors.leastVeil) }

    /// The colour of a mode wherever it is named.
    static func color(of mode: Settings.Mode) -> CellColor { mode == .queue ? queue : replace }

    /// A name's colour: always the same for the same name.
    static func color(ofName name: String) -> CellColor {
        colors.color(ofName: name)
    }
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
