import Foundation
import LottieDocument
import LottieRenderer
import TestSupport
import Testing
import VectorGraphics

/// A renderer with the picture into which it draws.
private struct Canvas {
    let renderer: AnimationRenderer
    var picture: Pixmap

    init(_ composition: Composition, width: Int = 20, height: Int = 13, properties: DynamicProperties = .init()) {
        renderer = AnimationRenderer(
            composition, width: width, height: height, fonts: SquareFont(characters: ["a"]), properties: properties)
        picture = Pixmap(width: width, height: height)
    }

    func shows(_ frame: Double) -> Bool { renderer.isShown(frame: frame, in: picture) }

    mutating func draw(_ frame: Double) { renderer.draw(frame: frame, into: &picture) }

    /// Draws each frame unless it is shown already, and returns the frames that were not drawn again.
    ///
    /// Expects that the picture is then the one of a new renderer.
    mutating func play(_ frames: [Double], of composition: Composition, _ name: String) -> [Double] {
        var still: [Double] = []
        for frame in frames {
            if shows(frame) { still.append(frame) } else { draw(frame) }
            var fresh = Canvas(composition, width: renderer.width, height: renderer.height)
            fresh.draw(frame)
            #expect(picture == fresh.picture, "\(name) at \(frame)")
        }
        return still
    }
}

private let square = rectangle(0, 0, 4, 4)
private func layer(_ items: [JSON] = [square, fill()], _ more: JSON = [:]) -> JSON { shapeLayer(items, more) }
private let moving: JSON = ["ks": ["p": keyframes((2, point(0, 0)), (4, point(8, 0)))]]
private let holding: JSON = [
    "a": 1, "k": [["t": 2, "s": [0, 0], "h": 1], ["t": 5, "s": [8, 0], "h": 1], ["t": 7, "s": [8, 0]]],
]

@Suite("A frame that looks like the drawn one need not be drawn again")
struct StillFrameTests {
    /// Documents of 20 × 13 units with the frames from 1 to 9 that look like the one before.
    private static let examples: [(name: String, document: JSON, still: [Double])] = [
        ("nothing moves", document(20, 13, [layer()]), [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("before the first and after the last keyframe", document(20, 13, [layer() + moving]), [1, 5, 6, 7, 8, 9]),
        (
            "while keyframes hold", document(20, 13, [layer() + ["ks": ["p": holding]]]),
            [1, 2, 3, 4, 6, 7, 8, 9]
        ),
        (
            "between equal keyframes",
            document(20, 13, [layer() + ["ks": ["o": keyframes((2, 50), (4, 50), (6, 100))]]]),
            [1, 2, 3, 7, 8, 9]
        ),
        (
            "not on a curve that leads back",
            document(
                20, 13,
                [
                    layer() + [
                        "ks": [
                            "p": [
                                "a": 1,
                                "k": [
                                    ["t": 2, "s": [0, 0], "to": [9, 0], "ti": [0, 9]], ["t": 5, "s": [0, 0]],
                                ],
                            ]
                        ]
                    ]
                ]),
            [1, 6, 7, 8, 9]
        ),
        (
            "until a layer appears or disappears",
            document(20, 13, [layer() + ["ip": 3, "op": 6]]), [1, 2, 4, 5, 7, 8, 9]
        ),
        (
            "while a moving layer is not visible",
            document(20, 13, [layer() + moving + ["ip": 3.5, "op": 50]]), [1, 2, 3, 5, 6, 7, 8, 9]
        ),
        (
            "not while a parent moves that is never visible",
            document(
                20, 13, [nullLayer(["ind": 1, "ip": 90] + moving), layer([square, fill()], ["parent": 1])]),
            [1, 5, 6, 7, 8, 9]
        ),
        (
            "in a composition at another speed",
            document(
                20, 13, [precomposition("a", 20, 13, ["st": 1, "sr": 2])], assets: [asset("a", [layer() + moving])]),
            // The content begins at 1, and moves from 1 + 2 × 2 to 1 + 2 × 4. Times that are mapped are rounded, so that
            // the frame after a change is drawn once more.
            [3, 4]
        ),
        (
            "while a time remap stands still",
            document(
                20, 13, [precomposition("a", 20, 13, ["tm": keyframes((2, 0.2), (4, 0.4))])],
                assets: [asset("a", [layer() + moving])]),
            [1, 5, 6, 7, 8, 9]
        ),
        (
            "not while a matte moves",
            document(20, 13, [layer() + moving + ["td": 1], layer([square, fill()], ["tt": 1])]),
            [1, 5, 6, 7, 8, 9]
        ),
        (
            "not while a mask, a trim or a color changes",
            document(
                20, 13,
                [
                    layer([square, trim(0, 100) + ["e": keyframes((1, 0), (3, 100))], stroke(1)]),
                    layer([square, fill() + ["c": keyframes((4, [1, 0, 0]), (5, [0, 0, 1]))]]),
                    layer(
                        [square, fill()],
                        ["masksProperties": [mask("a", corners(0, 0, 3, 3), ["o": keyframes((6, 0), (7, 100))])]]),
                ]),
            [8, 9]
        ),
    ]

    @Test("a frame is drawn again only where something changes", arguments: examples.indices)
    func frameIsDrawnAgainWhereSomethingChanges(index: Int) throws {
        let (name, document, still) = Self.examples[index]
        let composition = try Composition(document)
        var canvas = Canvas(composition)
        let played = canvas.play(Array(stride(from: 0, through: 9, by: 1)), of: composition, name)
        #expect(played == still, "\(name)")
        var backwards = Canvas(composition)
        _ = backwards.play(Array(stride(from: 9, through: 0, by: -1)), of: composition, "\(name), backwards")
        var jumping = Canvas(composition)
        _ = jumping.play([4, 0, 9, 5, 5, 2.5, 8, 3, 3.4, 7, 1, 6], of: composition, "\(name), in another order")
    }

    @Test("what is shown is what a new renderer draws, with all kinds of properties", arguments: Showcase.all.indices)
    func shownFramesAreThoseOfNewRenderers(index: Int) throws {
        let (name, document) = Showcase.all[index]
        let composition = try Composition(document)
        var canvas = Canvas(composition)
        _ = canvas.play(Array(stride(from: 0, through: 24, by: 0.5)), of: composition, name)
    }

    @Test("an expression can change a frame at any time")
    func expressionChangesFramesAtAnyTime() throws {
        let moved: JSON = ["ks": ["p": ["k": [0, 0], "x": "var $bm_rt = [time > 0.5 ? 9 : 0, 0]"]]]
        var canvas = Canvas(try Composition(document(20, 13, [layer() + moved])))
        canvas.draw(0)
        #expect(canvas.shows(0))
        #expect(!canvas.shows(1))
    }

    @Test("a picture that was changed, copied from another size or drawn by another renderer does not show the frame")
    func changedPictureDoesNotShowFrame() throws {
        let composition = try Composition(document(20, 13, [layer()]))
        var canvas = Canvas(composition)
        #expect(!canvas.shows(0))
        canvas.draw(0)
        #expect(canvas.shows(0) && canvas.shows(3))
        let drawn = canvas.picture
        canvas.picture[0, 0] = 0
        #expect(!canvas.shows(0))
        canvas.picture = drawn
        #expect(canvas.shows(0), "a copy shows what it is a copy of")
        canvas.picture.clear()
        #expect(!canvas.shows(0))
        canvas.picture = drawn
        canvas.picture.withSurface { _ in }
        #expect(!canvas.shows(0))
        canvas.picture = drawn
        var fine = Pixmap(width: 40, height: 26)
        fine.withSurface { canvas.picture.average($0, factor: 2) }
        #expect(!canvas.shows(0))
        canvas.picture = drawn
        #expect(!Canvas(composition).renderer.isShown(frame: 0, in: drawn))
    }

    @Test("other values of a caller are drawn, and values that change are drawn in each frame")
    func valuesOfCallersAreDrawn() throws {
        var canvas = Canvas(try Composition(document(20, 13, [layer([square, fill()], ["nm": "box"])])))
        canvas.draw(0)
        var properties = DynamicProperties()
        try properties.set("box.Position", to: .vector(x: 9, y: 0))
        canvas.renderer.properties = properties
        #expect(!canvas.shows(0))
        canvas.draw(0)
        #expect(canvas.shows(1))
        try properties.set("box.Position") { .vector(x: $0, y: 0) }
        canvas.renderer.properties = properties
        canvas.draw(0)
        #expect(canvas.shows(0))
        #expect(!canvas.shows(1))
    }

    @Test("a picture in place of a layer is drawn, also where the document shows nothing")
    func pictureInPlaceOfLayerIsDrawn() throws {
        var canvas = Canvas(try Composition(document(20, 13, [nullLayer(["ip": 3]), layer()])))
        canvas.draw(0)
        #expect(canvas.shows(5))
        var picture = Pixmap(width: 20, height: 13)
        for index in picture.pixels.indices { picture.pixels[index] = .max }
        canvas.renderer.show(picture, inPlaceOf: 0)
        #expect(!canvas.shows(0))
        canvas.draw(0)
        #expect(!canvas.shows(5))
        canvas.renderer.properties = DynamicProperties()
        canvas.draw(0)
        #expect(!canvas.shows(5))
    }

    @Test("an incomplete frame is never shown")
    func incompleteFrameIsNeverShown() throws {
        let assets = (0..<40).map { asset("c\($0)", [precomposition("c\($0 + 1)", 20, 13)]) }
        var canvas = Canvas(try Composition(document(20, 13, [precomposition("c0", 20, 13)], assets: assets)))
        canvas.draw(0)
        try #require(canvas.renderer.shortage != nil)
        #expect(!canvas.shows(0))
    }

    @Test(
        "each built-in gift looks the same whether still frames are drawn again or not",
        arguments: try! FileManager.default.contentsOfDirectory(atPath: ProjectFolder.file("Demo/gifts").path)
            .filter { $0.hasSuffix(".json") }.sorted())
    func giftsLookTheSame(file: String) throws {
        let json = try Data(contentsOf: ProjectFolder.file("Demo/gifts/\(file)"))
        let composition = try Composition(json: [UInt8](json))
        var canvas = Canvas(composition, width: 24, height: 16)
        let frames = (0..<40).map { composition.inPoint + Double($0 * composition.frameCount / 40) }
        _ = canvas.play(frames, of: composition, file)
    }
}
