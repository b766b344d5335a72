import Testing
import VectorGraphics

@Suite("Affine transforms map points")
struct AffineTransformTests {
    private func expect(_ map: AffineTransform, maps point: Point, to image: Point) {
        #expect((map.transformed(point) - image).length < 1e-4, "\(map.transformed(point))")
    }

    @Test("a rotation is clockwise on the screen, where y points down")
    func rotationIsClockwise() {
        expect(.rotation(degrees: 90), maps: Point(1, 0), to: Point(0, 1))
        expect(.rotation(degrees: -90), maps: Point(1, 0), to: Point(0, -1))
    }

    @Test("a positive skew moves points above the axis to the right")
    func positiveSkewMovesUpperPointsToRight() {
        expect(.skew(degrees: 45, axis: 0), maps: Point(0, -1), to: Point(1, -1))
        expect(.skew(degrees: 45, axis: 0), maps: Point(0, 2), to: Point(-2, 2))
        // The skew rotates by the axis, +90°, shears, and rotates back.
        expect(.skew(degrees: 45, axis: 90), maps: Point(1, 0), to: Point(1, 1))
    }

    @Test(
        "a skew moves by the tangent of its angle, which is limited near a right angle",
        arguments: [
            (30.0, 0.577_350_27), (60, 1.732_050_81), (-75, -3.732_050_81), (89, 57.289_961_63),
            (89.9, 572.957_213_35), (90, 572.957_213_35), (135, -1), (-120, 1.732_050_81),
        ])
    func skewIsLimitedNearRightAngle(degrees: Double, tangent: Double) {
        let map = AffineTransform.skew(degrees: degrees, axis: 0)
        #expect(abs(map.c + tangent) < 1e-6 * abs(tangent) && map.d == 1 && map.a == 1)
    }

    @Test("a skew near a right angle is finite", arguments: [90.0, -90, 89.99, 1e9])
    func extremeSkewIsFinite(degrees: Double) {
        #expect(AffineTransform.skew(degrees: degrees, axis: 0).isFinite)
        #expect(abs(AffineTransform.skew(degrees: degrees, axis: 0).c) < 1000)
    }

    @Test("concatenated transforms apply in their order")
    func concatenatedTransformsApplyInOrder() {
        let map = AffineTransform.scale(x: 2, y: 3).concatenating(.translation(x: 5, y: 7))
        expect(map, maps: Point(1, 1), to: Point(7, 10))
    }

    @Test("an inverse transform reverts the transform, and a degenerate one has no inverse")
    func inverseRevertsTransform() throws {
        let map = AffineTransform.skew(degrees: 20, axis: 10).concatenating(.rotation(degrees: 33)).concatenating(
            .translation(x: -4, y: 9))
        expect(map.concatenating(try #require(map.inverse)), maps: Point(3, -2), to: Point(3, -2))
        #expect(AffineTransform.scale(x: 0, y: 1).inverse == nil)
        #expect(AffineTransform.scale(x: .nan, y: 1).inverse == nil)
    }

    @Test("the mean scale and the largest scale describe the growth of lengths")
    func scalesDescribeGrowth() {
        let map = AffineTransform.scale(x: 9, y: 4).concatenating(.rotation(degrees: 50))
        #expect(abs(map.meanScale - 6) < 1e-9)
        #expect(abs(map.maxScale - 9) < 1e-9)
    }
}

@Suite("Paths and rectangles can be combined and measured")
struct PathTests {
    @Test("closing a path adds a side only if one is missing")
    func closingAddsMissingSide() {
        #expect(Path([(0, 0), (4, 0), (4, 4)]).contours[0].segmentCount == 3)
        #expect(Path([(0, 0), (4, 0), (0, 0)]).contours[0].segmentCount == 2)
        var empty = Path()
        empty.close()
        #expect(empty.isEmpty)
    }

    @Test("reversing changes the direction of each contour and keeps its area")
    func reversingKeepsArea() {
        var path = Path.circle(x: 4, y: 4, radius: 3) + .rectangle(10, 1, 13, 5)
        let before = CoverageGrid(16, 8, filling: path)
        let first = path.points[1]
        path.reverse()
        #expect(path.points[path.contours[1].start - 2] == first)
        // Points along curves are computed from the other end, so their last bits can differ.
        #expect(
            zip(CoverageGrid(16, 8, filling: path).bytes, before.bytes).allSatisfy { $0.distance(to: $1).magnitude < 2 }
        )
    }

    @Test("the bounds contain every transformed point")
    func boundsContainTransformedPoints() throws {
        #expect(Path().bounds(transform: .identity) == nil)
        let bounds = try #require(Path.rectangle(1, 2, 3, 5).bounds(transform: .scale(x: -1, y: 2)))
        #expect(bounds.low == Point(-3, 4))
        #expect(bounds.high == Point(-1, 10))
    }

    @Test("rectangles of pixels have intersections and unions")
    func pixelRectsHaveIntersectionsAndUnions() {
        let a = PixelRect(left: 0, top: 0, right: 4, bottom: 4)
        let b = PixelRect(left: 2, top: 3, right: 9, bottom: 9)
        #expect(a.intersection(b) == PixelRect(left: 2, top: 3, right: 4, bottom: 4))
        #expect(a.union(b) == PixelRect(left: 0, top: 0, right: 9, bottom: 9))
        let apart = a.intersection(PixelRect(left: 7, top: 0, right: 9, bottom: 4))
        #expect(apart.isEmpty && apart.width == 0)
        #expect(apart.union(b) == b)
    }
}
