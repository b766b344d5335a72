import Testing

@testable import AnimationLint

@Suite("Expressions")
struct ExpressionTests {
    private func square(_ expression: String, named name: String = "Square") -> String {
        Documents.square(name, transform: #""r":{"k":0,"x":"\#(expression)"}"#)
    }

    @Test("expressions are counted with their cost")
    func count() throws {
        let text = Documents.document(square("var $bm_rt = time * 90;"))
        let found = try findings(.expressions, in: text)
        #expect(found.map(\.severity) == [.note])
        #expect(found.first?.path == "layers[0].ks.r")
        #expect(found.first?.message.hasPrefix("1 expression computed 1 value in every frame, in ") == true)
        #expect(try findings(.expressions, in: Documents.document(Documents.square())) == [])
    }

    @Test("an empty text is no expression")
    func empty() throws {
        let text = Documents.document(square(""))
        #expect(try findings(.expressions, in: text) == [])
        #expect(try findings(.refusedExpression, in: text) == [])
    }

    /// An expression that takes more steps the larger `rounds` is.
    private func loop(_ rounds: Int) -> String {
        "var $bm_rt = 0; for (var i = 0; i < \(rounds); i++) { $bm_rt += time; }"
    }

    @Test("of several expressions each has its place and its steps, the costliest first, after the sum")
    func places() throws {
        let layers = [(30, "Cheap"), (300, "Dear"), (100, "Middling")].map { square(loop($0), named: $1) }
        let text = Documents.document(layers.joined(separator: ","))
        let found = try findings(.expressions, in: text)
        #expect(found.map(\.path) == ["", "layers[1].ks.r", "layers[2].ks.r", "layers[0].ks.r"])
        #expect(found.map(\.layer) == ["", "Dear", "Middling", "Cheap"])
        #expect(found.first?.message.hasPrefix("3 expressions computed 3 values in every frame, in ") == true)
        let steps = try found.dropFirst().map { try #require(Int($0.message.prefix { $0.isNumber })) }
        let sum = try #require(
            found.first?.message.split(separator: " in ").last.flatMap { Int($0.prefix { $0.isNumber }) })
        // Each mean is rounded down.
        #expect((0...3).contains(sum - steps.reduce(0, +)))
        #expect(found[1].message.hasSuffix(" steps of work in every frame: \(loop(300).prefix(59))…"))
        #expect(try findings(.expressions, in: text) == found)
    }

    @Test("equal expressions of one layer are told apart, and what one reads of another is the other's cost")
    func reading() throws {
        let script = "var $bm_rt = thisComp.layer('Dear').transform.rotation;"
        let reader = Documents.square(
            "Reader", transform: #""r":{"k":0,"x":"\#(script)"},"o":{"k":100,"x":"\#(script)"}"#)
        let found = try findings(
            .expressions, in: Documents.document(reader + "," + square(loop(1_000), named: "Dear")))
        let places = found.dropFirst().map(\.path)
        #expect(places.first == "layers[1].ks.r")
        #expect(Set(places.dropFirst()) == ["layers[0].ks.r", "layers[0].ks.o"])
        let steps = try found.dropFirst().map { try #require(Int($0.message.prefix { $0.isNumber })) }
        #expect(steps[1] * 10 < steps[0] && steps[2] * 10 < steps[0] && steps[2] > 0)
    }

    @Test("ten expressions are listed, or as many as the limit of findings permits, and the others are counted")
    func limit() throws {
        let layers = (0..<30).map { square(loop(10 + $0), named: "L\($0)") }.joined(separator: ",")
        let text = Documents.document(layers)
        let found = try findings(.expressions, in: text)
        #expect(found.count == 12)
        #expect(found[1].layer == "L29" && found[10].layer == "L20")
        #expect(found.last?.message.hasPrefix("20 other expressions: ") == true)
        let few = try findings(.expressions, in: text) { $0.maxFindingsOfARule = 5 }
        #expect(few.map(\.layer) == ["", "L29", "L28", "L27", ""])
        #expect(few.last?.message.hasPrefix("27 other expressions: ") == true)
    }

    @Test("an expression that cannot be read is refused, and one that fails")
    func refused() throws {
        let unread = try findings(.refusedExpression, in: Documents.document(square("var = ;")))
        #expect(unread.map(\.path) == ["layers[0].ks.r.x"])
        let failing = try findings(.refusedExpression, in: Documents.document(square("var $bm_rt = nothing.here;")))
        #expect(failing.map(\.layer) == ["Square"])
        #expect(failing.map(\.path) == ["layers[0].ks.r"])
        #expect(try findings(.refusedExpression, in: Documents.document(square("var $bm_rt = 1;"))) == [])
    }

    @Test("a name that an expression refers to and several layers have is ambiguous")
    func ambiguous() throws {
        let reader = square("var $bm_rt = thisComp.layer('Twin').transform.rotation;", named: "Reader")
        let twins = reader + "," + Documents.square("Twin") + "," + Documents.square("Twin")
        let found = try findings(.ambiguousName, in: Documents.document(twins))
        #expect(found.map(\.layer) == ["Twin"])
        #expect(found.first?.message.contains("2 layers have this name: layers[1], layers[2]") == true)
        #expect(try findings(.ambiguousName, in: Documents.document(reader + "," + Documents.square("Twin"))) == [])
        let unread = Documents.square("Twin") + "," + Documents.square("Twin")
        #expect(try findings(.ambiguousName, in: Documents.document(unread)) == [])
    }
}
