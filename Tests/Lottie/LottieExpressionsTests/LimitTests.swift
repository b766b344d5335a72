import Foundation
import LottieExpressions
import Testing

@Suite struct LimitTests {
    @Test(arguments: [
        "for (;;);", "while (true) {}", "do {} while (1)", "var f = function () { f() }; f()",
        "function f(n) { return f(n + 1) + f(n + 2) } f(0)", "var s = 'x'; while (1) s += s",
        "var a = []; while (1) a.push(1)",
        "var a = [1]; while (1) a = a.concat(a)", "'x'.repeat(1e9)", "'x'.padStart(1e9)", "new Array(1e9)",
        "var a = []; a[1e9] = 1",
        "var a = []; a.length = 4e9", "try { for (;;); } catch (e) { 1 }", "try { for (;;); } finally { 1 }",
        "[1].map(function g(x) { return [x].map(g) })", "var o = {}; for (var i = 0; ; i++) o['k' + i] = i",
        "var a = []; for (;;) a.unshift(1)", "for (;;) { try { throw 1 } catch (e) {} }",
        "var f = () => 1; for (;;) [1, 2].sort(f)",
        "var s = 'ab'.repeat(1000); for (;;) s.split('').join('')", "for (;;) Math.max.apply(null, [1, 2])",
        "var s = 'a'.repeat(100000); for (;;) s.indexOf('b')", "for (;;) `${'x'.repeat(50)}`",
        "for (var a = [1]; ; ) for (var b of a) a.push(b)",
        // Searches and comparisons cost what they look at, and what is joined counts before it is joined.
        "'a'.repeat(400000).replace('a'.repeat(200000) + 'b', '')",
        "'a'.repeat(100000).split('a'.repeat(50000) + 'b')",
        "var s = 'a'.repeat(400000); s.concat.apply(s, Array.from({length: 1000}, () => s))",
        "var s = 'a'.repeat(100000), t = 'a'.repeat(100000), a = []; "
            + "for (var i = 0; i < 1000; i++) a.push(s); for (;;) a.includes(t + '') || a.lastIndexOf(t)",
        "var a = []; for (var i = 0; i < 500; i++) a.push('a'.repeat(2000) + i); for (;;) a.sort()",
    ])
    func endlessWorkIsStopped(source: String) {
        let result = evaluationResult(source)
        #expect(result.hasPrefix("[exhausted") || result.hasPrefix("[thrown RangeError"), "\(result)")
    }

    @Test func arrayMemoryIsLimited() {
        #expect(evaluationResult("var a = [1, 2]; a.forEach(x => a.push(x))").hasPrefix("[exhausted"))
    }

    @Test(arguments: [
        (String(repeating: "(", count: 5000) + "1", "nested more than 120 deep"),
        (String(repeating: "[", count: 5000), "nested more than 120 deep"),
        (String(repeating: "{", count: 5000), "nested more than 120 deep"),
        (String(repeating: "- ", count: 5000) + "1", "nested more than 120 deep"),
        (String(repeating: "!", count: 5000) + "1", "nested more than 120 deep"),
        (String(repeating: "if (1) ", count: 5000), "nested more than 120 deep"),
        (String(repeating: "`${", count: 5000), "templates nested too deeply"),
        ("a" + String(repeating: ".a", count: 5000), "nested too deeply"),
        ("a" + String(repeating: "()", count: 5000), "nested too deeply"),
        (String(repeating: "function f() {", count: 5000), "nested more than 120 deep"),
        (String(repeating: "x => ", count: 5000) + "1", "nested more than 120 deep"),
        (String(repeating: " ", count: 300_000), "longer than 262144 bytes"),
    ])
    func deeplyNestedSourcesAreRejected(source: String, problem: String) {
        let result = evaluationResult(source)
        #expect(result.hasPrefix("[line"))
        #expect(result.contains(problem))
    }

    @Test func longSumsDoNotCountAsNesting() {
        #expect(evaluationResult("0" + String(repeating: " + 1", count: 5000)) == "5000")
    }

    @Test func stepBudgetIsSharedBetweenScripts() throws {
        let budget = ScriptBudget(steps: 1000)
        let machine = ScriptMachine()
        let script = try Script("var n = 0; for (var i = 0; i < 50; i++) n += i; n")
        #expect(throws: ScriptFailure.self) {
            for _ in 0..<10 { _ = try machine.run(script, in: FixedScope(), budget: budget) }
        }
        #expect(budget.steps < 0)
    }

    @Test func machineKeepsNoStateBetweenRuns() throws {
        let machine = ScriptMachine()
        for source in ["x = 5; x", "for (;;);", "throw 1"] {
            _ = try? machine.run(Script(source), in: FixedScope(), budget: ScriptBudget(steps: 100))
        }
        let value = try machine.run(Script("typeof x"), in: FixedScope(), budget: ScriptBudget(steps: 100))
        #expect(try machine.string(value) == "undefined")
    }

    /// The scripts must also fit threads with stacks of half a megabyte, as on some systems.
    @Test func deepestScriptsFitSmallStack() async {
        let sources = [
            String(repeating: "(", count: 55) + "1" + String(repeating: ")", count: 55),
            String(repeating: "if (1) {", count: 50) + String(repeating: "}", count: 50),
            "var n = 0; function g(x) { n++; return [x].map(g) } try { g(1) } catch (e) {}",
            "a" + String(repeating: ".a", count: 150), "function f(n) { return n ? f(n - 1) : 0 } f(100)",
            String(repeating: "(function () { return ", count: 14) + "1" + String(repeating: "})()", count: 14),
        ]
        let count = await withCheckedContinuation { continuation in
            let thread = Thread {
                var count = 0
                for source in sources where !evaluationResult(source).isEmpty { count += 1 }
                continuation.resume(returning: count)
            }
            #if DEBUG
                // Without optimisation, calls need several times as much stack.
                thread.stackSize = 1 << 20
            #else
                thread.stackSize = 512 << 10
            #endif
            thread.start()
        }
        #expect(count == sources.count)
    }
}
