import Budgets
import LottieDocument
import Testing
import VectorGraphics

@testable import LottieRenderer

@Suite("Masks, effects and other parts of layers count once for each use and have a limit", .timeLimit(.minutes(3)))
struct LayerPartsTests {
    /// A part of a document that makes a renderer create all nodes at once.
    enum Extra: CaseIterable {
        case nothing, expression, image
    }

    private static let scripted: JSON = ["k": 50, "x": "time"]

    /// Returns a document with `uses` uses of a composition of these layers, of which only the first one is visible
    /// before frame 50.
    private func composition(_ layers: [JSON], uses: Int, _ extra: Extra = .nothing) throws -> Composition {
        let later = Array(repeating: precomposition("c", 4, 4, ["ip": 50]), count: uses - 1)
        let last = nullLayer(extra == .expression ? ["ks": ["o": Self.scripted]] : [:])
        let images: [JSON] = extra == .image ? [["id": "i", "w": 1, "h": 1, "p": "image.png"]] : []
        return try Composition(
            document(4, 4, [precomposition("c", 4, 4)] + later + [last], assets: [asset("c", layers)] + images))
    }

    private func masked(_ count: Int, _ more: JSON = [:]) -> JSON {
        let masks = Array(repeating: mask("a", corners(0, 0, 2, 4), more), count: count)
        return solid("#ff0000", 4, 4, ["masksProperties": .list(masks)])
    }

    private func renderer(
        _ composition: Composition, properties: DynamicProperties = DynamicProperties()
    ) -> AnimationRenderer {
        AnimationRenderer(composition, width: 4, height: 4, fonts: SquareFont(characters: []), properties: properties)
    }

    /// Returns the sum of `number` over all layers for which a node exists.
    private func sum(in composition: CompositionNode, _ number: (LayerNode) -> Int) -> Int {
        composition.nodes.reduce(0) { total, node in
            guard case .composition(let inner)? = node.createdContent else { return total + number(node) }
            return total + number(node) + sum(in: inner.composition, number)
        }
    }

    // MARK: - Nodes

    @Test("the masks of letters that are compositions count in each text")
    func masksOfLetters() throws {
        let mask = #"{"mode":"a","pt":{"k":{"v":[[0,0],[9,0],[9,9]],"i":[],"o":[],"c":true}},"o":{"k":100}}"#
        let masks = Array(repeating: mask, count: 1_000).joined(separator: ",")
        let text = #"{"ty":5,"ip":0,"op":9,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"a","f":"F","s":10}}]}}}"#
        let texts = Array(repeating: text, count: 300).joined(separator: ",")
        let composition = try Composition(
            json: Array(
                #"""
                {"fr":10,"ip":0,"op":9,"w":4,"h":4,"fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R"}]},
                "chars":[{"ch":"a","style":"R","fFamily":"F","w":100,"t":1,
                "data":{"refId":"c","ip":0,"op":9,"ks":{},"masksProperties":[\#(masks)]}}],
                "assets":[{"id":"c","layers":[]}],"layers":[\#(texts)]}
                """#.utf8))
        let shortage = try #require(renderer(composition).shortage)
        #expect(shortage.resource == .items && shortage.limit == NodeBuilder.maxParts)
        #expect(shortage.location.hasSuffix(": parts of layers in all"))
    }

    @Test("masks beyond the limit are not created, and the error names their layer", arguments: Extra.allCases)
    func tooManyMasks(extra: Extra) throws {
        let renderer = renderer(try composition([masked(1_000)], uses: 300, extra))
        let shortage = try #require(renderer.shortage)
        #expect(shortage.resource == .items && shortage.limit == NodeBuilder.maxParts)
        #expect(shortage.location == "assets \"c\".layers[0]: parts of layers in all")
        let count = sum(in: renderer.root) { $0.masks.count }
        #expect(count > NodeBuilder.maxParts / 2 && count <= NodeBuilder.maxParts)
    }

    @Test("masks below the limit are drawn as in a document without the other uses", arguments: Extra.allCases)
    func fewerMasks(extra: Extra) throws {
        func frame(uses: Int) throws -> Pixmap {
            let renderer = renderer(try composition([masked(1_000)], uses: uses, extra))
            var pixmap = Pixmap(width: 4, height: 4)
            renderer.draw(frame: 0, into: &pixmap)
            #expect(renderer.shortage == nil)
            return pixmap
        }
        let single = try frame(uses: 1)
        #expect(Frame(single).area == 8)
        #expect(try frame(uses: 199) == single)
    }

    @Test("a layer with more strokes along masks than the limit is left out")
    func strokes() throws {
        func layer(_ count: Int) -> JSON {
            let stroke: JSON = ["ty": 22, "ef": []]
            return masked(count) + ["ef": .list(Array(repeating: stroke, count: count))]
        }
        let few = renderer(try composition([layer(200)], uses: 1, .image))
        #expect(sum(in: few.root) { $0.strokes.count } == 200)
        #expect(few.shortage == nil)
        let many = renderer(try composition([layer(500)], uses: 1, .image))
        #expect(sum(in: many.root) { $0.strokes.count } == 0)
        #expect(many.shortage?.limit == NodeBuilder.maxParts)
    }

    // MARK: - Copies

    @Test("the expressions of a composition are not bound any more after its uses exceed the limit")
    func linking() throws {
        let layer = shapeLayer(Array(repeating: fill(), count: 1_000))
        let renderer = renderer(try composition([layer], uses: 300, .expression))
        #expect(renderer.shortage?.resource == .items)
        let uses = try #require(renderer.expressionEnvironment).compositions.dropFirst().filter { !$0.layers.isEmpty }
            .count
        #expect(uses > 100 && uses <= 200)
    }

    @Test("bound expressions count as parts", arguments: [(40, true), (80, false)])
    func bindings(uses: Int, fits: Bool) throws {
        // With three expressions, each mask counts four times.
        let layer = masked(1_000, ["o": Self.scripted, "x": Self.scripted, "f": ["k": [0, 0], "x": "[0, time]"]])
        let renderer = renderer(try composition([layer], uses: uses))
        #expect((renderer.shortage == nil) == fits)
        #expect((sum(in: renderer.root) { $0.masks.count } == uses * 1_000) == fits)
    }

    @Test("a caller's values are not applied any more after the uses of a composition exceed the limit")
    func replacement() throws {
        let layer = shapeLayer(Array(repeating: fill(), count: 1_000), ["nm": "shape"])
        var properties = DynamicProperties()
        try properties.set("**.shape.Opacity", to: .number(50))
        let renderer = renderer(try composition([layer], uses: 300), properties: properties)
        #expect(renderer.shortage?.resource == .items)
        let uses = sum(in: renderer.root) { $0.layer.name == "shape" ? 1 : 0 }
        #expect(uses > 100 && uses <= 200)
    }

    // MARK: - Extent

    /// Returns a stroke with this many dashes.
    private func dashed(_ count: Int) -> JSON {
        let dash: JSON = ["n": "d", "v": fixed(1)]
        return stroke(1, red, ["d": .list(Array(repeating: dash, count: count))])
    }

    /// A layer with a thousand texts, one after the other, and a thousand animators.
    private static let text: JSON = {
        let texts = (0..<1_000).map { time -> JSON in ["t": .number(Double(time)), "s": ["t": "", "s": 1]] }
        let animator: JSON = ["a": ["o": fixed(50)]]
        let content: JSON = ["d": ["k": .list(texts)], "a": .list(Array(repeating: animator, count: 1_000))]
        return ["ty": 5, "ip": 0, "op": 100, "ks": [:], "t": content]
    }()

    @Test("the parts of all uses count in a document's extent", arguments: [(150, true), (250, false)])
    func extent(uses: Int, fits: Bool) throws {
        let blur: JSON = ["ty": 29, "ef": []]
        let levels: JSON = ["ty": 24, "ef": []]
        let shadow: JSON = ["ty": 1]
        let layers: [JSON] = [
            masked(1_000), solid("#ff0000", 4, 4, ["ef": .list(Array(repeating: blur, count: 1_000))]),
            // The five tables of each effect count ten times.
            solid("#ff0000", 4, 4, ["ef": .list(Array(repeating: levels, count: 20))]),
            solid("#ff0000", 4, 4, ["sy": .list(Array(repeating: shadow, count: 1_000))]), Self.text,
        ]
        for layer in layers {
            let extent = DocumentExtent(try composition([layer], uses: uses))
            #expect(extent.isWithinLimits == fits, "\(layer.text.prefix(200))")
        }
    }

    @Test("items and animators count only if each use has its own copy of them")
    func copies() throws {
        let strokes = Array(repeating: dashed(100), count: 10)
        for (layer, uses) in [(shapeLayer([group(strokes)]), 250), (Self.text, 150)] {
            let document = try composition([layer], uses: uses)
            #expect(DocumentExtent(document).isWithinLimits)
            #expect(!DocumentExtent(document, copiesLayers: true).isWithinLimits)
        }
    }

    @Test("the dashes of strokes count as shape items", arguments: [(100, true), (200, false)])
    func dashes(uses: Int, fits: Bool) throws {
        let layer = shapeLayer(Array(repeating: dashed(1_600), count: 10))
        #expect(DocumentExtent(try composition([layer], uses: uses)).isWithinLimits == fits)
    }

    @Test("the numbers of cached gradients count as cached points", arguments: [(2, true), (100, false)])
    func gradient(stops: Int, fits: Bool) throws {
        let numbers = (0..<stops).flatMap { stop -> [JSON] in [.number(Double(stop) / Double(stops)), 1, 0, 0] }
        let paint: JSON = [
            "ty": "gf", "t": 1, "s": fixed([0, 0]), "e": fixed([4, 0]), "o": fixed(100),
            "g": ["p": .number(Double(stops)), "k": fixed(.list(numbers))],
        ]
        let renderer = renderer(try Composition(document(4, 4, [shapeLayer([rectangle(0, 0, 4, 4), paint])])))
        #expect(renderer.frameBudget.reserveCache(points: FrameBudget.maxCachedPoints - 200))
        renderer.evaluate(frame: 0)
        #expect((renderer.shortage == nil) == fits)
    }
}
