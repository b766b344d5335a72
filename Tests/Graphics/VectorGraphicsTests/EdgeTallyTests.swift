import Testing
import VectorGraphics

@Suite("Edges that lie on each other are counted where a matte limits a picture")
struct EdgeTallyTests {
    private static let side = 32

    /// A picture whose alpha grows from left to right by `step` a pixel, up to opaque; its first column is transparent.
    private func slope(_ step: Int) -> Pixmap {
        var pixmap = Pixmap(width: Self.side, height: Self.side)
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                let alpha = UInt32(min(255, x * step))
                pixmap.pixels[y * Self.side + x] = alpha << 24 | alpha << 8
            }
        }
        return pixmap
    }

    private func excess(of picture: Pixmap, limitedBy matte: Pixmap) -> Double {
        let tally = EdgeTally()
        tally.begin(width: Self.side, height: Self.side, isCounting: true)
        var (picture, matte, ground) = (picture, matte, Pixmap(width: Self.side, height: Self.side))
        picture.withSurface { picture in
            matte.withSurface { matte in
                ground.withSurface { tally.add(picture, limitedBy: matte, on: $0) }
            }
        }
        return tally.excess(over: 0.001, in: picture)
    }

    @Test("an edge on an edge counts", arguments: [100, 128, 200])
    func edgesCount(coverage: Int) {
        // One column is partly covered, and the next one is opaque.
        #expect(excess(of: slope(coverage), limitedBy: slope(coverage)) > 0)
    }

    @Test("a line that covers little of its pixels counts where it lies on another one", arguments: [30, 60, 200])
    func thinLinesCount(alpha: UInt32) {
        var line = Pixmap(width: Self.side, height: Self.side)
        for y in 0..<Self.side { line.pixels[y * Self.side + 7] = alpha << 24 }
        #expect(excess(of: line, limitedBy: line) > 0)
    }

    @Test("two gradients do not count", arguments: [4, 8, 20])
    func gradientsDoNotCount(step: Int) {
        #expect(excess(of: slope(step), limitedBy: slope(step)) == 0)
    }

    @Test("an edge on a gradient does not count", arguments: [4, 20])
    func edgesOnGradientsDoNotCount(step: Int) {
        #expect(excess(of: slope(128), limitedBy: slope(step)) == 0)
        #expect(excess(of: slope(step), limitedBy: slope(128)) == 0)
    }

    /// The faulty areas of a picture of this size with an edge on an edge in the columns from `x` on in some rows.
    private func faultyAreas(width: Int, height: Int, _ faults: [(x: Int, rows: Range<Int>)]) -> [PixelRect] {
        let tally = EdgeTally()
        tally.begin(width: width, height: height, isCounting: true)
        var (picture, ground) = (Pixmap(width: width, height: height), Pixmap(width: width, height: height))
        for fault in faults {
            for y in fault.rows {
                picture.pixels[y * width + fault.x] = 0x8000_8000
                for x in fault.x + 1..<width { picture.pixels[y * width + x] = 0xFF00_FF00 }
            }
        }
        picture.withSurface { picture in ground.withSurface { tally.add(picture, limitedBy: picture, on: $0) } }
        return tally.faultyAreas
    }

    @Test("faults far from each other have areas of their own, each with its surroundings", arguments: [64, 160])
    func distantFaultsHaveTwoAreas(height: Int) {
        let areas = faultyAreas(width: 64, height: height, [(40, 0..<4), (10, height - 4..<height)])
        #expect(areas.count == 2)
        #expect(areas.first?.contains(PixelRect(left: 32, top: 0, right: 49, bottom: 12)) == true)
        #expect(areas.last?.contains(PixelRect(left: 2, top: height - 12, right: 19, bottom: height)) == true)
    }

    @Test("faults beside and below each other have one area")
    func nearFaultsHaveOneArea() {
        #expect(faultyAreas(width: 64, height: 64, [(20, 0..<64)]).count == 1)
        #expect(faultyAreas(width: 64, height: 64, [(20, 16..<24), (30, 24..<40)]).count == 1)
    }

    @Test("a picture without faults has no area")
    func noFaultsHaveNoArea() {
        #expect(faultyAreas(width: 64, height: 64, []).isEmpty)
    }

    @Test("what was found in a picture of its own counts again, and does not depend on what was painted before")
    func findingsCountAgain() {
        let shape = Coverage(PixelRect(left: 4, top: 0, right: 20, bottom: Self.side))
        let tally = EdgeTally()
        var (picture, matte, ground) = (slope(128), slope(128), Pixmap(width: Self.side, height: Self.side))
        var findings = EdgeFindings()
        func begin() { tally.begin(width: Self.side, height: Self.side, isCounting: true) }
        func excess() -> Double { tally.excess(over: 0.001, in: picture) }
        begin()
        ground.withSurface { ground in
            tally.add(shape, with: .color(0x8080_8080), opacity: 255, mask: nil, on: ground)
            findings = tally.countOnItsOwn {
                picture.withSurface { picture in
                    matte.withSurface { tally.add(picture, limitedBy: $0, on: ground) }
                }
            }
        }
        let (first, areas) = (excess(), tally.faultyAreas)
        #expect(first > 0)
        begin()
        #expect(excess() == 0)
        tally.add(findings)
        #expect(excess() == first)
        #expect(tally.faultyAreas == areas)
    }
}
