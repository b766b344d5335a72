import LottieDocument
import Testing

@Suite("A document is read by its version and with the names that it needs, wherever they are in it")
struct ReadingPlanTests {
    private static let byteColor = #"{"ty":4,"ks":{},"shapes":[{"ty":"fl","c":{"k":[255,51,0,1]}}]}"#

    /// Whether the colors of a document's fill range up to 255.
    private func hasByteColors(_ text: String) throws -> Bool {
        guard case .fill(let fill) = try #require(Composition(text).shapeItems.first),
            case .color(let color) = fill.paint
        else { throw LottieError(path: "", problem: "no fill") }
        return try #require(color.fixedValue).y < 1
    }

    @Test(
        "only the first version of the document itself counts",
        arguments: [
            (#""v":"4.0.0","nm":"a""#, true),
            (#""nm":"a","v":"4.0.0""#, true),
            (#""v":"4.0.0","v":"5.0.0""#, true),
            (#""v":"5.0.0","v":"4.0.0""#, false),
            (#""v":[],"v":"4.0.0""#, false),
            (#""v":4"#, true),
            (#""x":{"v":"4.0.0"}"#, false),
            (#""v":"5.0.0","x":{"v":"4.0.0"}"#, false),
            (#""v":"4.0.0","x":{"v":"5.0.0"}"#, true),
            (#""x":"\"v\":\"4.0.0\"""#, false),
            (#""x":["v"]"#, false),
        ])
    func firstOwnVersionCounts(fields: String, areBytes: Bool) throws {
        let behind = documentText(layers: Self.byteColor, version: nil, fields: fields)
        #expect(try hasByteColors(behind) == areBytes)
        #expect(try hasByteColors(behind.dropLast() + ",\"x\":\"\(String(repeating: "-", count: 400))\"}") == areBytes)
        let ahead = "{\(fields),\(documentText(layers: Self.byteColor, version: nil).dropFirst())"
        #expect(try hasByteColors(ahead) == areBytes)
    }

    @Test(
        "an error behind layers is the same for all places of the version",
        arguments: [#""v":"4.0.0""#, #""v":"5.0.0""#, #""x":{"v":"4.0.0"}"#, #""nm":"v""#])
    func errorsDoNotDependOnVersion(fields: String) throws {
        let text = documentText(layers: #"{"ks":7}"#, version: nil, fields: fields)
        let error = #expect(throws: LottieError.self) { try Composition(text) }
        #expect(error?.description == "layers[0].ks: expected a transform, found a number")
        #expect(throws: LottieError.self) { try Composition(String(text.dropLast())) }
    }

    @Test(
        "names for expressions are kept in the whole document, also before the first expression",
        arguments: [
            { #""ty":"gr","mn":"g","nm":"b","ix":3,"nm":"c",\#($0)"# },
            { #""ty":"gr",\#($0),"nm":"b","nm":"c","ix":3,"mn":"g""# },
        ] as [@Sendable (String) -> String])
    func namesAreKeptEverywhere(fields: @Sendable (String) -> String) throws {
        let items = #""it":[{"ty":"gr","nm":"d","it":[]}]"#
        let named = "{\"ty\":4,\"nm\":\"a\",\"ks\":{},\"shapes\":[{\(fields(items))}]}"
        let scripted = #"{"ty":3,"ks":{"o":{"k":1,"x":"thisComp.layer('a').content('b') ? 1 : 2"}}}"#
        let composition = try Composition(documentText(layers: "\(named),\(scripted)"))
        guard case .shapes(let group) = composition.layers[0].content else { return #expect(Bool(false), "no shapes") }
        let label = try #require(group.labels.first)
        #expect((label.name, label.matchName, label.index) == ("b", "g", 3))
        guard case .group(let outer) = group.items[0] else { return #expect(Bool(false), "no group") }
        #expect(outer.labels.map(\.name) == ["d"])
        #expect(composition.hasExpressions)
        let plain = try Composition(documentText(layers: named))
        guard case .shapes(let plainGroup) = plain.layers[0].content else { return #expect(Bool(false), "no shapes") }
        #expect(plainGroup.labels.isEmpty)
    }

    @Test("an error behind an expression that looks up names is told like any other")
    func errorBehindExpression() throws {
        let scripted = #"{"ty":3,"ks":{"o":{"k":1,"x":"thisComp.width"}}}"#
        let error = #expect(throws: LottieError.self) {
            try Composition(documentText(layers: #"\#(scripted),{"ip":[]}"#))
        }
        #expect(error?.description == "layers[1].ip: expected a number, found a list")
    }
}
