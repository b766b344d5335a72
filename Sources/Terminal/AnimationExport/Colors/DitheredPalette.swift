import TerminalCells

/// A palette with ordered dithering: it represents a color as one palette color if that looks the same, otherwise as a
/// pattern of several whose mean is the color.
///
/// The pattern is fixed to the picture and depends on the color only, so a still picture does not flicker. Each color
/// gets sixteen palette colors. Each of these is the one nearest to the color plus a part of the error that the ones
/// before it left. The pattern orders them by lightness.
struct DitheredPalette {
    let palette: ColorPalette
    /// A direct-mapped cache of the colors seen last: `keys` has the color of each slot, `mixtures` its pattern.
    private var keys = [UInt32](repeating: .max, count: Self.slotCount)
    private var mixtures = [SIMD16<UInt8>](repeating: SIMD16(), count: Self.slotCount)

    /// The number of cache slots: about three megabytes, enough for the colors of a picture with gradients.
    private static let slotCount = 1 << 17

    /// The distance below which a palette color is used without a pattern.
    private static let maxUnditheredDistance = 0.6 * OklabColor.minVisibleDistance
    /// The part of the remaining error that the next color corrects; the whole error would choose colors far from the
    /// wanted one.
    private static let errorCorrection: Float = 0.75

    init(_ palette: ColorPalette) {
        self.palette = palette
    }

    /// Returns the palette index for a color, `0xRRGGBB`, of the pixel at a position.
    mutating func index(of color: UInt32, x: Int, y: Int) -> UInt8 {
        let slot = Int((color &* 0x9E37_79B1) >> 15)
        if keys[slot] != color {
            mixtures[slot] = mixture(of: color)
            keys[slot] = color
        }
        return mixtures[slot][Int(DitherMatrix.threshold(x: x, y: y, of: 16))]
    }

    private func mixture(of color: UInt32) -> SIMD16<UInt8> {
        let wanted = OklabColor.point(of: color)
        let nearest = palette.nearest(to: wanted)
        if nearest.squaredDistance < Self.maxUnditheredDistance * Self.maxUnditheredDistance {
            return SIMD16(repeating: UInt8(nearest.index))
        }
        var left = OklabColor.Point()
        var chosen: [Int] = []
        for _ in 0..<16 {
            let index = palette.nearest(to: wanted + left * Self.errorCorrection).index
            chosen.append(index)
            left += wanted - palette.points[index]
        }
        let ordered = chosen.sorted { (palette.points[$0].x, $0) < (palette.points[$1].x, $1) }
        return SIMD16(ordered.map { UInt8($0) })
    }
}
