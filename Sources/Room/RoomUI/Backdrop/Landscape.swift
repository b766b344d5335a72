import CPlatform

/// The static parts of the backdrop: dusk, stars, hills with a lit hut, and the colors of the lake.
struct Landscape: Sendable {
    /// The distance from the top of the picture to the lake, as a fraction of the picture's height.
    static let waterlineShare = 0.70

    /// The first row of the lake.
    let waterline: Int
    /// The colors of each row, from top to bottom.
    let rows: [RowColors]
    /// The colors of what hides the sky: hills, trees and the hut.
    ///
    /// One entry per pixel above the water, row by row; `nil` where the sky is visible.
    let foreground: [BackdropColor?]

    private let width: Int
    private let stars: [UInt8]

    /// Creates the scenery for a picture of a size in pixels.
    init(width: Int, height: Int) {
        let waterline = Int(Double(height) * Landscape.waterlineShare)
        self.width = width
        self.waterline = waterline
        rows = (0..<height).map { RowColors(row: $0, waterline: waterline, height: height) }
        foreground = Landscape.hills(width: width, height: height, waterline: waterline)
        stars = (0..<width * waterline).map { index in
            let chance = Landscape.hash(UInt32(truncatingIfNeeded: index &* 31 &+ width))
            let row = width > 0 ? index / width : 0
            guard chance % 230 == 0, row < waterline * 3 / 4 else { return 0 }
            return UInt8(40 + chance / 230 % 150)
        }
    }

    /// Returns the brightness of the star at a pixel of the sky in a step, 0 to 255, or `nil` if the pixel has no star.
    func star(x: Int, y: Int, step: Int) -> Int? {
        let index = y * width + x
        let brightness = Int(stars[index])
        guard brightness > 0 else { return nil }
        // A star twinkles in one of forty steps. The index of the pixel offsets the phase, so the stars twinkle at
        // different times.
        return (step &+ index &* 13) % 40 == 0 ? min(255, brightness + 70) : brightness
    }

    private static func hills(width: Int, height: Int, waterline: Int) -> [BackdropColor?] {
        var ground = [BackdropColor?](repeating: nil, count: width * waterline)
        let scale = Double(max(1, height))
        for x in 0..<width {
            let place = Double(x) / scale
            let far = ridge(place * 1.7 + 3, roughness: 0.5) * 0.17 + 0.05
            let near = ridge(place * 2.6 + 11, roughness: 0.55) * 0.085 - 0.012 + trees(x: x, height: height)
            for y in 0..<waterline {
                let rise = Double(waterline - y) / scale
                if rise <= near {
                    ground[y * width + x] = BackdropColor(0x060A16)
                } else if rise <= far {
                    let haze = 255 - Int(min(1, rise / far) * 255)
                    ground[y * width + x] = BackdropColor(0x111B38).mixed(
                        with: BackdropColor(0x1D3350), amount: haze * 2 / 3)
                }
            }
        }
        drawHut(in: &ground, width: width, height: height, waterline: waterline)
        return ground
    }

    /// Returns the height of the tree in a column, as a fraction of the picture's height.
    private static func trees(x: Int, height: Int) -> Double {
        let chance = Double(hash(UInt32(truncatingIfNeeded: x)) % 100) / 100
        return chance * 0.03 * min(1, Double(height) / 96)
    }

    /// Adds a hut with one lit window on the shore, right of the middle.
    private static func drawHut(in ground: inout [BackdropColor?], width: Int, height: Int, waterline: Int) {
        let size = max(1, height / 40)
        let left = width * 13 / 16
        guard left + 4 * size < width, waterline > 5 * size else { return }
        let floor = waterline - 1
        for row in 0..<(5 * size) {
            // The wall is three units high. The roof above it narrows row by row.
            let inset = row < 3 * size ? 0 : (row - 3 * size) + 1
            for column in max(0, inset - 1)..<max(inset, 4 * size - inset + 1) where left + column < width {
                ground[(floor - row) * width + left + column] = BackdropColor(0x0A0D18)
            }
        }
        for row in size..<(2 * size) {
            for column in size..<(2 * size) {
                ground[(floor - row) * width + left + column] = BackdropColor(0xFFC66B)
            }
        }
    }

    /// Returns the height of a mountain ridge, 0 to 1: four octaves of noise.
    private static func ridge(_ place: Double, roughness: Double) -> Double {
        var sum = 0.0
        var weight = 1.0
        var total = 0.0
        var frequency = 1.0
        for _ in 0..<4 {
            sum += weight * noise(place * frequency)
            total += weight
            weight *= roughness
            frequency *= 2.1
        }
        return sum / total
    }

    /// Returns smooth one-dimensional noise, 0 to 1.
    private static func noise(_ place: Double) -> Double {
        let cell = floor(place)
        let fraction = place - cell
        let ease = fraction * fraction * (3 - 2 * fraction)
        func value(_ cell: Double) -> Double { Double(hash(UInt32(truncatingIfNeeded: Int(cell))) & 0xFFFF) / 65_535 }
        return value(cell) * (1 - ease) + value(cell + 1) * ease
    }

    /// Returns a hash with evenly distributed bits that is the same in every run.
    static func hash(_ number: UInt32) -> UInt32 {
        var value = number &* 0x9E37_79B1
        value ^= value >> 15
        value = value &* 0x85EB_CA77
        value ^= value >> 13
        value = value &* 0xC2B2_AE3D
        return value ^ value >> 16
    }
}

/// The colors of one row of the backdrop at every light level.
struct RowColors: Sendable {
    /// The color of the row without aurora.
    let base: BackdropColor

    private let litColors: [BackdropColor]

    /// Creates the colors of a row: sky above `waterline`, lake from `waterline` on.
    init(row: Int, waterline: Int, height: Int) {
        let isLake = row >= waterline
        let base: BackdropColor
        if isLake {
            base = BackdropColor.interpolated(
                along: Self.lake, at: Double(row - waterline) / Double(max(1, height - waterline)))
        } else {
            base = BackdropColor.interpolated(along: Self.sky, at: Double(row) / Double(max(1, waterline)))
        }
        self.base = base
        let depth = isLake ? Double(row - waterline) / Double(max(1, height - waterline)) : 0
        let share = isLake ? 0.46 * (1 - depth * 0.72) : 0.80
        let top = Dither.levels - 1
        litColors = (0...top).flatMap { violet in
            (0...top).map { green in
                base.addingLight(Self.violet, amount: Int(Double(violet * 255 / top) * share * 0.9))
                    .addingLight(Self.green, amount: Int(Double(green * 255 / top) * share))
            }
        }
    }

    /// Returns the color of the row at a green and a violet light level.
    func color(green: Int, violet: Int) -> BackdropColor {
        litColors[violet * Dither.levels + green]
    }

    private static let sky: [BackdropColor] = [
        BackdropColor(0x070B1F), BackdropColor(0x0B1230), BackdropColor(0x141A45), BackdropColor(0x25265C),
        BackdropColor(0x3B3069),
    ]
    private static let lake: [BackdropColor] = [
        BackdropColor(0x1A2148), BackdropColor(0x0D1330), BackdropColor(0x070A1C), BackdropColor(0x05070F),
    ]
    private static let green = BackdropColor(0x3FE0A0)
    private static let violet = BackdropColor(0x8A4DE8)
}
