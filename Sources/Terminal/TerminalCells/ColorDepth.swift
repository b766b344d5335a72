/// The number of colors that a terminal supports.
public enum ColorDepth: String, CaseIterable, Sendable, Comparable {
    /// No colors; characters represent shades.
    case none
    /// The 16 colors of the terminal's palette.
    case palette16 = "16"
    /// 256 colors, a 6×6×6 cube and a ramp of greys.
    case palette256 = "256"
    /// All 24-bit colors.
    case trueColor = "truecolor"

    /// Orders depths by the number of colors.
    public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .palette16: 1
        case .palette256: 2
        case .trueColor: 3
        }
    }

    /// Returns the color depth for an environment.
    ///
    /// A `NO_COLOR` that is not empty, or `TERM=dumb`, selects no colors. A `COLORTERM` of `truecolor` or `24bit`, or a
    /// terminal description with direct color, selects 24-bit colors. Otherwise the number of colors in the description
    /// decides, or, without a description, the ending of `TERM`.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - terminalColors: The number of colors in the terminal's description, or nil if there is none.
    ///   - hasDirectColor: Whether the description has the capability `RGB` or `Tc`.
    public static func detected(
        environment: [String: String], terminalColors: Int? = nil, hasDirectColor: Bool = false
    ) -> ColorDepth {
        let term = environment["TERM"] ?? ""
        if environment["NO_COLOR"]?.isEmpty == false || term == "dumb" { return .none }
        if hasDirectColor || ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased()) {
            return .trueColor
        }
        guard let terminalColors else { return named(term) }
        switch terminalColors {
        case 0x100_0000...: return .trueColor
        case 256...: return .palette256
        case 8...: return .palette16
        default: return .none
        }
    }

    /// Returns the color depth that the name of a terminal implies.
    private static func named(_ term: String) -> ColorDepth {
        if term.hasSuffix("-direct") { return .trueColor }
        if term.hasSuffix("-256color") { return .palette256 }
        let hasNoColors = term.isEmpty || term.hasPrefix("vt") || term.hasSuffix("-mono") || term.hasSuffix("-m")
        return hasNoColors ? .none : .palette16
    }
}

/// The set of glyphs that a terminal supports.
public enum GlyphRepertoire: Sendable, Hashable {
    /// The 95 printable characters of ASCII.
    case ascii
    /// All Unicode characters with a width, including half blocks.
    case unicode

    /// Returns the repertoire of the environment's locale: `LC_ALL`, else `LC_CTYPE`, else `LANG`.
    ///
    /// A locale without UTF-8 in its name, such as `C`, selects ASCII. An environment without a locale, such as a
    /// minimal container, selects Unicode.
    public static func detected(environment: [String: String]) -> GlyphRepertoire {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        guard let name = names.first(where: { !$0.isEmpty })?.lowercased() else { return .unicode }
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@") || name.contains("utf8@")
            ? .unicode : .ascii
    }
}
