import SeededRandomness
import Testing
import VectorGraphics

@Suite("Masks grow, and surfaces are drawn on inside their shapes")
struct GrowthTests {
    /// Returns the values of a mask, row by row.
    private func values(_ mask: AlphaMask) -> [Int] {
        var pixmap = Pixmap(width: mask.bounds.width, height: mask.bounds.height)
        for index in pixmap.pixels.indices { pixmap.pixels[index] = 0xFFFF_FFFF }
        pixmap.withSurface { $0.apply(mask) }
        return pixmap.pixels.map { Int($0 >> 24) }
    }

    /// Returns a mask with whole pixels.
    private func mask(_ width: Int, _ height: Int, _ pixels: [(x: Int, y: Int)]) -> AlphaMask {
        let mask = AlphaMask()
        let bounds = PixelRect(left: 0, top: 0, right: width, bottom: height)
        var pixmap = Pixmap(width: width, height: height)
        for place in pixels { pixmap.pixels[place.y * width + place.x] = 0xFFFF_FFFF }
        pixmap.withSurface { mask.reset(bounds, toBlurredOpacityOf: $0, movedBy: .zero, sigma: 0) }
        return mask
    }

    @Test("a pixel is covered as far as it lies within the distance of the nearest pixel's edge", arguments: 0..<20)
    func growthFollowsDistances(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (width, height) = (Int.random(in: 1...20, using: &random), Int.random(in: 1...20, using: &random))
        let pixels = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            (x: Int.random(in: 0..<width, using: &random), y: Int.random(in: 0..<height, using: &random))
        }
        let distance = Double.random(in: 0.1...8, using: &random)
        let mask = mask(width, height, pixels)
        mask.grow(by: distance)
        for (index, value) in values(mask).enumerated() {
            let (x, y) = (index % width, index / width)
            let nearest = pixels.map { pixel -> Double in
                let (dx, dy) = (Double(pixel.x - x), Double(pixel.y - y))
                return (dx * dx + dy * dy).squareRoot()
            }.min()
            let expected = max(0, min(1, distance + 1 - (nearest ?? 0))) * 255
            #expect(abs(Double(value) - expected) <= 1, "seed \(seed), at \(x), \(y)")
        }
    }

    @Test("an empty mask, and a distance that is not above 0, change nothing")
    func nothingGrows() {
        for distance in [5, 0, -3, -Double.infinity, .nan] {
            let (empty, one) = (mask(4, 3, []), mask(3, 1, [(1, 0)]))
            empty.grow(by: distance)
            #expect(values(empty).allSatisfy { $0 == 0 })
            if !(distance > 0) {
                one.grow(by: distance)
                #expect(values(one) == [0, 255, 0])
            }
        }
        AlphaMask().grow(by: 5)
    }

    @Test("the edge of a shape is where a half covered pixel has its center")
    func partlyCoveredPixelsHaveEdgesInside() {
        let mask = AlphaMask()
        var pixmap = Pixmap(width: 6, height: 1)
        pixmap.pixels[0] = 0xFFFF_FFFF
        pixmap.pixels[1] = 0x4040_4040
        pixmap.withSurface { mask.reset($0.bounds, toBlurredOpacityOf: $0, movedBy: .zero, sigma: 0) }
        mask.grow(by: 2)
        // The shape ends after 1.25 pixels, and the grown one after 3.25.
        #expect(zip(values(mask), [255, 255, 255, 64, 0, 0]).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test("what is drawn inside keeps the alphas, and mixes the colors by its own alpha", arguments: 0..<10)
    func drawingInsideKeepsAlphas(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func pixel() -> UInt32 {
            let alpha = [0, 1, 127, 255].randomElement(using: &random) ?? 255
            return PixelArithmetic.scaled(
                UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000, by: UInt32(alpha))
        }
        var (below, above) = (Pixmap(width: 20, height: 5), Pixmap(width: 20, height: 5))
        for index in below.pixels.indices { (below.pixels[index], above.pixels[index]) = (pixel(), pixel()) }
        let (old, top) = (below.pixels, above.pixels)
        above.withSurface { source in below.withSurface { $0.drawInside(source) } }
        for index in old.indices {
            let (new, share) = (below.pixels[index], Double(top[index] >> 24) / 255)
            #expect(new >> 24 == old[index] >> 24 && new.isPremultiplied)
            for shift: UInt32 in [0, 8, 16] {
                let (b, t) = (Double(old[index] >> shift & 0xFF), Double(top[index] >> shift & 0xFF))
                let expected = t * Double(old[index] >> 24) / 255 + b * (1 - share)
                #expect(abs(Double(new >> shift & 0xFF) - expected) <= 1.01, "seed \(seed)")
            }
        }
    }
}
