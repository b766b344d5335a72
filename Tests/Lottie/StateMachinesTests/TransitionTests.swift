import StateMachines
import Testing

/// The order of evaluation is that of dotlottie-rs; the machines are shaped like those of its tests.
@Suite("Transitions are taken in the order of the rules")
struct TransitionTests {
    @Test("a machine starts in its initial state, and an event leads to the state whose guard waits for it")
    func eventLeadsToState() throws {
        var (machine, log) = try started(
            StateMachinesTests.machine(
                "idle",
                [
                    state("idle", transition(to: "hover", if: event("enter"))),
                    state("hover", transition(to: "idle", if: event("leave"))),
                ], inputs: [signal("enter"), signal("leave")]))
        #expect(log == ["0s: started", "0s: entered \"idle\""])
        #expect(machine.fire("leave", at: 1) == ["1s: fired leave"])
        #expect(
            machine.fire("enter", at: 1.5) == [
                "1.5s: fired enter", "1.5s: transition from \"idle\" to \"hover\"", "1.5s: exited \"idle\"",
                "1.5s: entered \"hover\"",
            ])
        #expect(machine.state == "hover")
    }

    @Test(
        "the first transition whose guards all hold is taken, and the one without guards is the last")
    func guardlessTransitionIsLast() throws {
        let states = [
            state("a", transition(to: "b", if: event("step"))),
            state("b", transition(to: "c") + "," + transition(to: "f", if: number("r", "Equal", "1"))),
            state("c", transition(to: "d")),
            state("d", transition(to: "a", if: number("r", "Equal", "1.0") + "," + number("r", "LessThan", "2"))),
            state("f", transition(to: "g")), state("g"),
        ]
        var (machine, _) = try started(
            StateMachinesTests.machine("a", states, inputs: [numeric("r", 2), signal("step")]))
        _ = machine.fire("step")
        #expect(machine.state == "d")
        _ = machine.set("r", .numeric(1))
        #expect(machine.state == "a")
        _ = machine.fire("step")
        #expect(machine.state == "g")
    }

    @Test(
        "numbers compare in six ways, with values and with other inputs",
        arguments: [
            ("Equal", [false, true, false]), ("NotEqual", [true, false, true]), ("GreaterThan", [false, false, true]),
            ("GreaterThanOrEqual", [false, true, true]), ("LessThan", [true, false, false]),
            ("LessThanOrEqual", [true, true, false]),
        ])
    func numbersCompare(comparison: String, holds: [Bool]) throws {
        for operand in ["5", "\"$five\""] {
            for (value, expected) in zip([4.0, 5, 6], holds) {
                let states = [state("a", transition(to: "b", if: number("n", comparison, operand))), state("b")]
                let json = StateMachinesTests.machine("a", states, inputs: [numeric("n"), numeric("five", 5)])
                let (machine, _) = try started(json, values: ["n": .numeric(value)])
                #expect(machine.state == (expected ? "b" : "a"), "\(comparison) \(operand) \(value)")
            }
        }
    }

    @Test("the global state's transitions come first, and never lead to the state that is present")
    func globalStateComesFirst() throws {
        let states = [
            globalState(
                transition(to: "a", if: number("rating", "Equal", "1")) + ","
                    + transition(to: "b", if: number("rating", "Equal", "2"))),
            state("a", transition(to: "c")), state("b"), state("c", transition(to: "d")), state("d"),
        ]
        var (machine, log) = try started(StateMachinesTests.machine("global", states, inputs: [numeric("rating")]))
        #expect(log == ["0s: started", "0s: entered \"global\""])
        _ = machine.set("rating", .numeric(2))
        #expect(machine.state == "b")
        #expect(machine.set("rating", .numeric(2)) == [])
        // The way from a to d does not begin again at a, as no action has changed an input.
        _ = machine.set("rating", .numeric(1))
        #expect(machine.state == "d")
    }

    private static let stepping = [
        globalState(
            transition(to: "a", if: number("rating", "Equal", "1")) + ","
                + transition(to: "b", if: number("rating", "Equal", "2"))),
        state("a", transition(to: "c", if: event("step")), exit: action("Toggle", "left")),
        state("b", transition(to: "c", if: event("step"))), state("c", transition(to: "d", if: flag("left", "true"))),
        state("d"),
    ]

    @Test("an exit action that changes an input lets the global state decide again")
    func exitActionAsksGlobalState() throws {
        var (machine, _) = try started(
            StateMachinesTests.machine(
                "global", Self.stepping, inputs: [numeric("rating"), boolean("left"), signal("step")]))
        _ = machine.set("rating", .numeric(1))
        #expect(machine.state == "a")
        _ = machine.fire("step")
        #expect(machine.state == "a")
        _ = machine.set("rating", .numeric(4))
        _ = machine.set("left", .boolean(false))
        _ = machine.fire("step")
        #expect(machine.state == "d")
    }

    @Test("the global state takes over without the exit actions of the state")
    func globalStateSkipsExitActions() throws {
        var (machine, _) = try started(
            StateMachinesTests.machine(
                "global", Self.stepping, inputs: [numeric("rating"), boolean("left"), signal("step")]))
        _ = machine.set("rating", .numeric(1))
        _ = machine.set("rating", .numeric(2))
        #expect(machine.state == "b")
        #expect(machine.values["left"] == .boolean(false))
    }

    @Test("an entry action that changes an input lets the global state decide before the state's own transitions")
    func entryActionAsksGlobalState() throws {
        let states = [
            globalState(
                transition(to: "a", if: number("rating", "Equal", "1")) + ","
                    + transition(to: "b", if: number("rating", "Equal", "2"))),
            state("a", transition(to: "c"), entry: action("SetNumeric", "rating", "2")), state("b"), state("c"),
        ]
        var (machine, _) = try started(StateMachinesTests.machine("global", states, inputs: [numeric("rating")]))
        _ = machine.set("rating", .numeric(1))
        #expect(machine.state == "b")
    }

    @Test("events that actions fire are handled one after the other, and a changed input is not forgotten after them")
    func firedEventsAreHandledInOrder() throws {
        let states = [
            state(
                "a", transition(to: "b", if: event("go")), exit: action("Fire", "one") + "," + action("Fire", "two")),
            state("b", transition(to: "c", if: event("two"))),
            state(
                "c", transition(to: "d", if: number("n", "Equal", "1")),
                entry: action("Fire", "one") + "," + action("Increment", "n")), state("d"),
        ]
        var (machine, _) = try started(
            StateMachinesTests.machine(
                "a", states, inputs: [signal("go"), signal("one"), signal("two"), numeric("n")]))
        _ = machine.fire("go")
        #expect(machine.state == "d")
    }

    @Test("a final state stops the machine, which then ignores what comes")
    func finalStateStops() throws {
        let states = [
            state("a", transition(to: "b", if: event("go"))),
            state("b", transition(to: "a", if: event("go")), more: #","final":true"#),
        ]
        var (machine, _) = try started(StateMachinesTests.machine("a", states, inputs: [signal("go")]))
        #expect(machine.fire("go").last == "0s: stopped: the state is final")
        #expect(machine.status == .stopped(.finalState))
        #expect(machine.fire("go", at: 1) == ["1s: ignored go: the machine has stopped"])
        #expect(machine.state == "b")
        // What the state plays goes on.
        #expect(machine.shown == 30)
    }

    @Test("an unknown input, a value of another type and a number that is not finite are ignored and named")
    func unknownInputsAreIgnored() throws {
        var (machine, _) = try started(StateMachinesTests.machine("a", [state("a")], inputs: [numeric("n")]))
        let reason = "there is no input of this name and type"
        #expect(machine.set("m", .numeric(1)) == ["0s: ignored m = 1: \(reason)"])
        #expect(machine.set("n", .boolean(true)) == ["0s: ignored n = true: \(reason)"])
        #expect(machine.set("n", .numeric(.nan)) == ["0s: ignored n = nan: \(reason)"])
        #expect(machine.fire("n") == ["0s: ignored n: \(reason)"])
        #expect(machine.values == ["n": .numeric(0)])
    }

    @Test("before the start inputs get values, and nothing else happens")
    func valuesAreSetBeforeStart() throws {
        let json = StateMachinesTests.machine(
            "a", [state("a", transition(to: "b", if: number("n", "Equal", "3"))), state("b")],
            inputs: [numeric("n"), signal("go")])
        var machine = try StateMachine(
            try StateMachineDocument(json: Array(json.utf8)), animations: ["ball": try composition()], shown: "ball",
            at: 0)
        #expect(machine.set("n", .numeric(3)) == ["0s: n from 0 to 3"])
        #expect(machine.fire("go") == ["0s: ignored go: the machine is not started"])
        #expect(machine.state == nil)
        _ = machine.start()
        #expect(machine.state == "b")
        #expect(machine.start() == [])
    }
}

@Suite("A machine always ends its steps")
struct LimitTests {
    @Test("a circle of transitions without time is an error that names a state of it")
    func circleStops() throws {
        let states = [
            state("star_1", transition(to: "star_2", if: number("rating", "Equal", "2"))),
            state("star_2", transition(to: "star_3")), state("star_3", transition(to: "star_2")),
        ]
        var (machine, _) = try started(StateMachinesTests.machine("star_1", states, inputs: [numeric("rating")]))
        let log = machine.set("rating", .numeric(2))
        #expect(log.last == "0s: stopped: the transitions lead in a circle without end, at \"star_2\"")
        #expect(machine.status == .stopped(.endlessTransitions(state: "star_2")))
        #expect(log.count < 300)
    }

    @Test("two states whose entry actions call each other are a circle too")
    func circleOfEventsStops() throws {
        let states = [
            state("a", transition(to: "b", if: event("go")), entry: action("Fire", "go")),
            state("b", transition(to: "a", if: event("go")), entry: action("Fire", "go")),
        ]
        let (machine, _) = try started(StateMachinesTests.machine("a", states, inputs: [signal("go")]))
        #expect(machine.status == .stopped(.endlessTransitions(state: "b")))
    }

    @Test("too many actions at once stop the machine")
    func tooMuchWorkStops() throws {
        let conditions = flag("b", "true") + "," + number("n", "Equal", "9")
        let transitions = Array(repeating: transition(to: "a", if: conditions), count: 900).joined(separator: ",")
        let click = #"{"type":"Click","actions":[\#(action("Toggle", "b"))]}"#
        var (machine, _) = try started(
            StateMachinesTests.machine(
                "a", [state("a", transitions)], inputs: [numeric("n"), boolean("b")],
                interactions: Array(repeating: click, count: 1_000)))
        _ = machine.handle(.pointer(.click, layers: []), at: 0)
        #expect(machine.status == .stopped(.tooMuchWork))
    }

    @Test("a number cannot grow beyond what numbers are")
    func numbersStayFinite() throws {
        let interactions = [#"{"type":"Click","actions":[\#(action("Increment", "n", "\"$n\""))]}"#]
        var (machine, _) = try started(
            StateMachinesTests.machine("a", [state("a")], inputs: [numeric("n", 1e300)], interactions: interactions))
        for _ in 0..<100 { _ = machine.handle(.pointer(.click, layers: []), at: 0) }
        #expect(machine.values["n"] == .numeric(.greatestFiniteMagnitude))
    }
}
