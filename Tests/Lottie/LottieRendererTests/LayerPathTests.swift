import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("Layers are selected by key paths")
struct LayerPathTests {
    /// A scene with two boxes and a hidden one, beside a box.
    private static let scene = document(
        8, 2, [precomposition("c", 8, 2, ["nm": "scene"]), solid("#0000ff", x: 6, 2, 2, ["nm": "box"])],
        assets: [
            asset(
                "c",
                [
                    solid("#ff0000", 2, 2, ["nm": "box"]), solid("#00ff00", x: 2, 2, 2, ["nm": "Dr. Who"]),
                    solid("#ff0000", x: 4, 2, 2, ["nm": "ghost", "hd": true]),
                ])
        ])

    @Test("without values, all layers but the hidden one are drawn")
    func hiddenLayerIsNotDrawn() throws { #expect(try frame(of: Self.scene).rows[0] == "RRGG..BB") }

    @Test(
        "layers of a path are hidden and shown, at any depth and with wildcards",
        arguments: [
            ("box", true, "RRGG...."), ("scene.box", true, "..GG..BB"), ("**.box", true, "..GG...."),
            ("scene.*", true, "......BB"), ("*", true, "........"), ("**", true, "........"),
            (#"**."Dr. Who""#, true, "RR....BB"), ("scene.**", false, "RRGGRRBB"), ("**", false, "RRGGRRBB"),
            ("other", true, "RRGG..BB"),
        ])
    func pathSelectsLayers(path: String, isHidden: Bool, row: String) throws {
        let path = try LayerPath(parsing: path)
        #expect(try frame(of: Self.scene) { $0.set(path, isHidden: isHidden) }.rows[0] == row)
    }

    @Test(
        "a path ends at the first = outside quotes, and may end in a wildcard",
        arguments: [
            ("box=a=b", "box", "a=b"), ("scene.**=", "scene.**", ""), (#""a=b".*=c"#, #""a=b".*"#, "c"),
            ("box", "box", nil),
        ] as [(String, String, String?)])
    func assignmentsAreParsed(text: String, path: String, value: String?) throws {
        let parsed = try LayerPath.parse(assignment: text)
        #expect(parsed.layers == (try LayerPath(parsing: path)) && parsed.value == value)
        #expect(throws: PropertyPathError.self) { try LayerPath.parse(assignment: "a..\(text)") }
    }

    @Test("a later value takes precedence over an earlier one")
    func laterValueTakesPrecedence() throws {
        let drawn = try frame(of: Self.scene) { properties in
            properties.set(try LayerPath(parsing: "**"), isHidden: true)
            properties.set(LayerPath(names: ["box"]), isHidden: false)
        }
        #expect(drawn.rows[0] == "......BB")
    }

    @Test("a renderer lists the paths of its layers, from the top")
    func pathsAreListed() throws {
        let renderer = AnimationRenderer(try Composition(Self.scene), width: 8, height: 2)
        let paths = renderer.layerPaths
        #expect(paths.map(\.description) == ["scene", "scene.box", #"scene."Dr. Who""#, "scene.ghost", "box"])
        let all = try LayerPath(parsing: "scene.**")
        #expect(paths.filter { all.matches($0) }.map(\.description) == paths.dropLast().map(\.description))
        #expect(paths.filter { LayerPath(names: ["box"]).matches($0) }.map(\.description) == ["box"])
    }

    @Test("a text that is not a path has its error", arguments: ["", "a.", ".a", "\"a", "a b.\\"])
    func invalidTextIsReported(text: String) {
        #expect(throws: PropertyPathError.self) { try LayerPath(parsing: text) }
    }
}

@Suite("Points are converted between the picture and a layer")
struct LayerCoordinateTests {
    /// A layer that moves by a unit a frame, in a composition that is moved by 10 and starts 5 frames late.
    private static let scene = document(
        40, 40,
        [precomposition("c", 40, 40, ["nm": "scene", "st": 5, "ks": ["p": fixed(point(10, 0))]])],
        assets: [
            asset(
                "c",
                [
                    solid(
                        "#ff0000", 4, 4,
                        [
                            "nm": "box", "parent": 9,
                            "ks": ["p": keyframes((0, point(0, 0)), (20, point(20, 0))), "s": fixed(point(200, 200))],
                        ]), nullLayer(["nm": "rig", "ind": 9, "ks": ["p": fixed(point(0, 3))]]),
                ])
        ])

    @Test("the map has the layer's parents, the layers that show it with their times, and the scaling")
    func pointsAreConverted() throws {
        let box = LayerPath(names: ["scene", "box"])
        let renderer = AnimationRenderer(try Composition(Self.scene), width: 80, height: 80)
        // At frame 8 the inner time is 3: x is 10 + 3 + 2 · 1, twice as large in the picture.
        #expect(renderer.picturePoint(Point(1, 1), of: box, at: 8) == Point(30, 10))
        #expect(renderer.point(Point(30, 10), in: box, at: 8) == Point(1, 1))
        #expect(renderer.picturePoint(Point(1, 1), of: try LayerPath(parsing: "**.box"), at: 9) == Point(32, 10))
        // What is drawn is where the point is.
        var picture = Pixmap(width: 80, height: 80)
        renderer.draw(frame: 8, into: &picture)
        #expect(picture[25, 10] == 0 && picture[26, 10] != 0)
    }

    @Test("a path without a layer, and a layer without an extent, have no point")
    func missingPointIsNil() throws {
        let flat = document(4, 4, [solid("#ff0000", 4, 4, ["nm": "flat", "ks": ["s": fixed(point(0, 0))]])])
        let renderer = AnimationRenderer(try Composition(flat), width: 4, height: 4)
        #expect(renderer.point(.zero, in: LayerPath(names: ["flat"]), at: 0) == nil)
        #expect(renderer.picturePoint(.zero, of: LayerPath(names: ["other"]), at: 0) == nil)
    }
}
