import LottieDocument
import Testing
import VectorGraphics

@testable import LottieRenderer

@Suite("A renderer frees all its layers")
struct LifetimeTests {
    /// Layers that refer to each other.
    private static let documents: [(String, [JSON])] = [
        (
            "a matte whose parent is the layer that it limits",
            [
                solid("#ffffff", 4, 4, ["ind": 1, "td": 1, "parent": 2]),
                solid("#ff0000", 4, 4, ["ind": 2, "tt": 1, "tp": 1]),
            ]
        ),
        (
            "layers that are each other's mattes",
            [
                solid("#ffffff", 4, 4, ["ind": 1, "tt": 1, "tp": 2]),
                solid("#ff0000", 4, 4, ["ind": 2, "tt": 1, "tp": 1]),
            ]
        ),
        (
            "layers that are each other's parents",
            [solid("#ffffff", 4, 4, ["ind": 1, "parent": 2]), solid("#ff0000", 4, 4, ["ind": 2, "parent": 1])]
        ),
        (
            "layers whose expressions read each other",
            [
                solid("#ffffff", 4, 4, ["ind": 1, "ks": ["r": ["k": 1, "x": "thisComp.layer(2).rotation"]]]),
                solid("#ff0000", 4, 4, ["ind": 2, "ks": ["r": ["k": 1, "x": "thisComp.layer(1).rotation"]]]),
            ]
        ),
        (
            "an expression that returns a layer",
            [
                shapeLayer(
                    [rectangle(0, 0, 4, 4), fill()], ["ind": 1, "ks": ["o": ["k": 1, "x": "[thisLayer, [this]]"]]])
            ]
        ),
    ]

    @Test("layers that refer to each other are freed with their renderer", arguments: documents)
    func linkedLayersAreFreedWithRenderer(name: String, layers: [JSON]) throws {
        let document = document(4, 4, [precomposition("c", 4, 4)] + layers, assets: [asset("c", layers)])
        let composition = try Composition(document)
        weak var outer: LayerNode?
        weak var inner: LayerNode?
        weak var world: ExpressionEnvironment?
        func draw() {
            let renderer = AnimationRenderer(composition, width: 4, height: 4)
            var pixmap = Pixmap(width: 4, height: 4)
            renderer.draw(frame: 1, into: &pixmap)
            outer = renderer.root.nodes.last
            world = renderer.expressionEnvironment
            if case .composition(let node)? = renderer.root.nodes.first?.createdContent {
                inner = node.composition.nodes.last
            }
            #expect(outer != nil && inner != nil)
        }
        draw()
        #expect(outer == nil && inner == nil && world == nil)
    }
}
