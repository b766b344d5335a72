import CPlatform

/// A color that motions interpolate, with sRGB-encoded channels and alpha, each 0 to 1.
public struct MotionColor: Hashable, Sendable {
    /// The sRGB-encoded red channel.
    public var red: Double
    /// The sRGB-encoded green channel.
    public var green: Double
    /// The sRGB-encoded blue channel.
    public var blue: Double
    /// The opacity of the color; 0 is transparent.
    public var alpha: Double

    /// Creates a color from sRGB-encoded channels from 0 to 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates a color from the form `0xRRGGBB`.
    public init(_ rgb: UInt32, alpha: Double = 1) {
        self.init(
            red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255, blue: Double(rgb & 0xFF) / 255,
            alpha: alpha)
    }

    /// The transparent color.
    public static let clear = MotionColor(red: 0, green: 0, blue: 0, alpha: 0)

    /// The color in the form `0xRRGGBB`, with channels rounded to nearest and without alpha.
    public var rgb: UInt32 {
        func byte(_ channel: Double) -> UInt32 { UInt32(Int(clamped: (min(max(channel, 0), 1) * 255).rounded())) }
        return byte(red) << 16 | byte(green) << 8 | byte(blue)
    }
}

extension MotionColor: MotionValue {
    /// The number of channels: the lightness, the two axes of hue, and alpha.
    public static var channelCount: Int { 4 }

    /// The Oklab coordinates multiplied by alpha, followed by alpha.
    public var motionChannels: SIMD4<Double> {
        let (r, g, b) = (Self.linear(red), Self.linear(green), Self.linear(blue))
        let long = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
        let medium = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
        let short = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
        return SIMD4(
            (0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short) * alpha,
            (1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short) * alpha,
            (0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short) * alpha,
            alpha)
    }

    /// Creates a color from Oklab coordinates multiplied by alpha, followed by alpha.
    ///
    /// Colors outside sRGB are clipped.
    public init(motionChannels: SIMD4<Double>) {
        let alpha = motionChannels.w
        guard alpha > 0 else {
            self = .clear
            return
        }
        let (l, a, b) = (motionChannels.x / alpha, motionChannels.y / alpha, motionChannels.z / alpha)
        let long = Self.cube(l + 0.3963377774 * a + 0.2158037573 * b)
        let medium = Self.cube(l - 0.1055613458 * a - 0.0638541728 * b)
        let short = Self.cube(l - 0.0894841775 * a - 1.2914855480 * b)
        self.init(
            red: Self.encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
            green: Self.encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
            blue: Self.encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
            alpha: min(alpha, 1))
    }

    private static func cube(_ value: Double) -> Double { value * value * value }

    /// Returns the linear value of an sRGB-encoded channel.
    private static func linear(_ channel: Double) -> Double {
        channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }

    /// Returns the sRGB-encoded channel of a linear value, clamped to 0…1.
    private static func encoded(_ light: Double) -> Double {
        let channel = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return min(max(channel, 0), 1)
    }
}
