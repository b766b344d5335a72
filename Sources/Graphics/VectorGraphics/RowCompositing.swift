/// Functions that composite pixel runs, eight pixels at a time.
///
/// The compiler does not vectorise loops over packed pixels that contain branches, so these functions use explicit
/// vectors. Eight pixels are two vectors on any processor, and every operation uses 16-bit lanes, which all processors
/// support. The results equal those of `PixelArithmetic` bit by bit.
///
/// All functions read and write exactly `count` elements from the given addresses; the callers clip `count` to their
/// surface.
enum RowCompositing {
    /// Draws `count` pixels over others, after multiplying all of them by `opacity` (0 to 255).
    @inline(__always)
    static func draw(
        _ source: UnsafePointer<UInt32>, over destination: UnsafeMutablePointer<UInt32>, count: Int, opacity: UInt32
    ) {
        let factors = PixelVector(repeating: opacity)
        if count < PixelVector.scalarCount {
            for index in 0..<max(0, count) {
                let pixel = PixelArithmetic.scaled(source[index], by: opacity)
                destination[index] = PixelArithmetic.over(pixel, destination[index])
            }
            return
        }
        // The last eight pixels overlap those before, so they are computed before any of these changes.
        let last = count &- PixelVector.scalarCount
        var end = PixelVector(loading: source + last)
        if opacity != 255 { end = end.scaled(by: factors) }
        end = end.over(PixelVector(loading: destination + last))
        var index = 0
        while index &+ PixelVector.scalarCount <= count {
            var pixels = PixelVector(loading: source + index)
            // Most pixels of offscreen surfaces are transparent.
            if !pixels.isZero {
                if opacity != 255 { pixels = pixels.scaled(by: factors) }
                pixels.over(PixelVector(loading: destination + index)).store(to: destination + index)
            }
            index &+= PixelVector.scalarCount
        }
        if index < count { end.store(to: destination + last) }
    }

    /// Sets `count` pixels to a color.
    @inline(__always)
    static func set(_ pixels: UnsafeMutablePointer<UInt32>, to color: UInt32, count: Int) {
        if count < PixelVector.scalarCount {
            for index in 0..<max(0, count) { pixels[index] = color }
            return
        }
        let colors = PixelVector(repeating: color)
        var index = 0
        while index &+ PixelVector.scalarCount <= count {
            colors.store(to: pixels + index)
            index &+= PixelVector.scalarCount
        }
        if index < count { colors.store(to: pixels + (count &- PixelVector.scalarCount)) }
    }

    /// Draws `count` pixels over others, after multiplying each by its mask value and by `opacity` (0 to 255).
    @inline(__always)
    static func draw(
        _ source: UnsafePointer<UInt32>, over destination: UnsafeMutablePointer<UInt32>, count: Int, opacity: UInt32,
        mask: UnsafePointer<UInt8>
    ) {
        var index = 0
        while index &+ PixelVector.scalarCount <= count {
            // Most of a mask is fully hidden or fully visible; only its edges have values between.
            let shown = MaskRun(mask + index)
            if shown != .none {
                var pixels = PixelVector(loading: source + index)
                if !pixels.isZero {
                    if shown == .some {
                        pixels = pixels.scaled(by: PixelVector(widening: mask + index).product(opacity))
                    } else if opacity != 255 {
                        pixels = pixels.scaled(by: PixelVector(repeating: opacity))
                    }
                    pixels.over(PixelVector(loading: destination + index)).store(to: destination + index)
                }
            }
            index &+= PixelVector.scalarCount
        }
        while index < count {
            let factor = PixelArithmetic.product(UInt32(mask[index]), opacity)
            let pixel = PixelArithmetic.scaled(source[index], by: factor)
            destination[index] = PixelArithmetic.over(pixel, destination[index])
            index &+= 1
        }
    }

    /// Draws one color over `count` pixels, at least eight.
    @inline(__always)
    static func fill(_ color: UInt32, over destination: UnsafeMutablePointer<UInt32>, count: Int) {
        let rest = 255 &- (color >> 24)
        var index = 0
        let last = count &- PixelVector.scalarCount
        let colors = PixelVector(repeating: color)
        let rests = PixelVector(repeating: rest)
        // The last eight pixels overlap those before, so they are computed before any of these changes.
        let end = colors &+ PixelVector(loading: destination + last).scaled(by: rests)
        while index &+ PixelVector.scalarCount <= count {
            (colors &+ PixelVector(loading: destination + index).scaled(by: rests)).store(to: destination + index)
            index &+= PixelVector.scalarCount
        }
        if index < count { end.store(to: destination + last) }
    }

    /// Draws one color over `count` pixels, multiplied for each by its mask value and by `coverage` (0 to 255).
    @inline(__always)
    static func fill(
        _ color: UInt32, over destination: UnsafeMutablePointer<UInt32>, count: Int, coverage: UInt32,
        mask: UnsafePointer<UInt8>
    ) {
        var index = 0
        let colors = PixelVector(repeating: color)
        let covered = PixelVector(repeating: PixelArithmetic.scaled(color, by: coverage))
        let isOpaque = coverage == 255 && color >> 24 == 255
        while index &+ PixelVector.scalarCount <= count {
            switch MaskRun(mask + index) {
            case .none: break
            case .all:
                let result = isOpaque ? colors : covered.over(PixelVector(loading: destination + index))
                result.store(to: destination + index)
            case .some:
                let factors = PixelVector(widening: mask + index)
                colors.scaled(by: factors.product(coverage)).over(PixelVector(loading: destination + index))
                    .store(to: destination + index)
            }
            index &+= PixelVector.scalarCount
        }
        let channels = PixelArithmetic.spreadChannels(color)
        while index < count {
            let shown = mask[index]
            if shown != 0 {
                let source = PixelArithmetic.scaled(channels, by: PixelArithmetic.product(coverage, UInt32(shown)))
                let below = PixelArithmetic.scaled(
                    PixelArithmetic.spreadChannels(destination[index]),
                    by: 255 &- UInt32(truncatingIfNeeded: source &>> 48))
                destination[index] = PixelArithmetic.packed(source &+ below)
            }
            index &+= 1
        }
    }

    /// Draws one color, multiplied for each pixel by its mask value, below `count` pixels.
    @inline(__always)
    static func fill(
        _ color: UInt32, below pixels: UnsafeMutablePointer<UInt32>, count: Int, mask: UnsafePointer<UInt8>
    ) {
        let colors = PixelVector(repeating: color)
        var index = 0
        while index &+ PixelVector.scalarCount <= count {
            if MaskRun(mask + index) != .none {
                let above = PixelVector(loading: pixels + index)
                // The shadow of an opaque shape is mostly hidden below it.
                if !((above & 0xFF00_0000) ^ 0xFF00_0000).isZero {
                    above.over(colors.scaled(by: PixelVector(widening: mask + index))).store(to: pixels + index)
                }
            }
            index &+= PixelVector.scalarCount
        }
        while index < count {
            pixels[index] = PixelArithmetic.over(
                pixels[index], PixelArithmetic.scaled(color, by: UInt32(mask[index])))
            index &+= 1
        }
    }
}

/// A classification of eight mask bytes: all 0, all 255, or anything else.
private enum MaskRun {
    case none, some, all

    @inline(__always)
    init(_ address: UnsafePointer<UInt8>) {
        // Raw access may view memory as any type. Eight bytes are available, as for `PixelVector`.
        switch UnsafeRawPointer(address).loadUnaligned(as: UInt64.self) {
        case 0: self = .none
        case .max: self = .all
        default: self = .some
        }
    }
}

/// Eight premultiplied pixels, or eight factors from 0 to 255.
typealias PixelVector = SIMD8<UInt32>

// Raw pointers may view memory as any type. With typed pointers the optimiser could assume that vectors and pixels
// never share memory.
extension SIMD8<UInt32> {
    /// Loads eight pixels from memory.
    @inline(__always)
    init(loading address: UnsafePointer<UInt32>) {
        self = UnsafeRawPointer(address).loadUnaligned(as: SIMD8<UInt32>.self)
    }

    /// Loads eight bytes from memory, one per lane.
    @inline(__always)
    init(widening address: UnsafePointer<UInt8>) {
        self.init(truncatingIfNeeded: UnsafeRawPointer(address).loadUnaligned(as: SIMD8<UInt8>.self))
    }

    /// Stores the pixels in memory.
    @inline(__always)
    func store(to address: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(address).storeBytes(of: self, as: SIMD8<UInt32>.self)
    }

    /// Whether all lanes are 0.
    @inline(__always)
    var isZero: Bool {
        // Comparing lane by lane is slower. The cast keeps the same 32 bytes, and every bit pattern is valid.
        let words = unsafeBitCast(self, to: SIMD4<UInt64>.self)
        return (words.x | words.y) | (words.z | words.w) == 0
    }

    /// Returns the pixels with every channel multiplied by its factor ÷ 255, rounded to nearest.
    @inline(__always)
    func scaled(by factors: SIMD8<UInt32>) -> SIMD8<UInt32> {
        let mask = SIMD8<UInt32>(repeating: 0x00FF_00FF)
        // There are two 16-bit lanes per pixel; a product of two bytes fits in each.
        let pairs = (factors | factors &<< 16).halves
        let even = Self.divided((self & mask).halves &* pairs)
        let odd = Self.divided(((self &>> 8) & mask).halves &* pairs)
        return SIMD8(halves: even) | SIMD8(halves: odd) &<< 8
    }

    /// Returns each lane ÷ 255, rounded to nearest, for lanes up to 255².
    @inline(__always)
    private static func divided(_ products: SIMD16<UInt16>) -> SIMD16<UInt16> {
        let rounded = products &+ 128
        return (rounded &+ (rounded &>> 8)) &>> 8
    }

    /// Returns each factor multiplied by `factor` ÷ 255, rounded to nearest.
    @inline(__always)
    func product(_ factor: UInt32) -> SIMD8<UInt32> {
        if factor == 255 { return self }
        return SIMD8(halves: Self.divided(halves &* SIMD16(repeating: UInt16(truncatingIfNeeded: factor))))
    }

    /// Returns the pixels drawn over others.
    @inline(__always)
    func over(_ destination: SIMD8<UInt32>) -> SIMD8<UInt32> {
        self &+ destination.scaled(by: SIMD8(repeating: 255) &- (self &>> 24))
    }
}

// These casts convert values, not memory, between types of equal size. Any bits are valid values of these types, and
// every processor that Swift supports has the first lane in the lowest bits. The standard library has no initialiser
// for this conversion.
extension SIMD8<UInt32> {
    /// The lower and upper half of each lane.
    @inline(__always)
    fileprivate var halves: SIMD16<UInt16> { unsafeBitCast(self, to: SIMD16<UInt16>.self) }

    /// Creates a vector from the halves of its lanes.
    @inline(__always)
    fileprivate init(halves: SIMD16<UInt16>) { self = unsafeBitCast(halves, to: SIMD8<UInt32>.self) }
}

extension SIMD4<Float> {
    /// The bit pattern of each lane.
    @inline(__always)
    var bits: SIMD4<UInt32> { unsafeBitCast(self, to: SIMD4<UInt32>.self) }
}
