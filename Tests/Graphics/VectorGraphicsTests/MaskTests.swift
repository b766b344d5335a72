import Testing
import VectorGraphics

@Suite("Masks are combined by their operations")
struct AlphaMaskTests {
    private static let pixel = PixelRect(left: 0, top: 0, right: 1, bottom: 1)

    /// Returns the values of a mask: the alphas of opaque pixels after the mask is applied to them.
    private func bytes(_ mask: AlphaMask, width: Int = 1, height: Int = 1) -> [Int] {
        var pixmap = Pixmap(width: width, height: height)
        for index in pixmap.pixels.indices { pixmap.pixels[index] = 0xFFFF_FFFF }
        pixmap.withSurface { $0.apply(mask) }
        return pixmap.pixels.map { Int($0 >> 24) }
    }

    private static let operations: [(MaskOperation, @Sendable (Double, Double) -> Double)] = [
        (.add, { v, c in v + c * (1 - v) }),
        (.subtract, { v, c in v * (1 - c) }),
        (.intersect, { v, c in v * c }),
        (.lighten, { v, c in max(v, c) }),
        (.darken, { v, c in min(v, c) }),
        (.difference, { v, c in abs(v - c) }),
    ]

    @Test("each operation follows its formula", arguments: operations.indices, [255, 128, 0] as [UInt8])
    func operationsFollowTheirFormulas(index: Int, opacity: UInt8) {
        let (operation, formula) = Self.operations[index]
        let (mask, other) = (AlphaMask(), AlphaMask())
        for v in stride(from: 0, through: 255, by: 17) {
            for c in stride(from: 0, through: 255, by: 17) {
                mask.reset(Self.pixel, to: UInt8(v))
                other.reset(Self.pixel, to: UInt8(c))
                mask.combine(other, operation, opacity: opacity)
                let exact = 255 * formula(Double(v) / 255, Double(c) / 255 * Double(opacity) / 255)
                #expect(abs(Double(bytes(mask)[0]) - exact) <= 1, "\(operation) of \(v) and \(c)")
            }
        }
    }

    @Test("shapes are added and subtracted by their coverage and opacity")
    func coverageIsAddedAndSubtracted() {
        let area = PixelRect(left: 0, top: 0, right: 4, bottom: 1)
        let mask = AlphaMask()
        mask.reset(area, to: 0)
        mask.add(Coverage(PixelRect(left: 1, top: 0, right: 9, bottom: 2)), opacity: 128)
        #expect(bytes(mask, width: 4) == [0, 128, 128, 128])
        mask.add(Coverage(PixelRect(left: 2, top: -3, right: 3, bottom: 4)), opacity: 255)
        #expect(bytes(mask, width: 4) == [0, 128, 255, 128])
        mask.subtract(Coverage(PixelRect(left: 2, top: 0, right: 4, bottom: 1)), opacity: 64)
        #expect(bytes(mask, width: 4) == [0, 128, 191, 96])
        mask.invert()
        #expect(bytes(mask, width: 4) == [255, 127, 64, 159])
    }

    @Test("many pixels are multiplied like single ones, whatever their number is", arguments: [7, 8, 9, 16, 43])
    func manyPixelsAreMultipliedLikeSingleOnes(count: Int) {
        // Eight pixels that are hidden, eight that are shown, and others.
        func value(_ index: Int) -> UInt8 { index < 8 ? 0 : index < 16 ? 255 : UInt8(truncatingIfNeeded: index &* 37) }
        func filled(_ width: Int, _ value: (Int) -> UInt8) -> AlphaMask {
            let mask = AlphaMask()
            mask.reset(PixelRect(left: 0, top: 0, right: width, bottom: 1), to: 0)
            for x in 0..<width {
                mask.add(Coverage(PixelRect(left: x, top: 0, right: x + 1, bottom: 1)), opacity: value(x))
            }
            return mask
        }
        for turn in 0..<3 {
            func cover(_ index: Int) -> UInt8 { value((index + 8 * turn) % 43) }
            func own(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: index &* 91 &+ 5) }
            for operation in [MaskOperation.subtract, .intersect] {
                let mask = filled(count, own)
                mask.combine(filled(count, cover), operation, opacity: 255)
                let singles = (0..<count).map { index -> Int in
                    let single = filled(1) { _ in own(index) }
                    single.combine(filled(1) { _ in cover(index) }, operation, opacity: 255)
                    return bytes(single)[0]
                }
                #expect(bytes(mask, width: count) == singles, "\(operation), turn \(turn)")
            }
        }
    }

    @Test("a mask that is multiplied by a coverage is empty between and beside its spans")
    func maskIsEmptyOutsideOfCoverage() {
        let mask = AlphaMask()
        mask.reset(PixelRect(left: 0, top: 0, right: 4, bottom: 3), to: 200)
        mask.multiply(by: Coverage(PixelRect(left: -5, top: 1, right: 2, bottom: 9)))
        #expect(bytes(mask, width: 4, height: 3) == [0, 0, 0, 0, 200, 200, 0, 0, 200, 200, 0, 0])
        mask.multiply(by: Coverage(PixelRect(left: 1, top: -2, right: 9, bottom: 2)))
        #expect(bytes(mask, width: 4, height: 3) == [0, 0, 0, 0, 0, 200, 0, 0, 0, 0, 0, 0])
        mask.multiply(by: Coverage())
        #expect(bytes(mask, width: 4, height: 3).allSatisfy { $0 == 0 })
    }

    @Test("a mask is empty outside of its bounds")
    func maskIsEmptyOutsideBounds() {
        let (mask, other) = (AlphaMask(), AlphaMask())
        mask.reset(PixelRect(left: 0, top: 0, right: 3, bottom: 2), to: 200)
        other.reset(PixelRect(left: 1, top: 1, right: 2, bottom: 3), to: 255)
        mask.multiply(by: other)
        #expect(bytes(mask, width: 4, height: 2) == [0, 0, 0, 0, 0, 200, 0, 0])
    }
}

@Suite("A matte reveals where it is opaque or bright, or the reverse")
struct MatteTests {
    private func matted(_ pixels: [UInt32], by matte: [UInt32], _ channel: MatteChannel, isInverted: Bool) -> [UInt32] {
        var picture = Pixmap(width: pixels.count, height: 1)
        var other = Pixmap(width: matte.count, height: 1)
        picture.pixels = pixels
        other.pixels = matte
        picture.withSurface { surface in
            other.withSurface { surface.apply($0, channel: channel, isInverted: isInverted) }
        }
        return picture.pixels
    }

    @Test("an alpha matte reveals by its opacity")
    func alphaMatteRevealsByOpacity() {
        let pixels: [UInt32] = [0xFF00_00FF, 0xFF00_00FF, 0xFF00_00FF]
        let matte: [UInt32] = [0xFF00_0000, 0x8040_0000, 0]
        #expect(matted(pixels, by: matte, .alpha, isInverted: false) == [0xFF00_00FF, 0x8000_0080, 0])
        #expect(matted(pixels, by: matte, .alpha, isInverted: true) == [0, 0x7F00_007F, 0xFF00_00FF])
    }

    @Test(
        "a luma matte reveals by 0.2126 R + 0.7152 G + 0.0722 B of its premultiplied values",
        arguments: [
            (0xFFFF_FFFF, 1.0), (0xFF00_00FF, 0.2126), (0xFF00_FF00, 0.7152), (0xFFFF_0000, 0.0722),
            (0xFF00_0000, 0), (0x8080_8080, 0.502), (0, 0),
        ] as [(UInt32, Double)])
    func lumaMatteRevealsByLuminance(matte: UInt32, share: Double) {
        let found = matted([0xFFFF_FFFF], by: [matte], .luminance, isInverted: false)[0]
        #expect(found.isNear(RGBA(share, share, share, share), by: 1))
        let inverted = matted([0xFFFF_FFFF], by: [matte], .luminance, isInverted: true)[0]
        #expect(inverted == 0xFFFF_FFFF - found)
    }

    @Test("a matte is transparent outside of its bounds")
    func matteIsTransparentOutsideBounds() {
        let pixels: [UInt32] = [0xFFFF_FFFF, 0xFFFF_FFFF]
        #expect(matted(pixels, by: [0xFFFF_FFFF], .alpha, isInverted: false) == [0xFFFF_FFFF, 0])
        #expect(matted(pixels, by: [0xFFFF_FFFF], .luminance, isInverted: true) == [0, 0xFFFF_FFFF])
    }
}
