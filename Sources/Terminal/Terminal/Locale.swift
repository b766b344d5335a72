import CNcurses
import CPlatform
import TerminalCells

/// The C library's locale, which determines how ncurses encodes glyphs and counts their columns.
enum Locale {
    /// Names of UTF-8 locales on various systems; the empty name is the environment's locale.
    private static let unicodeNames = ["", "C.UTF-8", "en_US.UTF-8", "UTF-8"]

    /// Sets the locale for a glyph repertoire and returns the available repertoire.
    ///
    /// A system may lack the locale that its user selects.
    static func select(for wanted: GlyphRepertoire) -> GlyphRepertoire {
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
