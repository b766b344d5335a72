import SeededRandomness
import Testing
import VectorGraphics

/// Returns the picture of a paint that fills a whole canvas.
func filledPixmap(_ width: Int, _ height: Int, _ paint: Paint, opacity: UInt8 = 255) -> Pixmap {
    var pixmap = Pixmap(width: width, height: height)
    pixmap.withSurface { surface in
        surface.fill(Coverage(surface.bounds), with: paint, opacity: opacity)
    }
    return pixmap
}

@Suite("Colors fill the coverage of shapes")
struct ColorPaintTests {
    @Test(
        "the color is multiplied by coverage and opacity",
        arguments: [(255, 255), (128, 255), (255, 128), (100, 77), (0, 255)])
    func colorIsMultipliedByCoverageAndOpacity(coverage: Int, opacity: Int) {
        var pixmap = Pixmap(width: 1, height: 1)
        pixmap.withSurface { surface in
            let rasterizer = Rasterizer()
            rasterizer.begin(clip: surface.bounds)
            rasterizer.fill(.rectangle(0, 0, Double(coverage) / 255, 1), transform: .identity)
            var spans = Coverage()
            rasterizer.finish(.nonZero, into: &spans)
            surface.fill(spans, with: .color(0xFF00_80FF), opacity: UInt8(opacity))
        }
        let share = Double(coverage * opacity) / 65_025
        #expect(pixmap[0, 0].isNear(RGBA(share, 128.0 / 255 * share, 0, share), by: 1.01))
    }

    @Test("a mask multiplies the coverage, and nothing is painted outside of it")
    func maskMultipliesCoverage() {
        let mask = AlphaMask()
        mask.reset(PixelRect(left: 1, top: 0, right: 3, bottom: 1), to: 128)
        var pixmap = Pixmap(width: 4, height: 2)
        pixmap.withSurface { surface in
            surface.fill(Coverage(surface.bounds), with: .color(0xFFFF_FFFF), mask: mask)
        }
        #expect(pixmap.pixels == [0, 0x8080_8080, 0x8080_8080, 0, 0, 0, 0, 0])
    }

    @Test("a shape in the area that a mask shows is drawn as through the mask", arguments: 0..<4)
    func shownAreaNeedsNoMask(inset: Int) {
        func drawn(_ shownArea: PixelRect) -> [UInt32] {
            let mask = AlphaMask()
            mask.reset(PixelRect(left: 0, top: 0, right: 24, bottom: 4), to: 255)
            for row in 0..<4 {
                mask.subtract(Coverage(PixelRect(left: 0, top: row, right: 2, bottom: row + 1)), opacity: 100)
            }
            mask.shownArea = shownArea
            var pixmap = Pixmap(width: 24, height: 4)
            let shape = Coverage(PixelRect(left: inset, top: 1, right: 20, bottom: 3))
            pixmap.withSurface { surface in
                for opacity in [255, 90] as [UInt8] {
                    surface.fill(shape, with: .color(0xFF20_4080), opacity: opacity, mask: mask)
                }
            }
            return pixmap.pixels
        }
        let shown = PixelRect(left: 2, top: 0, right: 24, bottom: 4)
        #expect(drawn(shown) == drawn(.empty))
    }

    @Test("coverage outside of the surface is ignored")
    func coverageOutsideSurfaceIsIgnored() {
        var pixmap = Pixmap(width: 2, height: 2)
        pixmap.withSurface { surface in
            surface.fill(Coverage(PixelRect(left: -5, top: -5, right: 1, bottom: 9)), with: .color(0xFF00_00FF))
        }
        #expect(pixmap.pixels == [0xFF00_00FF, 0, 0xFF00_00FF, 0])
    }
}

@Suite("A gradient colors each pixel by the position of its centre")
struct GradientTests {
    private static let red = SIMD4<Double>(1, 0, 0, 1)
    private static let blue = SIMD4<Double>(0, 0, 1, 1)

    private func linear(_ stops: [GradientStop], from start: Point = Point(2, 0), to end: Point = Point(12, 0)) -> Paint
    {
        .gradient(Gradient(shape: .linear(start: start, end: end), stops: stops), transform: .identity)
    }

    @Test("color components outside of 0…1 are clamped", arguments: [-3, 1.5, 400, .nan, .infinity] as [Double])
    func colorComponentsAreClamped(value: Double) {
        let stops = [
            GradientStop(offset: 0, color: SIMD4(value, 0.5, 1, 0.5)),
            GradientStop(offset: 1, color: SIMD4(0.2, 1, value, value)),
        ]
        let gradient = Gradient(shape: .linear(start: Point(0, 0), end: Point(16, 0)), stops: stops)
        #expect(filledPixmap(16, 2, .gradient(gradient, transform: .identity)).pixels.allSatisfy { $0.isPremultiplied })
    }

    @Test("a linear gradient runs from start to end and has constant colors beyond both")
    func colorsAreConstantBeyondEnds() {
        let stops = [GradientStop(offset: 0, color: Self.red), GradientStop(offset: 1, color: Self.blue)]
        let row = filledPixmap(16, 1, linear(stops))
        for x in 0..<16 {
            let t = max(0, min(1, (Double(x) + 0.5 - 2) / 10))
            #expect(row[x, 0].isNear(RGBA(1 - t, 0, t, 1), by: 1.5), "column \(x)")
        }
    }

    @Test("beyond the outermost stops the color is constant")
    func colorIsConstantBeyondStops() {
        let stops = [GradientStop(offset: 0.3, color: Self.red), GradientStop(offset: 0.7, color: Self.blue)]
        let row = filledPixmap(16, 1, linear(stops))
        #expect(row[4, 0] == 0xFF00_00FF)
        #expect(row[9, 0] == 0xFFFF_0000)
    }

    @Test("two stops at the same offset make a hard edge")
    func equalOffsetsMakeHardEdge() {
        let stops = [
            GradientStop(offset: 0, color: Self.red), GradientStop(offset: 0.5, color: Self.red),
            GradientStop(offset: 0.5, color: Self.blue), GradientStop(offset: 1, color: Self.blue),
        ]
        let row = filledPixmap(16, 1, linear(stops))
        #expect(row.pixels[0..<7].allSatisfy { $0 == 0xFF00_00FF })
        #expect(row.pixels[7...].allSatisfy { $0 == 0xFFFF_0000 })
    }

    @Test("of two stops at 0 or 1 the later one applies beyond")
    func laterStopAppliesBeyondEnd() {
        let stops = [
            GradientStop(offset: 0, color: Self.red), GradientStop(offset: 0, color: Self.blue),
            GradientStop(offset: 1, color: Self.blue), GradientStop(offset: 1, color: Self.red),
        ]
        let row = filledPixmap(16, 1, linear(stops))
        #expect(row.pixels[0..<12].allSatisfy { $0 == 0xFFFF_0000 })
        #expect(row.pixels[12...].allSatisfy { $0 == 0xFF00_00FF })
    }

    @Test("color and opacity are interpolated without premultiplication")
    func interpolationIsUnpremultiplied() {
        let clearRed = SIMD4<Double>(1, 0, 0, 0)
        let stops = [GradientStop(offset: 0, color: clearRed), GradientStop(offset: 1, color: Self.blue)]
        let row = filledPixmap(16, 1, linear(stops))
        for x in 2..<12 {
            let t = (Double(x) + 0.5 - 2) / 10
            #expect(row[x, 0].isNear(RGBA((1 - t) * t, 0, t * t, t), by: 1.5), "column \(x)")
        }
    }

    @Test("a gradient with one stop has one color, and one without stops paints nothing")
    func fewStopsHaveOneColorOrNone() {
        #expect(
            filledPixmap(4, 1, linear([GradientStop(offset: 0.5, color: Self.red)])).pixels.allSatisfy {
                $0 == 0xFF00_00FF
            })
        #expect(filledPixmap(4, 1, linear([])).pixels.allSatisfy { $0 == 0 })
    }

    @Test("a linear gradient of zero length and a radial one of zero radius have the last color")
    func degenerateGradientHasLastColor() {
        let stops = [GradientStop(offset: 0, color: Self.red), GradientStop(offset: 1, color: Self.blue)]
        let point = Point(3, 0)
        #expect(filledPixmap(8, 1, linear(stops, from: point, to: point)).pixels.allSatisfy { $0 == 0xFFFF_0000 })
        let radial = Gradient(shape: .radial(center: point, radius: 0, focus: point), stops: stops)
        #expect(filledPixmap(8, 1, .gradient(radial, transform: .identity)).pixels.allSatisfy { $0 == 0xFFFF_0000 })
    }

    @Test("a transform also applies to the gradient")
    func transformAppliesToGradient() {
        let stops = [GradientStop(offset: 0, color: Self.red), GradientStop(offset: 1, color: Self.blue)]
        let gradient = Gradient(shape: .linear(start: Point(0, 0), end: Point(1, 0)), stops: stops)
        let map = AffineTransform.scale(x: 10, y: 1).concatenating(.rotation(degrees: 90)).concatenating(
            .translation(x: 0, y: 2))
        let column = filledPixmap(1, 16, .gradient(gradient, transform: map))
        for y in 0..<16 {
            let t = max(0, min(1, (Double(y) + 0.5 - 2) / 10))
            #expect(column[0, y].isNear(RGBA(1 - t, 0, t, 1), by: 1.5), "row \(y)")
        }
    }

    @Test("a radial gradient depends on the distance from its centre")
    func radialGradientDependsOnDistance() {
        let stops = [GradientStop(offset: 0, color: Self.red), GradientStop(offset: 1, color: Self.blue)]
        let centre = Point(8, 8)
        let gradient = Gradient(shape: .radial(center: centre, radius: 6, focus: centre), stops: stops)
        let picture = filledPixmap(16, 16, .gradient(gradient, transform: .identity))
        for (x, y) in [(8, 8), (10, 8), (3, 8), (12, 12), (0, 0), (8, 1)] {
            let offset = Point(Float(x) + 0.5, Float(y) + 0.5) - centre
            let t = Double(min(1, offset.length / 6))
            #expect(picture[x, y].isNear(RGBA(1 - t, 0, t, 1), by: 2), "pixel (\(x), \(y))")
        }
    }

    @Test("a radial gradient with a focus starts there and ends on the same circle in all directions")
    func focalGradientStartsAtFocus() {
        let stops = [GradientStop(offset: 0, color: Self.red), GradientStop(offset: 1, color: Self.blue)]
        let gradient = Gradient(
            shape: .radial(center: Point(20, 20), radius: 16, focus: Point(30.5, 20.5)), stops: stops)
        let picture = filledPixmap(40, 40, .gradient(gradient, transform: .identity))
        #expect(picture[30, 20].isNear(RGBA(1, 0, 0, 1), by: 1))
        // Halfway from the focus to the circle is the middle of the gradient, in every direction.
        for degrees in stride(from: 0.0, to: 360, by: 30) {
            let turn = AffineTransform.rotation(degrees: degrees)
            let rim = Point(20 + 16 * Float(turn.a), 20 + 16 * Float(turn.b))
            let middle = Point(30.5, 20.5).interpolated(to: rim, at: 0.5)
            // The gradient is steep near the focus, and the nearest pixel centre can be three quarters of a pixel away.
            let reach = (rim - Point(30.5, 20.5)).length
            let tolerance = Double(0.75 / reach) * 255 * 1.6 + 2
            #expect(picture[Int(middle.x), Int(middle.y)].isNear(RGBA(0.5, 0, 0.5, 1), by: tolerance), "\(degrees)°")
        }
    }

    @Test("with its focus on the circle, a radial gradient fills the side of the tangent with the center")
    func focusOnCircleFillsHalf() {
        let stops = [GradientStop(offset: 0, color: Self.red), GradientStop(offset: 1, color: Self.blue)]
        for focus in [Float(4), 4.001] {
            let gradient = Gradient(
                shape: .radial(center: Point(12, 8), radius: 8, focus: Point(focus, 8)), stops: stops)
            let picture = filledPixmap(16, 16, .gradient(gradient, transform: .identity))
            for y in 0..<16 {
                #expect((0..<4).allSatisfy { picture[$0, y] == 0 })
                #expect((4..<16).allSatisfy { picture[$0, y] >> 24 == 255 })
            }
            // The circle through this point that touches the tangent in the focus has three quarters of the radius.
            #expect(picture[15, 7].isNear(RGBA(0.28, 0, 0.72, 1), by: 2))
        }
    }

    @Test(
        "positions and transforms that are not finite or extreme never trap",
        arguments: [Float.nan, .infinity, .greatestFiniteMagnitude, 1e-30])
    func extremeValuesDoNotTrap(value: Float) {
        let stops = [
            GradientStop(offset: .nan, color: Self.red), GradientStop(offset: Double(value), color: Self.blue),
        ]
        let shapes: [Gradient.Shape] = [
            .linear(start: Point(value, 0), end: Point(0, value)),
            .radial(center: Point(value, 1), radius: 3, focus: Point(1, value)),
            .radial(center: Point(1, 1), radius: value, focus: Point(1, 1)),
        ]
        for shape in shapes {
            for scale in [1, 0, .nan, 1e300] {
                let map = AffineTransform.scale(x: scale, y: 1)
                let picture = filledPixmap(4, 4, .gradient(Gradient(shape: shape, stops: stops), transform: map))
                #expect(picture.pixels.allSatisfy { $0.isPremultiplied })
            }
        }
    }
}

@Suite("Pictures are drawn through a transform")
struct PicturePaintTests {
    private static let quarters: Pixmap = {
        var picture = Pixmap(width: 2, height: 2)
        picture.pixels = [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFFFF_FFFF]
        return picture
    }()

    @Test("the centre of an enlarged pixel keeps its color")
    func enlargedPixelKeepsColor() {
        let paint = Paint.picture(MipmappedPicture(Self.quarters), transform: .scale(x: 9, y: 9))
        let picture = filledPixmap(18, 18, paint)
        for (index, pixel) in Self.quarters.pixels.enumerated() {
            #expect(picture[index % 2 * 9 + 4, index / 2 * 9 + 4] == pixel)
        }
    }

    @Test(
        "a picture looks the same with and without a tiny rotation",
        arguments: [SIMD2(0.37, 0.5), SIMD2(1, 1), SIMD2(-0.8, 0.6), SIMD2(1.3, -0.45), SIMD2(7, 3)])
    func tinyRotationDoesNotChangePicture(scale: SIMD2<Double>) {
        var picture = Pixmap(width: 23, height: 19)
        var random = SeededGenerator(seed: 7)
        for index in picture.pixels.indices {
            picture.pixels[index] = UInt32.random(in: 0...255, using: &random) &* 0x0101_0101
        }
        let mipmapped = MipmappedPicture(picture)
        func drawn(turnedBy shear: Double) -> Pixmap {
            let map = AffineTransform(a: scale.x, b: shear, c: shear, d: scale.y, tx: 8.3, ty: 6.7)
            return filledPixmap(20, 20, .picture(mipmapped, transform: map))
        }
        // A rotated picture is sampled at four points per pixel, an axis-aligned one at sixteen.
        let difference = zip(drawn(turnedBy: 0).pixels, drawn(turnedBy: 1e-9).pixels).map {
            abs(Int($0 & 0xFF) - Int($1 & 0xFF))
        }
        #expect(difference.reduce(0, +) < 6 * difference.count)
    }

    @Test("a picture of one color keeps it at every size", arguments: [0.01, 0.13, 0.5, 0.9, 1, 1.7, 40])
    func uniformColorIsKeptAtEverySize(scale: Double) {
        var picture = Pixmap(width: 31, height: 17)
        for index in picture.pixels.indices { picture.pixels[index] = 0x8040_2010 }
        let paint = Paint.picture(MipmappedPicture(picture), transform: .scale(x: scale, y: scale))
        #expect(filledPixmap(3, 3, paint).pixels.allSatisfy { $0 == 0x8040_2010 })
    }

    @Test("a reduced chequerboard becomes grey", arguments: [2, 5, 16, 64])
    func reducedChequerboardBecomesGrey(factor: Int) {
        var picture = Pixmap(width: 128, height: 128)
        for index in picture.pixels.indices {
            picture.pixels[index] = (index / 128 + index) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000
        }
        let scale = 1 / Double(factor)
        let small = filledPixmap(
            128 / factor, 128 / factor, .picture(MipmappedPicture(picture), transform: .scale(x: scale, y: scale)))
        #expect(small.pixels.allSatisfy { $0.isNear(RGBA(0.5, 0.5, 0.5, 1), by: 34) })
    }

    @Test("a degenerate or invalid transform and an empty picture draw nothing")
    func degeneratePicturesDrawNothing() {
        let picture = MipmappedPicture(Self.quarters)
        for map in [AffineTransform.scale(x: 0, y: 1), .scale(x: .nan, y: 1), .scale(x: .infinity, y: 1)] {
            #expect(filledPixmap(4, 4, .picture(picture, transform: map)).pixels.allSatisfy { $0 == 0 })
        }
        let empty = MipmappedPicture(Pixmap(width: 0, height: 0))
        #expect(filledPixmap(4, 4, .picture(empty, transform: .identity)).pixels.allSatisfy { $0 == 0 })
    }
}
