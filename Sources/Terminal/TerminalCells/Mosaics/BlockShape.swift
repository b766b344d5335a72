/// The shapes of line and block characters, which join those of neighbouring cells; glyphs of fonts leave gaps.
package enum BlockShape {
    /// A rectangle in a cell of 8 × 16 pixels.
    package typealias Area = (x: Range<Int>, y: Range<Int>)

    /// The width of a cell in pixels.
    package static let width = 8
    /// The height of a cell in pixels.
    package static let height = 16

    /// Returns the areas that the glyph fills, or `nil` if it is not a line or a block.
    package static func areas(of glyph: Glyph) -> [Area]? {
        let scalars = glyph.scalarValues
        guard scalars.firstMark == 0 else { return nil }
        switch scalars.base {
        case 0x2500: return [(0..<8, 7..<8)]
        case 0x2501: return [(0..<8, 7..<9)]
        case 0x2502: return [(3..<4, 0..<16)]
        case 0x2503: return [(3..<5, 0..<16)]
        case 0x2580: return [(0..<8, 0..<8)]
        case 0x2581...0x2588: return [(0..<8, 16 - 2 * Int(scalars.base - 0x2580)..<16)]
        case 0x2589...0x258F: return [(0..<Int(0x2590 - scalars.base), 0..<16)]
        case 0x2590: return [(4..<8, 0..<16)]
        default: return glyph.dots.map(areas(ofDots:))
        }
    }

    /// All lines and blocks.
    package static var glyphs: [Glyph] {
        let lines = (0x2500...0x2503).compactMap { Unicode.Scalar($0) }
        let blocks = (0x2580...0x2590).compactMap { Unicode.Scalar($0) }
        let finer = PictureGlyphs.allCases.flatMap(\.scalars).filter { $0 != " " }
        return Set(lines + blocks + finer).sorted().map { Glyph($0) }
    }

    /// Returns the areas of dots: two columns and twelve rows, whose edges lie at the nearest pixels.
    private static func areas(ofDots dots: UInt32) -> [Area] {
        func edge(_ row: Int) -> Int { (row * height + 6) / Glyph.dotRows }
        return (0..<2).flatMap { column in
            var areas: [Area] = []
            for row in 0..<Glyph.dotRows where dots >> UInt32(2 * row + column) & 1 == 1 {
                let y = edge(row)..<edge(row + 1)
                if let above = areas.last?.y, above.upperBound == y.lowerBound {
                    areas[areas.count - 1].y = above.lowerBound..<y.upperBound
                } else {
                    areas.append((4 * column..<4 * column + 4, y))
                }
            }
            return areas
        }
    }
}
