import CPlatform

/// The conversion between the values of sRGB, in which colors are given, and linear light, in which browsers average them
/// in some filters.
///
/// - SeeAlso: IEC 61966-2-1.
public enum LinearLight {
    /// Returns the light of a value; both are from 0 to 1.
    public static func light(of value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Returns the value of an amount of light; both are from 0 to 1.
    public static func value(of light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// The light, from 0 to 1, of each of 256 values.
    public static let lights: [Float] = (0...255).map { Float(light(of: Double($0) / 255)) }

    /// The values, from 0 to 1, of `stepCount` amounts of light, which are more than 256 values can tell apart.
    public static let values: [Float] = (0..<stepCount).map { Float(value(of: Double($0) / Double(stepCount - 1))) }

    /// The number of amounts of light in tables.
    static let stepCount = 4_096

    /// The light, from 0 to 255, of each of 256 values.
    static let lightBytes: [UInt8] = (0...255).map { UInt8((light(of: Double($0) / 255) * 255).rounded()) }

    /// The value, from 0 to 255, of each of 256 amounts of light.
    static let valueBytes: [UInt8] = (0...255).map { UInt8(min(255, (value(of: Double($0) / 255) * 255).rounded())) }
}
