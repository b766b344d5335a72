import Budgets
import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("A picture or another animation is put inside a layer")
struct LayerInsertionTests {
    private static let green: Pixmap = {
        var picture = Pixmap(width: 1, height: 1)
        picture.pixels[0] = 0xFF00_FF00
        return picture
    }()
    private static let layer = LayerPath(names: ["box"])

    private func row(
        _ box: JSON, at time: Double = 0, _ insertion: LayerInsertion, assets: [JSON] = []
    ) throws -> String {
        try frame(of: document(8, 2, [box], assets: assets), at: time) { $0.insert(insertion, into: Self.layer) }.rows[
            0]
    }

    @Test("it is below or above the layer's own content, in a box of the layer's space")
    func orderDecides() throws {
        let box = solid("#ff0000", x: 2, 4, 2, ["nm": "box"])
        let above = LayerInsertion(.picture(Self.green), x: 1, y: 0, width: 2, height: 2)
        #expect(try row(box, above) == "..RGGR..")
        let below = LayerInsertion(.picture(Self.green), x: -1, y: 0, width: 6, height: 2, order: .below)
        #expect(try row(box, below) == ".GRRRRG.")
    }

    @Test("without a box of its own it fills the one of the layer's content: its size, or the box around its outlines")
    func contentDecidesBox() throws {
        let picture = LayerInsertion(.picture(Self.green))
        #expect(try row(solid("#ff0000", x: 2, 4, 2, ["nm": "box"]), picture) == "..GGGG..")
        #expect(
            try row(solid("#ff0000", x: 2, 4, 2, ["nm": "box"]), LayerInsertion(.picture(Self.green), order: .below))
                == "..RRRR..")
        let shape = shapeLayer([rectangle(1, 0, 4, 2), fill()], ["nm": "box"])
        #expect(try row(shape, picture) == ".GGG....")
        #expect(try row(precomposition("in", 6, 2, ["nm": "box"]), picture, assets: [asset("in", [])]) == "GGGGGG..")
        // A layer without content has 100 × 100 units.
        #expect(try row(nullLayer(["nm": "box", "ks": ["s": fixed(point(3, 3))]]), picture) == "GGG.....")
    }

    @Test("the box follows the content from frame to frame, and nothing is shown while it is empty")
    func boxFollowsContent() throws {
        let growing: JSON = [
            "ty": "rc", "p": fixed(point(4, 1)), "s": keyframes((0, point(0, 0)), (8, point(8, 8))), "r": fixed(0),
        ]
        let shape = shapeLayer([growing, fill()], ["nm": "box"])
        let picture = LayerInsertion(.picture(Self.green))
        for (time, row) in [(0.0, "........"), (2, "...GG..."), (4, "..GGGG.."), (8, "GGGGGGGG")] {
            #expect(try self.row(shape, at: time, picture) == row, "\(time)")
        }
        let inner = try Composition(document(4, 4, [solid("#00ff00", 4, 4)]))
        #expect(try row(shape, at: 4, LayerInsertion(.animation(inner))) == "..GGGG..")
    }

    @Test("an animation that contains itself, is nested too deep or has too many layers is not inserted")
    func endlessAnimationsAreLeftOut() throws {
        let small = try Composition(document(4, 4, [solid("#00ff00", 4, 4)]))
        #expect(small.insertionProblem == nil)
        let cyclic = try Composition(
            document(
                4, 4, [precomposition("a", 4, 4)],
                assets: [asset("a", [precomposition("a", 4, 4), solid("#00ff00", 4, 4)])]))
        #expect(cyclic.insertionProblem == "expected compositions of up to 32 levels and none that contains itself")
        let chain = (0..<40).map { asset("\($0)", [precomposition("\($0 + 1)", 4, 4)]) }
        let deep = try Composition(document(4, 4, [precomposition("0", 4, 4)], assets: chain))
        #expect(deep.insertionProblem == cyclic.insertionProblem)
        let wide = try Composition(document(4, 4, (0..<20_001).map { _ in nullLayer() }))
        #expect(wide.insertionProblem == "expected up to 20000 layers, found a larger animation")
        let box = solid("#ff0000", 8, 2, ["nm": "box"])
        #expect(try row(box, LayerInsertion(.animation(small), x: 0, y: 0, width: 2, height: 2)) == "GGRRRRRR")
        for other in [cyclic, deep, wide] {
            #expect(try row(box, LayerInsertion(.animation(other), x: 0, y: 0, width: 2, height: 2)) == "RRRRRRRR")
        }
    }

    @Test("all insertions together have as many layers as one animation, and the rest is reported as left out")
    func insertionsShareOneLimit() throws {
        // Of three animations of 9 000 layers, the two that fit are drawn.
        let many = try Composition(document(2, 2, [solid("#00ff00", 2, 2)] + (0..<8_999).map { _ in nullLayer() }))
        let boxes = (0..<3).map { solid("#ff0000", x: Double($0) * 2, 2, 2, ["nm": .string("box \($0)")]) }
        var properties = DynamicProperties()
        properties.insert(LayerInsertion(.animation(many)), into: try LayerPath(parsing: "*"))
        let renderer = AnimationRenderer(
            try Composition(document(6, 2, boxes)), width: 6, height: 2, properties: properties)
        var pixmap = Pixmap(width: 6, height: 2)
        renderer.draw(frame: 0, into: &pixmap)
        #expect(Frame(pixmap).rows[0] == "GGGGRR")
        var budget = Budget(Budget.Limits())
        let error = #expect(throws: BudgetExceeded.self) { try renderer.draw(frame: 1, into: &pixmap, within: &budget) }
        #expect(error?.location == "layers[2]: layers of inserted animations in all")
        // Changing what is inserted gives back the layers.
        for _ in 0..<3 {
            renderer.properties.removeInsertions(from: try LayerPath(parsing: "*"))
            renderer.properties.insert(LayerInsertion(.animation(many)), into: try LayerPath(parsing: "*"))
            renderer.draw(frame: 2, into: &pixmap)
            #expect(Frame(pixmap).rows[0] == "GGGGRR")
        }
    }

    @Test("the layer's transform, opacity and masks apply to it, and a layer without content shows it")
    func layerApplies() throws {
        let content = LayerInsertion(.picture(Self.green), x: 0, y: 0, width: 2, height: 2)
        let moved: JSON = ["p": keyframes((0, point(0, 0)), (4, point(4, 0))), "s": fixed(point(200, 100))]
        #expect(try row(nullLayer(["nm": "box", "ks": moved]), at: 2, content) == "..GGGG..")
        #expect(try row(nullLayer(["nm": "box", "ks": ["o": fixed(0)]]), content) == "........")
        let masked = solid(
            "#ff0000", 4, 2, ["nm": "box", "hasMask": true, "masksProperties": [mask("a", corners(1, 0, 3, 2))]])
        let whole = LayerInsertion(.picture(Self.green), x: -2, y: 0, width: 8, height: 2)
        #expect(try row(masked, whole) == ".GG.....")
        #expect(try row(nullLayer(["nm": "box", "hd": true]), content) == "........")
    }

    @Test("an animation begins at the layer's in point, at its own rate, and repeats")
    func animationPlays() throws {
        // Ten units wide, with a dot at the place of its frame; twice as fast as the outer one.
        let dot = solid("#00ff00", 1, 2, ["ks": ["p": keyframes((0, point(0, 0)), (8, point(8, 0)))]])
        let inner = try Composition(document(8, 2, [dot]) + ["fr": 20, "op": 8])
        let insertion = LayerInsertion(.animation(inner), x: 0, y: 0, width: 8, height: 2)
        let box = nullLayer(["nm": "box", "ip": 3])
        for (time, place) in [(3.0, 0), (4, 2), (6, 6), (7, 0), (8, 2)] {
            let row = try row(box, at: time, insertion)
            #expect(Array(row).firstIndex(of: "G") == place, "\(time): \(row)")
        }
        // It is fitted into its box and cut off at its own edge.
        let small = LayerInsertion(.animation(inner), x: 2, y: 0, width: 4, height: 2)
        let area = try frame(of: document(8, 2, [box]), at: 3) { $0.insert(small, into: Self.layer) }.area
        #expect(abs(area - 0.5) < 0.02)
    }

    @Test("insertions can be changed and removed between two frames")
    func insertionsChange() throws {
        let renderer = AnimationRenderer(
            try Composition(document(4, 2, [solid("#ff0000", 4, 2, ["nm": "box"])])), width: 4, height: 2)
        var pixmap = Pixmap(width: 4, height: 2)
        func row() -> String {
            renderer.draw(frame: 0, into: &pixmap)
            return Frame(pixmap).rows[0]
        }
        #expect(row() == "RRRR")
        renderer.properties.insert(
            LayerInsertion(.picture(Self.green), x: 0, y: 0, width: 1, height: 2), into: Self.layer)
        #expect(row() == "GRRR")
        renderer.properties.insert(
            LayerInsertion(.picture(Self.green), x: 3, y: 0, width: 1, height: 2), into: Self.layer)
        #expect(row() == "GRRG")
        renderer.properties.removeInsertions(from: Self.layer)
        #expect(row() == "RRRR")
    }

    @Test("an animation inside a layer spends from the budget of the frame")
    func insertionIsWithinBudget() throws {
        let outline = (0..<5_000).map { (Double($0 % 50), Double($0 / 100)) }
        let copies = repeater(50, ["p": fixed([1, 0]), "s": fixed([100, 100])])
        let heavy = try Composition(document(64, 64, [shapeLayer([polygon(outline), copies, fill()])]))
        var properties = DynamicProperties()
        properties.insert(
            LayerInsertion(.animation(heavy), x: 0, y: 0, width: 8, height: 8), into: Self.layer)
        let renderer = AnimationRenderer(
            try Composition(document(8, 8, [nullLayer(["nm": "box"])])), width: 8, height: 8, properties: properties)
        var pixmap = Pixmap(width: 8, height: 8)
        var budget = Budget(Budget.Limits(steps: 1_500_000, points: 100_000, pixels: 1_000_000))
        #expect(throws: BudgetExceeded.self) { try renderer.draw(frame: 0, into: &pixmap, within: &budget) }
    }
}

@Suite("A gradient can depend on the frame")
struct GradientClosureTests {
    @Test("a closure returns the stops of each frame, in any number")
    func closureReturnsStops() throws {
        let gradient: JSON = [
            "ty": "gf", "nm": "paint", "o": fixed(100), "r": 1, "t": 1, "s": fixed(point(0, 0)),
            "e": fixed(point(4, 0)),
            "g": ["p": 2, "k": fixed([0, 1, 0, 0, 1, 1, 0, 0])],
        ]
        let document = document(4, 2, [shapeLayer([rectangle(0, 0, 4, 2), gradient], ["nm": "s"])])
        #expect(try frame(of: document).rows[0] == "RRRR")
        for (time, row) in [(0.0, "GGGG"), (1, "GGBB"), (2, "....")] {
            let drawn = try frame(of: document, at: time) { properties in
                try properties.set("s.paint.Colors") { frame in
                    let (green, blue) = (Color(0, 1, 0, 1), Color(0, 0, 1, 1))
                    switch frame {
                    case 0: return .gradient([GradientStop(offset: 0, color: SIMD4(green))])
                    case 1:
                        return .gradient([
                            GradientStop(offset: 0.5, color: SIMD4(green)),
                            GradientStop(offset: 0.5, color: SIMD4(blue)),
                        ])
                    default: return .gradient([GradientStop(offset: 0, color: SIMD4(0, 0, 0, 0))])
                    }
                }
            }
            #expect(drawn.rows[0] == row, "\(time)")
        }
    }
}
