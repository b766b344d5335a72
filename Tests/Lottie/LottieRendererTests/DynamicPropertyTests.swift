import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

/// Returns a frame of a composition with dynamic properties, at one pixel per unit.
func frame(
    of document: JSON, at time: Double = 0, with set: (inout DynamicProperties) throws -> Void = { _ in }
) throws -> Frame {
    let composition = try Composition(document)
    var properties = DynamicProperties()
    try set(&properties)
    let renderer = AnimationRenderer(
        composition, width: Int(composition.width), height: Int(composition.height),
        fonts: SquareFont(characters: ["a", "b"]), properties: properties)
    var pixmap = Pixmap(width: renderer.width, height: renderer.height)
    renderer.draw(frame: time, into: &pixmap)
    return Frame(pixmap)
}

private let lime = PropertyValue.color(Color(0, 1, 0, 1))
private let azure = PropertyValue.color(Color(0, 0, 1, 1))

@Suite("A caller can change the properties of an animation")
struct DynamicPropertyTests {
    private static let full = rectangle(0, 0, 4, 2)

    @Test(
        "a value changes the property that its path names, and no other",
        arguments: [
            ("box.Color", lime, "GGGG"), ("box.Opacity", .number(0), "...."),
            ("box.Transform.Opacity", .number(0), "...."),
            ("box.Position", .vector(x: 2, y: 0), "..RR"), ("box.Anchor Point", .vector(x: 1, y: 0), "RRR."),
            ("box.Scale", .scale(50), "RR.."), ("box.Rotation", .number(180), "...."),
            ("Layer 1.Color", lime, "RRRR"), ("other.Color", lime, "RRRR"), ("box.Opacity", lime, "RRRR"),
            ("box.Color", .number(3), "RRRR"), ("box.Hidden", .number(1), "...."), ("box.Hidden", .number(0), "RRRR"),
            ("box.Hidden", lime, "RRRR"), ("box.Transform.Hidden", .number(1), "RRRR"),
        ] as [(String, PropertyValue, String)])
    func valueChangesOnlyNamedProperty(path: String, value: PropertyValue, row: String) throws {
        let document = document(4, 2, [solid("#ff0000", 4, 2, ["nm": "box"])])
        #expect(try frame(of: document) { try $0.set(path, to: value) }.rows[0] == row)
    }

    @Test("a hidden layer can be shown, and the visibility of a layer can depend on the frame")
    func visibilityCanBeSet() throws {
        let hidden = document(4, 2, [solid("#ff0000", 4, 2, ["nm": "box", "hd": true])])
        #expect(try frame(of: hidden).rows[0] == "....")
        #expect(try frame(of: hidden) { try $0.set("box.Hidden", to: .number(0)) }.rows[0] == "RRRR")
        let shown = document(4, 2, [solid("#ff0000", 4, 2, ["nm": "box"])])
        for (time, row) in [(1.0, "RRRR"), (3.0, "....")] {
            let drawn = try frame(of: shown, at: time) {
                try $0.set("box.Hidden") { frame in .number(frame > 2 ? 1 : 0) }
            }
            #expect(drawn.rows[0] == row)
        }
    }

    /// The items of a shape layer named `s`, each with a path, a value and the expected first row of four pixels.
    private static let items: [([JSON], String, PropertyValue, String)] = [
        ([full, fill() + ["nm": "paint"]], "s.paint.Color", lime, "GGGG"),
        ([full, fill()], "s.Fill 1.Color", lime, "GGGG"), ([full, fill()], "s.Fill 1.Opacity", .number(0), "...."),
        ([full, fill()], "s.Rectangle Path 1.Size", .vector(x: 2, y: 2), ".RR."),
        ([full, fill()], "s.Rectangle Path 1.Position", .vector(x: 4, y: 1), "..RR"),
        ([ellipse(2, 1, 40, 40), fill()], "s.Ellipse Path 1.Position", .vector(x: 90, y: 1), "...."),
        ([polygon(corners(0, 0, 4, 2)), fill()], "s.Path 1.Path", square(1), "R..."),
        ([full, stroke(0)], "s.Stroke 1.Stroke Width", .number(8), "RRRR"),
        ([full, stroke(8)], "s.Stroke 1.Color", lime, "GGGG"),
        ([group([full, fill()], [:], ["nm": "g"])], "s.g.Transform.Position", .vector(x: 1, y: 0), ".RRR"),
        ([group([full, fill()])], "s.Group 1.Opacity", .number(0), "...."),
        (
            [polygon([(0, 1), (4, 1)], isClosed: false), trim(0, 0), stroke(2)], "s.Trim Paths 1.End", .number(50),
            "RR.."
        ),
        ([polygon([(0, 1), (4, 1)], isClosed: false), trim(0, 0), stroke(2)], "s.*.Trim End", .number(50), "RR.."),
        (
            [rectangle(0, 0, 1, 2), fill(), repeater(1, ["p": fixed(point(2, 0))])], "s.Repeater 1.Copies", .number(2),
            "R.R."
        ),
        (
            [rectangle(0, 0, 1, 2), fill(), repeater(2, ["p": fixed(point(2, 0))])], "s.Repeater 1.Position",
            .vector(x: 1, y: 0), "RR.."
        ),
        (
            [full, gradient()], "s.Gradient Fill 1.Colors", .gradient([GradientStop(offset: 0, color: [0, 1, 0, 1])]),
            "GGGG"
        ),
    ]

    @Test("the items of shapes are found by their names, or by kind and number", arguments: items.indices)
    func shapeItemsAreFoundByNameOrKind(index: Int) throws {
        let (items, path, value, row) = Self.items[index]
        let document = document(4, 2, [shapeLayer(items, ["nm": "s"])])
        #expect(try frame(of: document).rows[0] != row)
        #expect(try frame(of: document) { try $0.set(path, to: value) }.rows[0] == row, "\(path)")
    }

    private static func square(_ side: Float) -> PropertyValue {
        .path(
            BezierShape(
                vertices: [[0, 0], [side, 0], [side, side], [0, side]], tangentsIn: [], tangentsOut: [], isClosed: true)
        )
    }

    private static func gradient() -> JSON {
        [
            "ty": "gf", "o": fixed(100), "t": 1, "s": fixed([0, 0]), "e": fixed([4, 0]),
            "g": ["p": 2, "k": fixed([0, 1, 0, 0, 1, 1, 0, 0])],
        ]
    }

    @Test("masks and effects are found below their layer")
    func masksAndEffectsAreFoundBelowLayer() throws {
        let masked = document(
            4, 2,
            [
                solid(
                    "#ff0000", 4, 2, ["nm": "box", "masksProperties": [mask("a", corners(0, 0, 2, 2), ["nm": "hole"])]])
            ])
        #expect(try frame(of: masked).rows[0] == "RR..")
        #expect(try frame(of: masked) { try $0.set("box.Masks.hole.Path", to: Self.square(1)) }.rows[0] == "R...")
        #expect(try frame(of: masked) { try $0.set("box.**.Opacity", to: .number(0)) }.area == 0)
        let value: JSON = ["v": fixed([1, 0, 0, 1])]
        let effect: JSON = ["ty": 21, "nm": "tint", "ef": [["v": fixed(0)], ["v": fixed(0)], value]]
        let filled = document(4, 2, [solid("#0000ff", 4, 2, ["nm": "box", "ef": [effect]])])
        #expect(try frame(of: filled).rows[0] == "RRRR")
        #expect(try frame(of: filled) { try $0.set("box.Effects.tint.Color", to: lime) }.rows[0] == "GGGG")
    }

    @Test("layers in a precomposition are found through the layers that show it, separately for each use")
    func precompositionLayersAreFoundForEachUse() throws {
        let inner = asset("c", [solid("#ff0000", 2, 2, ["nm": "box"])])
        let uses = [
            precomposition("c", 2, 2, ["nm": "left"]),
            precomposition("c", 2, 2, ["nm": "right", "ks": ["p": fixed(point(2, 0))]]),
        ]
        let document = document(4, 2, uses, assets: [inner])
        #expect(try frame(of: document) { try $0.set("right.box.Color", to: lime) }.rows[0] == "RRGG")
        #expect(try frame(of: document) { try $0.set("*.box.Color", to: lime) }.rows[0] == "GGGG")
        #expect(try frame(of: document) { try $0.set("box.Color", to: lime) }.rows[0] == "RRRR")
        #expect(try frame(of: document) { try $0.set("left.Opacity", to: .number(0)) }.rows[0] == "..RR")
    }

    @Test("of several matching paths the last one whose value has the property's type applies")
    func lastMatchingPathOfRightTypeApplies() throws {
        let document = document(4, 2, [solid("#ff0000", 4, 2, ["nm": "box"])])
        func row(_ values: (String, PropertyValue)...) throws -> String {
            try frame(of: document) { for (path, value) in values { try $0.set(path, to: value) } }.rows[0]
        }
        #expect(try row(("box.Color", lime), ("**.Color", azure)) == "BBBB")
        #expect(try row(("**.Color", azure), ("box.Color", lime)) == "GGGG")
        #expect(try row(("box.Color", lime), ("**.Color", .number(1))) == "GGGG")
        #expect(try row(("box.Color", lime), ("**.Color", azure), ("box.Color", lime)) == "BBBB")
    }

    @Test("a value replaces keyframes and expressions at all times")
    func valueReplacesKeyframesAndExpressions() throws {
        let moving: JSON = ["p": keyframes((0, [0, 0]), (4, [4, 0])), "r": ["k": 0, "x": "var $bm_rt = 180;"]]
        let document = document(4, 2, [solid("#ff0000", 1, 2, ["nm": "box", "ks": moving])])
        for time in [0.0, 1, 3] {
            let picture = try frame(of: document, at: time) {
                try $0.set("box.Position", to: .vector(x: 2, y: 0))
                try $0.set("box.Rotation", to: .number(0))
            }
            #expect(picture.rows[0] == "..R.")
        }
    }

    @Test(
        "a closure yields a value for each frame of its own composition, and a value of another type is ignored"
    )
    func closureYieldsValueForEachFrame() throws {
        let inner = asset("c", [solid("#ff0000", 1, 2, ["nm": "box"])])
        let document = document(4, 2, [precomposition("c", 4, 2, ["nm": "late", "st": 2])], assets: [inner])
        for (time, row) in [(2.0, "R..."), (3, ".R.."), (5, "...R")] {
            #expect(
                try frame(of: document, at: time) { try $0.set("**.box.Position") { .vector(x: $0, y: 0) } }.rows[0]
                    == row)
            #expect(
                try frame(of: document, at: time) { try $0.set("**.box.Position") { .number($0) } }.rows[0] == "R...")
        }
        let colored = try frame(of: document, at: 3) { try $0.set("**.Color") { $0 < 1 ? azure : lime } }
        #expect(colored.rows[0] == "G...")
    }

    @Test("a layer that a value moves also moves its children and the area of its matte")
    func movedLayerMovesChildrenAndMatte() throws {
        let child = solid("#ff0000", 1, 2, ["nm": "child", "parent": 1])
        let parented = document(4, 2, [nullLayer(["ind": 1, "nm": "hand"]), child])
        #expect(try frame(of: parented) { try $0.set("hand.Position", to: .vector(x: 3, y: 0)) }.rows[0] == "...R")
        let matted = document(
            4, 2, [solid("#ffffff", 2, 2, ["nm": "window", "td": 1]), solid("#ff0000", 4, 2, ["tt": 1])])
        #expect(try frame(of: matted) { try $0.set("window.Position", to: .vector(x: 1, y: 0)) }.rows[0] == ".RR.")
    }

    @Test("rotations about three axes are found by their axes, and the z rotation also as the rotation")
    func rotationsAreFoundByTheirAxes() throws {
        let turned: JSON = ["ks": ["rx": fixed(0), "ry": fixed(0), "rz": fixed(90), "or": fixed([0, 0, 0])]]
        let document = document(4, 2, [solid("#ff0000", 2, 1, ["nm": "box", "ddd": 1] + turned)])
        #expect(try frame(of: document).area < 0.1)
        #expect(try frame(of: document) { try $0.set("box.Rotation", to: .number(0)) }.rows[0] == "RR..")
        #expect(try frame(of: document) { try $0.set("box.Z Rotation", to: .number(0)) }.rows[0] == "RR..")
    }
}

@Suite("A caller can change texts and pictures")
struct DynamicContentTests {
    /// Returns a document with a text whose letters have ink of 8 × 8 units and whose baseline is at 10.
    private func page(_ more: JSON = [:]) -> JSON {
        let style: JSON = ["t": "a", "f": "Square", "s": 10, "fc": [1, 0, 0], "lh": 12, "j": 0, "tr": 0]
        let layer: JSON = [
            "ty": 5, "nm": "title", "ip": 0, "op": 100, "ks": ["p": fixed(point(0, 10))],
            "t": ["d": ["k": [["t": 0, "s": style + more]]], "a": [], "p": [:], "m": ["g": 1, "a": fixed([0, 0])]],
        ]
        return document(40, 24, [layer])
            + ["fonts": ["list": [["fName": "Square", "fFamily": "Square", "fStyle": "Regular", "ascent": 75]]]]
    }

    @Test("a new text has the size, position and color of the file, or changed ones")
    func newTextKeepsFormat() throws {
        let one = try frame(of: page()).area
        #expect(one > 20)
        func area(_ path: String, _ value: PropertyValue) throws -> Double {
            try frame(of: page()) { try $0.set(path, to: value) }.area
        }
        #expect(try area("title.Text", .text("aba")) == 3 * one)
        #expect(try area("title.Text", .text("")) == 0)
        #expect(try area("title.Font Size", .number(5)) < one / 2)
        #expect(try frame(of: page()) { try $0.set("title.Color", to: lime) }.rows[5].contains("G"))
        let lines = try frame(of: page()) { try $0.set("title.Text", to: .text("a\na")) }
        #expect(lines.rows[20].contains("R"))
        let centred = try frame(of: page(["j": 2])) { try $0.set("title.Text", to: .text("aaaa")) }
        #expect(centred.area == 2 * one)
    }

    @Test("a closure for a text works together with values for its look, in either order")
    func textClosureWorksWithFormatValues() throws {
        let one = try frame(of: page()).area
        for isTextFirst in [true, false] {
            let picture = try frame(of: page(), at: 3) { properties in
                if !isTextFirst { try properties.set("title.Color", to: lime) }
                try properties.set("title.Text") { .text(String(repeating: "a", count: Int($0))) }
                if isTextFirst { try properties.set("title.Color") { _ in lime } }
            }
            #expect(picture.area == 3 * one)
            #expect(picture.rows[5].contains("G") && !picture.rows[5].contains("R"))
        }
    }

    @Test(
        "a picture fills the box of the one that it replaces, even of a missing one, and can be another asset")
    func imageFillsBoxOfReplacedImage() throws {
        let images: [JSON] = [
            ["id": "gone", "w": 4, "h": 2, "p": "gone.png"],
            ["id": "green", "w": 4, "h": 2, "e": 1, "p": .string("data:image/png;base64," + Self.green)],
        ]
        let layer: JSON = ["ty": 2, "nm": "photo", "refId": "gone", "ip": 0, "op": 100, "ks": [:]]
        let document = document(4, 2, [layer], assets: images)
        var blue = Pixmap(width: 2, height: 2)
        for index in blue.pixels.indices { blue.pixels[index] = 0xFFFF_0000 }
        #expect(try frame(of: document).area == 0)
        #expect(try frame(of: document) { try $0.set("photo.Image", to: .image(blue)) }.rows[1] == "BBBB")
        #expect(try frame(of: document) { try $0.set("photo.Image", to: .asset("green")) }.rows[1] == "GGGG")
    }

    @Test("a picture can change with time to another one or to an asset, and is otherwise the layer's own")
    func imageChangesWithTime() throws {
        let images: [JSON] = [
            ["id": "own", "w": 4, "h": 2, "e": 1, "p": .string("data:image/png;base64," + Self.green)],
            ["id": "small", "w": 2, "h": 2, "e": 1, "p": .string("data:image/png;base64," + Self.green)],
        ]
        let layer: JSON = ["ty": 2, "nm": "photo", "refId": "own", "ip": 0, "op": 100, "ks": [:]]
        let composition = try Composition(document(4, 2, [layer], assets: images))
        let pictures = ([0xFFFF_0000, 0xFF00_00FF] as [UInt32]).map { color in
            var picture = Pixmap(width: 2, height: 2)
            for index in picture.pixels.indices { picture.pixels[index] = color }
            return picture
        }
        var properties = DynamicProperties()
        try properties.set("photo.Image") { frame in
            switch frame {
            case ..<2: .image(pictures[0])
            case ..<4: .image(pictures[1])
            case ..<6: .asset("small")
            case ..<8: .asset("nothing")
            default: .number(1)
            }
        }
        let renderer = AnimationRenderer(composition, width: 4, height: 2, properties: properties)
        // Also backwards, as frames are drawn in any order.
        for (time, row) in [
            (0.0, "BBBB"), (1, "BBBB"), (3, "RRRR"), (1, "BBBB"), (5, "GG.."), (7, "...."), (9, "GGGG"), (3, "RRRR"),
        ] {
            var pixmap = Pixmap(width: 4, height: 2)
            renderer.draw(frame: time, into: &pixmap)
            #expect(Frame(pixmap).rows[1] == row, "frame \(time)")
        }
    }

    /// A PNG picture of one green pixel.
    private static let green =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC"
}
