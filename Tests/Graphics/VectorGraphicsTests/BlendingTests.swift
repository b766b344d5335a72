import Testing
import VectorGraphics

@Suite("Surfaces are composited by the formulas of W3C Compositing and Blending")
struct BlendingTests {
    /// Returns the result of compositing one pixel over another.
    private func composited(_ source: UInt32, over backdrop: UInt32, _ mode: CompositingMode, opacity: UInt8 = 255)
        -> UInt32
    {
        var ground = Pixmap(width: 1, height: 1)
        var top = Pixmap(width: 1, height: 1)
        ground[0, 0] = backdrop
        top[0, 0] = source
        ground.withSurface { ground in
            top.withSurface { top in ground.draw(top, blendMode: mode, opacity: opacity) }
        }
        return ground[0, 0]
    }

    private static let separable: [(CompositingMode, @Sendable (Double, Double) -> Double)] = [
        (.normal, { _, s in s }),
        (.multiply, { b, s in b * s }),
        (.screen, { b, s in b + s - b * s }),
        (.overlay, { b, s in b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }),
        (.darken, { b, s in min(b, s) }),
        (.lighten, { b, s in max(b, s) }),
        (.colorDodge, { b, s in b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s)) }),
        (.colorBurn, { b, s in b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s) }),
        (.hardLight, { b, s in s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }),
        (
            .softLight,
            { b, s in
                let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
                return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
            }
        ),
        (.difference, { b, s in abs(b - s) }),
        (.exclusion, { b, s in b + s - 2 * b * s }),
        (.hardMix, { b, s in b + s >= 1 ? 1 : 0 }),
    ]

    @Test("opaque colors are blended channel by channel", arguments: separable.indices)
    func opaqueColorsAreBlendedByChannel(index: Int) {
        let (mode, mix) = Self.separable[index]
        for b in stride(from: 0, through: 255, by: 15) {
            for s in stride(from: 0, through: 255, by: 15) {
                let expected = mix(Double(b) / 255, Double(s) / 255)
                let found = composited(0xFF00_0000 | UInt32(s), over: 0xFF00_0000 | UInt32(b), mode)
                #expect(abs(found.channels[0] - expected * 255) <= 1, "\(mode): \(s) over \(b)")
                #expect(found >> 24 == 255)
            }
        }
    }

    @Test("translucent colors are mixed by (1 − αb)·S + (1 − αs)·B + αs·αb·mix", arguments: separable.indices)
    func translucentColorsAreMixed(index: Int) {
        let (mode, mix) = Self.separable[index]
        for (sourceAlpha, backdropAlpha) in [(128, 255), (255, 128), (100, 60), (0, 200), (200, 0)] {
            for (s, b) in [(0.0, 1.0), (1, 0), (0.5, 0.3), (0.2, 0.9)] {
                let (sa, ba) = (Double(sourceAlpha) / 255, Double(backdropAlpha) / 255)
                let source = UInt32((s * Double(sourceAlpha)).rounded()) | UInt32(sourceAlpha) << 24
                let backdrop = UInt32((b * Double(backdropAlpha)).rounded()) | UInt32(backdropAlpha) << 24
                // The reference uses the colors that the bytes really contain.
                let held = (
                    source.channels[0] / max(1, Double(sourceAlpha)),
                    backdrop.channels[0] / max(1, Double(backdropAlpha))
                )
                // Rounding to eight bits can move a value near the threshold to either side.
                if mode == .hardMix && abs(held.0 + held.1 - 1) < 0.02 { continue }
                let red = (1 - ba) * held.0 * sa + (1 - sa) * held.1 * ba + sa * ba * mix(held.1, held.0)
                let found = composited(source, over: backdrop, mode)
                #expect(
                    found.isNear(RGBA(red, 0, 0, sa + ba - sa * ba), by: 1.6),
                    "\(mode) \(s) \(b)")
                #expect(found.isPremultiplied)
            }
        }
    }

    @Test("add is the sum, clamped to white and to full opacity")
    func addIsClampedSum() {
        #expect(composited(0xFF40_C080, over: 0xFF20_80A0, .add) == 0xFF60_FFFF)
        #expect(composited(0x4010_0000, over: 0x2010_0000, .add) == 0x6020_0000)
    }

    @Test(
        "hue, saturation, color and luminosity combine components of both colors",
        arguments: [CompositingMode.hue, .saturation, .color, .luminosity])
    func nonSeparableModesCombineComponents(mode: CompositingMode) {
        let colors: [SIMD3<Double>] = [
            [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0.2, 0.4, 0.8], [0.5, 0.5, 0.5], [1, 1, 1], [0, 0, 0],
            [0.9, 0.3, 0.1],
        ]
        for backdrop in colors {
            for source in colors {
                let found = composited(source.pixel, over: backdrop.pixel, mode)
                let expected = NonSeparableMix.mix(mode, backdrop: backdrop, source: source)
                #expect(
                    found.isNear(RGBA(expected.x, expected.y, expected.z, 1), by: 2.1),
                    "\(mode): \(source) over \(backdrop)")
            }
        }
    }

    private static let modes = separable.map(\.0) + [.add, .hue, .saturation, .color, .luminosity]

    @Test("a row of pixels is blended as each of them is alone", arguments: modes.indices)
    func rowIsBlendedLikeSinglePixels(index: Int) {
        let mode = Self.modes[index]
        var state: UInt32 = 9
        func random() -> UInt32 {
            state = state &* 1_664_525 &+ 1_013_904_223
            let alphas: [UInt32] = [0, 255, state >> 24, state >> 20 & 0xFF]
            return PixelArithmetic.scaled(state | 0xFF00_0000, by: alphas[Int(state >> 9 & 3)])
        }
        let width = 21
        var (ground, top) = (Pixmap(width: width, height: 12), Pixmap(width: width, height: 12))
        let mask = AlphaMask()
        mask.reset(PixelRect(left: 0, top: 0, right: width, bottom: 12), to: 200)
        for opacity in [255, 90] as [UInt8] {
            for isMasked in [false, true] {
                for index in top.pixels.indices {
                    top.pixels[index] = random()
                    ground.pixels[index] = random()
                }
                let factor = isMasked ? PixelArithmetic.product(UInt32(opacity), 200) : UInt32(opacity)
                let expected = zip(top.pixels, ground.pixels).map {
                    composited($0, over: $1, mode, opacity: UInt8(factor))
                }
                ground.withSurface { ground in
                    top.withSurface { top in
                        ground.draw(top, blendMode: mode, opacity: opacity, mask: isMasked ? mask : nil)
                    }
                }
                #expect(ground.pixels == expected, "\(mode) at \(opacity)")
            }
        }
    }

    @Test("opacity and mask multiply the source", arguments: [CompositingMode.normal, .multiply, .add, .luminosity])
    func opacityAndMaskMultiplySource(mode: CompositingMode) {
        let half = composited(0xFF33_66CC, over: 0xFF80_8080, mode, opacity: 128)
        let mask = AlphaMask()
        mask.reset(PixelRect(left: 0, top: 0, right: 1, bottom: 1), to: 128)
        var ground = Pixmap(width: 2, height: 1)
        var top = Pixmap(width: 2, height: 1)
        ground.pixels = [0xFF80_8080, 0xFF80_8080]
        top.pixels = [0xFF33_66CC, 0xFF33_66CC]
        ground.withSurface { ground in
            top.withSurface { top in ground.draw(top, blendMode: mode, mask: mask) }
        }
        #expect(ground.pixels == [half, 0xFF80_8080])
        #expect(composited(0xFF33_66CC, over: 0xFF80_8080, mode, opacity: 0) == 0xFF80_8080)
    }
}

extension SIMD3<Double> {
    fileprivate var pixel: UInt32 { PixelArithmetic.pixel(red: x, green: y, blue: z, alpha: 1) }
}

/// The formulas for non-separable blend modes in the specification.
private enum NonSeparableMix {
    static func mix(_ mode: CompositingMode, backdrop: SIMD3<Double>, source: SIMD3<Double>) -> SIMD3<Double> {
        switch mode {
        case .hue: withLuminosity(withSaturation(source, saturation(backdrop)), luminosity(backdrop))
        case .saturation: withLuminosity(withSaturation(backdrop, saturation(source)), luminosity(backdrop))
        case .color: withLuminosity(source, luminosity(backdrop))
        default: withLuminosity(backdrop, luminosity(source))
        }
    }

    private static func luminosity(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
    private static func saturation(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }

    private static func withLuminosity(_ color: SIMD3<Double>, _ target: Double) -> SIMD3<Double> {
        var c = color + (target - luminosity(color))
        let l = luminosity(c)
        let low = c.min()
        let high = c.max()
        if low < 0 { c = SIMD3(repeating: l) + (c - l) * l / (l - low) }
        if high > 1 { c = SIMD3(repeating: l) + (c - l) * (1 - l) / (high - l) }
        return c
    }

    private static func withSaturation(_ color: SIMD3<Double>, _ target: Double) -> SIMD3<Double> {
        guard saturation(color) > 0 else { return .zero }
        return (color - color.min()) * target / saturation(color)
    }
}

@Suite("Pixels are premultiplied and blended in their encoded values")
struct PixelArithmeticTests {
    @Test("a product of bytes is rounded to the nearest value")
    func productIsRoundedToNearest() {
        for a in stride(from: 0, through: 255, by: 3) {
            for b in 0...255 {
                let exact = (Double(a * b) / 255).rounded()
                #expect(PixelArithmetic.product(UInt32(a), UInt32(b)) == UInt32(exact))
                #expect(
                    PixelArithmetic.scaled(UInt32(a) << 8 | UInt32(a) << 24, by: UInt32(b)) == UInt32(exact) << 8
                        | UInt32(exact) << 24)
            }
        }
    }

    @Test(
        "the source-over operation keeps the backdrop where the source is transparent",
        arguments: [0, 1, 77, 128, 254, 255] as [UInt32])
    func transparentSourceKeepsBackdrop(alpha: UInt32) {
        let source = alpha << 24 | alpha
        let result = PixelArithmetic.over(source, 0xFFFF_0000)
        let share = Double(alpha) / 255
        #expect(result.isNear(RGBA(share, 0, 1 - share, 1), by: 0.6))
        #expect(PixelArithmetic.over(source, 0) == source)
    }

    @Test("color components out of range are clamped", arguments: [(2.0, -1.0, Double.nan, 1.0), (1, 0, 0, 7)])
    func colorComponentsAreClamped(red: Double, green: Double, blue: Double, alpha: Double) {
        #expect(PixelArithmetic.pixel(red: red, green: green, blue: blue, alpha: alpha) == 0xFF00_00FF)
    }
}
