import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

/// Returns a drop shadow that falls downwards.
private func shadow(opacity: JSON = fixed(200), distance: JSON = fixed(4), softness: JSON = fixed(6)) -> JSON {
    let values: [JSON] = [fixed([0, 0, 1]), opacity, fixed(180), distance, softness, fixed(0)]
    return ["ty": 25, "en": 1, "ef": .list(values.map { ["ty": 0, "v": $0] })]
}

private func blur(_ radius: JSON) -> JSON {
    ["ty": 29, "en": 1, "ef": .list([radius, fixed(1), fixed(0)].map { ["ty": 0, "v": $0] })]
}

/// Two shapes, the edges of which lie on each other and on those of the layer below.
private let shapes: [JSON] = [
    ellipse(20, 16, 17, 13), fill(red), rectangle(9.6, 25.5, 31, 34), fill(green, opacity: 60),
]

/// Documents with layers that stand still with their effects, at least in some of the frames.
private let documents: [(name: String, document: JSON)] = [
    ("still", with(shapeLayer(shapes, ["ef": [shadow()]]))),
    ("still, translucent", with(shapeLayer(shapes, ["ef": [shadow()], "ks": ["o": fixed(40)]]))),
    ("fading", with(shapeLayer(shapes, ["ef": [shadow()], "ks": ["o": keyframes((5, [100]), (15, [20]))]]))),
    (
        "moving, then still",
        with(shapeLayer(shapes, ["ef": [shadow()], "ks": ["p": keyframes((5, [0, 0]), (12, [3.4, 7.7]))]]))
    ),
    ("shadow that changes", with(shapeLayer(shapes, ["ef": [shadow(distance: keyframes((3, [0]), (9, [8])))]]))),
    ("blur that changes", with(shapeLayer(shapes, ["ef": [blur(keyframes((3, [0]), (9, [20])))]]))),
    (
        "changing shape",
        with(shapeLayer([group(shapes, ["s": keyframes((3, [50, 50]), (9, [120, 90]))])], ["ef": [shadow()]]))
    ),
    ("solid", with(solid("#00ff00", x: 7.3, y: 8.6, 21, 14, ["ef": [shadow(), blur(fixed(4))]]))),
    (
        "masked",
        with(
            shapeLayer(
                shapes,
                [
                    "ef": [shadow()], "hasMask": true, "masksProperties": [mask("a", corners(9, 9, 31, 28))],
                ]))
    ),
    (
        "in a masked composition",
        document(
            40, 40,
            [
                precomposition(
                    "inner", 40, 40,
                    [
                        "hasMask": true, "masksProperties": [mask("a", corners(9.5, 9.5, 31, 28))],
                        "ks": ["o": keyframes((0, [100]), (10, [50]))],
                    ])
            ], assets: [asset("inner", [shapeLayer(shapes, ["ef": [shadow()]])])])
    ),
    (
        "tinted, over the same color",
        with(shapeLayer(shapes, ["ef": [["ty": 20, "en": 1, "ef": [["v": fixed(blue)], ["v": fixed(blue)]]]]]))
    ),
    ("style", with(shapeLayer(shapes, ["sy": [["ty": 0, "c": fixed(blue), "s": fixed(2)]]]))),
]

/// Returns a document with a layer above a still one.
private func with(_ layer: JSON) -> JSON {
    document(40, 40, [layer, shapeLayer([ellipse(20, 16, 17, 13), fill(blue)])])
}

@Suite("The picture of a still layer with effects is kept, and equals a fresh one")
struct KeptPictureTests {
    /// Frames in order, backwards, several times and mixed.
    private static let frames: [Double] = [
        0, 1, 2, 3, 6, 9, 12, 15, 18, 15, 12, 9, 6, 3, 0, 0, 0, 18, 18, 18, 6, 6, 6, 0,
    ]

    @Test(
        "frames in any order equal those of new renderers", arguments: documents.indices,
        [RenderingCompatibility.lottieWeb, .afterEffects])
    func framesEqualThoseOfNewRenderers(index: Int, rules: RenderingCompatibility) throws {
        let (name, document) = documents[index]
        for side in [40, 93] {
            let renderer = AnimationRenderer(
                try Composition(document), width: side, height: side, compatibility: rules)
            var pixmap = Pixmap(width: side, height: side)
            for frame in Self.frames {
                renderer.draw(frame: frame, into: &pixmap)
                let fresh = try Frame(document, at: frame, width: side, height: side, compatibility: rules)
                #expect(pixmap == fresh.pixmap, "\(name) at \(frame)")
            }
        }
    }

    @Test("a layer whose property is replaced is drawn anew")
    func replacedPropertiesAreDrawn() throws {
        let document = with(shapeLayer(shapes, ["nm": "shape", "ef": [shadow()]]))
        let renderer = AnimationRenderer(try Composition(document), width: 40, height: 40)
        var (before, after) = (Pixmap(width: 40, height: 40), Pixmap(width: 40, height: 40))
        for _ in 0..<3 { renderer.draw(frame: 0, into: &before) }
        var properties = DynamicProperties()
        try properties.set("shape.**.Color", to: .color(Color(0, 0, 0, 1)))
        renderer.properties = properties
        renderer.draw(frame: 0, into: &after)
        #expect(before != after)
    }
}
