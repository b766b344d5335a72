/// A run of pixels that is drawn over another one with a blend mode.
///
/// Modes with simple formulas blend four pixels at a time. With premultiplied channels S and B and alphas αs and αb,
/// `(1 − αb)·S + (1 − αs)·B + αs·αb·mix(B/αb, S/αs)` needs no division.
struct BlendingRow {
    // Each has `count` elements.
    let source: UnsafePointer<UInt32>
    let target: UnsafeMutablePointer<UInt32>
    let count: Int
    let opacity: UInt8
    let mask: UnsafePointer<UInt8>?

    /// Blends the pixels.
    func blend(_ mode: CompositingMode) {
        switch mode {
        case .multiply: blend(mode) { s, b in Self.uncovered(s, b) + s * b }
        case .screen: blend(mode) { s, b in s + b - s * b }
        case .darken: blend(mode) { s, b in Self.uncovered(s, b) + (s * b.alphas).smaller(b * s.alphas) }
        case .lighten: blend(mode) { s, b in s + b - (s * b.alphas).smaller(b * s.alphas) }
        case .difference:
            blend(mode) { s, b in
                (s + b - 2 * (s * b.alphas).smaller(b * s.alphas)).with(alphas: s + b - s * b)
            }
        case .exclusion: blend(mode) { s, b in (s + b - 2 * s * b).with(alphas: s + b - s * b) }
        case .hardLight: blend(mode) { s, b in Self.uncovered(s, b) + Self.lit(s, b, by: s) }
        case .overlay: blend(mode) { s, b in Self.uncovered(s, b) + Self.lit(s, b, by: b) }
        case .add: blend(mode) { s, b in (s + b).smaller(ChannelVector(repeating: 1)) }
        case .normal, .colorDodge, .colorBurn, .softLight, .hardMix, .hue, .saturation, .color, .luminosity:
            blendPixels(from: 0, mode)
        }
    }

    /// Returns the parts of both pixels that do not overlap.
    @inline(__always)
    private static func uncovered(_ s: ChannelVector, _ b: ChannelVector) -> ChannelVector {
        s * (1 - b.alphas) + b * (1 - s.alphas)
    }

    /// Returns the overlap in the mode hard light: multiplied where `light` is dark, otherwise screened.
    @inline(__always)
    private static func lit(_ s: ChannelVector, _ b: ChannelVector, by light: ChannelVector) -> ChannelVector {
        let both = s.alphas * b.alphas
        let screened = both - 2 * (b.alphas - b) * (s.alphas - s)
        return (light.alphas - 2 * light).negative(screened, otherwise: 2 * s * b)
    }

    /// Blends the pixels with a function of the premultiplied channels, from 0 to 1, of the source and the backdrop.
    @inline(__always)
    private func blend(_ mode: CompositingMode, _ mix: (ChannelVector, ChannelVector) -> ChannelVector) {
        var index = 0
        let factors = PixelVector(repeating: UInt32(opacity))
        while index &+ PixelVector.scalarCount <= count {
            var pixels = PixelVector(loading: source + index)
            if !pixels.isZero {
                if let mask {
                    pixels = pixels.scaled(by: PixelVector(widening: mask + index).product(UInt32(opacity)))
                } else if opacity != 255 {
                    pixels = pixels.scaled(by: factors)
                }
                let ground = PixelVector(loading: target + index)
                PixelVector(
                    lowHalf: Self.mixed(pixels.lowHalf, ground.lowHalf, mix),
                    highHalf: Self.mixed(pixels.highHalf, ground.highHalf, mix)
                ).store(to: target + index)
            }
            index &+= PixelVector.scalarCount
        }
        blendPixels(from: index, mode)
    }

    @inline(__always)
    private static func mixed(
        _ source: SIMD4<UInt32>, _ ground: SIMD4<UInt32>, _ mix: (ChannelVector, ChannelVector) -> ChannelVector
    ) -> SIMD4<UInt32> {
        (mix(ChannelVector(pixels: source) * (1 / 255), ChannelVector(pixels: ground) * (1 / 255)) * 255).pixels
    }

    /// Blends the pixels from `first` on one by one.
    private func blendPixels(from first: Int, _ mode: CompositingMode) {
        // Areas of one color are frequent, so the previous result often applies again.
        var last: (source: UInt32, ground: UInt32, result: UInt32) = (0, 0, 0)
        for index in first..<count where source[index] != 0 {
            var factor = UInt32(opacity)
            if let mask { factor = PixelArithmetic.product(factor, UInt32(mask[index])) }
            let pixel = PixelArithmetic.scaled(source[index], by: factor)
            if pixel != last.source || target[index] != last.ground {
                last = (pixel, target[index], mode.blended(pixel, over: target[index]))
            }
            target[index] = last.result
        }
    }
}
