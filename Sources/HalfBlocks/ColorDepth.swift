/// How many colours a terminal shows.
public enum ColorDepth: String, CaseIterable, Sendable, Comparable {
    /// No colour: shades are characters.
    case none
    /// The 16 colours of the terminal's palette, patterned to look like more.
    case palette16 = "16"
    /// 256 colours, a cube of 6×6×6 and a ramp of greys, patterned to look like more.
    case palette256 = "256"
    /// Every 24-bit colour.
    case trueColor = "truecolor"

    /// Orders by the number of colours.
    public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .palette16: 1
        case .palette256: 2
        case .trueColor: 3
        }
    }

    /// The depth to use when none is asked for.
    ///
    /// `NO_COLOR` (set to anything but nothing) and `TERM=dumb` mean none; `COLORTERM` of `truecolor` or `24bit`, or a
    /// terminal description with direct colour, means all; else the description's number of colours decides. Without
    /// a description the ending of `TERM` stands in for it.
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - terminalColors: The number of colours in the terminal's description, or nil where there is none.
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

    private static func named(_ term: String) -> ColorDepth {
        if term.hasSuffix("-direct") { return .trueColor }
        if term.hasSuffix("-256color") { return .palette256 }
        let hasNoColors = term.isEmpty || term.hasPrefix("vt") || term.hasSuffix("-mono") || term.hasSuffix("-m")
        return hasNoColors ? .none : .palette16
    }
}

/// Which glyphs a terminal shows.
public enum GlyphRepertoire: Sendable, Hashable {
    /// Nothing but the 95 printable characters of ASCII.
    case ascii
    /// All of Unicode that has a width, half blocks included.
    case unicode

    /// What the locale of an environment asks for: `LC_ALL`, else `LC_CTYPE`, else `LANG`.
    ///
    /// A locale whose name has no UTF-8 in it, such as `C`, means ASCII. Where no locale is named at all, as in a bare
    /// container, nothing speaks against Unicode.
    public static func detected(environment: [String: String]) -> GlyphRepertoire {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        guard let name = names.first(where: { !$0.isEmpty })?.lowercased() else { return .unicode }
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@") || name.contains("utf8@")
            ? .unicode : .ascii
    }
}
