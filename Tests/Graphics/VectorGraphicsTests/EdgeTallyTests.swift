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
}
