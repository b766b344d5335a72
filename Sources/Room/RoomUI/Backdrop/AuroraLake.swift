import VectorGraphics

/// An aurora over a lake.
///
/// Light has few levels, which a fixed pattern dithers. From one step to the next only pixels at the border between two
/// levels change, so only their cells are sent to the terminal.
struct AuroraLake: Sendable {
    /// The width, in pixels.
    let width: Int
    /// The height, in pixels.
    let height: Int

    private let landscape: Landscape
    private let curtains: [AuroraCurtain]
    private var greenLight: [UInt8]
    private var violetLight: [UInt8]

    /// Creates the lake for a picture of a size in pixels; negative sizes become 0.
    init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        landscape = Landscape(width: self.width, height: self.height)
        curtains = AuroraCurtain.all
        greenLight = [UInt8](repeating: 0, count: self.width * landscape.waterline)
        violetLight = greenLight
    }

    /// Draws the picture of a step over all of `picture`.
    ///
    /// Does nothing if `picture` has another size than the lake.
    mutating func draw(step: Int, into picture: inout Pixmap) {
        guard picture.width == width, picture.height == height, width > 0, height > 0 else { return }
        let seconds = Backdrop.seconds(of: step)
        light(at: seconds)
        paintSky(step: step, into: &picture)
        paintLake(at: seconds, into: &picture)
    }

    /// Computes the light of all curtains for every pixel above the water.
    private mutating func light(at seconds: Double) {
        let rows = landscape.waterline
        guard rows > 0 else { return }
        for index in greenLight.indices {
            greenLight[index] = 0
            violetLight[index] = 0
        }
        for curtain in curtains {
            for x in 0..<width {
                let column = curtain.column(at: Double(x) / Double(height), seconds: seconds)
                curtain.add(column, x: x, width: width, rows: rows, green: &greenLight, violet: &violetLight)
            }
        }
    }

    private func paintSky(step: Int, into picture: inout Pixmap) {
        for y in 0..<landscape.waterline {
            let air = landscape.rows[y]
            for x in 0..<width {
                let index = y * width + x
                if let ground = landscape.foreground[index] {
                    picture.pixels[index] = ground.opaquePixel
                    continue
                }
                let dither = Dither.threshold(x: x, y: y)
                var colour = air.color(
                    green: Dither.level(greenLight[index], dither), violet: Dither.level(violetLight[index], dither))
                if let star = landscape.star(x: x, y: y, step: step) { colour = colour.lighter(by: star) }
                picture.pixels[index] = colour.opaquePixel
            }
        }
    }

    /// Draws the lake, which mirrors the sky compressed and darker, with slow ripples.
    private func paintLake(at seconds: Double, into picture: inout Pixmap) {
        let top = landscape.waterline
        guard top > 0 else {
            // A picture too low for a sky has nothing to mirror.
            for index in picture.pixels.indices {
                picture.pixels[index] = landscape.rows[index / width].base.opaquePixel
            }
            return
        }
        for y in top..<height {
            let water = landscape.rows[y]
            let depth = y - top
            let mirrored = max(0, top - 1 - depth * 7 / 4)
            let ripple = Ripple(row: depth, seconds: seconds)
            for x in 0..<width {
                let source = mirrored * width + min(width - 1, max(0, x + ripple.offset(at: x)))
                let dither = Dither.threshold(x: x, y: y)
                let colour: BackdropColor
                if let ground = landscape.foreground[source] {
                    colour = water.base.mixed(with: ground, amount: 150)
                } else {
                    colour = water.color(
                        green: Dither.level(greenLight[source], dither),
                        violet: Dither.level(violetLight[source], dither))
                }
                picture.pixels[y * width + x] = colour.opaquePixel
            }
        }
    }
}

/// The slow ripples in one row of the lake.
private struct Ripple {
    private let amplitude: Int
    private let phase: Int

    init(row: Int, seconds: Double) {
        amplitude = min(2, row / 4)
        phase = Int(seconds * 0.5) &+ row &* 7
    }

    /// Returns the horizontal offset of the mirrored pixel, in pixels.
    func offset(at x: Int) -> Int {
        let wave = (x &* 3 &+ phase) & 15
        return wave < 5 ? -amplitude : wave > 10 ? amplitude : 0
    }
}
