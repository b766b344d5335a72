import Testing
import VectorGraphics

@Suite("Blurs spread pixels and masks")
struct BlurTests {
    private static let bounds = PixelRect(left: -7, top: 3, right: 84, bottom: 62)
    private let memory = OffscreenSurface()

    /// Returns a surface with translucent pixels of many colors in `area`.
    private func surface(_ memory: OffscreenSurface, paintedIn area: PixelRect) -> Surface {
        var state: UInt32 = 1
        let surface = memory.makeSurface(Self.bounds)
        for y in area.top..<area.bottom {
            for x in area.left..<area.right {
                state = state &* 1_664_525 &+ 1_013_904_223
                surface.row(y)[x] = PixelArithmetic.scaled(state | 0xFF00_0000, by: state >> 24)
            }
        }
        surface.recordPainted(area)
        return surface
    }

    /// Returns the pixels of `area`, row by row.
    private func pixels(_ surface: Surface, _ area: PixelRect) -> [UInt32] {
        (area.top..<area.bottom).flatMap { y in (area.left..<area.right).map { surface.row(y)[$0] } }
    }

    /// Returns the values of a mask in `area`: the alphas of opaque pixels after the mask is applied to them.
    private func values(_ mask: AlphaMask, _ area: PixelRect) -> [UInt8] {
        let memory = OffscreenSurface()
        defer { withExtendedLifetime(memory) {} }
        let ground = memory.makeSurface(area)
        ground.fill(Coverage(area), with: .color(0xFFFF_FFFF))
        ground.apply(mask)
        return pixels(ground, area).map { UInt8($0 >> 24) }
    }

    private static let area = PixelRect(left: 11, top: 9, right: 48, bottom: 40)

    @Test(
        "only the wanted pixels are computed; they are the same as if all were, and the others become transparent",
        arguments: [0.8, 2, 5, 30], [false, true])
    func onlyWantedPixelsAreComputed(sigma: Double, repeatsEdges: Bool) {
        let wanted = PixelRect(left: 2, top: 5, right: 30, bottom: 17)
        let other = OffscreenSurface()
        defer { withExtendedLifetime((memory, other)) {} }
        let whole = surface(memory, paintedIn: Self.area)
        whole.blur(sigmaX: sigma, sigmaY: sigma / 2, repeatsEdges: repeatsEdges)
        let part = surface(other, paintedIn: Self.area)
        part.blur(sigmaX: sigma, sigmaY: sigma / 2, repeatsEdges: repeatsEdges, within: wanted)
        #expect(pixels(part, wanted) == pixels(whole, wanted))
        #expect(pixels(part, wanted).contains { $0 != 0 })
        #expect(wanted.contains(part.painted))
        let outside = zip(pixels(part, Self.bounds), 0...).filter { _, index in
            let (x, y) = (Self.bounds.left + index % Self.bounds.width, Self.bounds.top + index / Self.bounds.width)
            return !wanted.contains(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
        }
        #expect(outside.allSatisfy { $0.0 == 0 })
    }

    @Test("no color exceeds the alpha after a blur", arguments: [0.3, 1, 2, 7, 400])
    func colorsStayBelowAlpha(sigma: Double) {
        defer { withExtendedLifetime(memory) {} }
        let surface = surface(memory, paintedIn: Self.area)
        surface.blur(sigmaX: sigma, sigmaY: sigma)
        #expect(
            pixels(surface, Self.bounds).allSatisfy { pixel in
                (0..<3).allSatisfy { pixel >> (8 * $0) & 0xFF <= pixel >> 24 }
            })
    }

    @Test("what leaves the wanted pixels in one average returns in the next", arguments: [3.0, 20])
    func averagesReachBeyondWantedPixels(sigma: Double) {
        let line = PixelRect(left: 0, top: 0, right: 12, bottom: 1)
        let (near, far) = (AlphaMask(), AlphaMask())
        let (source, target) = (AlphaMask(), AlphaMask())
        source.reset(line, to: 255)
        target.reset(PixelRect(left: -200, top: 0, right: 212, bottom: 1), toBlurOf: source, sigmaX: sigma, sigmaY: 0)
        far.reset(line, toBlurOf: source, sigmaX: sigma, sigmaY: 0)
        near.reset(PixelRect(left: 5, top: 0, right: 7, bottom: 1), toBlurOf: source, sigmaX: sigma, sigmaY: 0)
        #expect(values(far, line) == values(target, line))
        let centre = PixelRect(left: 5, top: 0, right: 7, bottom: 1)
        #expect(values(near, centre) == values(target, centre))
    }

    @Test(
        "the blur of a mask and of a surface's opacity is the alpha of the surface's blur",
        arguments: [0.02, 1.5, 4, 11.5])
    func masksBlurLikeAlpha(sigma: Double) {
        defer { withExtendedLifetime(memory) {} }
        let surface = surface(memory, paintedIn: Self.area)
        let (source, fromMask, moved) = (AlphaMask(), AlphaMask(), AlphaMask())
        source.reset(Self.area, toBlurredOpacityOf: surface, movedBy: .zero, sigma: 0)
        #expect(values(source, Self.area) == pixels(surface, Self.area).map { UInt8($0 >> 24) })
        fromMask.reset(Self.bounds, toBlurOf: source, sigmaX: sigma, sigmaY: sigma)
        let shifted = PixelRect(
            left: Self.bounds.left + 3, top: Self.bounds.top - 5, right: Self.bounds.right + 3,
            bottom: Self.bounds.bottom - 5)
        moved.reset(shifted, toBlurredOpacityOf: surface, movedBy: Point(3, -5), sigma: sigma)
        #expect(values(moved, shifted) == values(fromMask, Self.bounds))
        surface.blur(sigmaX: sigma, sigmaY: sigma)
        #expect(values(fromMask, Self.bounds) == pixels(surface, Self.bounds).map { UInt8($0 >> 24) })
    }

    @Test("a movement by a fraction of a pixel divides each pixel's opacity among its neighbours")
    func movementByFractionDividesOpacity() {
        defer { withExtendedLifetime(memory) {} }
        let surface = memory.makeSurface(Self.bounds)
        surface.fill(Coverage(PixelRect(left: 2, top: 5, right: 3, bottom: 6)), with: .color(0xC800_0000))
        let mask = AlphaMask()
        let around = PixelRect(left: 1, top: 4, right: 5, bottom: 8)
        mask.reset(around, toBlurredOpacityOf: surface, movedBy: Point(0.25, 1.5), sigma: 0)
        #expect(values(mask, around) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 75, 25, 0, 0, 75, 25, 0])
        for offset in [Point(.nan, 0), Point(0, .infinity), Point(1e9, 0)] {
            mask.reset(around, toBlurredOpacityOf: surface, movedBy: offset, sigma: 1)
            #expect(values(mask, around).allSatisfy { $0 == 0 })
        }
    }

    @Test("a full mask whose edges repeat stays full", arguments: [0.5, 3, 90])
    func repeatedEdgesKeepMaskFull(sigma: Double) {
        let (source, mask) = (AlphaMask(), AlphaMask())
        source.reset(Self.area, to: 255)
        mask.reset(Self.area, toBlurOf: source, sigmaX: sigma, sigmaY: sigma, repeatsEdges: true)
        #expect(values(mask, Self.area).allSatisfy { $0 == 255 })
    }

    @Test("a color is drawn below a picture through a mask")
    func colorIsDrawnBelowPicture() {
        defer { withExtendedLifetime(memory) {} }
        let surface = surface(memory, paintedIn: Self.area)
        let before = pixels(surface, Self.bounds)
        let mask = AlphaMask()
        mask.reset(Self.bounds, toBlurredOpacityOf: surface, movedBy: Point(4, 4), sigma: 3)
        let color: UInt32 = 0x8040_2010
        surface.fillBelow(color, through: mask)
        let expected = zip(before, values(mask, Self.bounds)).map { pixel, value in
            PixelArithmetic.over(pixel, PixelArithmetic.scaled(color, by: UInt32(value)))
        }
        #expect(pixels(surface, Self.bounds) == expected)
    }
}
