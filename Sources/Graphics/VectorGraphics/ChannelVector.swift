/// Sixteen channels of pixels or masks, from 0 to 255: of four pixels all reds, greens, blues and alphas; of a mask one
/// value of each of sixteen lines.
typealias ChannelVector = SIMD16<Float>

extension SIMD16<Float> {
    /// 2²³, from which on the lowest bit of a `Float` has the value 1.
    private static var integerOffset: SIMD16<Float> { SIMD16(repeating: 8_388_608) }

    /// Creates a vector of integers from 0 to 255.
    ///
    /// The standard library's conversion is not inlined and would take most of the time.
    @inline(__always)
    init(bytes: SIMD16<UInt32>) {
        // Both types have 16 lanes of 32 bits, and any bits are valid.
        let offset = unsafeBitCast(Self.integerOffset, to: SIMD16<UInt32>.self)
        let raised = unsafeBitCast(bytes | offset, to: SIMD16<Float>.self)
        self = raised - Self.integerOffset
    }

    /// The nearest integers.
    ///
    /// The values are from 0 to 255, up to rounding errors, for example of running sums, which stay far below ½.
    @inline(__always)
    var bytes: SIMD16<UInt32> {
        let raised = unsafeBitCast(self + Self.integerOffset, to: SIMD16<UInt32>.self)
        return raised & SIMD16<UInt32>(repeating: 0xFF)
    }

    /// Creates a vector from the channels of four premultiplied pixels: their reds, greens, blues and alphas.
    @inline(__always)
    init(pixels: SIMD4<UInt32>) {
        let byte = SIMD4<UInt32>(repeating: 0xFF)
        let lower = SIMD8<UInt32>(lowHalf: pixels & byte, highHalf: (pixels &>> 8) & byte)
        let upper = SIMD8<UInt32>(lowHalf: (pixels &>> 16) & byte, highHalf: pixels &>> 24)
        self.init(bytes: SIMD16<UInt32>(lowHalf: lower, highHalf: upper))
    }

    /// The four premultiplied pixels with these channels; no color channel exceeds the alpha.
    @inline(__always)
    var pixels: SIMD4<UInt32> {
        let bytes = bytes
        let alpha = bytes.highHalf.highHalf
        let red = Self.limited(bytes.lowHalf.lowHalf, alpha)
        let green = Self.limited(bytes.lowHalf.highHalf, alpha)
        let blue = Self.limited(bytes.highHalf.lowHalf, alpha)
        return (red | green &<< 8) | (blue &<< 16 | alpha &<< 24)
    }

    /// Returns the smaller one of two numbers in each lane.
    ///
    /// The compiler turns this arithmetic into vector operations, but not the standard library's function.
    @inline(__always)
    private static func limited(_ value: SIMD4<UInt32>, _ limit: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let room = limit &- value
        let isNegative = SIMD4<UInt32>.zero &- (room &>> 31)
        return value &+ (room & isNegative)
    }
}

extension SIMD16<Float> {
    /// The alphas of four pixels, once for each of their channels.
    @inline(__always)
    var alphas: SIMD16<Float> {
        let pair = SIMD8<Float>(lowHalf: highHalf.highHalf, highHalf: highHalf.highHalf)
        return SIMD16(lowHalf: pair, highHalf: pair)
    }

    /// Returns the colors of four pixels with other alphas.
    @inline(__always)
    func with(alphas: SIMD16<Float>) -> SIMD16<Float> {
        SIMD16(
            lowHalf: lowHalf, highHalf: SIMD8(lowHalf: highHalf.lowHalf, highHalf: alphas.highHalf.highHalf))
    }

    /// Returns each lane of `first` where this vector is negative, and that of `second` elsewhere.
    ///
    /// The compiler turns this arithmetic into vector operations, but not the standard library's functions.
    @inline(__always)
    func negative(_ first: SIMD16<Float>, otherwise second: SIMD16<Float>) -> SIMD16<Float> {
        // All these types have 16 lanes of 32 bits, and any bits are valid. The shift copies the sign to all bits.
        let mask = unsafeBitCast(unsafeBitCast(self, to: SIMD16<Int32>.self) &>> 31, to: SIMD16<UInt32>.self)
        let chosen = unsafeBitCast(first, to: SIMD16<UInt32>.self) & mask
        let other = unsafeBitCast(second, to: SIMD16<UInt32>.self) & ~mask
        return unsafeBitCast(chosen | other, to: SIMD16<Float>.self)
    }

    /// Returns the smaller one of two numbers in each lane.
    @inline(__always)
    func smaller(_ other: SIMD16<Float>) -> SIMD16<Float> { (self - other).negative(self, otherwise: other) }
}
