/// Ordered dithering of light to a few levels, with a 4 × 4 Bayer matrix.
enum Dither {
    /// The number of light levels of a pixel; level 0 is dark.
    static let levels = 24

    /// Returns the threshold of the dither matrix at a pixel, 0 to 255.
    static func threshold(x: Int, y: Int) -> Int {
        bayer[(y & 3) << 2 | x & 3]
    }

    /// Returns the light level of a pixel.
    ///
    /// - Parameters:
    ///   - light: The amount of light, 0 to 255.
    ///   - threshold: The threshold of the dither matrix at the pixel.
    static func level(_ light: UInt8, _ threshold: Int) -> Int {
        (Int(light) * (levels - 1) + threshold) / 255
    }

    private static let bayer: [Int] = [
        0, 128, 32, 160, 192, 64, 224, 96, 48, 176, 16, 144, 240, 112, 208, 80,
    ]
}
