import CNcurses
import HalfBlocks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The C library's locale, by which ncurses encodes glyphs and counts their columns.
enum Locale {
    /// Names under which systems have a locale whose text is UTF-8; an empty one means the environment's.
    private static let unicodeNames = ["", "C.UTF-8", "en_US.UTF-8", "UTF-8"]

    /// Sets the locale for glyphs, and returns which can be had: a system may lack the locale its user asks for.
    static func choose(_ wanted: GlyphRepertoire) -> GlyphRepertoire {
        if wanted == .unicode {
            for name in unicodeNames {
                guard setlocale(LC_CTYPE, name) != nil, let codeset = nl_langinfo(nl_item(CODESET)) else { continue }
                if String(cString: codeset) == "UTF-8" { return .unicode }
            }
        }
        setlocale(LC_CTYPE, "C")
        return .ascii
    }
}
