import Playback
import VectorGraphics

/// The stream of the demo room: northern lights over a lake, quietly moving.
///
/// A pure function of the picture's size and a step count, so it can be painted seldom and kept between frames. Light
/// comes in few levels, dithered by a fixed pattern: from one step to the next only the pixels on the border
/// between two levels change, and so only their cells are written to the terminal.
struct Backdrop: Sendable {
    /// Stage time from one step to the next.
    static let stepLength: Nanoseconds = 200_000_000

    /// Pixels in a row.
    let width: Int
    /// Rows of pixels.
    let height: Int

    private let landscape: Landscape
    private let curtains: [AuroraCurtain]
    private var greenLight: [UInt8]
    private var violetLight: [UInt8]

    /// A backdrop of this many pixels.
    init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        landscape = Landscape(width: self.width, height: self.height)
        curtains = AuroraCurtain.all
        greenLight = [UInt8](repeating: 0, count: self.width * landscape.waterline)
        violetLight = greenLight
    }

    /// The step that shows at a time; times before 0 show the first.
    static func step(at time: Nanoseconds) -> Int {
        Int(max(0, time) / stepLength)
    }

    /// Paints the picture of a step over all of `picture`, which has this backdrop's size.
    mutating func draw(step: Int, into picture: inout Pixmap) {
        guard picture.width == width, picture.height == height, width > 0, height > 0 else { return }
        let seconds = Double(step) * 0.2
        light(at: seconds)
        paintSky(step: step, into: &picture)
        paintLake(at: seconds, into: &picture)
    }

    /// Collects the curtains' light for every pixel above the water.
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
                if let ground = landscape.ground[index] {
                    picture.pixels[index] = ground.opaque
                    continue
                }
                let dither = Dither.threshold(x: x, y: y)
                var colour = air.lit(
                    green: Dither.level(greenLight[index], dither), violet: Dither.level(violetLight[index], dither))
                if let star = landscape.star(x: x, y: y, step: step) { colour = colour.lighter(by: star) }
                picture.pixels[index] = colour.opaque
            }
        }
    }

    /// The lake mirrors the sky, compressed, darker, and broken by slow ripples.
    private func paintLake(at seconds: Double, into picture: inout Pixmap) {
        let top = landscape.waterline
        guard top > 0 else {
            // Too low for a sky there is nothing to mirror.
            for index in picture.pixels.indices { picture.pixels[index] = landscape.rows[index / width].base.opaque }
            return
        }
        for y in top..<height {
            let water = landscape.rows[y]
            let depth = y - top
            let mirrored = max(0, top - 1 - depth * 7 / 4)
            let ripple = Ripple(row: depth, seconds: seconds)
            for x in 0..<width {
                let source = mirrored * width + min(width - 1, max(0, x + ripple.shift(at: x)))
                let dither = Dither.threshold(x: x, y: y)
                let colour: Colour
                if let ground = landscape.ground[source] {
                    colour = water.base.mixed(with: ground, amount: 150)
                } else {
                    colour = water.lit(
                        green: Dither.level(greenLight[source], dither),
                        violet: Dither.level(violetLight[source], dither))
                }
                picture.pixels[y * width + x] = colour.opaque
            }
        }
    }
}

/// The slow waves of one row of the lake.
private struct Ripple {
    private let strength: Int
    private let phase: Int

    init(row: Int, seconds: Double) {
        strength = min(2, row / 4)
        phase = Int(seconds * 0.5) &+ row &* 7
    }

    /// How many pixels aside the mirrored pixel lies.
    func shift(at x: Int) -> Int {
        let wave = (x &* 3 &+ phase) & 15
        return wave < 5 ? -strength : wave > 10 ? strength : 0
    }
}
