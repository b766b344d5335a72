import Testing

@Suite("Classes, accessors and constructors follow ECMAScript")
struct ClassTests {
    @Test(
        "objects have the members of their classes",
        arguments: [
            ("var o = {get a() { return 5 }}; o.a", "5"),
            (
                "var o = {n: 1, get twice() { return this.n * 2 }, set twice(v) { this.n = v / 2 }}; o.twice = 10; [o.n, o.twice]",
                "[5, 10]"
            ),
            ("var o = {get: 1, set: 2}; o.get + o.set", "3"),
            ("var get = 3; var o = {get}; o.get", "3"),
            ("class A { constructor(x) { this.x = x } twice() { return this.x * 2 } } new A(4).twice()", "8"),
            ("class A { f() { return 1 } } class B extends A { f() { return super.f() + 1 } } new B().f()", "2"),
            (
                "class A { constructor(x) { this.x = x } } class B extends A { constructor() { super(7); this.y = 1 } } var b = new B(); [b.x, b.y]",
                "[7, 1]"
            ),
            ("class A { constructor(x) { this.x = x } } class B extends A {} new B(9).x", "9"),
            (
                "class A { constructor(x) { this.x = x } get y() { return this.x } } class B extends A { get y() { return super.y + 1 } } new B(5).y",
                "6"
            ),
            ("class A { static make() { return new A() } static n = 3; k = 4 } [A.make().k, A.n]", "[4, 3]"),
            ("class P { get v() { return this.w + 1 } set v(x) { this.w = x } } var p = new P(); p.v = 4; p.v", "5"),
            (
                "class A {} class B extends A {} var b = new B(); [b instanceof A, b instanceof B, new A() instanceof B]",
                "[true, true, false]"
            ),
            ("function F(x) { this.x = x } F.prototype.get = function () { return this.x }; new F(6).get()", "6"),
            ("function F() {} new F() instanceof F", "true"),
            ("var C = class { m() { return 2 } }; new C().m()", "2"),
            ("class A { static s() { return 1 } } class B extends A {} B.s()", "1"),
            (
                "class V { constructor(x, y) { this.x = x; this.y = y } add(o) { return new V(this.x + o.x, this.y + o.y) } } var v = new V(1, 2).add(new V(3, 4)); [v.x, v.y]",
                "[4, 6]"
            ),
            ("function f() { return this.a } f.call({a: 3})", "3"),
            ("function f(b) { return this.a + b } f.apply({a: 3}, [4])", "7"),
            ("class A { static get z() { return 8 } } A.z", "8"),
            ("class A { a = 1; b = this.a + 1 } new A().b", "2"),
            ("class A { a = [1, 2].map(x => x * 2) } new A().a", "[2, 4]"),
            (
                "class Q { constructor() { this.list = [] } push(v) { this.list.push(v); return this } } new Q().push(1).push(2).list.length",
                "2"
            ),
            ("var o = {f() { return 3 }}; o.f()", "3"),
            ("(class { m() { return 1 } }).name === ''", "true"),
            ("var s = ''; class A { m() {} } var a = new A(); a.q = 1; for (var k in a) s += k; s", "'q'"),
            ("class A { toString() { return 'A!' } } new A().toString()", "'A!'"),
            (
                "function Outer() { var self = this; this.n = 2; this.f = function () { return self.n } } new Outer().f()",
                "2"
            ),
            ("class A { constructor() { return [1] } } new A()", "[1]"),
        ])
    func classesFollowECMAScript(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test(
        "what is not part of the language is refused by its name",
        arguments: [
            ("function* f() {}", "generators"), ("var o = {*f() {}}", "generators"), ("with (Math) {}", "'with'"),
            ("class A extends A {}; new A()", "before its declaration"),
            ("class A extends Math {}", "a class"), ("super.f()", "'super'"),
        ])
    func otherFormsAreRefused(source: String, name: String) { #expect(evaluationResult(source).contains(name)) }

    @Test("a chain of getters that call each other is limited")
    func endlessGettersAreLimited() {
        #expect(evaluationResult("var o = {get a() { return this.a }}; o.a") == "[exhausted calls nested too deeply]")
    }
}
