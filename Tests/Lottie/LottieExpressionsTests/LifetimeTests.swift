import Foundation
import Testing

@testable import LottieExpressions

/// The objects of a script are freed at the end of its run, except those that it returns or throws.
@Suite struct LifetimeTests {
    @Test(arguments: [
        // Functions that call themselves or each other.
        "function f(x) { var t = token(); return x > 3 ? x : f(x + 1); } f(0)",
        "var t = token(); function f(x) { t; return x > 3 ? x : f(x + 1); } watch(f); f(0)",
        "var t = token(); var f = function g() { return [t, g, f]; }; watch(f); 1",
        "function even(n) { return n ? odd(n - 1) : true; } function odd(n) { return n ? even(n - 1) : false; } "
            + "watch(even); watch(odd); even(10)",
        "var f = x => x ? f(x - 1) : token(); watch(f); f(3); 1",
        // Objects that contain themselves.
        "var big = []; for (var i = 0; i < 5000; i++) big[i] = i; big[0] = big; watch(big); 1",
        "var a = []; a[3] = a; watch(a); 1", "var a = []; a.push(1, a); watch(a); 1",
        "var a = []; a.unshift(a); watch(a); 1",
        "var a = [1]; a.splice(0, 1, a); watch(a); 1", "var a = [1, 2]; a.fill(a); watch(a); 1",
        "var a = []; a.self = a; watch(a); 1", "var a = [[]]; a[0].push(a); watch(a); watch(a[0]); 1",
        "var o = {}; o.s = o; watch(o); 1", "var o = {}; o['s'] = [o, token()]; watch(o); 1",
        "var o = {}; Object.assign(o, {s: o}); watch(o); 1", "var o = {}, p = {o}; o.p = p; watch(o); watch(p); 1",
        // Functions that are contained in objects that they use.
        "var a = []; for (let i = 0; i < 10; i++) a.push(() => a[i]); watch(a); a[0](); 1",
        "var o = {t: token(), get: function () { return o.t; }}; watch(o); o.get(); 1",
        "function Node() { this.back = () => this; } var n = new Node(); watch(n); watch(n.back); 1",
        "var a = [1, 2].map(function (x) { return function () { return a; }; }); watch(a); 1",
        // Functions with receivers, and objects with their constructors.
        "var o = {t: token()}; o.f = function () { return this.t; }.bind(o); watch(o); watch(o.f); o.f(); 1",
        "function A() {} var a = new A(); a.f = a.constructor.bind(null, a); watch(A); watch(a); watch(a.f); 1",
        "class A {} class B extends A {} var b = Object.create(new B()); watch(b); watch(b.constructor); 1",
        // Objects of the host.
        "value[0] = value; watch(value); 1", "value[0] = [token(), value]; watch(value); 1",
        // Objects that are thrown and caught, and objects in loops that end early.
        "try { var o = {}; o.s = o; watch(o); throw o; } catch (e) { 1 }",
        "for (var i = 0; i < 5; i++) { try { throw [() => i, token()]; } catch (e) { watch(e); e.push(e); } }",
        // Runs that fail.
        "var o = {}; o.s = o; watch(o); for (;;);", "function f() { return token() && f(); } watch(f); f()",
        "var a = []; a[0] = a; watch(a); for (;;) a.push({a});", "var o = {}; o.s = o; watch(o); missing()",
        "[1].forEach(function f() { watch(f); [f].forEach(f); })",
        // Results that contain no watched object.
        "var o = {}; o.s = o; watch(o); 'x'", "var o = {}; o.s = o; watch(o); [1, 2]",
        "var t = token(), f = () => t; watch(f); [f, f].length; ({})",
    ])
    func runFreesAllObjects(source: String) throws {
        let census = ObjectCounter()
        let machine = ScriptMachine()
        try census.run(source, machine)
        #expect(census.createdCount > 0)
        #expect(census.aliveCount == 0)
    }

    @Test(arguments: [
        "var o = {}; o.s = o; watch(o); throw o", "function f() { throw watch(f); } f()",
        "var o = {}; o.s = o; watch(o); o", "var a = [token()]; a.push([() => a]); watch(a); a",
    ])
    func returnedCycleLivesUntilNextRun(source: String) throws {
        let census = ObjectCounter()
        var machine = Optional(ScriptMachine())
        try census.run(source, machine)
        #expect(census.aliveCount == census.createdCount)
        try census.run("1", machine)
        #expect(census.aliveCount == 0)

        try census.run(source, machine)
        #expect(census.aliveCount > 0)
        machine = nil
        #expect(census.aliveCount == 0)
    }

    @Test func returnedCycleIsComplete() throws {
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

    @Test func acyclicResultLivesAsLongAsReferenced() throws {
        let census = ObjectCounter()
        var machine = Optional(ScriptMachine())
        let source =
            "var o = {}; o.a = [1, {t: token()}]; o.b = o.a; var ring = []; ring[0] = [ring, o]; watch(ring); o"
        var value = try census.run(source, machine)
        try census.run("1", machine)
        machine = nil
        #expect(census.aliveCount == 1)
        let list = try #require((value?.object as? ScriptRecord)?["b"]?.object as? ScriptArray)
        #expect((list.elements[1].object as? ScriptRecord)?["t"]?.object is HostObject)
        _ = consume list
        value = nil
        #expect(census.aliveCount == 0)
    }

    @Test func thrownValueIsReadableAfterRun() throws {
        let machine = ScriptMachine()
        #expect(throws: ScriptFailure.thrown) {
            try machine.run(
                Script("var e = new Error('gone'); e.self = [e]; throw e"), in: FixedScope(),
                budget: ScriptBudget(steps: 1000))
        }
        #expect(try machine.string(machine.thrown) == "Error: gone")
    }

    @Test func functionOfEarlierRunCannotBeCalled() throws {
        let census = ObjectCounter()
        let machine = ScriptMachine()
        let value = try census.run("var n = 1; function f() { return n ? n : f(); } f", machine)
        try census.run("1", machine)
        census.value = value
        let late = try machine.run(
            Script("try { value() } catch (e) { e.message }"), in: census, budget: ScriptBudget(steps: 1000))
        #expect(try machine.string(late) == "the function's run is over")
    }

    @Test func manyRunsKeepNoMoreObjectsThanOne() throws {
        let census = ObjectCounter()
        let machine = ScriptMachine()
        for _ in 0..<200 {
            try census.run("var o = {t: token()}, f = () => [o, f]; o.f = f; watch(o); watch(f); f()", machine)
        }
        #expect(census.createdCount == 600)
        #expect(census.aliveCount == 3)
    }

    /// An object frees the objects that it refers to in a nested call.
    ///
    /// The chains are about as long as the steps of a run allow, and much longer than the number of nested calls that
    /// fit the stack.
    @Test(
        arguments: [
            ("var a = 0; for (var i = 0; i < 15000; i++) a = [watch(a)]; 1", .value),
            ("var a = 0; for (var i = 0; i < 15000; i++) a = [watch(a)]; a", .value),
            ("var a = 0; for (var i = 0; i < 15000; i++) a = [watch(a)]; a = 0; for (;;);", .exhausted),
            ("var o = null; for (var i = 0; i < 15000; i++) o = {o: watch(o)}; o", .value),
            ("var o = {}; for (var i = 0; i < 15000; i++) { var p = {}; o.p = watch(p); o = p; } 1", .value),
            ("var a = 0; for (var i = 0; i < 15000; i++) a = [watch(a), a]; a", .value),
            ("function f(g) { return () => g; } var g = 0; for (var i = 0; i < 15000; i++) g = f(watch(g)); g", .value),
            (
                "function f() { return () => this; } var g = 0; "
                    + "for (var i = 0; i < 15000; i++) g = f.call(watch(g)); throw g", .thrown
            ),
            ("var first = [], a = first; for (var i = 0; i < 15000; i++) a = [watch(a)]; first.push(a); a", .value),
        ] as [(String, ObjectChain.Ending)])
    func longChainsAreFreedOnSmallStack(source: String, ending: ObjectChain.Ending) async throws {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<ObjectChain, any Error>, Never>) in
            let thread = Thread { continuation.resume(returning: Result { try ObjectChain(running: source) }) }
            thread.stackSize = 512 << 10
            thread.start()
        }
        let chain = try result.get()
        let rounds = try #require(source.firstMatch(of: /i < ([0-9]+)/))
        let length = try #require(Int(rounds.1))
        #expect(chain.endings == [ending, .value, ending])
        #expect(chain.createdCounts == [length, length, 2 * length])
        // The next run frees everything that a run returned or threw, and so does the end of the machine.
        #expect(chain.aliveCountAfterNextRun == 0 && chain.aliveCountAfterMachine == 0)
    }

    /// The results of a script that makes a long chain of objects: a run of it, of another script, and of it again.
    struct ObjectChain: Sendable {
        enum Ending: Sendable { case value, thrown, exhausted }

        private(set) var endings: [Ending] = []
        /// The total number of watched links after each run.
        private(set) var createdCounts: [Int] = []
        private(set) var aliveCountAfterNextRun = -1
        private(set) var aliveCountAfterMachine = -1

        /// Runs the scripts on a new machine.
        ///
        /// - Throws: An error if `source` does not compile.
        init(running source: String) throws {
            let census = ObjectCounter()
            var machine: ScriptMachine? = ScriptMachine()
            for (index, script) in try [Script(source), Script("1"), Script(source)].enumerated() {
                do throws(ScriptFailure) {
                    _ = try machine?.run(script, in: census, budget: ScriptBudget(steps: 2_000_000))
                    endings.append(.value)
                } catch {
                    endings.append(error == .thrown ? .thrown : .exhausted)
                }
                createdCounts.append(census.createdCount)
                if index == 1 { aliveCountAfterNextRun = census.aliveCount }
            }
            machine = nil
            aliveCountAfterMachine = census.aliveCount
        }
    }
}

/// A scope that counts the living objects of scripts: those passed to `watch`, and those created by `token`.
private final class ObjectCounter: ScriptScope {
    private struct WeakReference {
        weak var object: ScriptObject?
    }

    private var references: [WeakReference] = []
    var value: ScriptValue?
    var createdCount: Int { references.count }
    var aliveCount: Int { references.count { $0.object != nil } }

    /// Runs `source` and returns its value, or nil if it fails.
    @discardableResult
    func run(_ source: String, _ machine: ScriptMachine?) throws -> ScriptValue? {
        value = .numbers([1, 2])
        defer { value = nil }
        let script = try Script(source)
        return try? machine?.run(script, in: self, budget: ScriptBudget(steps: 200_000))
    }

    func value(of name: String, in machine: ScriptMachine) -> ScriptValue? {
        switch name {
        case "watch": .object(HostCallback { [unowned self] in record($0) })
        case "token": .object(HostCallback { [unowned self] _ in record(.object(HostObject())) })
        case "value": value
        default: nil
        }
    }

    func seed(offset: Double, isTimeless: Bool) -> UInt64 { 0 }

    private func record(_ value: ScriptValue) -> ScriptValue {
        references.append(WeakReference(object: value.object))
        return value
    }
}

/// An object of the host.
private final class HostObject: ScriptObject {}

/// A function of the host.
private final class HostCallback: ScriptObject {
    private let body: (ScriptValue) -> ScriptValue

    init(_ body: @escaping (ScriptValue) -> ScriptValue) { self.body = body }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) -> ScriptValue {
        body(arguments.first ?? .undefined)
    }
}
