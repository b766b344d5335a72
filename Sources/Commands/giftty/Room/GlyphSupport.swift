import PlayerSettings
import Terminal
import TerminalCells
import Typography

/// The glyphs of finer pictures that this terminal can show.
enum GlyphSupport {
    /// Returns whether the terminal gives all glyphs one column, and a font has them.
    static func has(_ glyphs: PictureGlyphs) -> Bool {
        glyphs == .half || hasWidths(glyphs) && hasFont(glyphs) != false
    }

    /// Returns whether the table of widths, by which lines are laid out, has all glyphs.
    static func hasWidths(_ glyphs: PictureGlyphs) -> Bool { GlyphWidths.areSingle(glyphs.scalars) }

    /// Returns whether an installed font has all glyphs, or `nil` if the fonts are not known here.
    static func hasFont(_ glyphs: PictureGlyphs) -> Bool? {
        SystemFonts.installed.hasGlyphs(for: glyphs.scalars, in: FontRequest(family: "monospace"))
    }

    /// Returns glyphs if the terminal can show them, else half-blocks.
    static func shown(_ glyphs: PictureGlyphs) -> PictureGlyphs { has(glyphs) ? glyphs : .half }

    /// Returns the glyphs of an option, the environment or the configuration file, in this order.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if the value of the option is invalid.
    static func glyphs(option: String?, environment: [String: String]) throws(CommandFailure) -> PictureGlyphs {
        let value = try ViewerSetting.value(of: .glyphs, ("--glyphs", option), environment: environment)
        return PictureGlyphs(rawValue: value.description) ?? .half
    }
}
