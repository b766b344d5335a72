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

    /// A machine of three states, whose transitions wait for one of two events or for nothing, and whose actions fire them.
    private struct RandomMachine {
        let json: String
        /// Whether nothing but transitions without conditions leads on from the start: in a circle, as no state is final.
        let circlesAtStart: Bool

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            let names = ["a", "b", "c"]
            func fires() -> String {
                ["", "", action("Fire", "go"), action("Fire", "on")].randomElement(using: &random) ?? ""
            }
            /// Returns transitions, and where the only one leads if it has no condition.
            func transitions() -> (json: String, onlyTarget: String?) {
                // At most one needs no event.
                let guards = [
                    ["", event("go")], ["", event("on")], [event("go"), event("on")], [""], [event("go")], [],
                ]
                let chosen = guards.randomElement(using: &random) ?? []
                let targets = chosen.map { _ in names.randomElement(using: &random) ?? "a" }
                let json = zip(targets, chosen).map { transition(to: $0, if: $1) }.joined(separator: ",")
                return (json, chosen == [""] ? targets.first : nil)
            }
            var onlyTargets: [String: String] = [:]
            var states: [String] = []
            for name in names {
                let (leaving, onlyTarget) = transitions()
                onlyTargets[name] = onlyTarget
                states.append(state(name, leaving, entry: fires(), exit: fires()))
            }
            let hasGlobalState = Bool.random(using: &random)
            if hasGlobalState { states.append(globalState(transitions().json)) }
            json = machine("a", states, inputs: [signal("go"), signal("on")])
            // After as many transitions as there are states, one has come for the second time.
            let last = names.reduce("a" as String?) { place, _ in place.flatMap { onlyTargets[$0] } }
            circlesAtStart = !hasGlobalState && last != nil
        }
    }

    @Test("a machine that stops in a circle has one, and one that starts in a circle stops, whatever it consists of")
    func randomMachines() throws {
        var stops = 0
        var startsInCircles = 0
        for seed in 0..<300 as Range<UInt64> {
            let random = RandomMachine(seed: seed)
            var (played, _) = try started(random.json)
            for name in ["go", "on", "go"] { _ = played.fire(name) }
            var hasStopped = false
            if case .stopped(.endlessTransitions) = played.status { hasStopped = true }
            if hasStopped {
                let circles = try StateMachineDocument(json: Array(random.json.utf8)).endlessCircles
                #expect(!circles.isEmpty, "\(random.json)")
                stops += 1
            }
            if random.circlesAtStart {
                #expect(hasStopped, "\(random.json)")
                startsInCircles += 1
            }
        }
        // Otherwise nothing was compared.
        #expect(stops > 0 && startsInCircles > 0)
    }
}
