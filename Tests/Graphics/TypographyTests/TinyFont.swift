/// A TrueType font of rectangles that is built byte by byte, with 1000 units per em.
struct TinyFont {
    /// A glyph: its character, its advance and its only contour, which starts at the origin and extends above the
    /// baseline.
    struct Letter {
        var scalar: Unicode.Scalar
        var advance: Int
        var width: Int
        var height: Int
    }

    var letters: [Letter]

    /// A font in which `a` has an advance of 500 and ink of 400 × 400, `b` 300 and 200 × 800, and the space 250.
    static let latin = TinyFont(letters: [
        Letter(scalar: " ", advance: 250, width: 0, height: 0),
        Letter(scalar: "a", advance: 500, width: 400, height: 400),
        Letter(scalar: "b", advance: 300, width: 200, height: 800),
    ])

    /// A font with the Hebrew letters alef and bet, the digits 1 and 2, the letter `a` and a space, each with a
    /// different advance.
    static let hebrew = TinyFont(letters: [
        Letter(scalar: " ", advance: 250, width: 0, height: 0),
        Letter(scalar: "1", advance: 100, width: 100, height: 100),
        Letter(scalar: "2", advance: 200, width: 100, height: 100),
        Letter(scalar: "a", advance: 500, width: 400, height: 400),
        Letter(scalar: "\u{5D0}", advance: 600, width: 100, height: 100),
        Letter(scalar: "\u{5D1}", advance: 700, width: 100, height: 100),
    ])

    /// The bytes of the font file.
    var bytes: [UInt8] {
        let glyphs = [Letter(scalar: "\u{0}", advance: 1000, width: 0, height: 0)] + letters
        var outlines: [UInt8] = []
        var places: [Int] = [0]
        for glyph in glyphs {
            outlines += Self.outline(glyph)
            places.append(outlines.count)
        }
        let metrics = glyphs.flatMap { Self.bigEndianUInt16Bytes($0.advance, 0) }
        let tables: [(String, [UInt8])] = [
            ("cmap", cmap),
            ("glyf", outlines.isEmpty ? [0] : outlines),
            ("head", Self.head),
            (
                "hhea",
                Self.bigEndianUInt16Bytes(1, 0, 800, -200, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.count)
            ),
            ("hmtx", metrics),
            ("loca", places.flatMap { Self.bigEndianUInt32Bytes($0) }),
            ("maxp", Self.bigEndianUInt16Bytes(1, 0, glyphs.count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)),
        ]
        var directory = Self.bigEndianUInt32Bytes(0x0001_0000) + Self.bigEndianUInt16Bytes(tables.count, 0, 0, 0)
        var body: [UInt8] = []
        for (name, table) in tables {
            directory += Array(name.utf8) + Self.bigEndianUInt32Bytes(0)
            directory +=
                Self.bigEndianUInt32Bytes(12 + 16 * tables.count + body.count) + Self.bigEndianUInt32Bytes(table.count)
            body += table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
        }
        return directory + body
    }

    private static let head =
        bigEndianUInt32Bytes(0x0001_0000) + bigEndianUInt32Bytes(0) + bigEndianUInt32Bytes(0)
        + bigEndianUInt32Bytes(0x5F0F_3CF5) + bigEndianUInt16Bytes(0, 1000) + bigEndianUInt32Bytes(0)
        + bigEndianUInt32Bytes(0) + bigEndianUInt32Bytes(0)
        + bigEndianUInt32Bytes(0) + bigEndianUInt16Bytes(0, 0, 1000, 1000, 0, 8, 2, 1, 0)

    /// A character map in format 12 with one group per letter.
    private var cmap: [UInt8] {
        let sorted = letters.enumerated().sorted { $0.element.scalar < $1.element.scalar }
        let groups = sorted.flatMap { index, letter in
            Self.bigEndianUInt32Bytes(Int(letter.scalar.value)) + Self.bigEndianUInt32Bytes(Int(letter.scalar.value))
                + Self.bigEndianUInt32Bytes(index + 1)
        }
        return Self.bigEndianUInt16Bytes(0, 1, 3, 10) + Self.bigEndianUInt32Bytes(12) + Self.bigEndianUInt16Bytes(12, 0)
            + Self.bigEndianUInt32Bytes(16 + groups.count)
            + Self.bigEndianUInt32Bytes(0) + Self.bigEndianUInt32Bytes(letters.count) + groups
    }

    private static func outline(_ letter: Letter) -> [UInt8] {
        guard letter.width > 0 else { return [] }
        let (width, height) = (letter.width, letter.height)
        return bigEndianUInt16Bytes(1, 0, 0, width, height, 3, 0) + [1, 1, 1, 1] + bigEndianUInt16Bytes(0, 0, width, 0)
            + bigEndianUInt16Bytes(0, height, 0, -height)
    }

    private static func bigEndianUInt16Bytes(_ numbers: Int...) -> [UInt8] {
        numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    private static func bigEndianUInt32Bytes(_ number: Int) -> [UInt8] {
        bigEndianUInt16Bytes(number >> 16, number & 0xFFFF)
    }
}
