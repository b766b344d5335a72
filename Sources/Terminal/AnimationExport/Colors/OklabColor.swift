import CPlatform

/// Conversions to Oklab, a color space in which equal distances look equally different.
///
/// A point has the lightness from 0 to 1 and two color axes. Two adjacent colors at a distance of
/// `OklabColor.minVisibleDistance` can just be distinguished.
///
/// - SeeAlso: Björn Ottosson, "A perceptual color space for image processing", 2020.
enum OklabColor {
    typealias Point = SIMD3<Float>

    /// The smallest visible distance between two adjacent colors.
    static let minVisibleDistance: Float = 0.02

    /// Returns the Oklab point of an sRGB color, `0xRRGGBB`.
    static func point(of rgb: UInt32) -> Point {
        point(
            linear: SIMD3(
                linear[Int(rgb >> 16 & 0xFF)], linear[Int(rgb >> 8 & 0xFF)], linear[Int(rgb & 0xFF)]))
    }

    /// Returns the squared distance between two points.
    @inline(__always)
    static func squaredDistance(_ first: Point, _ second: Point) -> Float {
        let difference = first - second
        return (difference * difference).sum()
    }

    private static func point(linear color: SIMD3<Float>) -> Point {
        let cone = SIMD3(
            (color * SIMD3(0.412_221_46, 0.536_332_55, 0.051_445_995)).sum(),
            (color * SIMD3(0.211_903_5, 0.680_699_5, 0.107_396_96)).sum(),
            (color * SIMD3(0.088_302_46, 0.281_718_85, 0.629_978_7)).sum())
        let root = SIMD3(cbrtf(cone.x), cbrtf(cone.y), cbrtf(cone.z))
        return SIMD3(
            (root * SIMD3(0.210_454_26, 0.793_617_8, -0.004_072_047)).sum(),
            (root * SIMD3(1.977_998_5, -2.428_592_2, 0.450_593_7)).sum(),
            (root * SIMD3(0.025_904_037, 0.782_771_77, -0.808_675_77)).sum())
    }

    /// The linear light, from 0 to 1, of each value of an sRGB channel.
    private static let linear: [Float] = (0..<256).map { value in
        let channel = Float(value) / 255
        return channel <= 0.04045 ? channel / 12.92 : powf((channel + 0.055) / 1.055, 2.4)
    }
}
