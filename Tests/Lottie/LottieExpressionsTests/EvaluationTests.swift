import LottieExpressions
import Testing

@Suite("`eval` evaluates a text in the scope of the call")
struct EvaluationTests {
    @Test(
        "the value is that of the last expression statement",
        arguments: [
            ("eval('1 + 2')", "3"), ("eval('1; 2; 3')", "3"), ("eval('var a = 1')", "undefined"),
            ("eval('')", "undefined"),
            ("eval(7)", "7"), ("eval([5][0])", "5"), ("eval()", "undefined"), ("eval(['1 + 1'][0])", "2"),
            ("eval('if (1) { 4 } else { 5 }')", "4"), ("var $bm_rt; $bm_rt = eval('2 * 3')", "6"),
            ("eval('eval(\"2 + 2\")')", "4"), ("eval('[1, 2].map(function (x) { return x * 2 })')", "[2, 4]"),
        ])
    func valueIsThatOfLastStatement(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(
        "the text uses and changes the variables of the functions around the call",
        arguments: [
            ("var a = 4; eval('a + 1')", "5"), ("var a = 4; eval('a = 9'); a", "9"),
            ("function f(x) { return eval('x * 2') } f(21)", "42"),
            ("function f(x) { var y = 1; eval('y = x'); return y } f(3)", "3"),
            ("var a = 1; function f() { return function () { return eval('a + 1') } } f()()", "2"),
            ("function f() { var n = 0; eval('for (var i = 0; i < 3; i++) n += i'); return n } f()", "3"),
            ("let a = 2; { let a = 3; eval('a') }", "3"), ("var f = x => eval('x'); f(8)", "8"),
            ("var f = eval('(function (x) { return x + a })'), a = 5; f(1)", "6"),
        ])
    func textUsesVariablesAround(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test("a variable that the text declares is known afterwards")
    func declaredVariableIsKnownAfterwards() {
        #expect(evaluationResult("eval('var a = 3'); a") == "3")
        #expect(evaluationResult("eval('function f() { return 4 }'); f()") == "4")
    }

    @Test("the text uses the names of the scope, such as a chain of parents")
    func textUsesNamesOfScope() {
        let source = "var chain = 'node', n = 0; while (eval([chain][0]).next) { chain += '.next'; n++ } n"
        let inner = ScriptValue.object(ScriptRecord([("next", .null)]))
        let node = ScriptValue.object(ScriptRecord([("next", .object(ScriptRecord([("next", inner)])))]))
        #expect(evaluationResult(source, ["node": node]) == "2")
    }

    @Test("what is wrong with the text can be caught")
    func errorsCanBeCaught() {
        #expect(evaluationResult("try { eval('1 +') } catch (e) { e.name }") == "'SyntaxError'")
        #expect(evaluationResult("try { eval('missing') } catch (e) { e.name }") == "'ReferenceError'")
        #expect(evaluationResult("try { eval('throw 5') } catch (e) { e }") == "5")
    }

    @Test("a text that evaluates itself, and one that is evaluated too often, exceed a limit")
    func endlessEvaluationIsLimited() {
        #expect(evaluationResult("var t = 'eval(t)'; eval(t)") == "[exhausted calls nested too deeply]")
        #expect(evaluationResult("while (true) eval('1 + 1')").hasPrefix("[exhausted more than"))
        let growing = "for (var i = 0; i < 1000; i++) eval('var a' + i + ' = ' + i); a999"
        #expect(evaluationResult(growing) == "999")
    }

    @Test("a machine evaluates the texts of several scripts one after the other")
    func severalScriptsEvaluateTexts() throws {
        let machine = ScriptMachine()
        for round in 0..<3 {
            for (source, value) in [
                ("var a = \(round); eval('a + 1')", Double(round + 1)), ("eval('var b = 6'); b", 6),
            ] {
                let result = try machine.run(Script(source), in: FixedScope(), budget: ScriptBudget(steps: 10_000))
                #expect(try machine.number(result) == value)
            }
        }
    }
}
