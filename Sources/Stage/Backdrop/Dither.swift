/// Ordered dithering to a few levels of light.
enum Dither {
    /// Levels of light a pixel can take, from dark (0) to the brightest.
    static let levels = 24

    /// The pattern's value at a pixel, 0 to 255.
    static func threshold(x: Int, y: Int) -> Int {
        bayer[(y & 3) << 2 | x & 3]
    }

    /// The level of an amount of light (0 to 255) at a pixel with this threshold.
    static func level(_ light: UInt8, _ threshold: Int) -> Int {
        (Int(light) * (levels - 1) + threshold) / 255
    }

    private static let bayer: [Int] = [
        0, 128, 32, 160, 192, 64, 224, 96, 48, 176, 16, 144, 240, 112, 208, 80,
    ]
}
