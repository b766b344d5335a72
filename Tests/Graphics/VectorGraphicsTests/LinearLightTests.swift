import SeededRandomness
import Testing
import VectorGraphics

@Suite("Colors mix in linear light")
struct LinearLightTests {
    @Test("the value of the light of a value is this value")
    func curvesAreInverse() {
        for value in stride(from: 0.0, through: 1, by: 1.0 / 64) {
            #expect(abs(LinearLight.value(of: LinearLight.light(of: value)) - value) < 1e-6)
        }
        #expect(abs(LinearLight.light(of: 0.5) - 0.214) < 0.001)
    }

    /// Draws a color below pixels, each with its value of a mask.
    private func merged(_ pixels: [UInt32], above color: UInt32, mask values: [UInt8], inLight: Bool) -> [UInt32] {
        var pixmap = Pixmap(width: pixels.count, height: 1)
        for index in pixels.indices { pixmap.pixels[index] = pixels[index] }
        let mask = AlphaMask()
        mask.reset(PixelRect(left: 0, top: 0, right: pixels.count, bottom: 1), to: 0)
        for (x, value) in values.enumerated() {
            mask.add(Coverage(PixelRect(left: x, top: 0, right: x + 1, bottom: 1)), opacity: value)
        }
        pixmap.withSurface { surface in
            surface.recordPainted(surface.bounds)
            if inLight { surface.mergeBelow(color, through: mask) } else { surface.fillBelow(color, through: mask) }
        }
        return pixmap.pixels
    }

    private func randomPixel(_ random: inout SeededGenerator, alpha: Int) -> UInt32 {
        func channel() -> UInt32 { UInt32(Int.random(in: 0...alpha, using: &random)) }
        return channel() | channel() << 8 | channel() << 16 | UInt32(alpha) << 24
    }

    @Test("a translucent pixel has the mean light of both colors, by their shares of its opacity", arguments: 1...8)
    func translucentPixelsMixLight(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let color = randomPixel(&random, alpha: Int.random(in: 1...255, using: &random))
        // A few in a row are equal, as inside shapes.
        let pixels = (0..<300).flatMap { _ in
            [UInt32](repeating: randomPixel(&random, alpha: Int.random(in: 1...254, using: &random)), count: 2)
        }
        let mask = pixels.map { _ in UInt8.random(in: 0...255, using: &random) }
        let plain = merged(pixels, above: color, mask: mask, inLight: false)
        let result = merged(pixels, above: color, mask: mask, inLight: true)
        for index in pixels.indices {
            let alpha = plain[index] >> 24
            #expect(result[index] >> 24 == alpha)
            let share = Double(pixels[index] >> 24) / Double(alpha)
            for shift in [0, 8, 16] as [UInt32] {
                func light(_ pixel: UInt32) -> Double {
                    let straight = (Double(pixel >> shift & 0xFF) / Double(pixel >> 24) * 255).rounded() / 255
                    return LinearLight.light(of: straight)
                }
                let mean = light(pixels[index]) * share + light(color) * (1 - share)
                let expected = LinearLight.value(of: mean) * Double(alpha)
                #expect(abs(Double(result[index] >> shift & 0xFF) - expected) <= 1.2, "pixel \(index)")
            }
        }
    }

    @Test("a color below opaque and transparent pixels, and where the mask is empty, needs no light")
    func otherPixelsStay() {
        let pixels: [UInt32] = [0xFF10_2030, 0, 0x8010_2030, 0xFF00_0000, 0, 0, 0, 0, 0, 0x0101_0101, 0xFFFF_FFFF]
        let mask: [UInt8] = [255, 255, 0, 128, 7, 0, 0, 0, 0, 0, 255]
        let color: UInt32 = 0xC080_4020
        #expect(
            merged(pixels, above: color, mask: mask, inLight: true)
                == merged(pixels, above: color, mask: mask, inLight: false))
        #expect(merged(pixels, above: 0, mask: mask, inLight: true) == pixels)
    }

    @Test("a picture that nothing changes in light has the rounding of both conversions", arguments: 1...4)
    func conversionsRound(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var pixels = (0..<200).flatMap { _ in
            [UInt32](
                repeating: randomPixel(&random, alpha: Int.random(in: 0...255, using: &random)),
                count: Int.random(in: 1...20, using: &random))
        }
        pixels += (0...255).map { 0xFF00_0000 | $0 << 16 | $0 << 8 | $0 }
        func converted(_ convert: (Surface) -> Void) -> [UInt32] {
            var pixmap = Pixmap(width: pixels.count, height: 1)
            for index in pixels.indices { pixmap.pixels[index] = pixels[index] }
            pixmap.withSurface { surface in
                surface.recordPainted(surface.bounds)
                convert(surface)
            }
            return pixmap.pixels
        }
        let once = converted { $0.convertToLinearLightAndBack() }
        #expect(once == converted { $0.inLinearLight {} })
        for (pixel, result) in zip(pixels, once) where pixel >> 24 == 255 {
            let light = (LinearLight.light(of: Double(pixel & 0xFF) / 255) * 255).rounded()
            #expect(abs(Double(result & 0xFF) - LinearLight.value(of: light / 255) * 255) <= 0.501)
        }
    }
}
