/// Arithmetic on premultiplied pixels, `0xAABBGGRR`.
public enum PixelArithmetic {
    /// Every channel times `factor` ÷ 255, rounded to nearest.
    @inlinable @inline(__always)
    public static func scale(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
        packed(scale(spread(pixel), by: factor))
    }

    /// A pixel's channels in 16 bits each, red, blue, green, alpha from the lowest on: room for a product in every one.
    @inlinable @inline(__always)
    static func spread(_ pixel: UInt32) -> UInt64 {
        (UInt64(pixel) | UInt64(pixel) &<< 24) & 0x00FF_00FF_00FF_00FF
    }

    /// The pixel of spread channels.
    @inlinable @inline(__always)
    static func packed(_ channels: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: channels | channels &>> 24)
    }

    /// Every one of spread channels times `factor` ÷ 255, rounded to nearest.
    @inlinable @inline(__always)
    static func scale(_ channels: UInt64, by factor: UInt32) -> UInt64 {
        // With t the product and a half, (t + t/256)/256 is t/255 rounded, for products up to 255².
        let product = channels &* UInt64(factor) &+ 0x0080_0080_0080_0080
        return ((product &+ (product &>> 8 & 0x00FF_00FF_00FF_00FF)) &>> 8) & 0x00FF_00FF_00FF_00FF
    }

    /// `source` drawn over `destination`.
    @inlinable @inline(__always)
    public static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
        source &+ scale(destination, by: 255 &- (source >> 24))
    }

    /// `a` × `b` ÷ 255 for two numbers from 0 to 255, rounded to nearest.
    @inlinable @inline(__always)
    public static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let t = a &* b &+ 128
        return (t &+ (t >> 8)) >> 8
    }

    /// The premultiplied pixel of a colour; all channels 0 to 1, values outside are held to the range.
    public static func pixel(red: Double, green: Double, blue: Double, alpha: Double) -> UInt32 {
        let a = unit(alpha)
        func channel(_ value: Double) -> UInt32 { UInt32((unit(value) * a * 255).rounded()) }
        return channel(red) | channel(green) << 8 | channel(blue) << 16 | UInt32((a * 255).rounded()) << 24
    }

    /// 0 to 1; anything that isn't a number is 0.
    private static func unit(_ value: Double) -> Double { value > 0 ? Swift.min(1, value) : 0 }
}
