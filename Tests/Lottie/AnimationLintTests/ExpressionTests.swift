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

    @Test("an expression that cannot be read is refused, and one that fails")
    func refused() throws {
        let unread = try findings(.refusedExpression, in: Documents.document(square("var = ;")))
        #expect(unread.map(\.path) == ["layers[0].ks.r.x"])
        let failing = try findings(.refusedExpression, in: Documents.document(square("var $bm_rt = nothing.here;")))
        #expect(failing.map(\.layer) == ["Square"])
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
