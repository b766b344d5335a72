import Testing
import VectorGraphics

@Suite("Surfaces track their painted area")
struct SurfaceTests {
    private let bounds = PixelRect(left: -4, top: -4, right: 12, bottom: 12)
    private let red: UInt32 = 0xFF00_00FF

    private func square(_ left: Int, _ top: Int, _ side: Int) -> Coverage {
        Coverage(PixelRect(left: left, top: top, right: left + side, bottom: top + side))
    }

    private func pixels(of surface: Surface) -> [UInt32] {
        (0..<(surface.bounds.width * surface.bounds.height)).map { surface.pixels[$0] }
    }

    @Test("a fill extends the painted area by its bounds inside the surface")
    func fillExtendsPaintedArea() {
        let memory = OffscreenSurface()
        defer { withExtendedLifetime(memory) {} }
        let surface = memory.makeSurface(bounds)
        #expect(surface.painted.isEmpty)
        surface.fill(square(2, 3, 4), with: .color(red))
        #expect(surface.painted == PixelRect(left: 2, top: 3, right: 6, bottom: 7))
        surface.fill(square(10, 10, 9), with: .color(red))
        #expect(surface.painted == PixelRect(left: 2, top: 3, right: 12, bottom: 12))
    }

    @Test("a cleared picture is transparent, whoever painted it", arguments: 0..<6)
    func clearedPictureIsTransparent(kind: Int) {
        let red = red
        var picture = Pixmap(width: 16, height: 12)
        let empty = picture
        switch kind {
        case 0: picture.withSurface { $0.fill(square(3, 2, 5), with: .color(red)) }
        case 1: picture[15, 11] = red
        case 2: picture.pixels[20] = red
        case 3: picture.pixels = Array(repeating: red, count: 16 * 12)
        case 4:
            let memory = OffscreenSurface()
            defer { withExtendedLifetime(memory) {} }
            let fine = memory.makeSurface(PixelRect(left: 8, top: 4, right: 24, bottom: 20))
            fine.fill(square(8, 4, 16), with: .color(red))
            picture.average(fine, factor: 2)
        default: picture.pixels.withUnsafeMutableBufferPointer { $0[100] = red }
        }
        let copy = picture
        #expect(picture != empty && copy == picture)
        picture.clear()
        #expect(picture == empty && picture.pixels.allSatisfy { $0 == 0 } && copy != picture)
        // The memory of the area that a picture has painted begins anew.
        picture.withSurface { surface in
            #expect(surface.painted.isEmpty)
            surface.fill(square(0, 0, 2), with: .color(red))
            #expect(surface.painted == PixelRect(left: 0, top: 0, right: 2, bottom: 2))
        }
    }

    @Test("reused memory is transparent, whatever the shape of the new surface")
    func reusedMemoryIsTransparent() {
        let memory = OffscreenSurface()
        defer { withExtendedLifetime(memory) {} }
        memory.makeSurface(bounds).fill(square(-4, -4, 16), with: .color(red))
        let next = memory.makeSurface(PixelRect(left: 0, top: 0, right: 7, bottom: 9))
        #expect(pixels(of: next).allSatisfy { $0 == 0 } && next.painted.isEmpty)
        next.fill(square(1, 1, 2), with: .color(red))
        #expect(pixels(of: memory.makeSurface(bounds)).allSatisfy { $0 == 0 })
    }

    @Test("runs of any length are drawn as their pixels one by one", arguments: 1..<41)
    func runsEqualSinglePixels(length: Int) {
        let memory = [OffscreenSurface(), OffscreenSurface()]
        defer { withExtendedLifetime(memory) {} }
        let area = PixelRect(left: 0, top: 0, right: length + 2, bottom: 1)
        let (source, target) = (memory[0].makeSurface(area), memory[1].makeSurface(area))
        let run = Coverage(PixelRect(left: 1, top: 0, right: length + 1, bottom: 1))
        for opacity in [255, 200, 1] as [UInt8] {
            for color in [red, 0x8040_2000, 0x0100_0000] as [UInt32] {
                var (filled, drawn): ([UInt32], [UInt32]) = ([], [])
                for x in 0..<area.right {
                    let ground = UInt32(x % 5) &* 0x2D0C_1E05
                    (source.pixels[x], target.pixels[x]) = (x % 3 == 0 ? 0 : color, ground)
                    let isInside = x > 0 && x <= length
                    func over(_ pixel: UInt32) -> UInt32 {
                        PixelArithmetic.over(PixelArithmetic.scaled(pixel, by: UInt32(opacity)), ground)
                    }
                    filled.append(isInside ? over(color) : ground)
                    drawn.append(isInside ? over(source.pixels[x]) : ground)
                }
                let grounds = pixels(of: target)
                target.fill(run, with: .color(color), opacity: opacity)
                #expect(pixels(of: target) == filled)
                for x in 0..<area.right { target.pixels[x] = grounds[x] }
                source.recordPainted(area)
                target.draw(source, within: run.bounds, opacity: opacity)
                #expect(pixels(of: target) == drawn)
            }
        }
    }

    @Test("drawing one surface onto another extends the painted area by that of the first")
    func drawingExtendsPaintedArea() {
        let (below, above) = (OffscreenSurface(), OffscreenSurface())
        defer { withExtendedLifetime((below, above)) {} }
        let (ground, surface) = (below.makeSurface(bounds), above.makeSurface(bounds))
        surface.fill(square(1, 1, 3), with: .color(red))
        ground.draw(surface)
        #expect(ground.painted == surface.painted)
        #expect(pixels(of: ground) == pixels(of: surface))
    }

    @Test("nothing is left outside of a matte, and everything outside of an inverted one", arguments: [false, true])
    func matteClearsOutside(isInverted: Bool) {
        let (below, above) = (OffscreenSurface(), OffscreenSurface())
        defer { withExtendedLifetime((below, above)) {} }
        let (surface, matte) = (below.makeSurface(bounds), above.makeSurface(bounds))
        surface.fill(square(0, 0, 6), with: .color(red))
        matte.fill(square(3, 3, 6), with: .color(red))
        surface.apply(matte, channel: .alpha, isInverted: isInverted)
        for y in bounds.top..<bounds.bottom {
            for x in bounds.left..<bounds.right {
                let isCovered = (0..<6).contains(x) && (0..<6).contains(y)
                let isInMatte = (3..<9).contains(x) && (3..<9).contains(y)
                #expect(surface.row(y)[x] == (isCovered && isInMatte != isInverted ? red : 0))
            }
        }
    }

    /// Returns the result of three successive box averages of `row`, each with its extent to the left and to the right.
    private func boxAveraged(_ row: [Double], _ boxes: [(left: Int, right: Int)]) -> [Double] {
        boxes.reduce(row) { row, box in
            row.indices.map { place in
                let sum = (place - box.left...place + box.right).reduce(0) {
                    $0 + (row.indices.contains($1) ? row[$1] : 0)
                }
                return sum / Double(box.left + box.right + 1)
            }
        }
    }

    /// The size of each box is ⌊σ · 3√(2π)/4 + ½⌋.
    ///
    /// If it is even, two boxes are offset by half a pixel in opposite directions, and the third one is a pixel wider
    /// (Filter Effects, feGaussianBlur).
    @Test(
        "a blur with a deviation of 2 or more is three box averages",
        arguments: [(2.0, 4), (2.5, 5), (3, 6), (5, 9), (7.9, 15), (8.2, 15), (8.3, 16), (20, 38)])
    func largeBlurIsThreeBoxAverages(sigma: Double, size: Int) {
        let memory = OffscreenSurface()
        let surface = memory.makeSurface(PixelRect(left: 0, top: 0, right: 200, bottom: 1))
        let bar = 80..<113
        surface.fill(Coverage(PixelRect(left: 80, top: 0, right: 113, bottom: 1)), with: .color(0xFFFF_FFFF))
        surface.blur(sigmaX: sigma, sigmaY: 0)
        let half = size / 2
        let expected = boxAveraged(
            (0..<200).map { bar.contains($0) ? 255 : 0 },
            size % 2 == 1
                ? Array(repeating: (half, half), count: 3) : [(half, half - 1), (half - 1, half), (half, half)])
        for (x, value) in expected.enumerated() {
            #expect(abs(Double(surface.row(0)[x] >> 24) - value) < 0.6, "column \(x)")
        }
    }

    @Test("a blur with a smaller deviation is a Gaussian", arguments: [0.5, 1, 1.5, 1.99])
    func smallBlurIsGaussian(sigma: Double) {
        let memory = OffscreenSurface()
        let surface = memory.makeSurface(PixelRect(left: 0, top: 0, right: 41, bottom: 1))
        surface.fill(Coverage(PixelRect(left: 20, top: 0, right: 21, bottom: 1)), with: .color(0xFFFF_FFFF))
        surface.blur(sigmaX: sigma, sigmaY: 0)
        // The kernel is normalised over whole pixels up to three deviations, so its peak differs slightly.
        let weights = (0..<41).map { Double(surface.row(0)[$0] >> 24) }
        #expect(weights == weights.reversed())
        let peak = 255 / (sigma * (2 * Double.pi).squareRoot())
        #expect(abs(weights[20] - peak) < (sigma < 1 ? 6 : 1.5))
    }

    @Test("a blur extends beyond the painted area")
    func blurExtendsPaintedArea() {
        let memory = OffscreenSurface()
        defer { withExtendedLifetime(memory) {} }
        let surface = memory.makeSurface(bounds)
        surface.fill(square(3, 3, 2), with: .color(red))
        surface.blur(sigmaX: 1, sigmaY: 1)
        #expect(surface.row(2)[2] != 0)
        #expect(surface.painted.contains(PixelRect(left: 1, top: 1, right: 7, bottom: 7)))
        #expect(pixels(of: memory.makeSurface(bounds)).allSatisfy { $0 == 0 })
    }
}
