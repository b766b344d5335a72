import NameColors
import Playback
import PlayerSettings
import TerminalCells

/// The colors of the stage's controls.
struct ThemeColors: Equatable, Sendable {
    /// The colors of text.
    struct Texts: Equatable, Sendable {
        /// Normal text.
        let normal: CellColor
        /// Less important text.
        let secondary: CellColor
        /// Inactive and decorative elements.
        let inactive: CellColor
        /// The most important text.
        let strong: CellColor
        /// Text on the colors of the modes and of warnings.
        let onColor: CellColor
        /// Text on the close button.
        let onDanger: CellColor
    }

    /// The backgrounds.
    struct Surfaces: Equatable, Sendable {
        /// The background of panels, and the tint over the picture under text.
        let panel: CellColor
        /// The background of the status lines.
        let bar: CellColor
        /// The background of the chosen line.
        let selection: CellColor
        /// The background of banners.
        let banner: CellColor
        /// The background of banners with a note, such as the reason of a dropped gift.
        let bannerProblem: CellColor
    }

    let texts: Texts
    let surfaces: Surfaces
    /// Keys, values and counts.
    let accent: CellColor
    /// The live indicator.
    let live: CellColor
    /// Likes, and the reasons of dropped gifts.
    let heart: CellColor
    /// Warnings.
    let warning: CellColor
    /// The background of the close button.
    let danger: CellColor
    /// Queue mode, and success.
    let queue: CellColor
    /// Replace mode.
    let replace: CellColor
    /// The colors of names, in the order of ``NameColors``.
    let names: [CellColor]
    /// The minimum strength of a tint over the picture, 0 to 255.
    ///
    /// The picture is dark, so a light tint must cover more of it for readable text.
    let minTint: UInt8

    /// The theme for dark terminals: muted colors, so that the gift stands out.
    static let dark = ThemeColors(
        texts: Texts(
            normal: CellColor(0xDDE4F5), secondary: CellColor(0x939EBE), inactive: CellColor(0x7D89AB),
            strong: CellColor(0xFFFFFF), onColor: CellColor(0x0A0E1A), onDanger: CellColor(0xFFFFFF)),
        surfaces: Surfaces(
            panel: CellColor(0x0B1020), bar: CellColor(0x141A2E), selection: CellColor(0x26335F),
            banner: CellColor(0x48206C), bannerProblem: CellColor(0x52222F)),
        accent: CellColor(0xFFCF5C), live: CellColor(0xFF6B83), heart: CellColor(0xFF7A9C),
        warning: CellColor(0xFFB454), danger: CellColor(0xC2334D), queue: CellColor(0x4FD1C5),
        replace: CellColor(0xF59E4C), names: NameColors.onDark.map { CellColor($0) }, minTint: 0)

    /// The theme for light terminals.
    static let light = ThemeColors(
        texts: Texts(
            normal: CellColor(0x1E2740), secondary: CellColor(0x4A5675), inactive: CellColor(0x5A6582),
            strong: CellColor(0x0A0E1A), onColor: CellColor(0xFFFFFF), onDanger: CellColor(0xFFFFFF)),
        surfaces: Surfaces(
            panel: CellColor(0xF4F6FB), bar: CellColor(0xE3E8F4), selection: CellColor(0xD0DBF9),
            banner: CellColor(0xE9DCF7), bannerProblem: CellColor(0xF8DCE2)),
        accent: CellColor(0x7A4C00), live: CellColor(0xB3123A), heart: CellColor(0xA3224F),
        warning: CellColor(0x8F4000), danger: CellColor(0xC2334D), queue: CellColor(0x07635A),
        replace: CellColor(0x934100), names: NameColors.onLight.map { CellColor($0) }, minTint: 222)

    /// Returns the color of a name; the same name always has the same color.
    func color(ofName name: String) -> CellColor { names[NameColors.index(of: name)] }

    /// Returns the colors for a value of the setting `theme`.
    ///
    /// - Parameters:
    ///   - choice: The value: `light`, `dark` or `auto`.
    ///   - isTerminalLight: Whether the terminal's background is light, or `nil` if unknown; `auto` then means dark.
    static func colors(for choice: SettingValue, isTerminalLight: Bool?) -> ThemeColors {
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

    static var panel: CellColor { colors.surfaces.panel }
    static var bar: CellColor { colors.surfaces.bar }
    static var text: CellColor { colors.texts.normal }
    static var secondaryText: CellColor { colors.texts.secondary }
    static var inactive: CellColor { colors.texts.inactive }
    static var accent: CellColor { colors.accent }
    static var live: CellColor { colors.live }
    static var heart: CellColor { colors.heart }
    static var warning: CellColor { colors.warning }
    static var danger: CellColor { colors.danger }
    static var strongText: CellColor { colors.texts.strong }
    static var queue: CellColor { colors.queue }
    static var replace: CellColor { colors.replace }
    static var selection: CellColor { colors.surfaces.selection }
    static var textOnColor: CellColor { colors.texts.onColor }
    static var textOnDanger: CellColor { colors.texts.onDanger }
    static var banner: CellColor { colors.surfaces.banner }
    static var bannerProblem: CellColor { colors.surfaces.bannerProblem }

    /// Returns the strength of a tint over the picture.
    ///
    /// - Parameter amount: The strength on a dark terminal, 0 to 255.
    static func tintStrength(_ amount: UInt8) -> UInt8 { max(amount, colors.minTint) }

    /// Returns the color of a mode.
    static func color(of mode: Settings.Mode) -> CellColor { mode == .queue ? queue : replace }

    /// Returns the color of a name; the same name always has the same color.
    static func color(ofName name: String) -> CellColor {
        colors.color(ofName: name)
    }
}

extension CellGrid {
    /// Fills the place of the chosen line of a list.
    ///
    /// Without colors, text that is written over it appears in reverse.
    mutating func fillSelection(_ place: CellRect) {
        fill(place, with: Cell(foreground: Theme.text, background: Theme.selection, attributes: .selected))
    }
}
