import CPlatform

/// Conversions to Oklab, a color space in which equal distances look equally different.
///
/// A point has the lightness from 0 to 1 and two color axes. Two adjacent colors at a distance of
/// `OklabColor.minVisibleDistance` can just be distinguished.
///
/// - SeeAlso: Björn Ottosson, "A perceptual color space for image processing", 2020.
package enum OklabColor {
    /// The lightness, and the positions on the axes from green to red and from blue to yellow.
    package typealias Point = SIMD3<Float>

    /// The smallest visible distance between two adjacent colors.
    package static let minVisibleDistance: Float = 0.02

    /// Returns the Oklab point of an sRGB color, `0xRRGGBB`.
    package static func point(of rgb: UInt32) -> Point {
        let light = CellColor.linearLight
        return point(
            linear: SIMD3(light[Int(rgb >> 16 & 0xFF)], light[Int(rgb >> 8 & 0xFF)], light[Int(rgb & 0xFF)]))
    }

    /// Returns the squared distance between two points.
    @inline(__always)
    package static func squaredDistance(_ first: Point, _ second: Point) -> Float {
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

    /// Returns the sRGB color of a point, `0xRRGGBB`, with each channel limited to its range.
    package static func rgb(of point: Point) -> UInt32 {
        let root = SIMD3(
            (point * SIMD3(1, 0.396_337_78, 0.215_803_76)).sum(),
            (point * SIMD3(1, -0.105_561_346, -0.063_854_17)).sum(),
            (point * SIMD3(1, -0.089_484_18, -1.291_485_5)).sum())
        let cone = root * root * root
        let red = (cone * SIMD3(4.076_741_7, -3.307_711_6, 0.230_969_94)).sum()
        let green = (cone * SIMD3(-1.268_438, 2.609_757_4, -0.341_319_38)).sum()
        let blue = (cone * SIMD3(-0.004_196_086_3, -0.703_418_6, 1.707_614_7)).sum()
        return channel(red) << 16 | channel(green) << 8 | channel(blue)
    }

    private static func channel(_ light: Float) -> UInt32 {
        UInt32(encoded[Int(max(0, min(1, light)) * Float(encoded.count - 1) + 0.5)])
    }

    /// The value of an sRGB channel for linear light in 4096 steps.
    private static let encoded: [UInt8] = (0..<4096).map { step in
        let light = Float(step) / 4095
        let value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
        return UInt8(value * 255 + 0.5)
    }
}
