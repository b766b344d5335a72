import Testing
import VectorGraphics

@Suite("Shapes beyond the limits of memory and coordinates are left out safely")
struct CoverageMemoryTests {
    @Test(
        "an unfinished shape does not affect the next one, whatever the sizes of both",
        arguments: [(8, 8), (100, 3), (3, 100), (130, 70)], [(8, 8), (5, 2), (1, 1), (200, 90)])
    func unfinishedShapeDoesNotAffectNext(first: (width: Int, height: Int), second: (width: Int, height: Int)) {
        let rasterizer = Rasterizer()
        var coverage = Coverage()
        // The memory is large enough for both shapes, so the second one uses what the first one left.
        rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: 256, bottom: 128))
        rasterizer.finish(.nonZero, into: &coverage)
        rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: first.width, bottom: first.height))
        rasterizer.fill(.rectangle(-1, -1, 300, 300), transform: .identity)
        rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: second.width, bottom: second.height))
        rasterizer.fill(.circle(x: 2, y: 2, radius: 1.5), transform: .identity)
        rasterizer.finish(.nonZero, into: &coverage)
        let alone = CoverageGrid(second.width, second.height, filling: .circle(x: 2, y: 2, radius: 1.5))
        let grid = CoverageGrid(coverage, width: second.width, height: second.height)
        #expect(grid == alone && grid.hasOrderedSpans)
        // Later shapes are not affected either.
        rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: 256, bottom: 128))
        rasterizer.finish(.nonZero, into: &coverage)
        #expect(coverage.spans.isEmpty)
    }

    static let farCoordinates = [-100_000, -65_536, -32_800, 32_767, 40_000, 65_536, 100_000]

    @Test(
        "coverage beyond the coordinates of a span is left out and does not appear elsewhere",
        arguments: farCoordinates,
        [true, false])
    func coverageBeyondSpanCoordinatesIsLeftOut(place: Int, isColumn: Bool) {
        let area =
            isColumn
            ? PixelRect(left: place, top: 0, right: place + 8, bottom: 8)
            : PixelRect(left: 0, top: place, right: 8, bottom: place + 8)
        #expect(Coverage(area).spans.isEmpty && Coverage(area).bounds.isEmpty)
        let mask = AlphaMask()
        mask.reset(area, to: 200)
        var coverage = Coverage(PixelRect(left: 0, top: 0, right: 1, bottom: 1))
        mask.writeSpans(into: &coverage)
        #expect(coverage.spans.isEmpty && coverage.bounds.isEmpty)
        let rasterizer = Rasterizer()
        rasterizer.begin(clip: area)
        rasterizer.fill(.rectangle(-200_000, -200_000, 200_000, 200_000), transform: .identity)
        rasterizer.finish(.nonZero, into: &coverage)
        #expect(coverage.spans.isEmpty && coverage.bounds.isEmpty)
    }

    @Test("a surface at the limit of the coordinates is painted only inside the limit")
    func surfaceAtCoordinateLimitIsPaintedInside() {
        let memory = OffscreenSurface()
        defer { withExtendedLifetime(memory) {} }
        let bounds = PixelRect(left: 32_760, top: -32_770, right: 32_776, bottom: -32_762)
        let surface = memory.makeSurface(bounds)
        surface.fill(Coverage(bounds), with: .color(0xFFFF_FFFF))
        for y in bounds.top..<bounds.bottom {
            for x in bounds.left..<bounds.right {
                #expect(surface.row(y)[x] == (x < 32_767 && y >= -32_768 ? 0xFFFF_FFFF : 0), "(\(x), \(y))")
            }
        }
    }

    @Test("a picture with fewer pixels than its size requires is rejected")
    func pictureWithMissingPixelsIsRejected() async {
        await #expect(processExitsWith: .failure) {
            var picture = Pixmap(width: 64, height: 64)
            picture.pixels = [1]
            picture.withSurface { $0.fill(Coverage($0.bounds), with: .color(0xFFFF_FFFF)) }
        }
        await #expect(processExitsWith: .failure) {
            var picture = Pixmap(width: 64, height: 64)
            picture.pixels = [1]
            _ = MipmappedPicture(picture)
        }
    }

    @Test("a path whose contours refer to missing points is rejected")
    func pathWithMissingPointsIsRejected() async {
        await #expect(processExitsWith: .failure) {
            var path = Path()
            path.points = [.zero, .zero]
            path.contours = [Path.Contour(start: 0, segmentCount: 1, isClosed: true)]
            let rasterizer = Rasterizer()
            rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: 4, bottom: 4))
            rasterizer.fill(path, transform: .identity)
        }
        await #expect(processExitsWith: .failure) {
            var path = Path()
            path.contours = [Path.Contour(start: 0, segmentCount: 0, isClosed: false)]
            let rasterizer = Rasterizer()
            rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: 4, bottom: 4))
            var stroker = Stroker()
            stroker.stroke(path, style: StrokeStyle(width: 1), transform: .identity, into: rasterizer)
        }
    }
}
