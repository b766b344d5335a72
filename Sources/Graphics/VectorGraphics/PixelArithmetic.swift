/// Arithmetic on premultiplied pixels, `0xAABBGGRR`.
public enum PixelArithmetic {
    /// Returns the pixel with every channel multiplied by `factor` ÷ 255, rounded to nearest.
    @inlinable @inline(__always)
    public static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
        packed(scaled(spreadChannels(pixel), by: factor))
    }

    /// Returns the channels of a pixel in 16 bits each, so that each has room for a product.
    ///
    /// The order from the lowest bits on is red, blue, green, alpha.
    @inlinable @inline(__always)
    static func spreadChannels(_ pixel: UInt32) -> UInt64 {
        (UInt64(pixel) | UInt64(pixel) &<< 24) & 0x00FF_00FF_00FF_00FF
    }

    /// Returns the pixel of spread channels.
    @inlinable @inline(__always)
    static func packed(_ channels: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: channels | channels &>> 24)
    }

    /// Returns spread channels multiplied by `factor` ÷ 255, rounded to nearest.
    @inlinable @inline(__always)
    static func scaled(_ channels: UInt64, by factor: UInt32) -> UInt64 {
        // With t = product + 128, (t + t/256)/256 equals the rounded product/255, for products up to 255².
        let product = channels &* UInt64(factor) &+ 0x0080_0080_0080_0080
        return ((product &+ (product &>> 8 & 0x00FF_00FF_00FF_00FF)) &>> 8) & 0x00FF_00FF_00FF_00FF
    }

    /// Returns `source` drawn over `destination`.
    @inlinable @inline(__always)
    public static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
        source &+ scaled(destination, by: 255 &- (source >> 24))
    }

    /// Returns `a` × `b` ÷ 255 for two numbers from 0 to 255, rounded to nearest.
    @inlinable @inline(__always)
    public static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let t = a &* b &+ 128
        return (t &+ (t >> 8)) >> 8
    }

    /// Returns the premultiplied pixel of a color whose channels, from 0 to 1, are not premultiplied.
    ///
    /// Values outside the range are clamped.
    public static func pixel(red: Double, green: Double, blue: Double, alpha: Double) -> UInt32 {
        let a = clampedToUnit(alpha)
        func channel(_ value: Double) -> UInt32 { UInt32((clampedToUnit(value) * a * 255).rounded()) }
        return channel(red) | channel(green) << 8 | channel(blue) << 16 | UInt32((a * 255).rounded()) << 24
    }

    /// Clamps a value to 0…1; NaN gives 0.
    private static func clampedToUnit(_ value: Double) -> Double { value > 0 ? Swift.min(1, value) : 0 }
}
