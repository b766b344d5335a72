import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("Pictures in which many edges lie on each other are drawn finer")
struct EdgeTests {
    private func frame(_ strokes: [JSON]) throws -> Frame {
        try Frame(document(24, 24, [shapeLayer([ellipse(12, 12, 16, 16)] + strokes)]))
    }

    @Test("a stroke that covers another one of the same width lets little of it through")
    func upperStrokeHidesLowerOne() throws {
        // The first style is the uppermost.
        let stacked = try frame([stroke(0.6, green), stroke(0.6, red)])
        let single = try frame([stroke(0.6, green)])
        func sum(_ frame: Frame, _ shift: UInt32) -> Int {
            frame.pixmap.pixels.reduce(0) { $0 + Int($1 >> shift & 0xFF) }
        }
        #expect(sum(single, 0) == 0)
        #expect(Double(sum(stacked, 0)) < 0.25 * Double(sum(stacked, 8)))
        #expect(abs(stacked.area / single.area - 1) < 0.25)
    }

    @Test("a shape that covers another one of the same outline lets nothing of it through")
    func upperShapeHidesLowerOne() throws {
        let square = rectangle(2.5, 2.5, 5.5, 5.5)
        let frame = try Frame(
            document(8, 8, [shapeLayer([square, fill(green)]), shapeLayer([square, fill(red)])]))
        #expect(frame[2, 3].isNear(0x8000_8000) && frame[5, 3].isNear(0x8000_8000))
    }

    @Test("shapes that touch leave no gap")
    func touchingShapesLeaveNoGap() throws {
        let halves = [rectangle(1, 1, 4.5, 7), rectangle(4.5, 1, 7, 7)].map { shapeLayer([$0, fill(green)]) }
        #expect(try Frame(document(8, 8, halves)).alphas(row: 3) == [0, 255, 255, 255, 255, 255, 255, 0])
    }

    @Test("a mask or a matte along the edge of a shape does not make the edge fainter")
    func limitsAlongEdgesKeepThem() throws {
        let square = [rectangle(2.5, 2.5, 5.5, 5.5), fill(green)]
        let masked = shapeLayer(square, ["masksProperties": [mask("a", corners(2.5, 2.5, 5.5, 5.5))]])
        #expect(try Frame(document(8, 8, [masked])).hasAlphas([0, 0, 128, 255, 255, 128, 0, 0], row: 3))
        let matted = [shapeLayer(square, ["td": 1]), shapeLayer(square, ["tt": 1])]
        #expect(try Frame(document(8, 8, matted)).hasAlphas([0, 0, 128, 255, 255, 128, 0, 0], row: 3))
    }

    @Test("a shape with a matte that covers another one of the same outline lets little of it through")
    func mattedShapeHidesLowerOne() throws {
        let ring = [ellipse(12, 12, 16, 16), stroke(0.6, green)]
        let layers = [
            solid("#ffffff", 24, 24, ["td": 1]), shapeLayer(ring, ["tt": 1]),
            shapeLayer([ellipse(12, 12, 16, 16), stroke(0.6, red)]),
        ]
        let frame = try Frame(document(24, 24, layers))
        func sum(_ shift: UInt32) -> Int { frame.pixmap.pixels.reduce(0) { $0 + Int($1 >> shift & 0xFF) } }
        #expect(Double(sum(0)) < 0.25 * Double(sum(8)))
    }

    @Test("a stroke of two equal shapes is that of one")
    func strokeOfEqualShapesIsThatOfOne() throws {
        let oval = ellipse(12, 12, 16, 9)
        let (one, two) = ([oval, stroke(2)], [oval, oval, stroke(2)])
        #expect(try Frame(document(24, 24, [shapeLayer(one)])) == Frame(document(24, 24, [shapeLayer(two)])))
    }

    @Test("strokes that only cross, and single strokes, are drawn as they are")
    func otherStrokesAreUnchanged() throws {
        let both = try Frame(
            document(24, 24, [shapeLayer([polygon([(2, 12), (22, 12.5)], isClosed: false), stroke(1)])]))
        #expect(both.area > 19 && both.area < 21)
    }

    @Test("edges on each other in one corner change nothing in the other corners")
    func otherPartsStay() throws {
        let corner = rectangle(4.5, 4.5, 30.5, 30.5)
        let disc = shapeLayer([ellipse(98, 98, 20, 20), fill(red)])
        let alone = try Frame(document(112, 112, [disc]))
        let both = try Frame(
            document(112, 112, [shapeLayer([corner, fill(green)]), shapeLayer([corner, fill(red)]), disc]))
        #expect(both[4, 16].isNear(0x8000_8000))
        for y in 64..<112 { for x in 64..<112 { #expect(both[x, y] == alone[x, y]) } }
    }

    @Test("a renderer that has drawn other frames finely gives the pixels of a new one")
    func pixelsDoNotDependOnEarlierFrames() throws {
        let square = [rectangle(2.5, 2.5, 9.5, 9.5)]
        let moving: JSON = ["a": 1, "k": [["t": 0, "s": [0, 0]], ["t": 10, "s": [3, 3]]]]
        let layers = [green, red].map { shapeLayer(square + [fill($0)], ["ks": ["p": moving]]) }
        let composition = try Composition(document(16, 16, layers))
        let renderer = AnimationRenderer(composition, width: 16, height: 16)
        for frame in [0.0, 5, 9, 5, 0] {
            var seen = Pixmap(width: 16, height: 16)
            var fresh = Pixmap(width: 16, height: 16)
            renderer.draw(frame: frame, into: &seen)
            AnimationRenderer(composition, width: 16, height: 16).draw(frame: frame, into: &fresh)
            #expect(seen == fresh)
        }
    }
}
