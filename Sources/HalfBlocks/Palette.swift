/// The colours of a terminal that has few, and how art is made of them.
struct Palette: Sendable {
    private enum Kind {
        case sixteen, cubeAndGreys
    }

    private let kind: Kind

    /// The 16 colours of the palette, at xterm's values.
    static let colors16 = Palette(kind: .sixteen)
    /// The cube and the greys of the 256 colours; the first 16 differ between terminals and are not used.
    static let colors256 = Palette(kind: .cubeAndGreys)

    /// The nearest entry, for text and even surfaces; colours that are not exact stay.
    func nearest(_ color: CellColor) -> CellColor {
        guard let rgb = color.rgb else { return color }
        switch kind {
        case .sixteen: return .palette(SixteenColors.nearest(rgb))
        case .cubeAndGreys: return .palette(CubeAndGreys.nearest(rgb))
        }
    }

    /// The entry for one pixel of a pattern that has the colour on average; colours that are not exact stay.
    @inline(__always)
    func patterned(_ color: CellColor, x: Int, y: Int) -> CellColor {
        guard let rgb = color.rgb else { return color }
        let threshold = OrderedMatrix.threshold(x: x, y: y)
        switch kind {
        case .sixteen: return .palette(SixteenColors.patterned(rgb, threshold: threshold))
        case .cubeAndGreys: return .palette(CubeAndGreys.patterned(rgb, threshold: threshold))
        }
    }
}

/// Bayer's matrix of 8 × 8 thresholds, which spreads the pixels above any share as evenly as a grid can.
enum OrderedMatrix {
    /// 0 to 63, each value once in every 8 × 8 pixels.
    @inline(__always)
    static func threshold(x: Int, y: Int) -> Int {
        Int(values[(y & 7) << 3 | x & 7])
    }

    private static let values: [UInt8] = (0..<64).map { index in
        let y = index >> 3
        let mixed = (index & 7) ^ y
        var value = 0
        // The bits of x xor y and of y in turn, the lowest of each weighing most.
        for bit in 0..<3 {
            value = value << 2 | (mixed >> bit & 1) << 1 | (y >> bit & 1)
        }
        return UInt8(value)
    }
}

/// The upper 240 of the 256 colours: a cube of 6 × 6 × 6 and 24 greys.
enum CubeAndGreys {
    private static let levels = [0, 95, 135, 175, 215, 255]
    /// For each channel value the cube's level at or below it, and how far it is to the next in 64ths.
    private static let floors: [(level: UInt8, share: UInt8)] = (0..<256).map { value in
        let level = (levels.lastIndex { $0 <= value } ?? 0)
        guard level < 5 else { return (5, 0) }
        return (UInt8(level), UInt8((value - levels[level]) * 64 / (levels[level + 1] - levels[level])))
    }
    /// Every grey there is, in the ramp or on the cube's diagonal, from dark to light.
    private static let greys: [(value: Int, index: UInt8)] =
        ((0..<24).map { (8 + 10 * $0, UInt8(232 + $0)) } + (0..<6).map { (levels[$0], UInt8(16 + 43 * $0)) })
        .sorted { $0.0 < $1.0 }
    /// For each value the position of the grey at or below it, and the share of the next in 64ths.
    private static let greyFloors: [(position: UInt8, share: UInt8)] = (0..<256).map { value in
        let position = greys.lastIndex { $0.value <= value } ?? 0
        guard position + 1 < greys.count else { return (UInt8(position), 0) }
        let (low, high) = (greys[position].value, greys[position + 1].value)
        return (UInt8(position), UInt8((value - low) * 64 / (high - low)))
    }

    /// Channels no further apart than this look grey, and the finer ramp serves them better than the cube.
    private static let greySpread = 8

    @inline(__always)
    static func patterned(_ rgb: UInt32, threshold: Int) -> UInt8 {
        let red = Int(rgb >> 16)
        let green = Int(rgb >> 8 & 0xFF)
        let blue = Int(rgb & 0xFF)
        if max(red, green, blue) - min(red, green, blue) <= greySpread {
            let floor = greyFloors[(red + green + blue) / 3]
            return greys[Int(floor.position) + (Int(floor.share) > threshold ? 1 : 0)].index
        }
        return UInt8(
            16 + 36 * level(red, threshold) + 6 * level(green, threshold) + level(blue, threshold))
    }

    @inline(__always)
    private static func level(_ value: Int, _ threshold: Int) -> Int {
        let floor = floors[value]
        return Int(floor.level) + (Int(floor.share) > threshold ? 1 : 0)
    }

    static func nearest(_ rgb: UInt32) -> UInt8 {
        let cube = patterned(rgb, threshold: 31)
        let mean = (Int(rgb >> 16) + Int(rgb >> 8 & 0xFF) + Int(rgb & 0xFF)) / 3
        let grey = greys.min { abs($0.value - mean) < abs($1.value - mean) } ?? (0, 16)
        let toGrey = squaredDistance(rgb, UInt32(grey.value) * 0x01_0101)
        return squaredDistance(rgb, color(of: cube)) <= toGrey ? cube : grey.index
    }

    /// The colour of an entry from 16 on.
    static func color(of index: UInt8) -> UInt32 {
        if index >= 232 { return UInt32(8 + 10 * (Int(index) - 232)) * 0x01_0101 }
        let position = max(0, Int(index) - 16)
        return UInt32(levels[position / 36] << 16 | levels[position / 6 % 6] << 8 | levels[position % 6])
    }
}

/// The 16 colours that every coloured terminal has, more or less.
enum SixteenColors {
    static let colors: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    /// How far a threshold moves a channel, in all: about the distance of neighbours among the 16.
    private static let spread = 112
    /// A colour this near to an entry needs no pattern: 16 away in every channel.
    private static let closeEnough = 10 * 16 * 16

    /// The nearest entry to each colour of 32 levels a channel.
    private static let table: [UInt8] = (0..<32768).map { index in
        let channels = [index >> 10, index >> 5 & 31, index & 31].map { UInt32($0 * 255 / 31) }
        return search(channels[0] << 16 | channels[1] << 8 | channels[2])
    }

    @inline(__always)
    static func patterned(_ rgb: UInt32, threshold: Int) -> UInt8 {
        let plain = table[Int(rgb >> 19) << 10 | Int(rgb >> 11 & 31) << 5 | Int(rgb >> 3 & 31)]
        if squaredDistance(rgb, colors[Int(plain)]) < closeEnough { return plain }
        let shift = (threshold * 2 - 63) * spread / 128
        let red = cell(Int(rgb >> 16) + shift)
        let green = cell(Int(rgb >> 8 & 0xFF) + shift)
        let blue = cell(Int(rgb & 0xFF) + shift)
        return table[red << 10 | green << 5 | blue]
    }

    @inline(__always)
    private static func cell(_ channel: Int) -> Int {
        min(255, max(0, channel)) >> 3
    }

    static func nearest(_ rgb: UInt32) -> UInt8 {
        search(rgb)
    }

    private static func search(_ rgb: UInt32) -> UInt8 {
        let best = colors.indices.min { squaredDistance(rgb, colors[$0]) < squaredDistance(rgb, colors[$1]) }
        return UInt8(best ?? 0)
    }
}

/// How different two colours look, green weighing most, as a square.
func squaredDistance(_ first: UInt32, _ second: UInt32) -> Int {
    let red = Int(first >> 16) - Int(second >> 16)
    let green = Int(first >> 8 & 0xFF) - Int(second >> 8 & 0xFF)
    let blue = Int(first & 0xFF) - Int(second & 0xFF)
    return 3 * red * red + 6 * green * green + blue * blue
}
