import LottieDocument
import LottieRenderer
import Testing

@Suite("Layers are found at a point of the picture")
struct LayerHitTests {
    /// Returns the names of the layers at points of a picture of twice the composition's size.
    private func names(
        _ layers: [JSON], assets: [JSON] = [], frame: Double = 0, at points: [(Double, Double)]
    ) throws -> [Set<String>] {
        let renderer = AnimationRenderer(
            try Composition(document(20, 10, layers, assets: assets)), width: 40, height: 20)
        renderer.evaluate(frame: frame)
        return points.map { renderer.layers(named: ["one", "two"], atX: $0.0, y: $0.1) }
    }

    @Test("a layer lies where its content is, scaled as the picture is; only the named layers count")
    func layersLieWhereContentIs() throws {
        let layers = [
            solid("#ff0000", x: 2, y: 2, 6, 6, ["nm": "one"]), solid("#ff0000", x: 6, y: 2, 6, 6, ["nm": "two"]),
            solid("#ff0000", 20, 10, ["nm": "three"]),
        ]
        #expect(
            try names(layers, at: [(3, 3), (5, 5), (14, 10), (23, 10), (25, 10)]) == [
                [], ["one"], ["one", "two"], ["two"], [],
            ])
    }

    @Test("a layer that is turned has a turned box")
    func boxTurnsWithLayer() throws {
        // A square of 6 around (10, 5), turned by 45 degrees: its corners lie on the axes, 4.2 from the center.
        let turned = shapeLayer(
            [rectangle(-3, -3, 3, 3), fill()], ["nm": "one", "ks": ["p": fixed(point(10, 5)), "r": fixed(45)]])
        #expect(try names([turned], at: [(20, 10), (28, 10), (26, 16)]) == [["one"], ["one"], []])
    }

    @Test("layers of nested compositions count, hidden layers and those of other times do not")
    func nestedLayersCount() throws {
        let inner = asset("c", [solid("#ff0000", 4, 4, ["nm": "one"])])
        let later = solid("#ff0000", 4, 4, ["nm": "two", "ip": 50])
        let hidden = solid("#ff0000", 4, 4, ["nm": "two", "hd": true])
        #expect(
            try names([precomposition("c", 10, 10), later, hidden], assets: [inner], at: [(2, 2), (12, 2)]) == [
                ["one"], [],
            ])
        #expect(try names([later], frame: 50, at: [(2, 2)]) == [["two"]])
    }
}
