import CPlatform

/// One curtain of the aurora: rays that rise and fade above a waving lower edge.
///
/// All distances are fractions of the picture's height, so the curtain has the same shape at every size.
struct AuroraCurtain: Sendable {
    /// The vertical position of the lower edge; 0 is the top of the picture.
    let edge: Double
    /// The amplitude of the edge's waves.
    let waveAmplitude: Double
    /// The height of the rays.
    let rayHeight: Double
    /// The spatial frequency: the main wave advances by `2 * frequency` radians per picture height.
    let frequency: Double
    /// The speed: the main wave advances by `2 * pace` radians per second.
    let speed: Double
    /// The phase of the waves, in radians.
    let phase: Double
    /// The peak brightness, 0 to 1.
    let brightness: Double

    /// The curtains of the demo room, back to front.
    static let all: [AuroraCurtain] = [
        AuroraCurtain(
            edge: 0.30, waveAmplitude: 0.07, rayHeight: 0.30, frequency: 2.3, speed: 0.021, phase: 0.4, brightness: 0.55
        ),
        AuroraCurtain(
            edge: 0.47, waveAmplitude: 0.09, rayHeight: 0.40, frequency: 1.5, speed: -0.016, phase: 2.1,
            brightness: 0.95),
    ]

    /// The curtain in one column of pixels.
    struct Column {
        /// The position of the lower edge, as a fraction of the picture's height.
        var edge: Double
        /// The height of the rays, as a fraction of the picture's height.
        var rayHeight: Double
        /// The brightness, 0 to 1.
        var brightness: Double
    }

    /// Returns the curtain in the column at a horizontal position.
    ///
    /// - Parameters:
    ///   - place: The distance from the left edge, as a fraction of the picture's height.
    ///   - seconds: The time since the start, in seconds.
    func column(at place: Double, seconds: Double) -> Column {
        let wave = sin(place * frequency * 2 + seconds * speed * 2 + phase)
        let fold = sin(place * frequency * 5.3 - seconds * speed * 3 + phase * 2.7)
        let drift = sin(place * frequency * 1.1 - seconds * speed * 4 + phase * 1.3)
        let rays = sin(place * 41 + 5 * fold + seconds * speed * 6) * 0.6 + sin(place * 23 - 3 * wave + phase) * 0.4
        return Column(
            edge: edge + waveAmplitude * (wave + 0.45 * fold), rayHeight: rayHeight * (0.8 + 0.2 * rays + 0.2 * drift),
            brightness: brightness * max(0, 0.55 + 0.45 * drift) * (0.82 + 0.18 * rays))
    }

    /// Adds the light of a column to the light buffers of a picture.
    ///
    /// - Parameters:
    ///   - column: The curtain in the column.
    ///   - x: The index of the column.
    ///   - width: The width of the buffers, in pixels.
    ///   - rows: The number of sky rows in the buffers.
    ///   - green: The green light of each pixel, 0 to 255, row by row.
    ///   - violet: The violet light of each pixel, 0 to 255, row by row.
    func add(_ column: Column, x: Int, width: Int, rows: Int, green: inout [UInt8], violet: inout [UInt8]) {
        guard width > 0, rows > 0, column.brightness > 0.01, column.rayHeight > 0.01 else { return }
        // The `rows` rows of the sky cover this share of the picture's height; the lake begins below them.
        let perRow = Landscape.waterlineShare / Double(rows)
        for y in 0..<rows {
            let rise = (column.edge - Double(y) * perRow) / column.rayHeight
            guard rise > -0.22, rise < 1.6 else { continue }
            let index = AuroraProfile.index(of: rise)
            let strength = column.brightness
            let place = y * width + x
            green[place] = saturatingSum(green[place], AuroraProfile.green[index] * strength)
            violet[place] = saturatingSum(violet[place], AuroraProfile.violet[index] * strength)
        }
    }

    private func saturatingSum(_ light: UInt8, _ more: Double) -> UInt8 {
        UInt8(min(255, Double(light) + more))
    }
}

/// The brightness profile of a curtain above its lower edge, in 256 steps from -0.22 to 1.6 times the height of its
/// rays.
enum AuroraProfile {
    /// The green light of each step, 0 to 255: a sharp edge that fades upwards.
    static let green: [Double] = heights.map { rise in
        rise < 0 ? 255 * exp(-rise * rise * 180) : 255 * exp(-rise * 3.4)
    }

    /// The violet light of each step, 0 to 255: it grows where the green light fades.
    static let violet: [Double] = heights.map { rise in
        rise < 0 ? 40 * exp(-rise * rise * 400) : 190 * rise * 2.6 * exp(-rise * 2.6) * 1.1
    }

    /// Returns the step of a height above the edge.
    ///
    /// - Parameter rise: The height, as a multiple of the height of the rays.
    static func index(of rise: Double) -> Int {
        min(255, max(0, Int((rise + 0.22) / 1.82 * 255)))
    }

    private static let heights: [Double] = (0..<256).map { Double($0) / 255 * 1.82 - 0.22 }
}
