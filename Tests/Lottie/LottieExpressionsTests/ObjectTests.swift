import Testing

@Suite struct ObjectTests {
    @Test(
        "`call`, `apply` and `bind` fix the receiver and the first arguments",
        arguments: [
            ("function f(a, b) { return this.k + a + b } f.call({k: 1}, 2, 3)", "6"),
            ("function f(a, b) { return this.k + a + b } f.apply({k: 1}, [2, 3])", "6"),
            ("function f(a, b) { return this.k + a + b } f.bind({k: 1}, 2)(3)", "6"),
            ("var o = {k: 4, get: function () { return this.k }}; var g = o.get.bind(o); g()", "4"),
            ("[1, 4, 9].map(x => Math.max.bind(null, 5)(x))", "[5, 5, 9]"),
            ("var f = function () { return this.k }.bind({k: 1}); f.bind({k: 2})()", "1"),
            ("typeof Math.max.bind(null)", "'function'"),
            ("function f() { return this.k } f.bind({k: 7}).call({k: 8})", "7"),
            ("var r; try { ({}).hasOwnProperty.bind.call(3) } catch (e) { r = e.name } r", "'TypeError'"),
        ])
    func functionsCanBeBound(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(
        "`valueOf` and `toString` of a script give an object its number and its text",
        arguments: [
            ("var o = {toString: function () { return 'ab' }}; '' + o + o", "'abab'"),
            ("var o = {valueOf: function () { return 20 }}; o + 1", "21"),
            ("var o = {valueOf: function () { return 20 }}; [o * 2, o > 19, o == 20, -o]", "[40, true, true, -20]"),
            ("var o = {valueOf: () => 3, toString: () => 'x'}; [o + 1, `${o}`]", "[4, 'x']"),
            ("var o = {valueOf: () => ({}), toString: () => '7'}; o + 1", "'71'"),
            ("class V { constructor(x) { this.x = x } valueOf() { return this.x } } new V(3) * new V(4)", "12"),
            ("var o = {toString: () => 'k'}; ({k: 5})[o]", "5"), ("'' + {}", "'[object Object]'"),
            ("var o = {valueOf: () => o}; '' + o", "'[object Object]'"),
            ("'' + new TypeError('no')", "'TypeError: no'"),
        ])
    func objectsConvertByTheirMethods(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test("An object that converts by itself ends at the limit of calls")
    func endlessConversionIsStopped() {
        let result = evaluationResult("var o = {toString: function () { return '' + o }}; '' + o")
        #expect(result.hasPrefix("[exhausted") || result.hasPrefix("[thrown"))
    }

    @Test(
        "`constructor` is the function or type that made a value",
        arguments: [
            ("function A() {} new A().constructor === A", "true"),
            ("class A { static n = 4; get() { return this.constructor.n } } new A().get()", "4"),
            ("class A {} class B extends A {} [new B().constructor === B, new A().constructor === A]", "[true, true]"),
            (
                "[[].constructor === Array, ({}).constructor === Object, 'a'.constructor === String]",
                "[true, true, true]"
            ),
            ("[(1).constructor === Number, true.constructor === Boolean]", "[true, true]"),
            ("function A() {} Object.keys(A.prototype).length", "0"),
            ("({constructor: 5}).constructor", "5"),
        ])
    func constructorsAreKnown(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(
        "A frozen object refuses changes, as in strict mode",
        arguments: [
            ("Object.freeze({a: 21}).a", "21"), ("Object.isFrozen(Object.freeze([]))", "true"),
            ("[Object.isFrozen({}), Object.isFrozen(1)]", "[false, true]"),
            ("var o = Object.freeze({a: 1}), r; try { o.a = 2 } catch (e) { r = e.name } [o.a, r]", "[1, 'TypeError']"),
            (
                "var o = Object.freeze([1]), r; try { o.push(2) } catch (e) { r = e.name } [o.length, r]",
                "[1, 'TypeError']"
            ),
            (
                "var o = Object.freeze([1]), r; try { o[3] = 2 } catch (e) { r = e.name } [o.length, r]",
                "[1, 'TypeError']"
            ),
            (
                "var o = Object.freeze([1]), r; try { o.length = 0 } catch (e) { r = e.name } [o.length, r]",
                "[1, 'TypeError']"
            ),
            (
                "var o = Object.freeze({a: 1}), r; try { delete o.a } catch (e) { r = e.name } [o.a, r]",
                "[1, 'TypeError']"
            ),
            ("var o = Object.freeze([3, 1]); o.slice().sort()", "[1, 3]"),
        ])
    func frozenObjectsRefuseChanges(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(
        "Functions of `Object` follow ECMAScript",
        arguments: [
            ("var o = Object.create({x: 20}); [o.x, Object.keys(o).length]", "[20, 0]"),
            ("Object.create(null).x", "undefined"),
            (
                "Object.create({}, {x: {value: 1}})",
                "[thrown TypeError: Object.create takes no descriptions of members]"
            ),
            ("Object.create(3)", "[thrown TypeError: Object.create needs an object or null]"),
            ("function A() {} Object.getPrototypeOf(new A()) === A.prototype", "true"),
            ("Object.getPrototypeOf(Object.create(null))", "null"),
            ("var o = Object.fromEntries([['a', 1], ['b', 2]]); o.a + o.b", "3"),
            ("Object.fromEntries(Object.entries({a: 3}).map(([k, v]) => [k + k, v * 2])).aa", "6"),
            ("Object.getOwnPropertyNames({a: 1, b: 2})", "['a', 'b']"),
            (
                "[Object.is(NaN, NaN), Object.is(0, -0), Object.is('a', 'a'), Object.is({}, {})]",
                "[true, false, true, false]"
            ),
            ("var o = Object.create({x: 1}); [o.hasOwnProperty('x'), 'x' in o]", "[false, true]"),
            ("class A { f() {} } [new A().hasOwnProperty('f'), 'f' in new A()]", "[false, true]"),
        ])
    func objectFunctionsFollowECMAScript(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(
        "Methods of lists of ECMAScript 2015 and later",
        arguments: [
            ("[1, [2, [3, [4]]]].flat().length", "3"), ("[1, [2, [3, [4]]]].flat(2)", "[1, 2, 3, [4]]"),
            ("[1, [2, [3, [4]]]].flat(Infinity)", "[1, 2, 3, 4]"), ("[1, [2]].flat(0)", "[1, [2]]"),
            ("[1, 2].flatMap(x => [x, [x]])", "[1, [1], 2, [2]]"), ("[1, 2].flatMap(x => x * 2)", "[2, 4]"),
            ("[[1, 2, 3].at(-1), [1, 2, 3].at(0), [1].at(5)]", "[3, 1, undefined]"),
            ("[[1, 2, 3].findLast(x => x < 3), [1, 2, 3].findLastIndex(x => x > 5)]", "[2, -1]"),
            ("var s = 0; for (const [i, x] of [5, 7].entries()) s += i * x; s", "7"),
            ("var s = 0; for (const i of [5, 7, 9].keys()) s += i; s", "3"),
            ("[...[4, 5].values()]", "[4, 5]"),
            ("var a = [1]; a.push(a); a.flat(Infinity).length > 1", "true"),
        ])
    func newerMethodsOfLists(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(
        "Code points and separators of digits",
        arguments: [
            ("'a😀'.codePointAt(1)", "128512"), ("'a😀'.codePointAt(2)", "56832"), ("'a'.codePointAt(1)", "undefined"),
            ("'a'.codePointAt(-1)", "undefined"), ("String.fromCodePoint(97, 128512)", "'a😀'"),
            ("String.fromCodePoint(-1)", "[thrown RangeError: no code point]"),
            ("String.fromCodePoint(1.5)", "[thrown RangeError: no code point]"),
            ("['abc'.at(-1), 'abc'.at(0), 'abc'.at(3)]", "['c', 'a', undefined]"),
            ("[1_000, 0x1_F, 0b1_1, 1_0.2_5, 1e1_0]", "[1000, 31, 3, 10.25, 10000000000]"),
        ])
    func codePointsAndSeparators(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test("`_` stands only between digits", arguments: ["1__0", "1_", "0x_1", "1_.5", "1._5"])
    func misplacedSeparatorsAreRefused(source: String) { #expect(evaluationResult(source).hasPrefix("[")) }
}
