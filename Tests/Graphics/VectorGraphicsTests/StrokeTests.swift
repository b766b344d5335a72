import Testing
import VectorGraphics

@Suite("A stroke covers the area under its pen")
struct StrokeTests {
    @Test(
        "each cap adds its own area to a line of length 10 and width 4",
        arguments: [(LineCap.butt, 40.0), (.square, 40 + 16), (.round, 40 + .pi * 4)])
    func capsAddTheirArea(cap: LineCap, area: Double) {
        let grid = CoverageGrid(20, 12, stroking: .line((5, 6), (15, 6)), StrokeStyle(width: 4, cap: cap))
        // Arcs are approximated by chords that cut off up to a tenth of a pixel, here of two half circles of radius 2.
        #expect(abs(grid.area - area) < (cap == .round ? 0.07 * 4 * .pi : 0.01))
        // Butt caps stop at the end point; the others extend half the width beyond it.
        #expect((grid[3, 6] == 0) == (cap == .butt))
        #expect(grid[2, 6] == 0)
    }

    @Test(
        "each join adds its own area to a right angle with legs of length 10 and width 4",
        arguments: [(LineJoin.miter, 80.0), (.bevel, 78), (.round, 76 + .pi)])
    func joinsAddTheirArea(join: LineJoin, area: Double) {
        let path = Path.line((14, 4), (4, 4), (4, 14))
        let grid = CoverageGrid(18, 18, stroking: path, StrokeStyle(width: 4, join: join))
        #expect(abs(grid.area - area) < 0.2)
    }

    @Test(
        "a corner sharper than the miter limit is bevelled",
        arguments: [
            (90.0, 1.41, false), (90, 1.42, true), (60, 1.99, false), (60, 2.01, true), (30, 3.8, false),
            (30, 3.9, true),
        ])
    func sharpCornersAreBevelled(angle: Double, limit: Float, isPointed: Bool) {
        // The limit is the ratio of the miter length to the width, 1/sin(angle/2), as in SVG.
        let turn = AffineTransform.rotation(degrees: angle / 2)
        let path = Path.line(
            (10 + 20 * turn.a, 20 - 20 * turn.b), (10, 20), (10 + 20 * turn.a, 20 + 20 * turn.b))
        let grid = CoverageGrid(40, 40, stroking: path, StrokeStyle(width: 4, miterLimit: limit))
        let bevelled = CoverageGrid(40, 40, stroking: path, StrokeStyle(width: 4, join: .bevel))
        #expect((grid.area > bevelled.area + 0.5) == isPointed)
    }

    @Test("the tip of a cusp inside a curve is round with any join", arguments: [LineJoin.miter, .bevel])
    func cuspTipIsRound(join: LineJoin) {
        // The curve runs up to (40, 50) and returns beside itself.
        var path = Path()
        path.move(to: Point(10, 5))
        path.addCurve(to: Point(70, 5), control1: Point(70, 65), control2: Point(10, 65))
        let grid = CoverageGrid(80, 80, stroking: path, StrokeStyle(width: 16, join: join))
        #expect(grid[39, 56] == 255 && grid[40, 56] == 255)
        #expect(grid[39, 58] == 0 && grid[40, 58] == 0)
        // A bevel would leave out the areas on both sides of the tip.
        #expect(grid[35, 54] == 255 && grid[44, 54] == 255)
    }

    @Test("a closed rectangle is stroked as a frame without caps", arguments: [LineCap.butt, .round, .square])
    func closedRectangleIsStrokedAsFrame(cap: LineCap) {
        let grid = CoverageGrid(20, 20, stroking: .rectangle(4, 4, 16, 14), StrokeStyle(width: 2, cap: cap))
        #expect(grid.area == Double(14 * 12 - 10 * 8))
    }

    @Test(
        "a line that leads back on itself covers its area once, with joins and no caps where it turns",
        arguments: [(LineJoin.miter, 0.0), (.bevel, 0), (.round, .pi)])
    func foldedLineCoversAreaOnce(join: LineJoin, area: Double) {
        // Half a turn exceeds every miter limit. The line has a length of 13 and a width of 2.
        let style = StrokeStyle(width: 2, cap: .square, join: join)
        var (two, three) = (Path.line((4, 6), (16, 11)), Path.line((4, 6), (16, 11), (10, 8.5)))
        two.close()
        three.close()
        for path in [two, three] {
            #expect(abs(CoverageGrid(20, 18, stroking: path, style).area - 26 - area) < 0.2)
        }
        let outAndBack = Path.line((4, 6), (16, 11), (4, 6))
        #expect(abs(CoverageGrid(20, 18, stroking: outAndBack, style).area - 28 - area / 2) < 0.2)
    }

    @Test("a flat outline that becomes wide in pixels is not drawn as one line", arguments: [false, true])
    func wideOutlineUnderUnequalScales(isTurned: Bool) {
        var path =
            isTurned
            ? Path.line((0.0002, 2), (0.0017, 2), (0.0017, 22), (0.0002, 22))
            : Path.line((2, 0.0002), (22, 0.0002), (22, 0.0017), (2, 0.0017))
        path.close()
        let transform = AffineTransform.scale(x: isTurned ? 10_000 : 1, y: isTurned ? 1 : 10_000)
        let grid = CoverageGrid(24, 24, stroking: path, StrokeStyle(width: 0.0002), transform: transform)
        // The two long sides are lines of two pixels, 15 pixels apart.
        for (place, expected) in [(1, 255), (9, 0), (16, 255)] {
            let coverage = isTurned ? grid[place, 12] : grid[12, place]
            #expect(abs(Int(coverage) - expected) <= 2, "\(place)")
        }
    }

    @Test("a stroked circle is a ring with the area 2πRw", arguments: [0.5, 1, 3, 8] as [Float])
    func strokedCircleIsRing(width: Float) {
        let grid = CoverageGrid(48, 48, stroking: .circle(x: 24, y: 24, radius: 15), StrokeStyle(width: width))
        #expect(abs(grid.area / (2 * .pi * 15 * Double(width)) - 1) < 0.02)
    }

    @Test("a pen wider than its path leaves no hole", arguments: [LineJoin.miter, .round, .bevel])
    func widePenLeavesNoHole(join: LineJoin) {
        let grid = CoverageGrid(40, 40, stroking: .circle(x: 20, y: 20, radius: 3), StrokeStyle(width: 12, join: join))
        #expect(grid[20, 20] == 255)
        #expect(abs(grid.area / (.pi * 81) - 1) < 0.02)
    }

    @Test("thin lines become faint and do not disappear", arguments: [0.5, 0.1, 0.02] as [Float])
    func thinLinesBecomeFaint(width: Float) {
        let grid = CoverageGrid(20, 4, stroking: .line((2, 1.5), (18, 1.5)), StrokeStyle(width: width))
        // The long sides are each rounded to half a 256th of a pixel, and the coverage has 8 bits.
        #expect(abs(grid.area - 16 * Double(width)) < 16 / 256 + 0.04)
        #expect(grid[10, 1] > 0)
    }

    @Test("a width that is not positive draws no stroke", arguments: [0, -1, .nan, -.infinity] as [Float])
    func nonPositiveWidthDrawsNothing(width: Float) {
        #expect(CoverageGrid(8, 8, stroking: .rectangle(2, 2, 6, 6), StrokeStyle(width: width, cap: .round)).area == 0)
    }

    @Test(
        "a line of zero length is a dot in the shape of its cap",
        arguments: [(LineCap.butt, 0.0), (.round, .pi * 9), (.square, 36)])
    func zeroLengthLineIsDot(cap: LineCap, area: Double) {
        for path in [Path.line((6, 6)), .line((6, 6), (6, 6))] {
            #expect(
                abs(CoverageGrid(12, 12, stroking: path, StrokeStyle(width: 6, cap: cap)).area - area) < 0.07 * 6 * .pi)
        }
    }

    @Test("the pen is in the path's space, so a non-uniform transform stretches it")
    func nonUniformTransformStretchesPen() {
        let style = StrokeStyle(width: 2)
        let across = CoverageGrid(24, 24, stroking: .line((1, 2), (9, 2)), style, transform: .scale(x: 2, y: 5))
        #expect(across.area == 16 * 10)
        let along = CoverageGrid(24, 24, stroking: .line((4, 1), (4, 4)), style, transform: .scale(x: 2, y: 5))
        #expect(along.area == 4 * 15)
        let dot = CoverageGrid(
            40, 20, stroking: .line((5, 5)), StrokeStyle(width: 6, cap: .round), transform: .scale(x: 4, y: 2))
        #expect(abs(dot.area / (.pi * 12 * 6) - 1) < 0.02)
    }

    @Test("a uniform transform scales, rotates and mirrors the stroke", arguments: [1.0, -1.0])
    func uniformTransformAppliesToStroke(mirror: Double) {
        let map = AffineTransform.scale(x: 2, y: 2 * mirror).concatenating(.rotation(degrees: 25)).concatenating(
            .translation(x: 20, y: 20))
        let grid = CoverageGrid(40, 40, stroking: .rectangle(-4, -3, 4, 3), StrokeStyle(width: 1), transform: map)
        #expect(abs(grid.area - 4 * (9 * 7 - 7 * 5)) < 1)
    }

    @Test("a transform that flattens the plane draws no stroke", arguments: [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)])
    func flatteningTransformDrawsNothing(x: Double, y: Double) {
        let grid = CoverageGrid(
            16, 16, stroking: .rectangle(2, 2, 9, 9), StrokeStyle(width: 2, join: .round), transform: .scale(x: x, y: y)
        )
        #expect(grid.area < 0.01)
    }
}

@Suite("Dashes divide a line by its length")
struct DashTests {
    private func dashed(
        _ lengths: [Float], offset: Float = 0, cap: LineCap = .butt, width: Float = 2, length: Double = 12
    ) -> CoverageGrid {
        var style = StrokeStyle(width: width, cap: cap)
        style.setDashes(lengths, offset: offset)
        return CoverageGrid(20, 6, stroking: .line((4, 3), (4 + length, 3)), style)
    }

    @Test(
        "the pattern repeats, and one with an odd number of lengths is doubled",
        arguments: [
            ([2, 3], "##...##...##"), ([3], "###...###..."), ([1, 2, 3], "#..###.##..."), ([2, 0], "############"),
            ([0, 2], "............"), ([20, 1], "############"), ([1, 1, 1, 3], "#.#...#.#..."),
        ] as [([Float], String)])
    func patternRepeats(lengths: [Float], picture: String) {
        let row = dashed(lengths).row(3)[4..<16]
        #expect(String(row.map { $0 > 127 ? "#" : "." }) == picture)
    }

    @Test(
        "the offset moves the start within the pattern",
        arguments: [
            (0, "####....####"), (2, "##....####.."), (4, "....####...."), (8, "####....####"), (-2, "..####....##"),
            (802, "##....####.."), (-798, "##....####.."),
        ] as [(Float, String)])
    func offsetMovesPatternStart(offset: Float, picture: String) {
        let row = dashed([4, 4], offset: offset).row(3)[4..<16]
        #expect(String(row.map { $0 > 127 ? "#" : "." }) == picture)
    }

    @Test(
        "lengths that are negative, all zero or not finite mean a solid line",
        arguments: [[-1, 2], [0, 0], [0], [], [.nan, 1], [.infinity, 1]] as [[Float]])
    func invalidLengthsMeanSolidLine(lengths: [Float]) {
        #expect(dashed(lengths).area == 24)
    }

    @Test(
        "dashes of zero length are dots in the shape of their caps",
        arguments: [(LineCap.butt, 0.0), (.round, .pi), (.square, 4)])
    func zeroLengthDashesAreDots(cap: LineCap, area: Double) {
        #expect(abs(dashed([0, 4], cap: cap, length: 11).area - 3 * area) < 0.07 * 6 * .pi)
    }

    @Test("each dash has caps at both ends")
    func dashesHaveCapsAtBothEnds() {
        #expect(dashed([2, 4], cap: .square).area == 2 * 2 * 4)
    }

    @Test("the pattern starts again with each contour")
    func patternRestartsWithEachContour() {
        var style = StrokeStyle(width: 2)
        style.setDashes([3, 3], offset: 0)
        let path = Path.line((2, 2), (6, 2)) + .line((2, 6), (6, 6))
        let grid = CoverageGrid(8, 8, stroking: path, style)
        #expect(grid.row(2) == grid.row(6))
        #expect(grid.area == 12)
    }

    @Test("a dash continues around corners with the join")
    func dashContinuesAroundCorner() {
        var style = StrokeStyle(width: 2)
        style.setDashes([8, 100], offset: 0)
        let grid = CoverageGrid(16, 16, stroking: .line((4, 12), (4, 8), (14, 8)), style)
        #expect(grid.area == 16)
        #expect(grid[3, 7] == 255)
    }

    @Test("the dashes of a closed contour include its closing side")
    func dashesIncludeClosingSide() {
        var style = StrokeStyle(width: 2)
        style.setDashes([1, 1], offset: 0)
        let grid = CoverageGrid(20, 20, stroking: .rectangle(4, 4, 14, 14), style)
        #expect(abs(grid.area - 40) < 1.5)
        #expect(grid[3, 9] + grid[3, 10] == 255)
    }

    /// Browsers append the first dash of a closed contour to the last one (`SkDashPath.cpp`).
    @Test(
        "a dash that reaches the start of a closed contour continues there with the join",
        arguments: [(Float(4), true), (0, false), (-4, false)])
    func dashContinuesAtStartOfClosedContour(offset: Float, isJoined: Bool) {
        var style = StrokeStyle(width: 2)
        // The contour is 40 long; it starts at the top left and has one dash of 8 and one gap of 32.
        style.setDashes([8, 32], offset: offset)
        let grid = CoverageGrid(20, 20, stroking: .rectangle(4, 4, 14, 14), style)
        #expect(grid.area == 16)
        #expect(grid[3, 3] == (isJoined ? 255 : 0))
    }

    @Test("a dash along a whole closed contour has ends at its start")
    func wholeContourHasEnds() {
        var style = StrokeStyle(width: 2)
        style.setDashes([400, 4], offset: 1)
        let grid = CoverageGrid(20, 20, stroking: .rectangle(4, 4, 14, 14), style)
        #expect(grid[3, 3] == 0)
        #expect(grid[14, 3] == 255)
    }

    @Test("a line with more dashes than the limit is solid", arguments: [1e-3, 1e-6, 1e-30] as [Float])
    func tooManyDashesMeanSolidLine(length: Float) {
        var style = StrokeStyle(width: 2)
        style.setDashes([length, length], offset: 0)
        let grid = CoverageGrid(20, 6, stroking: .line((-1000, 3), (1000, 3)), style)
        #expect(grid.area == 40)
    }
}
