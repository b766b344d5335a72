import Foundation
import Testing

@testable import Expressions

/// Objects of a script last as long as its run, but for those that it gives back.
@Suite struct LifetimeTests {
    @Test(arguments: [
        // Functions that call themselves or each other
        "function f(x) { var t = token(); return x > 3 ? x : f(x + 1); } f(0)",
        "var t = token(); function f(x) { t; return x > 3 ? x : f(x + 1); } watch(f); f(0)",
        "var t = token(); var f = function g() { return [t, g, f]; }; watch(f); 1",
        "function even(n) { return n ? odd(n - 1) : true; } function odd(n) { return n ? even(n - 1) : false; } "
            + "watch(even); watch(odd); even(10)",
        "var f = x => x ? f(x - 1) : token(); watch(f); f(3); 1",
        // What is in itself
        "var big = []; for (var i = 0; i < 5000; i++) big[i] = i; big[0] = big; watch(big); 1",
        "var a = []; a[3] = a; watch(a); 1", "var a = []; a.push(1, a); watch(a); 1",
        "var a = []; a.unshift(a); watch(a); 1",
        "var a = [1]; a.splice(0, 1, a); watch(a); 1", "var a = [1, 2]; a.fill(a); watch(a); 1",
        "var a = []; a.self = a; watch(a); 1", "var a = [[]]; a[0].push(a); watch(a); watch(a[0]); 1",
        "var o = {}; o.s = o; watch(o); 1", "var o = {}; o['s'] = [o, token()]; watch(o); 1",
        "var o = {}; Object.assign(o, {s: o}); watch(o); 1", "var o = {}, p = {o}; o.p = p; watch(o); watch(p); 1",
        // Functions in what they use
        "var a = []; for (let i = 0; i < 10; i++) a.push(() => a[i]); watch(a); a[0](); 1",
        "var o = {t: token(), get: function () { return o.t; }}; watch(o); o.get(); 1",
        "function Node() { this.back = () => this; } var n = new Node(); watch(n); watch(n.back); 1",
        "var a = [1, 2].map(function (x) { return function () { return a; }; }); watch(a); 1",
        // What the host gave
        "value[0] = value; watch(value); 1", "value[0] = [token(), value]; watch(value); 1",
        // What is thrown and caught, and left by ways out
        "try { var o = {}; o.s = o; watch(o); throw o; } catch (e) { 1 }",
        "for (var i = 0; i < 5; i++) { try { throw [() => i, token()]; } catch (e) { watch(e); e.push(e); } }",
        // Runs that fail
        "var o = {}; o.s = o; watch(o); for (;;);", "function f() { return token() && f(); } watch(f); f()",
        "var a = []; a[0] = a; watch(a); for (;;) a.push({a});", "var o = {}; o.s = o; watch(o); missing()",
        "[1].forEach(function f() { watch(f); [f].forEach(f); })",
        // Results that are none
        "var o = {}; o.s = o; watch(o); 'x'", "var o = {}; o.s = o; watch(o); [1, 2]",
        "var t = token(), f = () => t; watch(f); [f, f].length; ({})",
    ])
    func aRunLeavesNothing(source: String) throws {
        let census = Census()
        let machine = ScriptMachine()
        try census.run(source, machine)
        #expect(census.made > 0)
        #expect(census.alive == 0)
    }

    @Test(arguments: [
        "var o = {}; o.s = o; watch(o); throw o", "function f() { throw watch(f); } f()",
        "var o = {}; o.s = o; watch(o); o", "var a = [token()]; a.push([() => a]); watch(a); a",
    ])
    func aRingThatIsGivenOutLastsUntilTheNextRun(source: String) throws {
        let census = Census()
        var machine = Optional(ScriptMachine())
        try census.run(source, machine)
        #expect(census.alive == census.made)
        try census.run("1", machine)
        #expect(census.alive == 0)

        try census.run(source, machine)
        #expect(census.alive > 0)
        machine = nil
        #expect(census.alive == 0)
    }

    @Test func aRingThatIsGivenOutIsWhole() throws {
        let machine = ScriptMachine()
        let source = "var other = {}; other.s = other; var o = {list: [1, [2]], n: 3}; o.s = o; o.list.push(o); o"
        let value = try machine.run(Script(source), in: FixedScope(), budget: ScriptBudget(steps: 1000))
        let record = try #require(value.object as? ScriptRecord)
        #expect(record["s"]?.object === record)
        #expect(record["n"]?.object == nil)
        let list = try #require(record["list"]?.object as? ScriptArray)
        #expect(list.elements.last?.object === record)
        #expect(try machine.string(list.elements[1]) == "2")
    }

    @Test func aResultWithoutRingsLastsAsLongAsItIsKept() throws {
        let census = Census()
        var machine = Optional(ScriptMachine())
        let source =
            "var o = {}; o.a = [1, {t: token()}]; o.b = o.a; var ring = []; ring[0] = [ring, o]; watch(ring); o"
        var value = try census.run(source, machine)
        try census.run("1", machine)
        machine = nil
        #expect(census.alive == 1)
        let list = try #require((value?.object as? ScriptRecord)?["b"]?.object as? ScriptArray)
        #expect((list.elements[1].object as? ScriptRecord)?["t"]?.object is Token)
        _ = consume list
        value = nil
        #expect(census.alive == 0)
    }

    @Test func whatIsThrownCanBeReadAfterTheRun() throws {
        let machine = ScriptMachine()
        #expect(throws: ScriptFailure.thrown) {
            try machine.run(
                Script("var e = new Error('gone'); e.self = [e]; throw e"), in: FixedScope(),
                budget: ScriptBudget(steps: 1000))
        }
        #expect(try machine.string(machine.thrown) == "Error: gone")
    }

    @Test func aFunctionOfAnEarlierRunCannotBeCalled() throws {
        let census = Census()
        let machine = ScriptMachine()
        let value = try census.run("var n = 1; function f() { return n ? n : f(); } f", machine)
        try census.run("1", machine)
        census.value = value
        let late = try machine.run(
            Script("try { value() } catch (e) { e.message }"), in: census, budget: ScriptBudget(steps: 1000))
        #expect(try machine.string(late) == "the function's run is over")
    }

    @Test func manyRunsTakeNoMoreThanOne() throws {
        let census = Census()
        let machine = ScriptMachine()
        for _ in 0..<200 {
            try census.run("var o = {t: token()}, f = () => [o, f]; o.f = f; watch(o); watch(f); f()", machine)
        }
        #expect(census.made == 600)
        #expect(census.alive == 3)
    }

    /// What each object refers to is freed with it, by a call within a call.
    @Test(arguments: [
        "var a = 0; for (var i = 0; i < 40000; i++) a = [a]; 1",
        "var a = 0; for (var i = 0; i < 40000; i++) a = [a]; a",
        "var a = 0; for (var i = 0; i < 40000; i++) a = [a]; a = 0; for (;;);",
        "var o = null; for (var i = 0; i < 30000; i++) o = {o}; o",
        "var o = {}; for (var i = 0; i < 30000; i++) { var p = {}; o.p = p; o = p; } 1",
        "var a = 0; for (var i = 0; i < 30000; i++) a = [a, a]; a",
        "function f(g) { return () => g; } var g = 0; for (var i = 0; i < 20000; i++) g = f(g); g",
        "function f() { return () => this; } var g = 0; for (var i = 0; i < 20000; i++) g = f.call(g); throw g",
        "var first = [], a = first; for (var i = 0; i < 30000; i++) a = [a]; first.push(a); a",
    ])
    func longChainsAreFreedOnASmallStack(source: String) async {
        let isDone = await withCheckedContinuation { continuation in
            let thread = Thread {
                let machine = ScriptMachine()
                for source in [source, "1", source] {
                    _ = try? machine.run(Script(source), in: FixedScope(), budget: ScriptBudget(steps: 1_000_000))
                }
                continuation.resume(returning: true)
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(isDone)
    }
}

/// A scope that counts which objects of scripts are alive: those given to `watch`, and those made by `token`.
private final class Census: ScriptScope {
    private struct Sighting {
        weak var object: ScriptObject?
    }

    private var sightings: [Sighting] = []
    var value: ScriptValue?
    var made: Int { sightings.count }
    var alive: Int { sightings.count { $0.object != nil } }

    /// Runs `source`; nil where it fails.
    @discardableResult
    func run(_ source: String, _ machine: ScriptMachine?) throws -> ScriptValue? {
        value = .numbers([1, 2])
        defer { value = nil }
        let script = try Script(source)
        return try? machine?.run(script, in: self, budget: ScriptBudget(steps: 200_000))
    }

    func value(of name: String, in machine: ScriptMachine) -> ScriptValue? {
        switch name {
        case "watch": .object(Witness { [unowned self] in see($0) })
        case "token": .object(Witness { [unowned self] _ in see(.object(Token())) })
        case "value": value
        default: nil
        }
    }

    func seed(offset: Double, isTimeless: Bool) -> UInt64 { 0 }

    private func see(_ value: ScriptValue) -> ScriptValue {
        sightings.append(Sighting(object: value.object))
        return value
    }
}

/// An object of the host's.
private final class Token: ScriptObject {}

/// A function of the host's.
private final class Witness: ScriptObject {
    private let body: (ScriptValue) -> ScriptValue

    init(_ body: @escaping (ScriptValue) -> ScriptValue) { self.body = body }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) -> ScriptValue {
        body(arguments.first ?? .undefined)
    }
}
