/// The colors of a terminal with a palette, and the choice among them for text and pictures.
struct TerminalPalette: Sendable {
    private enum Kind {
        case sixteen, cubeAndGreys
    }

    private let kind: Kind

    /// The 16 colors of the palette, with xterm's values.
    static let colors16 = TerminalPalette(kind: .sixteen)
    /// The cube and the greys of the 256 colors; the first 16 differ between terminals and are not used.
    static let colors256 = TerminalPalette(kind: .cubeAndGreys)

    /// The backgrounds of a chosen line on a dark and on a light surface; `nil` if the palette has fine enough colors.
    var selection: (onDark: CellColor, onLight: CellColor)? {
        kind == .sixteen ? (.palette(SixteenColors.lightGrey), .palette(SixteenColors.black)) : nil
    }

    /// Returns the nearest entry, for text and flat surfaces; a color without 24-bit channels does not change.
    func nearest(_ color: CellColor) -> CellColor {
        guard let rgb = color.rgb else { return color }
        switch kind {
        case .sixteen: return .palette(SixteenColors.nearest(rgb))
        case .cubeAndGreys: return .palette(CubeAndGreys.nearest(rgb))
        }
    }

    /// Returns the nearest entry that has a contrast to an entry behind it, for text.
    func nearest(_ color: CellColor, on background: CellColor, contrast: Float) -> CellColor {
        let plain = nearest(color)
        guard let rgb = color.rgb, let paper = background.paletteIndex, let ink = plain.paletteIndex,
            Self.contrast(ink, paper) < contrast
        else { return plain }
        let entries: ClosedRange<UInt8> = kind == .sixteen ? 0...15 : 16...255
        let readable = entries.lazy.filter { Self.contrast($0, paper) >= contrast }
        return readable.min { squaredDistance(rgb, Self.color(of: $0)) < squaredDistance(rgb, Self.color(of: $1)) }
            .map(CellColor.palette) ?? plain
    }

    /// Returns the entry for one pixel of a picture; a color without 24-bit channels does not change.
    ///
    /// Entries that differ visibly are never mixed, because a flat area would turn into a pattern.
    @inline(__always)
    func dithered(_ color: CellColor, x: Int, y: Int) -> CellColor {
        guard let rgb = color.rgb else { return color }
        switch kind {
        case .sixteen: return .palette(SixteenColors.fastNearest(rgb))
        case .cubeAndGreys: return .palette(CubeAndGreys.dithered(rgb, threshold: DitherMatrix.threshold(x: x, y: y)))
        }
    }

    /// Returns the color that an entry has in xterm.
    static func color(of index: UInt8) -> UInt32 {
        index < 16 ? SixteenColors.colors[Int(index)] : CubeAndGreys.color(of: index)
    }

    private static func contrast(_ first: UInt8, _ second: UInt8) -> Float {
        CellColor.contrast(luminances[Int(first)], luminances[Int(second)])
    }

    /// The luminance of each entry.
    private static let luminances: [Float] = (0...255).map { CellColor(color(of: $0)).relativeLuminance ?? 0 }
}

/// Bayer's 8 × 8 threshold matrix, which distributes the pixels above any threshold as evenly as possible.
enum DitherMatrix {
    /// Returns a threshold from 0 to 63; each value occurs once in 8 × 8 pixels.
    @inline(__always)
    static func threshold(x: Int, y: Int) -> Int {
        Int(values[(y & 7) << 3 | x & 7])
    }

    private static let values: [UInt8] = (0..<64).map { index in
        let y = index >> 3
        let mixed = (index & 7) ^ y
        var value = 0
        // The bits of `x xor y` and of y alternate, and the lowest of each are the most significant.
        for bit in 0..<3 {
            value = value << 2 | (mixed >> bit & 1) << 1 | (y >> bit & 1)
        }
        return UInt8(value)
    }
}

/// The upper 240 of the 256 colors: a 6 × 6 × 6 cube and 24 greys.
enum CubeAndGreys {
    private static let levels = [0, 95, 135, 175, 215, 255]
    /// For each channel value, the nearest level of the cube.
    private static let nearestLevels: [UInt8] = (0..<256).map { value in
        UInt8(levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0)
    }
    /// All greys of the ramp and of the cube's diagonal, from dark to light.
    private static let greys: [(value: Int, index: UInt8)] =
        ((0..<24).map { (8 + 10 * $0, UInt8(232 + $0)) } + (0..<6).map { (levels[$0], UInt8(16 + 43 * $0)) })
        .sorted { $0.0 < $1.0 }
    /// For each value, the index of the grey at or below it, and the distance to the next grey in 1/64.
    private static let lowerGreys: [(position: UInt8, share: UInt8)] = (0..<256).map { value in
        let position = greys.lastIndex { $0.value <= value } ?? 0
        guard position + 1 < greys.count else { return (UInt8(position), 0) }
        let (low, high) = (greys[position].value, greys[position + 1].value)
        return (UInt8(position), UInt8((value - low) * 64 / (high - low)))
    }

    /// The largest difference between the channels of a color that looks grey and is dithered with the finer ramp.
    private static let maxGreyDifference = 8

    /// Returns the entry for one pixel of a picture.
    @inline(__always)
    static func dithered(_ rgb: UInt32, threshold: Int) -> UInt8 {
        let red = Int(rgb >> 16)
        let green = Int(rgb >> 8 & 0xFF)
        let blue = Int(rgb & 0xFF)
        guard max(red, green, blue) - min(red, green, blue) <= maxGreyDifference else { return nearest(rgb) }
        return grey((red + green + blue) / 3, threshold: threshold)
    }

    /// Returns the grey of the ramp at or above a value, if its share is above a threshold, and else the one below.
    @inline(__always)
    private static func grey(_ value: Int, threshold: Int) -> UInt8 {
        let floor = lowerGreys[value]
        return greys[Int(floor.position) + (Int(floor.share) > threshold ? 1 : 0)].index
    }

    /// Returns the nearest entry of the cube and the greys.
    static func nearest(_ rgb: UInt32) -> UInt8 {
        let (red, green, blue) = (Int(rgb >> 16), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF))
        let cube = 16 + 36 * nearestLevels[red] + 6 * nearestLevels[green] + nearestLevels[blue]
        let grey = grey((red + green + blue) / 3, threshold: 31)
        return squaredDistance(rgb, color(of: cube)) <= squaredDistance(rgb, color(of: grey)) ? cube : grey
    }

    /// Returns the color of an entry from 16 on.
    static func color(of index: UInt8) -> UInt32 {
        if index >= 232 { return UInt32(8 + 10 * (Int(index) - 232)) * 0x01_0101 }
        let position = max(0, Int(index) - 16)
        return UInt32(levels[position / 36] << 16 | levels[position / 6 % 6] << 8 | levels[position % 6])
    }
}

/// The 16 colors that every color terminal has, with slightly different values.
enum SixteenColors {
    static let colors: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    static let black: UInt8 = 0
    static let lightGrey: UInt8 = 7

    /// The nearest entry of each color with 32 levels per channel.
    private static let table: [UInt8] = (0..<32768).map { index in
        let channels = [index >> 10, index >> 5 & 31, index & 31].map { UInt32($0 * 255 / 31) }
        return searchNearest(channels[0] << 16 | channels[1] << 8 | channels[2])
    }

    /// Returns the nearest entry of a color rounded to 32 levels per channel.
    @inline(__always)
    static func fastNearest(_ rgb: UInt32) -> UInt8 {
        table[Int(rgb >> 19) << 10 | Int(rgb >> 11 & 31) << 5 | Int(rgb >> 3 & 31)]
    }

    /// Returns the nearest entry.
    static func nearest(_ rgb: UInt32) -> UInt8 {
        searchNearest(rgb)
    }

    /// Searches all 16 colors for the nearest entry.
    private static func searchNearest(_ rgb: UInt32) -> UInt8 {
        let best = colors.indices.min { squaredDistance(rgb, colors[$0]) < squaredDistance(rgb, colors[$1]) }
        return UInt8(best ?? 0)
    }
}

/// Returns the squared distance of two colors, in which green has the largest weight.
func squaredDistance(_ first: UInt32, _ second: UInt32) -> Int {
    let red = Int(first >> 16) - Int(second >> 16)
    let green = Int(first >> 8 & 0xFF) - Int(second >> 8 & 0xFF)
    let blue = Int(first & 0xFF) - Int(second & 0xFF)
    return 3 * red * red + 6 * green * green + blue * blue
}
