import Testing

@testable import Lottie

@Suite("Expressions that loop keyframes are known by their text")
struct LoopTests {
    /// A rotation from 0 to 90 between the frames 10 and 20, over 30 at 25, with an expression.
    private func rotation(_ expression: String) throws -> (Property<Double>, [String]) {
        let json = """
            {"fr":10,"ip":0,"op":100,"w":10,"h":10,"layers":[{"ty":3,"ks":{"r":{"a":1,"x":"\(expression)","k":[
              {"t":10,"s":[0],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},
              {"t":20,"s":[90],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":25,"s":[30]}]}}}]}
            """
        let composition = try Composition(json: Array(json.utf8))
        return (composition.layers[0].transform.rotation, composition.undrawn.map(\.name))
    }

    @Test(
        "Cycles repeat all keyframes, or the last ones, and ping-pong turns round",
        arguments: [
            ("loopOut()", 30.0, 45.0), ("loopOut('cycle');", 45.0, 45.0), ("loopOut('cycle', 0)", 30.0, 45.0),
            ("loopOut('cycle', 1)", 27.5, 60.0), ("loopOut('pingpong')", 27.5, 60.0),
            ("loopOut('pingpong')", 45.0, 45.0), ("loopIn()", 5.0, 90.0), ("loopIn('pingpong')", 5.0, 45.0),
        ])
    func loops(expression: String, time: Double, value: Double) throws {
        let (property, undrawn) = try rotation("var $bm_rt;\\n$bm_rt = \(expression)")
        #expect(abs(property.value(at: time) - value) < 1e-9)
        #expect(undrawn.isEmpty)
    }

    @Test("Inside their own time the keyframes are as they are", arguments: [10.0, 12.5, 20, 24, 25])
    func inside(time: Double) throws {
        let looped = try rotation("loopOut()").0
        let plain = try rotation("value").0
        #expect(looped.value(at: time) == plain.value(at: time))
    }

    @Test("What takes a program to tell is kept to be run", arguments: ["time * 90", "loopOut('offset')"])
    func script(expression: String) throws {
        let (property, undrawn) = try rotation("var $bm_rt;\\n$bm_rt = \(expression);")
        guard case .scripted(let scripted) = property else {
            Issue.record("no script")
            return
        }
        #expect(undrawn.isEmpty)
        #expect(scripted.value(at: 40) == 30)
    }

    @Test("What is no program is reported with the reason, and the keyframes stay")
    func noProgram() throws {
        let (property, undrawn) = try rotation("var $bm_rt;\\n$bm_rt = loopOut(;")
        #expect(undrawn == ["expression: line 2: expected a value, found ';'"])
        #expect(property.value(at: 40) == 30)
    }
}
