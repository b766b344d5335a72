import LottieExpressions
import Testing

@Suite struct LanguageTests {
    @Test(arguments: [
        ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("2 ** 3 ** 2", "512"), ("7 % 4 - -1", "4"), ("'a' + 1", "'a1'"),
        ("1 + '2'", "'12'"), ("'6' / '2'", "3"), ("5 & 3 | 8 ^ 1", "9"), ("-1 >>> 28", "15"), ("-8 >> 1", "-4"),
        ("1 << 33", "2"), ("~5", "-6"), ("!0", "true"), ("1 < 2 == true", "true"), ("null == undefined", "true"),
        ("null === undefined", "false"), ("'5' == 5", "true"), ("'5' === 5", "false"), ("NaN == NaN", "false"),
        ("0 || 'x'", "'x'"), ("0 && 'x'", "0"), ("0 ?? 'x'", "0"), ("null ?? 'x'", "'x'"), ("1, 2", "2"),
        ("true ? 1 : 2", "1"), ("true?.5:1", "0.5"),
        (
            "typeof 1 + typeof 'a' + typeof null + typeof foo + typeof [] + typeof Math.sin",
            "'numberstringobjectundefinedobjectfunction'"
        ),
        ("void 0", "undefined"), ("'a' in {a: 1}", "true"), ("1 in [1]", "false"), ("[] instanceof Array", "true"),
        ("'b' > 'a'", "true"), ("'10' < '9'", "true"), ("'10' < 9", "false"), ("[5] == 5", "true"),
        ("1 / 0", "Infinity"),
        ("-5 % 3", "-2"), ("0x1F + 0b11 + 0o17 + .5 + 1e3", "1049.5"), ("true + 1", "2"), ("null + 1", "1"),
        ("undefined + 1", "NaN"), ("+'12px'", "NaN"), ("+' 12 '", "12"), ("+''", "0"), ("1 + + 1", "2"),
    ])
    func operatorsFollowECMAScript(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(arguments: [
        ("var a = 1; a += 2; a *= 3; a", "9"), ("var a = 5; a++ + ++a", "12"), ("var a = [1]; a[0]--; a", "[0]"),
        ("var a = {n: 1}; a.n++ + a.n", "3"), ("var a = [4]; a[0]++", "4"), ("var a, b; a = b = 3; a + b", "6"),
        ("var a = 2; a **= 3; a <<= 1; a |= 1; a", "17"), ("var a = null; a ??= 4; a ||= 5; a &&= 6; a", "6"),
        ("var [a, , b = 7, ...c] = [1, 2, undefined, 4, 5]; [a, b, c]", "[1, 7, [4, 5]]"),
        ("var {x, y: {z = 3}, w = 4} = {x: 1, y: {}}; [x, z, w]", "[1, 3, 4]"),
        ("var {x, ...r} = {x: 1, y: 2, z: 3}; [r.x, r.y + r.z]", "[undefined, 5]"),
        ("var a, r; ({a, ...r} = {a: 1, b: 2}); [a, r.b, 'a' in r]", "[1, 2, false]"),
        ("let a = 1; { let a = 2; } a", "1"), ("var a = 1; { var a = 2; } a", "2"),
        ("var a = 1, b = 2; [a, b] = [b, a]; [a, b]", "[2, 1]"), ("x = 4; x", "4"), ("a; var a = 1;", "undefined"),
        ("const a = 3; a", "3"), ("let {length} = 'abc'; length", "3"),
    ])
    func variablesFollowECMAScript(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(
        "an assignment to an undeclared name is an error where the script catches errors, and else declares it",
        arguments: [
            ("var r = 0; try { v = 1; r = v } catch (e) { r = e.name } r", "'ReferenceError'"),
            ("var v, r; try { v = 1; r = v } catch (e) { r = 2 } r", "1"),
            ("var r = 0; v = 3; try { v = 4; r = v } catch (e) { r = 2 } r", "4"),
            ("try { time = 4 } catch (e) { 2 } time", "4"), ("try { $bm_rt = 4 } catch (e) { $bm_rt = 2 }", "4"),
        ])
    func undeclaredNamesAreErrorsWhereCaught(source: String, value: String) {
        #expect(evaluationResult(source, ["time": .number(1)]) == value)
    }

    @Test(arguments: [
        ("var s = 0; for (var i = 0; i < 5; i++) { if (i == 3) continue; s += i; } s", "7"),
        ("var s = 0; for (;;) { if (++s > 4) break; } s", "5"), ("var i = 3; while (i) i--; i", "0"),
        ("var i = 0; do { i++ } while (i < 3); i", "3"),
        ("var s = ''; for (var k in {a: 1, b: 2}) s += k; s", "'ab'"),
        ("var s = 0; for (const v of [1, 2, 3]) s += v; s", "6"),
        ("var s = ''; for (let c of 'xyz') s = c + s; s", "'zyx'"),
        ("var s = 0; for (var [a, b] of [[1, 2], [3, 4]]) s += a * b; s", "14"),
        ("var s = ''; for (var i in [7, 8]) s += i; s", "'01'"),
        (
            "outer: for (var i = 0; i < 3; i++) { for (var j = 0; j < 3; j++) { if (j == 1) continue outer; if (i == 2) "
                + "break outer; } } i * 10 + j", "20"
        ),
        (
            "var r = ''; switch (2) { case 1: r += 'a'; case 2: r += 'b'; case 3: r += 'c'; break; default: r += 'd' } r",
            "'bc'"
        ),
        ("var r = ''; switch (9) { case 1: r += 'a'; default: r += 'd'; case 2: r += 'b' } r", "'db'"),
        ("var r = 0; for (var i = 0; i < 3; i++) { switch (i) { case 1: continue; } r += i; } r", "2"),
        ("if (0) 1; else if ('') 2; else 3", "3"), ("var a = 0\nif (a) a = 1\nelse a = 2\na", "2"),
        ("var a = 1\n;[1, 2].forEach(function (v) { a += v })\na", "4"),
    ])
    func statementsFollowECMAScript(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(
        "all cases of a `switch` share one block, in which a variable has no value before its declaration is executed",
        arguments: [
            ("let x = 1; switch (1) { case 1: let x = 2; r = x } r * 10 + x", "21"),
            ("switch (1) { case 1: let x = 5; case 2: r = x } r", "5"),
            ("switch (2) { case 1: let x = 5; case 2: x = 6 }", Self.unset),
            ("switch (2) { case 1: let x = 5; break; case 2: r = x } r", Self.unset),
            ("let x = 1; switch (2) { case 1: const x = 5; break; default: r = x } r", Self.unset),
            ("let x = 1; switch (0) { case x: let x = 0 }", Self.unset),
            ("let x = 1; switch (x) { case 1: let x = 2; r = x } r", "2"),
            (
                "switch (2) { case 1: class A {} break; case 2: new A() }",
                "[thrown ReferenceError: A is used before its declaration]"
            ),
            ("switch (1) { case 1: class A { m() { return 3 } } case 2: r = new A().m() } r", "3"),
            ("switch (2) { case 1: function f() { return 4 } break; case 2: r = f() } r", "4"),
            (
                "switch (2) { case 1: let [x, {y}] = [1, {y: 2}]; break; case 2: r = () => y; r() }",
                "[thrown ReferenceError: y is used before its declaration]"
            ),
            (
                "switch (1) { case 1: const x = 1; case 2: x = 2 }",
                "[thrown TypeError: the constant x can't be assigned]"
            ),
            (
                "var f = []; for (var i = 0; i < 2; i++) { switch (i) { default: let x = i; f.push(() => x) } } f.map(g => g())",
                "[0, 1]"
            ),
            ("for (var i = 0; i < 2; i++) { switch (i) { case 0: let x = 7; break; case 1: x } }", Self.unset),
            ("switch (2) { case 1: let x; break; case 2: eval('x') }", Self.unset),
            ("switch (1) { case 1: let x = 3; eval('r = x') } r", "3"),
        ])
    func casesShareBlock(source: String, value: String) { #expect(evaluationResult("var r; " + source) == value) }

    private static let unset = "[thrown ReferenceError: x is used before its declaration]"

    @Test(arguments: [
        ("function f(a, b) { return a - b } f(5, 3)", "2"), ("f(2); function f(a) { return a * 2 }", "4"),
        ("var f = (a, b = a * 2) => a + b; f(3)", "9"), ("(x => ({v: x}))(4).v", "4"),
        ("function f(...all) { return all.length } f(1, 2, 3)", "3"),
        ("function f() { return arguments.length + arguments[1] } f(1, 5)", "7"),
        ("function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2) } f(12)", "144"),
        ("var f = function g(n) { return n ? n * g(n - 1) : 1 }; f(5)", "120"),
        ("function counter() { var n = 0; return function () { return ++n } } var c = counter(); c(); c(); c()", "3"),
        ("var f = []; for (let i = 0; i < 3; i++) f.push(() => i); f.map(g => g())", "[0, 1, 2]"),
        ("var f = []; for (var i = 0; i < 3; i++) f.push(() => i); f.map(g => g())", "[3, 3, 3]"),
        ("var f = []; for (const v of [4, 5]) f.push(() => v); f.map(g => g())", "[4, 5]"),
        ("function P(x) { this.x = x } new P(3).x", "3"), ("var o = {n: 2, f() { return this.n }}; o.f()", "2"),
        ("function f({a, b = 2}, [c]) { return a + b + c } f({a: 1}, [3])", "6"), ("Math.max(...[1, 5, 3])", "5"),
        ("function f(a) { a = 2; return a } var a = 1; f(a) + a", "3"), ("(function () { return 7 })()", "7"),
        ("var o; o?.a.b", "undefined"), ("var o = {a: {b: 1}}; o?.a?.b", "1"), ("var o = {}; o.f?.(1)", "undefined"),
        ("function f() { return } f()", "undefined"), ("var n = 1; function f() { n = 5 } f(); n", "5"),
        ("[...'ab', ...[1]]", "['a', 'b', 1]"), ("({...{a: 1}, b: 2}).a", "1"), ("`a${1 + 1}b${`${3}`}`", "'a2b3'"),
        ("Math.max.apply(null, [1, 2])", "2"), ("(function (a) { return a }).call(null, 4)", "4"),
    ])
    func functionsFollowECMAScript(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(arguments: [
        ("try { throw 5 } catch (e) { e }", "5"), ("try { null.x } catch (e) { e.name }", "'TypeError'"),
        ("try { missing } catch (e) { e.message }", "'missing is not defined'"),
        ("var r = ''; try { r += 'a' } finally { r += 'b' } r", "'ab'"),
        ("var r = ''; function f() { try { return 1 } finally { r += 'x' } } f() + r", "'1x'"),
        ("var r = ''; for (var i = 0; i < 2; i++) { try { if (i) break; continue } finally { r += i } } r", "'01'"),
        ("var r = ''; try { try { throw 1 } finally { r += 'a' } } catch (e) { r += e } r", "'a1'"),
        ("try { try { throw 1 } catch (e) { throw e + 1 } } catch (e) { e }", "2"),
        ("function f() { throw new Error('no') } try { f() } catch (e) { '' + e }", "'Error: no'"),
        ("var n = 0; for (var v of [1, 2]) { try { throw v } catch { n += v } } n", "3"),
        ("try { [1].map(function () { throw 'in' }) } catch (e) { e }", "'in'"),
        ("throw 'out'", "[thrown 'out']"), ("undefined.x", "[thrown TypeError: undefined has no member 'x']"),
        ("missing", "[thrown ReferenceError: missing is not defined]"),
        ("(5)()", "[thrown TypeError: 5 is no function]"),
    ])
    func thrownValuesCanBeCaught(source: String, value: String) { #expect(evaluationResult(source) == value) }

    /// The result of the scripts that exporters write is the value of `$bm_rt`, whatever statements follow.
    @Test(arguments: [
        ("var $bm_rt;\n$bm_rt = 5;\n6;", "5"), ("$bm_rt = [1, 2]; 3", "[1, 2]"),
        ("var $bm_rt; try { $bm_rt = value = value; } catch (e) {}", "8"), ("value * 2", "16"),
        ("var $bm_rt; if (value > 5) { $bm_rt = 'big'; } else { $bm_rt = 'small'; }", "'big'"),
    ])
    func scriptHasResultValue(source: String, value: String) {
        #expect(evaluationResult(source, ["value": .number(8)]) == value)
    }

    @Test(arguments: [
        ("1 +", "[line 1: expected a value, found the end]"),
        ("var a = 1;\nvar 5;", "[line 2: expected a name, found a number]"),
        ("f(1", "[line 1: expected ',', found the end]"), ("'abc", "[line 1: a text without an end]"),
        ("import a", "[line 1: 'import' is not part of the language here]"),
        ("1 = 2", "[line 1: only a variable or a member can be assigned to]"),
        ("break", "[line 1: 'break' outside of a loop]"), ("a b", "[line 1: expected ';', found 'b']"),
        ("/* open", "[line 1: a comment without an end]"), ("`a${", "[line 1: a template without an end]"),
        ("#", "[line 1: unexpected character]"), ("#1", "[line 1: unexpected character]"),
        ("class A {\n#p = 1 }", "[line 2: private members of classes are not part of the language here]"),
        (
            "class A { f() { return this.#p } }",
            "[line 1: private members of classes are not part of the language here]"
        ),
        ("3in [1]", "[line 1: a number that runs into a name]"),
    ])
    func syntaxErrorsAreReported(source: String, problem: String) { #expect(evaluationResult(source) == problem) }
}
