import LottieDocument
import Testing

@testable import StateMachines

@Suite("The file of a state machine is read with strict types")
struct DocumentTests {
    private func document(_ json: String) throws -> StateMachineDocument {
        try StateMachineDocument(json: Array(json.utf8))
    }

    @Test("states, transitions, guards, inputs, interactions and actions are read")
    func everythingIsRead() throws {
        let read = try document(
            #"""
            {"initial":"idle",
             "inputs":[{"type":"Numeric","name":"rating","value":1.5},{"type":"String","name":"who","value":"Mika"},
               {"type":"Boolean","name":"on","value":true},{"type":"Event","name":"tap"}],
             "states":[
               {"type":"PlaybackState","name":"idle","animation":"ball","loop":true,"loopCount":3,"autoplay":true,
                "mode":"ReverseBounce","speed":2,"segment":"low","final":false,"backgroundColor":4278190335,
                "entryActions":[{"type":"SetTheme","value":"$who"}],
                "exitActions":[{"type":"OpenUrl","url":"https://a.example","target":"_blank"}],
                "transitions":[
                  {"type":"Tweened","toState":"done","duration":0.5,"easing":[0,0,1,1],"guards":[
                    {"type":"Numeric","inputName":"rating","conditionType":"GreaterThan","compareTo":"$rating"},
                    {"type":"String","inputName":"who","conditionType":"NotEqual","compareTo":"x"},
                    {"type":"Boolean","inputName":"on","conditionType":"Equal","compareTo":false},
                    {"type":"Event","inputName":"tap"}]}]},
               {"type":"PlaybackState","name":"done","animation":"","final":true,"transitions":[]}],
             "interactions":[{"type":"Click","layerName":"button","actions":[{"type":"Fire","inputName":"tap"}]},
               {"type":"OnLoopComplete","stateName":"idle","actions":[{"type":"SetProgress","value":50}]}]}
            """#)
        #expect(read.initial == "idle")
        #expect(read.inputs.map(\.initial) == [.numeric(1.5), .string("Mika"), .boolean(true), nil])
        let idle = read.states[0]
        #expect(
            idle.playback
                == StateMachineDocument.Playback(
                    animation: "ball", segment: "low", mode: .reverseBounce, repeats: 3, autoplay: true, speed: 2,
                    isFinal: false, backgroundColor: 0xFF00_00FF))
        #expect(idle.entryActions == [.setTheme(.input("who"))])
        #expect(idle.exitActions == [.openURL(.value("https://a.example"), target: "_blank")])
        #expect(
            idle.transitions[0].guards == [
                .numeric("rating", .greater, .input("rating")), .string("who", .notEqual, .value("x")),
                .boolean("on", .equal, .value(false)), .event("tap"),
            ])
        #expect(idle.transitions[0].tween?.duration == 0.5)
        #expect(read.states[1].playback?.isFinal == true)
        #expect(read.states[1].playback?.repeats == 1)
        #expect(read.states[1].playback?.autoplay == false)
        #expect(read.interactions.map(\.trigger) == [.pointer(.click, layer: "button"), .loopCompleted(state: "idle")])
        #expect(read.interactions[0].actions == [.fire("tap")])
        #expect(read.layerNames == ["button"])
    }

    @Test(
        "an error says where it is, what was expected and what was found",
        arguments: [
            ("[]", "expected a state machine, found a list"),
            (#"{"initial":"a"}"#, "states: expected at least one state, found none"),
            (machine("b", [state("a")]), "initial: expected the name of the initial state, found \"b\""),
            (#"{"initial":"a","states":[3]}"#, "states[0]: expected a state, found a number"),
            (
                #"{"initial":"a","states":[{"name":"a","type":"State"}]}"#,
                "states[0].type: expected PlaybackState or GlobalState, found \"State\""
            ),
            (
                #"{"initial":"a","states":[{"name":"a","type":"PlaybackState","loop":"yes"}]}"#,
                "states[0].loop: expected true or false, found a string"
            ),
            (
                #"{"initial":"a","states":[{"name":"a","type":"PlaybackState","mode":"Back"}]}"#,
                "states[0].mode: expected one of Forward, Reverse, Bounce, ReverseBounce, found \"Back\""
            ),
            (
                #"{"initial":"a","states":[{"name":"a","type":"PlaybackState","speed":0}]}"#,
                "states[0].speed: expected a speed from 0.001 to 1000"
            ),
            (
                machine("a", [state("a"), state("a")]), "states[1].name: expected a name once, found \"a\" again"
            ),
            (
                machine("a", [state("a", transition(to: "b"))]),
                "states[0].transitions[0].toState: expected the name of a state, found \"b\""
            ),
            (
                machine("a", [state("a", transition(to: "a") + "," + transition(to: "a"))]),
                "states[0].transitions: expected at most one transition without guards"
            ),
            (
                machine("a", [state("a"), globalState(""), globalState("").replacing("global\"", with: "g\"")]),
                "states[2]: expected at most one global state"
            ),
            (
                machine("a", [state("a", transition(to: "a", if: number("x", "Equal", "1")))]),
                "states[0].transitions[0].guards[0].inputName: expected the name of an input of type Numeric, found \"x\""
            ),
            (
                machine("a", [state("a", transition(to: "a", if: event("x")))], inputs: [numeric("x")]),
                "states[0].transitions[0].guards[0].inputName: expected the name of an input of type Event, found \"x\""
            ),
            (
                machine(
                    "a", [state("a", transition(to: "a", if: number("x", "Equal", "\"$y\"")))], inputs: [numeric("x")]),
                "states[0].transitions[0].guards[0].compareTo: expected a number, or $ and the name of a Numeric input, "
                    + "found \"$y\""
            ),
            (
                machine(
                    "a",
                    [
                        state(
                            "a",
                            transition(
                                to: "a",
                                if: #"{"type":"Boolean","inputName":"b","conditionType":"LessThan","compareTo":true}"#))
                    ], inputs: [boolean("b")]),
                "states[0].transitions[0].guards[0].conditionType: expected Equal or NotEqual, found LessThan"
            ),
            (
                machine("a", [state("a", entry: action("SetNumeric", "x"))], inputs: [numeric("x")]),
                "states[0].entryActions[0].value: expected a number, or $ and the name of a Numeric input, found none"
            ),
            (
                machine("a", [state("a")], inputs: [#"{"type":"Color","name":"c","value":3}"#]),
                "inputs[0].type: expected one of Numeric, String, Boolean, Event, found \"Color\""
            ),
            (
                machine("a", [state("a")], inputs: [#"{"type":"String","name":"c","value":3}"#]),
                "inputs[0].value: expected a string, found a number"
            ),
            (
                machine("a", [state("a")], inputs: [numeric("x"), signal("x")]),
                "inputs[1].name: expected a name once, found \"x\" again"
            ),
            (
                machine("a", [state("a")], interactions: [#"{"type":"OnComplete","stateName":"b","actions":[]}"#]),
                "interactions[0].stateName: expected the name of a state, found \"b\""
            ),
            (#"{"initial":"a","initial":"b","states":[]}"#, "initial: expected one value, found several"),
        ])
    func errorsHavePlaces(json: String, message: String) throws {
        let error = try #require(throws: LottieError.self) { try document(json) }
        #expect(error.description == message)
    }

    @Test("what is not supported is named, with its place and what happens instead")
    func unsupportedPartsAreNamed() throws {
        let read = try document(
            machine(
                "a",
                [
                    state(
                        "a",
                        #"{"type":"Tweened","toState":"a","duration":1,"guards":[{"type":"Color","inputName":"c"}]},"#
                            + #"{"type":"Sliding","toState":"a"}"#,
                        entry: #"{"type":"SetSlots","value":"x"},{"type":"FireCustomEvent","value":"x","guards":[]}"#,
                        more: #","transition":null,"easing":3"#)
                ], interactions: [#"{"type":"Drag","actions":[]}"#]))
        #expect(
            read.unsupported.map { "\($0.path): \($0.problem)" } == [
                "states[0].transitions[0]: two pictures are blended, not the shapes in them",
                "states[0].transitions[0].guards[0]: guard Color: never holds",
                "states[0].transitions[1]: transition Sliding: is not taken",
                "states[0].entryActions[0]: action SetSlots: does nothing",
                "states[0].entryActions[1]: action FireCustomEvent with guards: does nothing",
                "states[0].transition: unknown, has no effect", "states[0].easing: unknown, has no effect",
                "interactions[0]: interaction Drag: never happens",
            ])
        #expect(read.states[0].transitions.count == 1)
        #expect(read.states[0].entryActions == [.unsupported("SetSlots"), .unsupported("FireCustomEvent with guards")])
    }

    @Test("a file has limits")
    func filesHaveLimits() throws {
        let many = (0...StateMachineDocument.maxItems).map { numeric("n\($0)") }
        let error = try #require(throws: LottieError.self) { try document(machine("a", [state("a")], inputs: many)) }
        #expect(error.description == "inputs[10000]: expected at most 10000 parts of a state machine")
        let large = String(repeating: " ", count: StateMachineDocument.maxFileSize)
        #expect(throws: LottieError.self) { try document(large + machine("a", [state("a")])) }
    }
}
