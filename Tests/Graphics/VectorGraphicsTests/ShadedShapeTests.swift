import Testing
import VectorGraphics

@Suite("Kept colors of a shape are those of its paint")
struct ShadedShapeTests {
    private static let area = PixelRect(left: 0, top: 0, right: 24, bottom: 18)

    private func paints() -> [Paint] {
        let stops = [
            GradientStop(offset: 0, color: [1, 0, 0, 1]), GradientStop(offset: 0.6, color: [0, 1, 0, 0.4]),
            GradientStop(offset: 1, color: [0, 0, 1, 1]),
        ]
        let opaque = stops.map { GradientStop(offset: $0.offset, color: [$0.color.x, $0.color.y, $0.color.z, 1]) }
        let turned = AffineTransform(a: 0.5, b: 0.3, c: -0.3, d: 0.5, tx: 4, ty: 1)
        var picture = Pixmap(width: 40, height: 30)
        for index in picture.pixels.indices {
            picture.pixels[index] = PixelArithmetic.scaled(
                0xFF00_0000 | UInt32(index * 7_919 % 0xFF_FFFF), by: UInt32(index % 256))
        }
        let mipmaps = MipmappedPicture(picture)
        return [
            .gradient(Gradient(shape: .linear(start: Point(2, 3), end: Point(20, 9)), stops: stops), transform: turned),
            .gradient(
                Gradient(shape: .linear(start: Point(2, 3), end: Point(20, 9)), stops: opaque), transform: .identity),
            .gradient(
                Gradient(shape: .radial(center: Point(9, 9), radius: 7, focus: Point(8, 7)), stops: stops),
                transform: turned),
            .picture(mipmaps, transform: .scale(x: 0.4, y: 0.7)), .picture(mipmaps, transform: turned),
        ]
    }

    private func shape() -> Coverage {
        let rasterizer = Rasterizer()
        var coverage = Coverage()
        rasterizer.begin(clip: Self.area)
        rasterizer.fill(
            .rectangle(2.3, 1.6, 17.2, 14.5), transform: AffineTransform(a: 1, b: 0.1, c: 0.2, d: 1, tx: 0, ty: 0))
        rasterizer.finish(.nonZero, into: &coverage)
        return coverage
    }

    @Test("a shape is filled with kept colors as with the paint", arguments: 0..<5, [255, 77] as [UInt8])
    func keptColorsFillLikePaint(index: Int, opacity: UInt8) throws {
        let paint = paints()[index]
        let coverage = shape()
        let colors = try #require(ShadedShape(coverage, with: paint))
        let mask = AlphaMask()
        mask.reset(PixelRect(left: 5, top: 4, right: 19, bottom: 12), to: 99)
        for mask in [nil, mask] {
            var (kept, direct) = (Pixmap(width: 24, height: 18), Pixmap(width: 24, height: 18))
            for index in direct.pixels.indices { direct.pixels[index] = 0x8040_2010 }
            kept.pixels = direct.pixels
            direct.withSurface { $0.fill(coverage, with: paint, opacity: opacity, mask: mask) }
            kept.withSurface { $0.fill(coverage, with: colors, opacity: opacity, mask: mask) }
            #expect(kept == direct)
        }
    }

    @Test("a single color needs no kept pixels, and an empty shape has none")
    func colorsNeedNoPixels() {
        #expect(ShadedShape(shape(), with: .color(0xFF00_00FF)) == nil)
        #expect(ShadedShape(Coverage(), with: paints()[0])?.pixelCount == 0)
        #expect(ShadedShape(Coverage(), with: paints()[3])?.pixelCount == 0)
    }
}
