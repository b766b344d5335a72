import LottieDocument
import SeededRandomness
import Testing

@Suite("An error says where it is, what was expected and what was found")
struct ErrorTests {
    /// A document with the expected error message.
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let message: String
        var testDescription: String { message }

        init(_ text: String, _ message: String) {
            self.text = text
            self.message = message
        }
    }

    private static func shape(_ item: String) -> String {
        documentText(layers: #"{"ty":3},{"ty":4,"shapes":[{"ty":"gr","it":[\#(item)]}]}"#)
    }

    static let cases: [Case] = [
        // Files that contain no animation.
        Case("", "expected a Lottie animation, found an empty file"),
        Case("[]", "expected a Lottie animation, found a list"),
        Case("12", "expected a Lottie animation, found a number"),
        Case("{}", "w: expected a width above 0, found none"),
        Case(#"{"name":"package","version":"1.0.0"}"#, "w: expected a width above 0, found none"),
        Case("<!DOCTYPE html>", "expected a Lottie animation, found HTML, SVG or other XML"),
        Case("GIF89a", "expected a Lottie animation, found a GIF picture"),
        Case("RIVE\u{7}", "expected a Lottie animation, found a Rive file"),
        Case("{\0\"\0", "expected a Lottie animation, found UTF-16 instead of UTF-8"),
        Case("hello", #"line 1, column 1: expected a value, found "h" (no well-formed JSON)"#),
        // Fields of the composition.
        Case(#"{"w":-5,"h":1,"fr":30,"op":10}"#, "w: expected a width above 0, found -5"),
        Case(#"{"w":5,"h":0,"fr":30,"op":10}"#, "h: expected a height above 0, found 0"),
        Case(#"{"w":5e9,"h":1,"fr":30,"op":10}"#, "w: expected a width up to 100000, found 5000000000"),
        Case(#"{"w":1e400,"h":1,"fr":30,"op":10}"#, "w: expected a width above 0, found 1e400"),
        Case(#"{"w":0.0,"h":1,"fr":30,"op":10}"#, "w: expected a width above 0, found 0"),
        Case(#"{"w":{},"h":1,"fr":30,"op":10}"#, "w: expected a width, found an object"),
        Case(#"{"w":1,"h":"tall","fr":30,"op":10}"#, "h: expected a height, found a string"),
        Case(#"{"w":1,"h":1,"op":10}"#, "fr: expected a frame rate above 0, found none"),
        Case(#"{"w":1,"h":1,"fr":1e9,"op":10}"#, "fr: expected a frame rate up to 100000, found 1000000000"),
        Case(#"{"w":1,"h":1,"fr":30}"#, "op: expected a frame after the first, 0, found none"),
        Case(#"{"w":1,"h":1,"fr":30,"ip":10,"op":10}"#, "op: expected a frame after the first, 10, found 10"),
        Case(
            #"{"w":1,"h":1,"fr":30,"ip":0,"op":1e9}"#,
            "op: expected fewer than 1000000000 frames, found 0 to 1000000000"),
        Case(#"{"w":1,"h":1,"fr":30,"ip":2.5,"op":-1}"#, "op: expected a frame after the first, 2.5, found -1"),
        // Layers.
        Case(documentText().replacing("[]", with: "{}"), "layers: expected a list of layers, found an object"),
        Case(documentText(layers: "{},5"), "layers[1]: expected a layer, found a number"),
        Case(documentText(layers: #"{"ip":[]}"#), "layers[0].ip: expected a number, found a list"),
        Case(documentText(layers: #"{"ks":7}"#), "layers[0].ks: expected a transform, found a number"),
        Case(
            documentText(layers: #"{"ks":{"o":{"k":{}}}}"#), "layers[0].ks.o.k: expected a number, found an object"),
        Case(
            documentText(layers: #"{"ks":{"p":{"k":[1,"x"]}}}"#),
            "layers[0].ks.p.k[1]: expected a number, found a string"),
        Case(
            documentText(layers: #"{"ks":{"o":{"k":[{"t":0,"s":[1]},{"t":"soon"}]}}}"#),
            "layers[0].ks.o.k[1].t: expected a number, found a string"),
        Case(
            documentText(layers: #"{"ks":{"o":{"k":[{"t":0,"s":[1]},3]}}}"#),
            "layers[0].ks.o.k[1]: expected a keyframe, found a number"),
        Case(
            documentText(layers: #"{"masksProperties":[{"pt":{"k":{"v":[[0,0],7]}}}]}"#),
            "layers[0].masksProperties[0].pt.k.v[1]: expected a point, found a number"),
        // Shapes.
        Case(
            documentText(layers: #"{"shapes":7}"#), "layers[0].shapes: expected a list of shape items, found a number"),
        Case(shape("null"), "layers[1].shapes[0].it[0]: expected a shape item, found null"),
        Case(
            shape(#"{"ty":"el"},{"ty":"fl","c":{"k":[1,0]}}"#),
            "layers[1].shapes[0].it[1].c.k: expected a colour of 3 or 4 numbers, found 2"),
        Case(
            shape(#"{"ty":"fl","c":{"k":"red"}}"#),
            "layers[1].shapes[0].it[0].c.k: expected a colour of 3 or 4 numbers, found a string"),
        Case(
            shape(#"{"ty":"sh","ks":{"k":true}}"#),
            "layers[1].shapes[0].it[0].ks.k: expected a path, found true or false"),
        Case(
            shape(#"{"ty":"gf","g":{"k":{"k":[0,"a"]}}}"#),
            "layers[1].shapes[0].it[0].g.k.k[1]: expected a number, found a string"),
        Case(
            documentText(fields: #""assets":[{"id":"a"},{"id":"b","layers":[{"ty":4,"op":[]}]}]"#),
            "assets[1].layers[0].op: expected a number, found a list"),
        Case(documentText(fields: #""assets":7"#), "assets: expected a list of assets, found a number"),
        Case(documentText(fields: #""markers":[3]"#), "markers[0]: expected a marker, found a number"),
        // Invalid JSON.
        Case("{", "line 1, column 2: expected a name in quotes, found the end (no well-formed JSON)"),
        Case("{\"w\" 5}", #"line 1, column 6: expected ":", found "5" (no well-formed JSON)"#),
        Case("{\n \"w\": 5,\n}", #"line 3, column 1: expected a name in quotes, found "}" (no well-formed JSON)"#),
        Case("{\"layers\":[{} {}]}", #"line 1, column 15: expected "," or "]", found "{" (no well-formed JSON)"#),
        Case(
            "{\"zz\":[1,{\"a\":\"]}\"}", #"line 1, column 20: expected "]" or "}", found the end (no well-formed JSON)"#
        ),
        Case("{\"w\":tru}", #"line 1, column 6: expected a value, found "t" (no well-formed JSON)"#),
        Case("{\"w\":NaN}", #"line 1, column 6: expected a value, found "N" (no well-formed JSON)"#),
        Case("{\"w\":-}", #"line 1, column 7: expected a digit, found "}" (no well-formed JSON)"#),
        Case("{\"nm\":\"open", #"line 1, column 7: expected a " at the end of the text (no well-formed JSON)"#),
        Case(
            documentText() + "x",
            "line 1, column \(documentText().count + 1): expected the end of the document, found \"x\" (no well-formed JSON)"
        ),
    ]

    @Test("each error has its exact message", arguments: cases)
    func errorHasExactMessage(_ example: Case) {
        let error = #expect(throws: LottieError.self) { try Composition(example.text) }
        #expect(error?.description == example.message)
    }

    @Test("an error quotes a document's own text up to a readable length")
    func quotedTextHasLimitedLength() throws {
        let long = String(repeating: "é", count: 100_000)
        let slot = documentText(
            layers: #"{"ty":3,"ks":{"o":{"sid":"x\#(long)"}}}"#, fields: #""slots":{"x\#(long)":{"p":{"k":{}}}}"#)
        let thrown = #expect(throws: LottieError.self) { try Composition(slot) }
        let error = try #require(thrown)
        #expect(error.path.hasPrefix("slots.xé") && error.path.hasSuffix(".p.k") && error.path.utf8.count < 400)
        #expect(!error.path.contains("\u{FFFD}"))
        #expect(error.problem == "expected a number, found an object")
        let other = LottieError(path: long, problem: long)
        #expect(other.path.count < 1_000 && other.problem.count < 1_000 && other.description.count < 1_000)
        #expect(other.problem.hasPrefix("éé") && other.problem.hasSuffix("é…"))
        let undrawn = try Composition(documentText(layers: #"{"ty":4,"shapes":[{"ty":"\#(long)"}]}"#))
            .unsupportedFeatures
        #expect(undrawn.map { $0.name.count < 1_000 && $0.name.hasPrefix("shape 'éé") } == [true])
    }
}

@Suite("Hostile documents are rejected or read and never trap")
struct HostileDocumentTests {
    private static func nested(_ depth: Int, _ open: String, _ close: String) -> String {
        String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }

    @Test("unknown fields are skipped at any depth", arguments: [("[", "]"), ("{\"a\":[", "]}")])
    func unknownFieldsAreSkippedAtAnyDepth(open: String, close: String) throws {
        for depth in [1, 255, 256, 5_000, 200_000] {
            #expect(try Composition(documentText(fields: "\"zz\":" + Self.nested(depth, open, close))).width == 100)
        }
    }

    @Test("groups are read up to a maximum depth and rejected beyond it")
    func deepGroupsAreRejected() throws {
        func groups(_ depth: Int) -> String {
            documentText(layers: #"{"ty":4,"shapes":[\#(Self.nested(depth, #"{"ty":"gr","it":["#, "]}"))]}"#)
        }
        _ = try Composition(groups(100))
        for depth in [129, 5_000] {
            let error = #expect(throws: LottieError.self) { try Composition(groups(depth)) }
            #expect(error?.problem == "expected at most 256 levels")
        }
    }

    @Test("truncated values are rejected at any depth")
    func truncatedValuesAreRejectedAtAnyDepth() {
        let groups = String(repeating: #"{"ty":"gr","it":["#, count: 10_000)
        for text in [
            documentText(layers: #"{"ty":4,"shapes":[\#(groups)"#),
            documentText(layers: #"{"ks":{"o":"# + String(repeating: #"{"k":"#, count: 10_000)),
            documentText(layers: #"{"ks":{"o":{"k":"# + String(repeating: "[", count: 10_000)),
            documentText(layers: #"{"ef":"# + String(repeating: #"[{"ef":"#, count: 10_000)),
        ] {
            #expect(throws: LottieError.self) { try Composition(text) }
        }
    }

    @Test("a document truncated after any byte is rejected")
    func truncatedDocumentIsRejected() {
        let bytes = Array(RichDocument.text.utf8)
        for length in bytes.indices {
            #expect(throws: LottieError.self, "cut after \(length) bytes") {
                try Composition(json: Array(bytes[..<length]))
            }
        }
    }

    @Test("the complete document is accepted")
    func completeDocumentIsAccepted() throws {
        let composition = try Composition(RichDocument.text)
        #expect(composition.layers.count == 4)
        #expect(composition.unsupportedFeatures.map(\.name).sorted() == ["effect 'displacement map'"])
    }

    @Test("a document with random changes of bytes is rejected or read", arguments: 1...12 as ClosedRange<UInt64>)
    func corruptedDocumentIsRejectedOrRead(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let document = Array(RichDocument.text.utf8)
        let telling = Array("{}[]\",:-0123456789.eE\\tfn\0 ".utf8)
        for round in 0..<40 {
            var bytes = document
            for _ in 0...Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = telling[Int.random(in: telling.indices, using: &random)]
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &random)))
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
                }
            }
            guard let composition = try? Composition(json: bytes) else { continue }
            #expect(composition.width > 0 && composition.outPoint > composition.inPoint, "seed \(seed), round \(round)")
            #expect(composition.frameCount > 0)
        }
    }

    @Test("the list of features that are not drawn has a readable length")
    func unsupportedFeatureListIsLimited() throws {
        let items = (0..<2_000).map { #"{"ty":"x\#($0)"}"# }.joined(separator: ",")
        let composition = try Composition(documentText(layers: #"{"ty":4,"shapes":[\#(items)]}"#))
        #expect(composition.unsupportedFeatures.count >= 10)
        #expect(composition.unsupportedFeatures.count <= 100)
    }
}
