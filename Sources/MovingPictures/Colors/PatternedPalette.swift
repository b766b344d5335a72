/// Shows any colour with those of a palette: as one of them where that looks the same, else as a pattern of several that
/// have it on average.
///
/// The pattern is fixed to the picture and depends on nothing but the colour, so a still picture is still. For each colour
/// sixteen of the palette are chosen one after the other, each the nearest to what the ones before it left to be made
/// up for, and lie in the pattern by their lightness.
struct PatternedPalette {
    let palette: ColorPalette
    /// What was found for the colours met last, at a place that each colour has.
    private var keys = [UInt32](repeating: .max, count: Self.slotCount)
    private var mixtures = [SIMD16<UInt8>](repeating: SIMD16(), count: Self.slotCount)

    /// Three megabytes, and room for the colours of a picture with gradients.
    private static let slotCount = 1 << 17

    /// Nearer than this a colour of the palette is taken as it is.
    private static let sameEnough = 0.6 * OklabColor.justVisible
    /// How much of what is left over the next one makes up for. All of it would choose colours far from the one wanted.
    private static let correction: Float = 0.75

    init(_ palette: ColorPalette) {
        self.palette = palette
    }

    /// The index for a colour, `0xRRGGBB`, of the pixel at a place.
    mutating func index(of color: UInt32, x: Int, y: Int) -> UInt8 {
        let slot = Int((color &* 0x9E37_79B1) >> 15)
        if keys[slot] != color {
            mixtures[slot] = mixture(of: color)
            keys[slot] = color
        }
        return mixtures[slot][Int(OrderedPattern.threshold(x: x, y: y, of: 16))]
    }

    private func mixture(of color: UInt32) -> SIMD16<UInt8> {
        let wanted = OklabColor.point(of: color)
        let nearest = palette.nearest(to: wanted)
        if nearest.squaredDistance < Self.sameEnough * Self.sameEnough {
            return SIMD16(repeating: UInt8(nearest.index))
        }
        var left = OklabColor.Point()
        var chosen: [Int] = []
        for _ in 0..<16 {
            let index = palette.nearest(to: wanted + left * Self.correction).index
            chosen.append(index)
            left += wanted - palette.points[index]
        }
        let ordered = chosen.sorted { (palette.points[$0].x, $0) < (palette.points[$1].x, $1) }
        return SIMD16(ordered.map { UInt8($0) })
    }
}
