import SeededRandomness
import StateMachines
import Testing

@Suite("Circles of transitions that are found without playing")
struct CircleTests {
    /// Returns the circles of a machine, each as its states in order; `?` marks one that a condition may leave.
    private func circles(_ states: [String]) throws -> [String] {
        let json = machine("a", states, inputs: [signal("go"), signal("on"), boolean("b"), numeric("n")])
        let document = try StateMachineDocument(json: Array(json.utf8))
        return document.endlessCircles.map { $0.states.joined(separator: " ") + ($0.hasExit ? "?" : "") }
    }

    @Test("transitions without conditions lead in a circle")
    func plain() throws {
        #expect(try circles([state("a", transition(to: "b")), state("b", transition(to: "a"))]) == ["b a"])
        #expect(try circles([state("a", transition(to: "b")), state("b", transition(to: "c")), state("c")]) == [])
        let exit = transition(to: "c", if: number("n", "Equal", "1"))
        #expect(
            try circles([state("a", exit + "," + transition(to: "b")), state("b", transition(to: "a")), state("c")])
                == ["b a?"])
    }

    @Test("an event that is fired on leaving a state leads back to it")
    func exitEvent() throws {
        let states = [
            state("a", transition(to: "b", if: event("on")), exit: action("Fire", "go")),
            state("b", transition(to: "a", if: event("go")), exit: action("Fire", "on")),
        ]
        #expect(try circles(states) == ["b a"])
        #expect(try circles([states[0], state("b", transition(to: "a", if: event("go")))]) == [])
    }

    @Test("an event on leaving comes before one on entering")
    func orderOfEvents() throws {
        let states = [
            state("a", transition(to: "b"), exit: action("Fire", "on")),
            state(
                "b", transition(to: "c", if: event("on")) + "," + transition(to: "a", if: event("go")),
                entry: action("Fire", "go")), state("c"),
        ]
        #expect(try circles(states) == [])
        #expect(try circles([state("a", transition(to: "b")), states[1], states[2]]) == ["b a?"])
    }

    @Test("a value that is set on leaving a state fulfils the condition of the next one")
    func exitValue() throws {
        let states = [
            state("a", transition(to: "b", if: flag("b", "true")), exit: action("SetBoolean", "b", "false")),
            state("b", transition(to: "a", if: flag("b", "false")), exit: action("Toggle", "b")),
        ]
        #expect(try circles(states) == ["b a"])
        let other = state("b", transition(to: "a", if: flag("b", "true")), exit: action("Toggle", "b"))
        #expect(try circles([states[0], other]) == [])
    }

    @Test("a number that grows in each round is not known")
    func growingNumber() throws {
        let states = [
            state("a", transition(to: "b"), exit: action("Increment", "n", "1")),
            state("b", transition(to: "c", if: number("n", "GreaterThan", "5")) + "," + transition(to: "a")),
            state("c"),
        ]
        #expect(try circles(states) == ["b a?"])
    }

    @Test("the global state and a state lead to each other")
    func globalCircle() throws {
        let states = [
            globalState(transition(to: "a", if: event("go"))),
            state("a", transition(to: "b", if: event("on")), entry: action("Fire", "on")),
            state("b", entry: action("Fire", "go")),
        ]
        #expect(try circles(states) == ["a b"])
    }

    @Test("time between two transitions, and a final state, make no circle")
    func time() throws {
        let tween = #"{"type":"Tweened","toState":"a","duration":1,"easing":[0,0,1,1]}"#
        #expect(try circles([state("a", transition(to: "b")), state("b", tween)]) == [])
        let last = state("b", transition(to: "a"), more: #","final":true"#)
        #expect(try circles([state("a", transition(to: "b")), last]) == [])
    }

    @Test("events that are fired faster than they are handled are a circle")
    func growingEvents() throws {
        let fires = action("Fire", "go") + "," + action("Fire", "go")
        let states = [
            state("a", transition(to: "b", if: event("go")), exit: fires),
            state("b", transition(to: "a", if: event("go")), exit: fires),
        ]
        #expect(try circles(states).count == 1)
    }

    /// Machines of three states, whose transitions wait for one of two events or for nothing, and whose actions fire them.
    @Test(
        "a machine that stops in a circle at its start has one, whatever it consists of",
        arguments: 0..<300 as Range<UInt64>)
    func randomMachines(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = ["a", "b", "c"]
        func fires() -> String {
            ["", "", action("Fire", "go"), action("Fire", "on")].randomElement(using: &random) ?? ""
        }
        func transitions() -> String {
            // At most one needs no event.
            let guards = [["", event("go")], ["", event("on")], [event("go"), event("on")], [""], [event("go")], []]
            return (guards.randomElement(using: &random) ?? []).map {
                transition(to: names.randomElement(using: &random) ?? "a", if: $0)
            }.joined(separator: ",")
        }
        var states = names.map { state($0, transitions(), entry: fires(), exit: fires()) }
        if Bool.random(using: &random) { states.append(globalState(transitions())) }
        let json = machine("a", states, inputs: [signal("go"), signal("on")])
        var (played, _) = try started(json)
        for name in ["go", "on", "go"] { _ = played.fire(name) }
        let circles = try StateMachineDocument(json: Array(json.utf8)).endlessCircles
        if case .stopped(.endlessTransitions) = played.status { #expect(!circles.isEmpty, "\(json)") }
    }
}
