import SeededRandomness
import Testing
import VectorGraphics

@Suite("The coverage of random polygons agrees with counted samples")
struct RandomPolygonTests {
    @Test("self-intersecting polygons have the coverage of both fill rules", arguments: 0..<24 as Range<UInt64>)
    func selfIntersectingPolygonsHaveExactCoverage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 3...9, using: &random)
        let corners = (0..<count).map { _ in
            (Double.random(in: -4...14, using: &random), Double.random(in: -4...14, using: &random))
        }
        compare(corners, seed: seed)
    }

    @Test("star-shaped polygons without intersections have the exact coverage", arguments: 100..<112 as Range<UInt64>)
    func simplePolygonsHaveExactCoverage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 3...14, using: &random)
        let corners = (0..<count).map { index in
            let turn = AffineTransform.rotation(degrees: 360 * Double(index) / Double(count))
            let radius = Double.random(in: 1...7, using: &random)
            return (5 + turn.a * radius, 5 + turn.b * radius)
        }
        compare(corners, seed: seed)
    }

    private func compare(_ corners: [(Double, Double)], seed: UInt64) {
        let oracle = PolygonOracle(corners, width: 10, height: 10)
        for rule in [FillRule.nonZero, .evenOdd] {
            let grid = CoverageGrid(10, 10, filling: Path(corners), rule: rule)
            #expect(grid.hasOrderedSpans, "seed \(seed)")
            for (index, pixel) in oracle.pixels.enumerated() where pixel.isSimple(rule) {
                let found = Double(grid.bytes[index]) / 255
                #expect(
                    abs(found - pixel.share(rule)) < 0.07,
                    "seed \(seed), \(rule), pixel (\(index % 10), \(index / 10)), polygon \(corners)")
            }
        }
    }
}
