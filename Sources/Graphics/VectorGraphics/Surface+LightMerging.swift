extension Surface {
    /// Draws a color below the picture; translucent pixels mix with it in linear light, as in browsers.
    ///
    /// - Parameters:
    ///   - color: The color, as a premultiplied pixel.
    ///   - mask: A mask that multiplies the color's opacity; its bounds limit what is drawn.
    public func mergeBelow(_ color: UInt32, through mask: AlphaMask) {
        let area = bounds.intersection(mask.bounds)
        if area.isEmpty || color >> 24 == 0 { return }
        let held = painted.intersection(area)
        recordPainted(area)
        defer { withExtendedLifetime(mask) {} }
        let mask = mask.bytes
        var mixture = LightMixture(below: color)
        // Each row of the picture is copied before its pixels change; without a picture there is nothing to copy.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: max(1, held.width)) { memory in
            guard let copy = memory.baseAddress else { return }
            for y in area.top..<area.bottom {
                let pixels = row(y)
                let isHeld = y >= held.top && y < held.bottom && !held.isEmpty
                if isHeld { copy.update(from: pixels + held.left, count: held.width) }
                RowCompositing.fill(
                    color, below: pixels + area.left, count: area.width, mask: mask.row(y) + area.left)
                if isHeld { mixture.mix(copy, above: pixels + held.left, count: held.width) }
            }
        }
    }
}

/// Pixels above a color, mixed in linear light.
private struct LightMixture {
    /// The light of the lower color in its three channels, in units of `LightSteps.unit`.
    private let below: SIMD3<UInt32>
    private let steps = LightSteps.shared
    /// The previous result, because inside a translucent shape most pixels equal the one before.
    private var last: (top: UInt32, plain: UInt32, merged: UInt32) = (0, 0, 0)

    /// Creates a mixture with a color that is not transparent.
    init(below color: UInt32) {
        let inverse = steps.inverse(of: color >> 24)
        below = SIMD3(
            steps.light(of: color & 0xFF, inverse), steps.light(of: color >> 8 & 0xFF, inverse),
            steps.light(of: color >> 16 & 0xFF, inverse))
    }

    /// Replaces `count` pixels, each with the color below it, by the same in linear light.
    ///
    /// Only pixels that are neither transparent nor opaque differ.
    ///
    /// - Parameters:
    ///   - tops: The pixels without the color below them.
    ///   - pixels: The pixels with the color below them.
    ///   - count: The number of both.
    @inline(__always)
    mutating func mix(_ tops: UnsafePointer<UInt32>, above pixels: UnsafeMutablePointer<UInt32>, count: Int) {
        var index = 0
        while index < count {
            if index &+ PixelVector.scalarCount <= count, !Self.hasTranslucent(PixelVector(loading: tops + index)) {
                index &+= PixelVector.scalarCount
                continue
            }
            for place in index..<min(count, index &+ PixelVector.scalarCount) {
                let top = tops[place]
                if top == 0 || top >= 0xFF00_0000 { continue }
                if top != last.top || pixels[place] != last.plain {
                    last = (top, pixels[place], merged(pixels[place], of: top))
                }
                pixels[place] = last.merged
            }
            index &+= PixelVector.scalarCount
        }
    }

    /// Returns whether one of eight pixels is neither transparent nor opaque.
    @inline(__always)
    private static func hasTranslucent(_ pixels: PixelVector) -> Bool {
        // Only 0 and 255 are below 2 after this addition in eight bits.
        !(((pixels &>> 24) &+ 1) & 0xFE).isZero
    }

    /// Returns a pixel in linear light.
    ///
    /// - Parameters:
    ///   - plain: The pixel without linear light; what the lower color has added to its alpha tells how opaque that is.
    ///   - top: The pixel before.
    @inline(__always)
    private func merged(_ plain: UInt32, of top: UInt32) -> UInt32 {
        let (alpha, own) = (plain >> 24, top >> 24)
        if alpha <= own { return plain }
        let added = alpha &- own
        let inverse = steps.inverse(of: own)
        let whole = steps.reciprocal(of: alpha)
        @inline(__always) func channel(_ shift: UInt32, _ below: UInt32) -> UInt32 {
            let light = steps.light(of: top >> shift & 0xFF, inverse) &* own &+ below &* added
            return steps.value(of: light, dividedBy: whole, alpha: alpha) << shift
        }
        return channel(0, below.x) | channel(8, below.y) | channel(16, below.z) | alpha << 24
    }
}

/// The tables of linear light for arithmetic with integers, which is several times as fast as with fractions.
private struct LightSteps {
    static let shared = LightSteps()

    /// The light of full brightness: 16 for each entry of `values`, so that 255 times as much fits into 24 bits.
    private static let unit = UInt32(16 * (LinearLight.stepCount - 1))
    /// The light of each of 256 values.
    private let lights = LinearLight.lights.map { UInt16(($0 * Float(unit)).rounded()) }
    /// The value for each step of light, in units of 1/65,535.
    private let values = LinearLight.values.map { UInt16((min(1, $0) * 65_535).rounded()) }

    /// The factors that remove each alpha from a channel: 255 divided by it, with 32 fractional bits, rounded up so that
    /// halves are rounded up, too.
    private let inverses: [UInt64] = (0...255).map { (255 << 32 + UInt64($0)) / UInt64(max(1, $0)) }

    /// 2³² divided by each alpha above 0, rounded up.
    private let reciprocals: [UInt64] = (0...255).map { UInt64(UInt32.max / UInt32(max(1, $0))) + 1 }

    /// Returns 2³² divided by an alpha above 0, rounded up.
    @inline(__always)
    func reciprocal(of alpha: UInt32) -> UInt64 { reciprocals[Int(alpha)] }

    /// Returns the factor that removes an alpha from a channel.
    @inline(__always)
    func inverse(of alpha: UInt32) -> UInt64 { inverses[Int(alpha)] }

    /// Returns the light of a channel that is multiplied by an alpha, from which `inverse` removes it.
    @inline(__always)
    func light(of channel: UInt32, _ inverse: UInt64) -> UInt32 {
        UInt32(lights[Int(min(255, (UInt64(channel) &* inverse &+ 0x8000_0000) >> 32))])
    }

    /// Returns the value of a share of an amount of light, multiplied by an alpha.
    ///
    /// The sums that are divided have a mean of at most `unit`, so that the entry exists.
    @inline(__always)
    func value(of sum: UInt32, dividedBy reciprocal: UInt64, alpha: UInt32) -> UInt32 {
        let light = UInt32(truncatingIfNeeded: (UInt64(sum) &* reciprocal) >> 32)
        let entry = min(Int((light &+ 8) >> 4), LinearLight.stepCount - 1)
        return (UInt32(values[entry]) &* alpha &+ 0x8000) >> 16
    }
}
