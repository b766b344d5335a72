import Testing

@testable import LottieDocument

@Suite("Expressions that loop keyframes are recognised by their text")
struct LoopTests {
    /// Returns a rotation with an expression, and the names of features that are not drawn.
    ///
    /// The rotation goes from 0 at frame 10 to 90 at frame 20 and 30 at frame 25.
    private func rotation(_ expression: String) throws -> (Property<Double>, [String]) {
        let json = """
            {"fr":10,"ip":0,"op":100,"w":10,"h":10,"layers":[{"ty":3,"ks":{"r":{"a":1,"x":"\(expression)","k":[
              {"t":10,"s":[0],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},
              {"t":20,"s":[90],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":25,"s":[30]}]}}}]}
            """
        let composition = try Composition(json: Array(json.utf8))
        return (composition.layers[0].transform.rotation, composition.unsupportedFeatures.map(\.name))
    }

    @Test(
        "cycle repeats all keyframes or the last ones, and ping-pong reverses every second repetition",
        arguments: [
            ("loopOut()", 30.0, 45.0), ("loopOut('cycle');", 45.0, 45.0), ("loopOut('cycle', 0)", 30.0, 45.0),
            ("loopOut('cycle', 1)", 27.5, 60.0), ("loopOut('pingpong')", 27.5, 60.0),
            ("loopOut('pingpong')", 45.0, 45.0), ("loopIn()", 5.0, 0.0), ("loopIn('pingpong')", 5.0, 45.0),
        ])
    func loopedKeyframesRepeat(expression: String, time: Double, value: Double) throws {
        let (property, undrawn) = try rotation("var $bm_rt;\\n$bm_rt = \(expression)")
        #expect(abs(property.value(at: time) - value) < 1e-9)
        #expect(undrawn.isEmpty)
    }

    @Test("as in lottie-web, a repetition before the keyframes is early by twice the first one's time")
    func loopInIsEarly() throws {
        let loop = try #require(KeyframeLoop(["'cycle'"], isLoopOut: false))
        for (time, repeated) in [(-2.0, 12.0), (0, 14), (1, 15)] {
            #expect(loop.time(time, first: 2, last: 20) == repeated)
        }
    }

    @Test("within their own time the keyframes are unchanged", arguments: [10.0, 12.5, 20, 24, 25])
    func keyframesAreUnchangedWithinTheirTime(time: Double) throws {
        let looped = try rotation("loopOut()").0
        let plain = try rotation("value").0
        #expect(looped.value(at: time) == plain.value(at: time))
    }

    @Test(
        "any other expression is kept as a script",
        arguments: ["time * 90", "loopOut('offset')", "clamp(value, 40, 60)"])
    func otherExpressionIsKeptAsScript(expression: String) throws {
        let (property, undrawn) = try rotation("var $bm_rt;\\n$bm_rt = \(expression);")
        guard case .scripted(let scripted) = property else {
            Issue.record("no script")
            return
        }
        #expect(undrawn.isEmpty)
        #expect(scripted.value(at: 40) == 30)
    }

    @Test("an empty text is no expression, as in browsers")
    func emptyTextIsNoExpression() throws {
        let (property, undrawn) = try rotation("")
        #expect(undrawn.isEmpty)
        if case .scripted = property { Issue.record("found a script") }
        #expect(try property.value(at: 40) == rotation("value").0.value(at: 40))
    }

    @Test("an expression with a syntax error is reported with the reason, and the keyframes stay")
    func syntaxErrorIsReportedAndKeyframesStay() throws {
        let (property, undrawn) = try rotation("var $bm_rt;\\n$bm_rt = loopOut(;")
        #expect(undrawn == ["expression: line 2: expected a value, found ';'"])
        #expect(property.value(at: 40) == 30)
    }
}
