import Testing
import VectorGraphics

@Suite("The coverage of a pixel is the area of the shape inside it")
struct CoverageTests {
    @Test(
        "a rectangle at a fractional position covers the product of its shares of column and row",
        arguments: [
            (1.0, 1.0, 4.0, 3.0), (1.25, 1.5, 4.75, 3.5), (0.1, 0.2, 0.3, 0.9), (2.5, 0, 2.75, 6), (0, 0, 6, 6),
            (1.999, 1.999, 2.001, 2.001),
        ])
    func fractionalRectangleHasExactCoverage(left: Double, top: Double, right: Double, bottom: Double) {
        func share(_ cell: Int, _ low: Double, _ high: Double) -> Double {
            max(0, min(Double(cell + 1), high) - max(Double(cell), low))
        }
        for path in [Path.rectangle(left, top, right, bottom), .reversedRectangle(left, top, right, bottom)] {
            let grid = CoverageGrid(6, 6, filling: path)
            #expect(grid.hasOrderedSpans)
            for y in 0..<6 {
                for x in 0..<6 {
                    let exact = 255 * share(x, left, right) * share(y, top, bottom)
                    #expect(abs(Double(grid[x, y]) - exact) <= 0.51, "pixel (\(x), \(y))")
                }
            }
        }
    }

    @Test(
        "a ring thinner than a pixel has its own area, whatever the direction of its edges", arguments: [false, true])
    func thinRingHasExactArea(isReversed: Bool) {
        let outer = Path.rectangle(0.25, 0.25, 9.75, 9.75)
        var ring = outer + (isReversed ? .reversedRectangle(0.6, 0.6, 9.4, 9.4) : .rectangle(0.6, 0.6, 9.4, 9.4))
        let island = Path.rectangle(4, 4, 6, 6)
        ring.append(island)
        ring.alternateDirections()
        let grid = CoverageGrid(10, 10, filling: ring, rule: .evenOdd)
        let exact = [0.35, 0, 0, 0, 1, 1, 0, 0, 0, 0.35].map { $0 * 255 }
        #expect(zip(grid.row(5), exact).allSatisfy { abs(Double($0) - $1) < 1.5 })
    }

    @Test("a shape with more edges than the limit covers nothing and leaves no edges behind")
    func tooManyEdgesCoverNothing() {
        let rasterizer = Rasterizer()
        func covered(_ path: Path, room: Int) -> Double {
            rasterizer.remainingWork = room
            rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: 6, bottom: 6))
            rasterizer.fill(path, transform: .identity)
            var coverage = Coverage()
            rasterizer.finish(.nonZero, into: &coverage)
            return CoverageGrid(coverage, width: 6, height: 6).area
        }
        let square = Path.rectangle(1, 1, 3, 3)
        var many = Path()
        for _ in 0..<100 { many.append(.rectangle(0, 0, 6, 6)) }
        #expect(covered(square, room: 20) == 4)
        #expect(covered(many, room: 20) == 0)
        #expect(covered(square, room: rasterizer.remainingWork) == 0)
        #expect(covered(square, room: 20) == 4)
    }

    @Test("a diagonal covers half of each pixel that it crosses")
    func diagonalCoversHalfPixels() {
        let grid = CoverageGrid(4, 4, filling: Path([(0, 0), (4, 4), (0, 4)]))
        for y in 0..<4 {
            #expect(grid.row(y) == (0..<4).map { $0 < y ? 255 : $0 == y ? 128 : 0 })
        }
    }

    @Test(
        "a triangle covers half of its base times its height",
        arguments: [
            [(1.0, 1.0), (9.0, 2.0), (3.0, 8.0)], [(0.3, 9.1), (5.5, 0.2), (9.7, 6.6)],
            [(2.0, 2.0), (8.0, 2.1), (2.0, 2.2)],
        ])
    func triangleHasExactArea(corners: [(Double, Double)]) {
        let (a, b, c) = (corners[0], corners[1], corners[2])
        let exact = abs((b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1)) / 2
        #expect(abs(CoverageGrid(10, 10, filling: Path(corners)).area - exact) < 0.05)
    }

    @Test("a circle covers πr²", arguments: [0.4, 1, 3.7, 15, 28] as [Float], [0, 0.37] as [Float])
    func circleHasExactArea(radius: Float, shift: Float) {
        let grid = CoverageGrid(60, 60, filling: .circle(x: 30 + shift, y: 30 - shift, radius: radius))
        let exact = Double.pi * Double(radius * radius)
        // The lines that replace the curve enclose its area, up to a hundredth of a pixel along the edge.
        #expect(abs(grid.area - exact) < 0.01 * 2 * .pi * Double(radius) + 0.02)
        #expect(grid.hasOrderedSpans)
    }

    @Test("no line that replaces a curve is far from it", arguments: [1, 3.7, 15, 28] as [Float], [1, 2, 4])
    func linesStayNearCurve(radius: Float, fineness: Int) {
        func bytes(_ radius: Float, _ fineness: Int) -> [UInt8] {
            CoverageGrid(60, 60) { rasterizer in
                rasterizer.fineness = fineness
                rasterizer.fill(.circle(x: 30, y: 30, radius: radius), transform: .identity)
            }.bytes
        }
        // A corner is at most a tenth of a pixel away from the curve, and the lines of the other circles are not exact either.
        let distance = 0.1 * Float(fineness).squareRoot() + 0.1
        let lines = bytes(radius, fineness)
        #expect(zip(bytes(max(0, radius - distance), 1), lines).allSatisfy { $0 <= $1 })
        #expect(zip(lines, bytes(radius + distance, 1)).allSatisfy { $0 <= $1 })
    }

    @Test("an open contour is closed by a straight edge")
    func openContourIsClosed() {
        let open = CoverageGrid(8, 8, filling: .line((1, 1), (7, 1), (4, 6)))
        #expect(open == CoverageGrid(8, 8, filling: Path([(1, 1), (7, 1), (4, 6)])))
    }

    @Test("single points and lines cover nothing")
    func pointsAndLinesCoverNothing() {
        #expect(CoverageGrid(4, 4, filling: .line((2, 2))).area == 0)
        #expect(CoverageGrid(4, 4, filling: .line((0, 0), (4, 4))).area == 0)
        #expect(CoverageGrid(4, 4, filling: Path()).area == 0)
    }

    @Test("a transform moves, rotates and scales the area")
    func transformAppliesToArea() {
        let unit = Path.rectangle(-1, -1, 1, 1)
        let map = AffineTransform.rotation(degrees: 30).concatenating(.scale(x: 3, y: 2)).concatenating(
            .translation(x: 8, y: 8))
        #expect(abs(CoverageGrid(16, 16, filling: unit, transform: map).area - 4 * 6) < 0.1)
    }

    @Test("a reused rasterizer starts without coverage")
    func reusedRasterizerStartsEmpty() {
        let rasterizer = Rasterizer()
        var coverage = Coverage()
        let clip = PixelRect(left: 0, top: 0, right: 8, bottom: 8)
        rasterizer.begin(clip: clip)
        rasterizer.fill(.circle(x: 4, y: 4, radius: 3.3), transform: .identity)
        rasterizer.finish(.nonZero, into: &coverage)
        rasterizer.begin(clip: clip)
        rasterizer.fill(.rectangle(1, 1, 3, 3), transform: .identity)
        rasterizer.finish(.nonZero, into: &coverage)
        #expect(CoverageGrid(coverage, width: 8, height: 8) == CoverageGrid(8, 8, filling: .rectangle(1, 1, 3, 3)))
        let shape = PixelRect(left: 1, top: 1, right: 3, bottom: 3)
        #expect(coverage.bounds.intersection(shape) == shape && coverage.bounds.intersection(clip) == coverage.bounds)
    }

    @Test("a coverage that is moved by whole pixels is that of the moved shape", arguments: [-3, 0, 5])
    func movedCoverageIsThatOfMovedShape(distance: Int) {
        func coverage(at left: Double) -> Coverage {
            let rasterizer = Rasterizer()
            var coverage = Coverage()
            rasterizer.begin(clip: PixelRect(left: 0, top: 0, right: 24, bottom: 20))
            rasterizer.fill(.rectangle(left, 2.25, left + 7.5, 17.5), transform: .identity)
            rasterizer.finish(.nonZero, into: &coverage)
            return coverage
        }
        var moved = Coverage()
        moved.set(to: coverage(at: 5.25))
        moved.moveRight(by: distance)
        let expected = coverage(at: 5.25 + Double(distance))
        #expect(moved.spans == expected.spans)
        #expect(moved.bounds == expected.bounds)
    }
}

@Suite("The fill rule decides which winding numbers are inside")
struct FillRuleTests {
    private static let outer = Path.rectangle(0, 0, 6, 6)
    private static let inner = Path.rectangle(2, 2, 4, 4)

    @Test(
        "a nested rectangle is a hole by the even-odd rule, or by the non-zero rule if it is reversed",
        arguments: [
            (FillRule.nonZero, false, 36.0), (.nonZero, true, 32), (.evenOdd, false, 32), (.evenOdd, true, 32),
        ])
    func nestedRectangleIsHole(rule: FillRule, isInnerReversed: Bool, area: Double) {
        let inner = isInnerReversed ? Path.reversedRectangle(2, 2, 4, 4) : Self.inner
        #expect(CoverageGrid(6, 6, filling: Self.outer + inner, rule: rule).area == area)
    }

    @Test("the centre of a pentagram is a hole only by the even-odd rule")
    func pentagramCentreDependsOnRule() {
        let path = Path([(10, 1), (15.3, 17.3), (1.4, 7.2), (18.6, 7.2), (4.7, 17.3)])
        #expect(CoverageGrid(20, 20, filling: path, rule: .nonZero)[10, 10] == 255)
        #expect(CoverageGrid(20, 20, filling: path, rule: .evenOdd)[10, 10] == 0)
    }

    @Test("a winding number of three is inside by both rules")
    func windingNumberThreeIsInside() {
        let path = Self.inner + Self.inner + Self.inner
        #expect(CoverageGrid(6, 6, filling: path, rule: .evenOdd).area == 4)
        #expect(CoverageGrid(6, 6, filling: path, rule: .nonZero).area == 4)
    }
}

@Suite("Shapes are clipped and do not affect pixels from outside of the clip")
struct ClippingTests {
    @Test(
        "a shape that extends over an edge keeps its part inside the clip",
        arguments: [(-3.0, 0.0), (3.0, 0), (0, -3), (0, 3), (-3, -3), (3, 3), (-3, 3), (3, -3)])
    func shapeKeepsPartInsideClip(dx: Double, dy: Double) {
        let shifted = AffineTransform.translation(x: dx, y: dy)
        let path = Path.circle(x: 4, y: 4, radius: 3.5)
        let clipped = CoverageGrid(8, 8, filling: path, transform: shifted)
        let whole = CoverageGrid(24, 24, filling: path, transform: .translation(x: 8 + dx, y: 8 + dy))
        for y in 0..<8 {
            for x in 0..<8 { #expect(abs(clipped[x, y] - whole[x + 8, y + 8]) <= 1, "pixel (\(x), \(y))") }
        }
    }

    @Test("a shape around the clip fills it, and one beside it covers nothing")
    func shapesAroundAndBesideClip() {
        #expect(CoverageGrid(5, 4, filling: .rectangle(-100, -100, 100, 100)).area == 20)
        #expect(CoverageGrid(5, 4, filling: .rectangle(-100, 0, -1, 4)).area == 0)
        #expect(CoverageGrid(5, 4, filling: .rectangle(6, 0, 100, 4)).area == 0)
        #expect(CoverageGrid(5, 4, filling: .rectangle(0, -50, 5, -1)).area == 0)
        #expect(CoverageGrid(5, 4, filling: .rectangle(0, 4, 5, 9)).area == 0)
    }

    @Test("a clip that is not at the origin has the same pixels of the canvas")
    func movedClipHasSamePixels() {
        let rasterizer = Rasterizer()
        rasterizer.begin(clip: PixelRect(left: 3, top: 2, right: 6, bottom: 7))
        rasterizer.fill(.rectangle(0, 0, 4.5, 3.5), transform: .identity)
        var coverage = Coverage()
        rasterizer.finish(.nonZero, into: &coverage)
        let grid = CoverageGrid(coverage, width: 8, height: 8)
        #expect(grid.row(2) == [0, 0, 0, 255, 128, 0, 0, 0])
        #expect(grid.row(3) == [0, 0, 0, 128, 64, 0, 0, 0])
        #expect(grid.area == Double(255 + 128 + 128 + 64) / 255)
    }

    @Test("an empty clip has no coverage", arguments: [(0, 0), (0, 5), (5, 0)])
    func emptyClipHasNoCoverage(width: Int, height: Int) {
        #expect(CoverageGrid(width, height, filling: .rectangle(-1, -1, 9, 9)).area == 0)
    }

    @Test(
        "coordinates far outside of the canvas still cover it",
        arguments: [1e4, 1e6, 1e9, 1e15] as [Double])
    func farCoordinatesCoverCanvas(side: Double) {
        #expect(CoverageGrid(6, 6, filling: .rectangle(-side, -side, side, side)).area == 36)
        let half = CoverageGrid(6, 6, filling: .rectangle(-side, -side, 3, side))
        #expect(half.row(2) == [255, 255, 255, 0, 0, 0])
    }

    @Test(
        "coordinates that are not finite or extreme never trap",
        arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
    func extremeCoordinatesDoNotTrap(value: Float) {
        for corner in 0..<4 {
            for isX in [true, false] {
                var path = Path.rectangle(1, 1, 5, 5)
                for index in path.points.indices where index / 3 == corner {
                    if isX { path.points[index].x = value } else { path.points[index].y = value }
                }
                for rule in [FillRule.nonZero, .evenOdd] {
                    #expect(CoverageGrid(6, 6, filling: path, rule: rule).hasOrderedSpans)
                }
                var style = StrokeStyle(width: 2, cap: .round, join: .round)
                #expect(CoverageGrid(6, 6, stroking: path, style).hasOrderedSpans)
                style.setDashes([1, value], offset: value)
                style.width = abs(value)
                #expect(CoverageGrid(6, 6, stroking: path, style).hasOrderedSpans)
            }
        }
    }

    @Test("transforms that are not finite draw nothing")
    func nonFiniteTransformsDrawNothing() {
        let broken = AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: .infinity, ty: 0)
        #expect(CoverageGrid(6, 6, filling: .rectangle(1, 1, 5, 5), transform: broken).area == 0)
        #expect(
            CoverageGrid(6, 6, stroking: .rectangle(1, 1, 5, 5), StrokeStyle(width: 1), transform: broken).area == 0)
    }
}
