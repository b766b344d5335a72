import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("The coverages of letters that move along the rows are kept, and letters equal those of a fresh renderer")
struct MovedLettersTests {
    /// A document with a text of triangles, whose letters an animator moves.
    private func document(_ properties: JSON, _ text: JSON = [:]) -> JSON {
        let corners: JSON = [[0, 0], [83, 0], [31, -77]]
        let none: JSON = [[0, 0], [0, 0], [0, 0]]
        let ink: JSON = [
            "ty": "gr", "it": [["ty": "sh", "ks": fixed(["c": true, "v": corners, "i": none, "o": none])]],
        ]
        let letter: JSON = ["ch": "a", "style": "Regular", "fFamily": "Test", "w": 100, "data": ["shapes": [ink]]]
        let written: JSON = ["t": "aaa", "f": "Test", "s": 10, "fc": [1, 0, 0], "lh": 12, "j": 0, "tr": 0]
        let layer: JSON = [
            "ty": 5, "ip": 0, "op": 100, "ks": ["p": fixed(point(2, 15))],
            "t": [
                "d": ["k": [["t": 0, "s": written + text]]], "a": [["s": ["t": 0], "a": properties]], "p": [:],
                "m": ["g": 1, "a": fixed([0, 0])],
            ],
        ]
        return LottieRendererTests.document(40, 24, [layer]) + [
            "fonts": ["list": [["fName": "Test", "fFamily": "Test", "fStyle": "Regular", "ascent": 75]]],
            "chars": [letter],
        ]
    }

    private static let outlined: JSON = ["sc": [0, 0, 1], "sw": 1.5]

    private func animated(_ kind: Int) -> JSON {
        switch kind {
        case 0: document(["t": keyframes((0, 0), (20, 7))], Self.outlined)
        // Out of the picture on both sides.
        case 1: document(["p": keyframes((0, [-40, 0]), (20, [45, 0]))], Self.outlined)
        case 2: document(["p": keyframes((0, [0, -9]), (10, [3, 8]), (20, [9, 8]))])
        case 3: document(["r": keyframes((0, 0), (10, 30), (20, 30)), "t": keyframes((0, 0), (20, 3))], Self.outlined)
        default: document(["o": keyframes((0, 0), (20, 100)), "sw": keyframes((0, 0), (20, 4))], Self.outlined)
        }
    }

    @Test("frames in any order equal those of new renderers", arguments: 0...4)
    func framesEqualThoseOfNewRenderers(kind: Int) throws {
        let document = animated(kind)
        for (width, height) in [(40, 24), (93, 56)] {
            let renderer = AnimationRenderer(try Composition(document), width: width, height: height)
            var pixmap = Pixmap(width: width, height: height)
            let times = [0, 1, 2, 5, 10, 11, 12, 15, 20, 19, 15, 11, 5, 2, 0, 0, 15, 15, 15].map(Double.init)
            for time in times + times {
                renderer.draw(frame: time, into: &pixmap)
                let fresh = try Frame(document, at: time, width: width, height: height)
                #expect(pixmap == fresh.pixmap, "at \(time)")
            }
        }
    }

    @Test("a letter is almost at its exact place", arguments: [0.002, 0.0071, 0.3, 0.4999, 0.77])
    func lettersAreNearTheirPlaces(distance: Double) throws {
        let moved = try Frame(document(["p": fixed([.number(distance), 0])]))
        // The triangles of the letters, at their exact places.
        let triangles = (0..<3).map { index in
            let left = 2 + distance + 10 * Double(index)
            return polygon([(left, 15), (left + 8.3, 15), (left + 3.1, 7.3)])
        }
        let exact = try Frame(LottieRendererTests.document(40, 24, [shapeLayer(triangles + [fill()])]))
        for y in 0..<24 {
            for (one, other) in zip(moved.alphas(row: y), exact.alphas(row: y)) { #expect(abs(one - other) <= 3) }
        }
    }
}
