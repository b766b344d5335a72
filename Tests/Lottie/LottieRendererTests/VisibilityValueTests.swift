import LottieDocument
import Testing

@testable import LottieRenderer

@Suite("The layers of an animation are hidden and shown as values say")
struct VisibilityValueTests {
    /// Two uses of a composition with two layers, the second one of which is hidden.
    private static let document = #"""
        {"v":"5.7.4","fr":30,"ip":0,"op":30,"w":4,"h":2,
         "assets":[{"id":"c","layers":[{"ty":3,"nm":"a","ks":{}},{"ty":3,"nm":"b","ks":{},"hd":true},
           {"ty":0,"nm":"again","refId":"c","ks":{}}]}],
         "layers":[{"ty":0,"nm":"one","refId":"c","ks":{}},{"ty":0,"nm":"two","refId":"c","ks":{}},{"ty":3,"ks":{}}]}
        """#

    /// Returns the names of the layers that are hidden, those of the composition last.
    private func hidden(_ values: [(String, PropertyValue)]) throws -> [String] {
        var properties = DynamicProperties()
        for (path, value) in values { try properties.set(path, to: value) }
        let composition = try Composition(json: Array(Self.document.utf8)).withVisibility(of: properties)
        return (composition.layers + (composition.assets.precompositions["c"] ?? [])).filter(\.isHidden).map(\.name)
    }

    @Test(
        "the last value that leads to a layer counts, and a layer with several uses is hidden if it is in all of them",
        arguments: [
            ([], ["b"]), ([("one.a.Hidden", 1)], ["b"]), ([("one.a.Hidden", 1), ("two.a.Hidden", 1)], ["a", "b"]),
            ([("*.a.Hidden", 1)], ["a", "b"]), ([("one.b.Hidden", 0)], []), ([("one.Hidden", 1)], ["one", "b"]),
            ([("**.Hidden", 1), ("**.b.Hidden", 0)], ["one", "two", "", "a", "again"]),
            ([("Layer 3.Hidden", 1)], ["", "b"]), ([("**.Opacity", 0)], ["b"]), ([("Hidden.Position", 1)], ["b"]),
        ] as [([(String, Double)], [String])])
    func values(values: [(String, Double)], names: [String]) throws {
        #expect(try hidden(values.map { ($0.0, .number($0.1)) }) == names)
    }

    @Test("the walk ends where the layers inside of others have used up the limit")
    func manyLayers() throws {
        let inner = Array(repeating: #"{"ty":3,"ks":{}}"#, count: NodeBuilder.maxLayers - 10).joined(separator: ",")
        let uses = Array(repeating: #"{"ty":0,"refId":"c","ks":{}}"#, count: 30).joined(separator: ",")
        let json = #"""
            {"fr":30,"ip":0,"op":30,"w":4,"h":2,"assets":[{"id":"c","layers":[\#(inner)]}],"layers":[\#(uses)]}
            """#
        var properties = DynamicProperties()
        try properties.set("**.Hidden", to: .number(1))
        let composition = try Composition(json: Array(json.utf8)).withVisibility(of: properties)
        #expect(composition.layers[0].isHidden && composition.assets.precompositions["c"]?[0].isHidden == true)
    }
}
