/// The ASCII substitutes for glyphs.
enum ASCIISubstitutes {
    /// Returns one column of ASCII for one column of the glyph; the right half of a wide glyph becomes a space.
    static func glyph(for glyph: Glyph) -> Glyph {
        if glyph == .continuation { return .space }
        guard let base = Unicode.Scalar(glyph.scalarValues.base) else { return .space }
        if base.isASCII { return Glyph(base) }
        return Glyph(substitute(for: base))
    }

    /// Returns the ASCII character that resembles a scalar, or a question mark.
    private static func substitute(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x2010...0x2015, 0x2212, 0x254C, 0x254D: return "-"
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x2551, 0x254E, 0x254F: return "|"
        case 0x2550: return "="
        case 0x250C...0x254B, 0x2552...0x2570: return "+"
        case 0x2588...0x258F, 0x2593, 0x2580...0x2587, 0x2590, 0x2592: return "#"
        case 0x2591: return ":"
        case 0x00D7, 0x2715...0x2718, 0x2573: return "x"
        case 0x2022, 0x25CF, 0x2605, 0x2606, 0x2736, 0x2739, 0x22C6: return "*"
        case 0x00B7, 0x2026, 0x2219: return "."
        case 0x2018, 0x2019, 0x201B, 0x2032: return "'"
        case 0x201C, 0x201D, 0x2033, 0x00AB, 0x00BB: return "\""
        case 0x2192, 0x25B6, 0x25B8, 0x203A, 0x276F, 0x27A4: return ">"
        case 0x2190, 0x25C0, 0x25C2, 0x2039, 0x276E: return "<"
        case 0x2191, 0x25B2, 0x25B4: return "^"
        case 0x2193, 0x25BC, 0x25BE: return "v"
        case 0x2665, 0x2764, 0x2661: return "3"
        case 0x25CB, 0x25EF: return "o"
        case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0) ?? "?"
        default: return latinBase(scalar)
        }
    }

    /// Returns the base letter of an accented Latin letter, or a question mark.
    private static func latinBase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let rows: [(ClosedRange<UInt32>, String)] = [
            (0xC0...0xFF, "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy"),
            (
                0x100...0x17F,
                "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLl"
                    + "NnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"
            ),
        ]
        for (range, letters) in rows where range.contains(scalar.value) {
            let scalars = Array(letters.unicodeScalars)
            let index = Int(scalar.value - range.lowerBound)
            return index < scalars.count ? scalars[index] : "?"
        }
        return "?"
    }
}
