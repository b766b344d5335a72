/// Compositing of runs of pixels, eight at a time.
///
/// The compiler finds no vectors in loops over packed pixels with choices in them; here are explicit ones. Eight pixels are
/// two vectors of any processor, and every operation is one of 16-bit lanes, which all of them have. The results are
/// those of `PixelArithmetic`, bit by bit.
enum RowCompositing {
    /// Draws `count` pixels over others; all are first scaled by `opacity` (0 to 255).
    @inline(__always)
    static func draw(
        _ source: UnsafePointer<UInt32>, over destination: UnsafeMutablePointer<UInt32>, count: Int, opacity: UInt32
    ) {
        let factors = PixelVector(repeating: opacity)
        var index = 0
        while index &+ PixelVector.scalarCount <= count {
            var pixels = PixelVector(loading: source + index)
            // Much of what is drawn off the screen is empty.
            if !pixels.isZero {
                if opacity != 255 { pixels = pixels.scaled(by: factors) }
                pixels.over(PixelVector(loading: destination + index)).store(to: destination + index)
            }
            index &+= PixelVector.scalarCount
        }
        while index < count {
            let pixel = PixelArithmetic.scale(source[index], by: opacity)
            destination[index] = PixelArithmetic.over(pixel, destination[index])
            index &+= 1
        }
    }

    /// Draws `count` pixels over others; each is first scaled by its mask and by `opacity` (0 to 255).
    @inline(__always)
    static func draw(
        _ source: UnsafePointer<UInt32>, over destination: UnsafeMutablePointer<UInt32>, count: Int, opacity: UInt32,
        mask: UnsafePointer<UInt8>
    ) {
        var index = 0
        while index &+ PixelVector.scalarCount <= count {
            // Most of a mask is empty or full; only its edges are neither.
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
            let pixel = PixelArithmetic.scale(source[index], by: factor)
            destination[index] = PixelArithmetic.over(pixel, destination[index])
            index &+= 1
        }
    }

    /// Draws one colour over `count` pixels.
    @inline(__always)
    static func fill(_ color: UInt32, over destination: UnsafeMutablePointer<UInt32>, count: Int) {
        let rest = 255 &- (color >> 24)
        var index = 0
        let colors = PixelVector(repeating: color)
        let rests = PixelVector(repeating: rest)
        while index &+ PixelVector.scalarCount <= count {
            (colors &+ PixelVector(loading: destination + index).scaled(by: rests)).store(to: destination + index)
            index &+= PixelVector.scalarCount
        }
        while index < count {
            destination[index] = color &+ PixelArithmetic.scale(destination[index], by: rest)
            index &+= 1
        }
    }

    /// Draws one colour over `count` pixels, scaled for each by its mask and by `coverage` (0 to 255).
    @inline(__always)
    static func fill(
        _ color: UInt32, over destination: UnsafeMutablePointer<UInt32>, count: Int, coverage: UInt32,
        mask: UnsafePointer<UInt8>
    ) {
        var index = 0
        let colors = PixelVector(repeating: color)
        let covered = PixelVector(repeating: PixelArithmetic.scale(color, by: coverage))
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
        let channels = PixelArithmetic.spread(color)
        while index < count {
            let shown = mask[index]
            if shown != 0 {
                let source = PixelArithmetic.scale(channels, by: PixelArithmetic.product(coverage, UInt32(shown)))
                let below = PixelArithmetic.scale(
                    PixelArithmetic.spread(destination[index]), by: 255 &- UInt32(truncatingIfNeeded: source &>> 48))
                destination[index] = PixelArithmetic.packed(source &+ below)
            }
            index &+= 1
        }
    }
}

/// What eight bytes of a mask let through.
private enum MaskRun {
    case none, some, all

    @inline(__always)
    init(_ address: UnsafePointer<UInt8>) {
        switch UnsafeRawPointer(address).loadUnaligned(as: UInt64.self) {
        case 0: self = .none
        case .max: self = .all
        default: self = .some
        }
    }
}

/// Eight premultiplied pixels, or eight factors of 0 to 255.
typealias PixelVector = SIMD8<UInt32>

extension SIMD8<UInt32> {
    /// Eight pixels from memory.
    @inline(__always)
    init(loading address: UnsafePointer<UInt32>) {
        self = UnsafeRawPointer(address).loadUnaligned(as: SIMD8<UInt32>.self)
    }

    /// Eight bytes from memory, one to a lane.
    @inline(__always)
    init(widening address: UnsafePointer<UInt8>) {
        self.init(truncatingIfNeeded: UnsafeRawPointer(address).loadUnaligned(as: SIMD8<UInt8>.self))
    }

    /// Writes the pixels to memory.
    @inline(__always)
    func store(to address: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(address).storeBytes(of: self, as: SIMD8<UInt32>.self)
    }

    /// Whether all lanes are 0; comparing vectors lane by lane takes longer.
    @inline(__always)
    var isZero: Bool {
        let words = unsafeBitCast(self, to: SIMD4<UInt64>.self)
        return (words.x | words.y) | (words.z | words.w) == 0
    }

    /// Every channel of each pixel times its factor ÷ 255, rounded to nearest.
    @inline(__always)
    func scaled(by factors: SIMD8<UInt32>) -> SIMD8<UInt32> {
        let mask = SIMD8<UInt32>(repeating: 0x00FF_00FF)
        // Two 16-bit lanes to a pixel: the products of bytes fit in them.
        let pairs = unsafeBitCast(factors | factors &<< 16, to: SIMD16<UInt16>.self)
        let even = Self.divided(unsafeBitCast(self & mask, to: SIMD16<UInt16>.self) &* pairs)
        let odd = Self.divided(unsafeBitCast((self &>> 8) & mask, to: SIMD16<UInt16>.self) &* pairs)
        return unsafeBitCast(even, to: SIMD8<UInt32>.self) | unsafeBitCast(odd, to: SIMD8<UInt32>.self) &<< 8
    }

    /// Each lane ÷ 255, rounded to nearest, for lanes up to 255².
    @inline(__always)
    private static func divided(_ products: SIMD16<UInt16>) -> SIMD16<UInt16> {
        let rounded = products &+ 128
        return (rounded &+ (rounded &>> 8)) &>> 8
    }

    /// Each factor times another ÷ 255, rounded to nearest.
    @inline(__always)
    func product(_ factor: UInt32) -> SIMD8<UInt32> {
        if factor == 255 { return self }
        let products =
            unsafeBitCast(self, to: SIMD16<UInt16>.self) &* SIMD16(repeating: UInt16(truncatingIfNeeded: factor))
        return unsafeBitCast(Self.divided(products), to: SIMD8<UInt32>.self)
    }

    /// The pixels drawn over others.
    @inline(__always)
    func over(_ destination: SIMD8<UInt32>) -> SIMD8<UInt32> {
        self &+ destination.scaled(by: SIMD8(repeating: 255) &- (self &>> 24))
    }
}
