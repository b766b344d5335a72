import Foundation

/// One curtain of northern light: a waving lower edge, from which rays rise and fade.
///
/// Distances are in heights of the picture, so the curtain keeps its shape at every size.
struct AuroraCurtain: Sendable {
    /// Where the lower edge runs, 0 at the top.
    let edge: Double
    /// How far the edge waves up and down.
    let swing: Double
    /// How high the rays rise.
    let reach: Double
    /// Waves across one height of the picture.
    let frequency: Double
    /// Waves a second, as an angle.
    let pace: Double
    /// Where the waves begin, as an angle.
    let phase: Double
    /// The brightest light, 0 to 1.
    let strength: Double

    /// The curtains of the demo room, back to front.
    static let all: [AuroraCurtain] = [
        AuroraCurtain(edge: 0.30, swing: 0.07, reach: 0.30, frequency: 2.3, pace: 0.021, phase: 0.4, strength: 0.55),
        AuroraCurtain(edge: 0.47, swing: 0.09, reach: 0.40, frequency: 1.5, pace: -0.016, phase: 2.1, strength: 0.95),
    ]

    /// The curtain in one column of pixels.
    struct Column {
        /// Where the lower edge is, in heights of the picture.
        var edge: Double
        /// How high the rays rise.
        var reach: Double
        /// Brightness, 0 to 1.
        var strength: Double
    }

    /// The curtain at a place across the picture.
    func column(at place: Double, seconds: Double) -> Column {
        let wave = sin(place * frequency * 2 + seconds * pace * 2 + phase)
        let fold = sin(place * frequency * 5.3 - seconds * pace * 3 + phase * 2.7)
        let drift = sin(place * frequency * 1.1 - seconds * pace * 4 + phase * 1.3)
        let rays = sin(place * 41 + 5 * fold + seconds * pace * 6) * 0.6 + sin(place * 23 - 3 * wave + phase) * 0.4
        return Column(
            edge: edge + swing * (wave + 0.45 * fold), reach: reach * (0.8 + 0.2 * rays + 0.2 * drift),
            strength: strength * max(0, 0.55 + 0.45 * drift) * (0.82 + 0.18 * rays))
    }

    /// Adds a column's light to the fields of light of a picture, row by row of `width`.
    func add(_ column: Column, x: Int, width: Int, rows: Int, green: inout [UInt8], violet: inout [UInt8]) {
        guard width > 0, rows > 0, column.strength > 0.01, column.reach > 0.01 else { return }
        // The lake begins at 0.72 of the height: rows of sky are that share of it.
        let perRow = Landscape.waterlineShare / Double(rows)
        for y in 0..<rows {
            let rise = (column.edge - Double(y) * perRow) / column.reach
            guard rise > -0.22, rise < 1.6 else { continue }
            let index = AuroraProfile.index(of: rise)
            let strength = column.strength
            let place = y * width + x
            green[place] = saturated(green[place], AuroraProfile.green[index] * strength)
            violet[place] = saturated(violet[place], AuroraProfile.violet[index] * strength)
        }
    }

    private func saturated(_ light: UInt8, _ more: Double) -> UInt8 {
        UInt8(min(255, Double(light) + more))
    }
}

/// How bright a curtain is at a height above its lower edge, in 256 steps from -0.22 to 1.6 times its reach.
enum AuroraProfile {
    /// Green light, 0 to 255: sharp at the edge, fading upwards.
    static let green: [Double] = heights.map { rise in
        rise < 0 ? 255 * exp(-rise * rise * 180) : 255 * exp(-rise * 3.4)
    }

    /// Violet light, 0 to 255: it takes over where green fades.
    static let violet: [Double] = heights.map { rise in
        rise < 0 ? 40 * exp(-rise * rise * 400) : 190 * rise * 2.6 * exp(-rise * 2.6) * 1.1
    }

    /// The step of a height, in curtain reaches above the edge.
    static func index(of rise: Double) -> Int {
        min(255, max(0, Int((rise + 0.22) / 1.82 * 255)))
    }

    private static let heights: [Double] = (0..<256).map { Double($0) / 255 * 1.82 - 0.22 }
}
