import ImageCoding
import SeededRandomness
import Testing
import VectorGraphics

@Suite("Pictures are reduced to few colors")
struct ColorReductionTests {
    @Test("the pictures have at most the requested number of colors", arguments: [2, 3, 16, 255])
    func colorCountIsLimited(most: Int) {
        var pictures = [noise(seed: 1), noise(seed: 2)]
        let reduction = ColorReduction(of: pictures, to: most)
        for index in pictures.indices { reduction.apply(to: &pictures[index]) }
        let colors = Set(pictures.flatMap(\.pixels)).subtracting([0])
        #expect(colors.count <= most && !colors.isEmpty)
        #expect(PNGPalette(of: pictures) != nil)
    }

    @Test("few distant colors stay unchanged")
    func fewDistantColorsAreUnchanged() {
        let colors: [UInt32] = [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0x8000_4000, 0]
        var picture = Pixmap(width: 10, height: 10)
        for index in picture.pixels.indices { picture.pixels[index] = colors[index % colors.count] }
        let before = picture
        ColorReduction(of: [picture], to: 4).apply(to: &picture)
        #expect(picture == before)
    }

    @Test("opaque pixels stay opaque, and transparent ones stay transparent", arguments: [UInt64](1...8))
    func opacityClassIsPreserved(seed: UInt64) {
        let before = noise(seed: seed)
        var after = before
        ColorReduction(of: [before], to: 255).apply(to: &after)
        for (old, new) in zip(before.pixels, after.pixels) {
            #expect(old >> 24 != 255 || new >> 24 == 255, "seed \(seed)")
            #expect((old == 0) == (new == 0), "seed \(seed)")
            let largest = max(new & 255, new >> 8 & 255, new >> 16 & 255)
            #expect(largest <= new >> 24, "seed \(seed)")
        }
    }

    @Test("each color of a ramp of 1024 changes by at most three steps")
    func rampColorsChangeLittle() {
        var picture = Pixmap(width: 256, height: 4)
        for x in 0..<256 {
            for y in 0..<4 { picture[x, y] = 0xFF00_0000 | UInt32(x) << 8 | UInt32(y) }
        }
        var reduced = picture
        ColorReduction(of: [picture], to: 255).apply(to: &reduced)
        for (old, new) in zip(picture.pixels, reduced.pixels) {
            #expect(abs(Int(old >> 8 & 255) - Int(new >> 8 & 255)) <= 3)
            #expect(new >> 24 == 255)
        }
    }

    @Test("equal pictures always get equal colors")
    func equalPicturesGetEqualColors() {
        func reduced() -> Pixmap {
            var picture = noise(seed: 9)
            ColorReduction(of: [picture], to: 50).apply(to: &picture)
            return picture
        }
        #expect(reduced() == reduced())
    }

    @Test("empty pictures stay unchanged, and no pictures are allowed")
    func emptyPicturesAreUnchanged() {
        var picture = Pixmap(width: 3, height: 3)
        ColorReduction(of: [picture]).apply(to: &picture)
        ColorReduction(of: []).apply(to: &picture)
        #expect(picture == Pixmap(width: 3, height: 3))
    }

    private func noise(seed: UInt64) -> Pixmap {
        var random = SeededGenerator(seed: seed)
        var picture = Pixmap(width: 32, height: 32)
        for index in picture.pixels.indices {
            let alpha = UInt32([255, 255, 1 + random.next(below: 255), 0][random.next(below: 4)])
            func channel() -> UInt32 { UInt32(random.next(below: Int(alpha) + 1)) }
            picture.pixels[index] = alpha << 24 | channel() << 16 | channel() << 8 | channel()
        }
        return picture
    }
}
