import Configuration
import HalfBlocks
import NameColors
import Playback

/// The colors of the stage's controls.
struct ThemeColors: Sendable {
    /// The background of panels, and the tint over the picture under text.
    let panel: CellColor
    /// The background of the status lines.
    let bar: CellColor
    /// Normal text.
    let text: CellColor
    /// Less important text.
    let soft: CellColor
    /// Inactive and decorative elements.
    let faint: CellColor
    /// Keys, values and counts.
    let gold: CellColor
    /// The live indicator.
    let live: CellColor
    /// Likes, and the reasons of dropped gifts.
    let heart: CellColor
    /// Warnings.
    let warning: CellColor
    /// The background of the close button.
    let danger: CellColor
    /// The most important text.
    let white: CellColor
    /// Queue mode, and success.
    let queue: CellColor
    /// Replace mode.
    let replace: CellColor
    /// The background of the chosen line.
    let chosen: CellColor
    /// Text on the colors of the modes and of warnings.
    let ink: CellColor
    /// Text on the close button.
    let onDanger: CellColor
    /// The background of banners.
    let banner: CellColor
    /// The background of banners with a note, such as the reason of a dropped gift.
    let bannerProblem: CellColor
    /// The colors of names, in the order of ``NameColors``.
    let names: [CellColor]
    /// The minimum strength of a tint over the picture, 0 to 255.
    ///
    /// The picture is dark, so a light tint must cover more of it for readable text.
    let leastVeil: UInt8

    /// The theme for dark terminals: muted colors, so that the gift stands out.
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
        names: NameColors.onDark.map { CellColor($0) },
        leastVeil: 0)

    /// The theme for light terminals.
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
        names: NameColors.onLight.map { CellColor($0) },
        leastVeil: 222)

    /// Returns the color of a name; the same name always has the same color.
    func color(ofName name: String) -> CellColor { names[NameColors.index(of: name)] }

    /// Returns the colors for a value of the setting `theme`.
    ///
    /// - Parameters:
    ///   - choice: The value: `light`, `dark` or `auto`.
    ///   - isTerminalLight: Whether the terminal's background is light, or `nil` if unknown; `auto` then means dark.
    static func fitting(_ choice: SettingValue, isTerminalLight: Bool?) -> ThemeColors {
        switch choice {
        case .choice("light"): .light
        case .choice("dark"): .dark
        default: isTerminalLight == true ? .light : .dark
        }
    }
}

/// The colors of the current painting.
///
/// A picture has one theme, so the painters read it from a task-local value instead of a parameter.
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

    /// Returns the strength of a tint over the picture.
    ///
    /// - Parameter amount: The strength on a dark terminal, 0 to 255.
    static func veil(_ amount: UInt8) -> UInt8 { max(amount, colors.leastVeil) }

    /// Returns the color of a mode.
    static func color(of mode: Settings.Mode) -> CellColor { mode == .queue ? queue : replace }

    /// Returns the color of a name; the same name always has the same color.
    static func color(ofName name: String) -> CellColor {
        colors.color(ofName: name)
    }
}

/// The glyphs of the controls.
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

    /// Returns the glyphs of a repertoire.
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
