import SeededRandomness
import Testing
import VectorGraphics

@Suite("A part of a picture is set to the means of finer pixels")
struct AveragingTests {
    /// Draws random pixels on a surface of `factor` times the size of `area`, and returns their rounded means.
    private func means(of area: PixelRect, factor: Int, on surface: Surface, seed: UInt64) -> [UInt32] {
        var random = SeededGenerator(seed: seed)
        var means: [UInt32] = []
        for y in area.top..<area.bottom {
            for x in area.left..<area.right {
                var sums = [UInt32](repeating: 0, count: 4)
                for row in y * factor..<(y + 1) * factor {
                    for column in x * factor..<(x + 1) * factor {
                        let pixel = UInt32.random(in: 0...UInt32.max, using: &random)
                        surface.row(row)[column] = pixel
                        for channel in 0..<4 { sums[channel] += pixel >> UInt32(8 * channel) & 0xFF }
                    }
                }
                let count = UInt32(factor * factor)
                means.append((0..<4).reduce(0) { $0 | ((sums[$1] + count / 2) / count) << UInt32(8 * $1) })
            }
        }
        surface.recordPainted(surface.bounds)
        return means
    }

    @Test("each channel is the exact mean, rounded to nearest, whatever the factor", arguments: 1...16)
    func channelsAreRoundedMeans(factor: Int) {
        let area = PixelRect(left: 2, top: 1, right: 7, bottom: 4)
        let memory = OffscreenSurface()
        withExtendedLifetime(memory) {
            let surface = memory.makeSurface(area.multiplied(by: factor))
            let expected = means(of: area, factor: factor, on: surface, seed: UInt64(factor))
            var picture = Pixmap(width: 8, height: 5)
            picture.average(surface, factor: factor)
            #expect((1..<4).flatMap { y in (2..<7).map { picture[$0, y] } } == expected)
        }
    }

    @Test("pixels of the part that nothing was painted on become transparent, and pixels outside it stay")
    func onlyThePartChanges() {
        let memory = OffscreenSurface()
        withExtendedLifetime(memory) {
            let surface = memory.makeSurface(PixelRect(left: 4, top: 4, right: 12, bottom: 12))
            surface.row(6)[6] = 0xFFFF_FFFF
            surface.recordPainted(PixelRect(left: 6, top: 6, right: 7, bottom: 7))
            var picture = Pixmap(width: 8, height: 8)
            for index in picture.pixels.indices { picture.pixels[index] = 0xFF00_00FF }
            picture.average(surface, factor: 2)
            #expect(picture[3, 3] == 0x4040_4040)
            #expect(picture[2, 2] == 0 && picture[5, 5] == 0)
            #expect(picture[1, 1] == 0xFF00_00FF && picture[6, 6] == 0xFF00_00FF)
        }
    }
}
