import LottieDocument
import StateMachines
import Testing

@Suite("A state plays its part of its animation")
struct PlaybackTests {
    private func playing(_ more: String) throws -> StateMachine {
        let json = #"{"initial":"a","states":[{"type":"PlaybackState","name":"a","autoplay":true,\#(more)}]}"#
        return try started(json).machine
    }

    @Test(
        "mode, marker, loop and speed decide which frame is shown",
        arguments: [
            (#""loop":false"#, [(0, 0), (0.5, 15), (1.5, 45), (2.5, 60)]),
            (#""loop":true"#, [(0.5, 15), (2.5, 15), (20.5, 15)]),
            (#""loop":true,"loopCount":2"#, [(2.5, 15), (3.5, 45), (4.5, 60)]),
            (#""loop":true,"segment":"low""#, [(0.5, 15), (1, 10)]),
            (#""loop":true,"segment":"high""#, [(0, 30), (0.5, 45), (1, 40)]),
            (#""mode":"Reverse""#, [(0, 60), (0.5, 45), (3, 0)]),
            (#""mode":"Bounce","segment":"low""#, [(0.5, 15), (1, 10), (2, 0)]),
            (#""mode":"ReverseBounce","segment":"low""#, [(0.5, 5), (1, 10), (2, 20)]),
            (#""speed":2,"segment":"low""#, [(0.25, 15), (0.5, 20)]),
            (#""animation":"other","loop":true"#, [(0.5, 15), (1.5, 15)]),
        ] as [(String, [(Double, Double)])])
    func playbackDecidesFrames(more: String, frames: [(Double, Double)]) throws {
        var machine = try playing(more)
        for (time, frame) in frames {
            _ = machine.advance(toSeconds: time)
            #expect(machine.shown == frame, "\(more) at \(time)")
        }
    }

    @Test("without autoplay the first frame is shown, at the end of a part that plays backwards the last one")
    func withoutAutoplayNothingMoves() throws {
        for (mode, frame) in [("Forward", 30.0), ("Reverse", 50)] {
            let json =
                #"{"initial":"a","states":[{"type":"PlaybackState","name":"a","mode":"\#(mode)","segment":"high"}]}"#
            var (machine, _) = try started(json)
            #expect(!machine.isMoving)
            #expect(machine.nextDue == nil)
            _ = machine.advance(toSeconds: 5)
            #expect(machine.shown == frame)
        }
    }

    @Test("the same part goes on from the frame that is shown, another part begins at its beginning")
    func samePartGoesOn() throws {
        let states = [
            state("forward", transition(to: "back", if: event("turn"))),
            state("back", transition(to: "still", if: event("turn")), more: #","mode":"Reverse""#),
            state("still", transition(to: "low", if: event("turn")))
                .replacing(#""autoplay":true"#, with: #""autoplay":false"#),
            state("low", transition(to: "other", if: event("turn")), more: #","segment":"low""#),
            state("other").replacing(#""animation":"""#, with: #""animation":"other""#),
        ]
        var (machine, _) = try started(machine("forward", states, inputs: [signal("turn")]))
        _ = machine.fire("turn", at: 0.5)
        #expect(machine.shown == 15)
        _ = machine.fire("turn", at: 0.75)
        #expect(machine.shown == 7.5)
        _ = machine.fire("turn", at: 1.5)
        #expect(machine.shown == 0)
        #expect(machine.animation == "ball")
        _ = machine.fire("turn", at: 2)
        #expect(machine.animation == "other")
        #expect(machine.shown == 0)
    }

    @Test("a part that is over begins again")
    func finishedPartBeginsAgain() throws {
        let states = [
            state("a", transition(to: "b", if: event("go"))).replacing(#""loop":true"#, with: #""loop":false"#),
            state("b").replacing(#""loop":true"#, with: #""loop":false"#),
        ]
        var (machine, _) = try started(machine("a", states, inputs: [signal("go")]))
        #expect(machine.advance(toSeconds: 3) == ["2s: \"a\" has played to its end"])
        _ = machine.fire("go", at: 3)
        _ = machine.advance(toSeconds: 3.5)
        #expect(machine.shown == 15)
    }

    @Test("the end of a state and of each of its loops starts the interactions that wait for it")
    func endsStartInteractions() throws {
        let states = [
            state(
                "running", transition(to: "explosion", if: number("rounds", "Equal", "2")), more: #","segment":"low""#),
            state("explosion", transition(to: "over", if: event("fell")), more: #","segment":"high""#)
                .replacing(#""loop":true"#, with: #""loop":false"#),
            state("over", entry: #"{"type":"FireCustomEvent","value":"gone"}"#),
        ]
        var (machine, log) = try started(
            machine(
                "running", states, inputs: [numeric("rounds"), signal("fell")],
                interactions: [
                    #"{"type":"OnLoopComplete","stateName":"running","actions":[\#(action("Increment", "rounds"))]}"#,
                    #"{"type":"OnComplete","stateName":"explosion","actions":[\#(action("Fire", "fell"))]}"#,
                ]))
        log += machine.advance(toSeconds: 3)
        #expect(
            log == [
                "0s: started", "0s: entered \"running\"",
                "0.666666667s: \"running\" plays again", "0.666666667s: rounds from 0 to 1",
                "1.333333333s: \"running\" plays again", "1.333333333s: rounds from 1 to 2",
                "1.333333333s: transition from \"running\" to \"explosion\"", "1.333333333s: exited \"running\"",
                "1.333333333s: entered \"explosion\"",
                "2s: \"explosion\" has played to its end", "2s: fired fell",
                "2s: transition from \"explosion\" to \"over\"", "2s: exited \"explosion\"",
                "2s: entered \"over\"", "2s: reports \"gone\"",
            ])
        #expect(machine.nextDue == 4_000_000_000)
    }

    @Test("a marker that the animation does not have is named, and all of the animation plays")
    func unknownMarkerIsNamed() throws {
        var (machine, log) = try started(
            #"{"initial":"a","states":[{"type":"PlaybackState","name":"a","autoplay":true,"segment":"middle"}]}"#)
        #expect(log.last == "0s: no marker \"middle\": plays the whole animation")
        _ = machine.advance(toSeconds: 1.5)
        #expect(machine.shown == 45)
    }

    @Test("SetFrame and SetProgress show a frame, from which playing goes on within its part")
    func framesAreSet() throws {
        let interactions = [
            #"{"type":"Click","actions":[{"type":"SetFrame","value":"$n"}]}"#,
            #"{"type":"PointerUp","actions":[{"type":"SetProgress","value":"$n"}]}"#,
        ]
        func machine(_ state: String) throws -> StateMachine {
            try started(
                StateMachinesTests.machine("a", [state], inputs: [numeric("n", 50)], interactions: interactions)
            ).machine
        }
        var still = try machine(state("a").replacing(#""autoplay":true"#, with: #""autoplay":false"#))
        #expect(still.handle(.pointer(.click, layers: []), at: 0).map(\.description) == ["0s: frame 50"])
        #expect(still.shown == 50)
        _ = still.handle(.pointer(.up, layers: []), at: 0)
        #expect(still.shown == 29.5)
        _ = still.handle(.set("n", .numeric(1_000)), at: 0)
        _ = still.handle(.pointer(.up, layers: []), at: 0)
        #expect(still.shown == 59)
        var playing = try machine(state("a"))
        _ = playing.handle(.pointer(.click, layers: []), at: 1_000_000_000)
        #expect(playing.shown == 50)
        _ = playing.advance(toSeconds: 1.1)
        #expect(playing.shown == 53)
        var part = try machine(state("a", more: #","segment":"low""#))
        _ = part.handle(.pointer(.click, layers: []), at: 0)
        #expect(part.shown == 20)
    }

    @Test("the theme, the color behind the animation and addresses are for the program")
    func programGetsThemeColorAndAddress() throws {
        let entry =
            #"{"type":"SetTheme","themeId":"$who"},{"type":"OpenUrl","url":"https://a.example","target":"_self"},"#
            + #"{"type":"SetString","inputName":"who","value":"light"},{"type":"SetTheme","value":"$who"}"#
        let (machine, log) = try started(
            machine(
                "a", [state("a", entry: entry, more: #","backgroundColor":4278190335"#)],
                inputs: [#"{"type":"String","name":"who","value":"dark"}"#]))
        #expect(
            log.dropFirst(2) == [
                "0s: theme \"dark\"", "0s: asks to open \"https://a.example\" in \"_self\"",
                "0s: who from \"dark\" to \"light\"", "0s: theme \"light\"",
            ])
        #expect(machine.theme == "light")
        #expect(machine.backgroundColor == 0xFF00_00FF)
    }

    @Test("an animation that is missing is an error")
    func missingAnimationIsError() throws {
        let json = #"{"initial":"a","states":[{"type":"PlaybackState","name":"a","animation":"gone"}]}"#
        let document = try StateMachineDocument(json: Array(json.utf8))
        #expect(throws: StateMachineError.missingAnimation("gone", known: ["ball"])) {
            try StateMachine(document, animations: ["ball": try composition()], shown: "ball", at: 0)
        }
    }
}

@Suite("A tweened transition changes the picture gradually")
struct TweenTests {
    private func machine() throws -> StateMachine {
        let tween =
            #"{"type":"Tweened","toState":"b","duration":0.5,"easing":[0,0,1,1],"guards":[\#(event("go"))]}"#
        let states = [
            state("a", tween),
            state("b", transition(to: "c", if: number("n", "Equal", "1")), more: #","segment":"high""#),
            state("c"),
        ]
        return try started(
            StateMachinesTests.machine(
                "a", states, inputs: [signal("go"), numeric("n")],
                interactions: [#"{"type":"PointerDown","actions":[\#(action("SetNumeric", "n", "1"))]}"#])
        ).machine
    }

    @Test("the first frame of the state lies over the shown one, more and more")
    func picturesAreBlended() throws {
        var machine = try machine()
        #expect(
            machine.fire("go", at: 0.5) == [
                "0.5s: fired go", "0.5s: transition from \"a\" to \"b\"", "0.5s: exited \"a\"",
            ])
        #expect(machine.status == .tweening)
        #expect(machine.picture == .blend(15, with: 30, share: 0))
        #expect(machine.nextDue == 1_000_000_000)
        #expect(machine.advance(toSeconds: 0.75) == [])
        #expect(machine.picture == .blend(15, with: 30, share: 0.5))
        #expect(machine.advance(toSeconds: 1.1) == ["1s: entered \"b\""])
        #expect(machine.shown == 33)
    }

    @Test("meanwhile the machine does not react, and says so")
    func inputsAreIgnoredMeanwhile() throws {
        var machine = try machine()
        _ = machine.fire("go", at: 0.5)
        #expect(machine.set("n", .numeric(1), at: 0.6) == ["0.6s: ignored n = 1: a tween runs"])
        #expect(
            machine.handle(.pointer(.down, layers: []), at: 700_000_000).map(\.description) == [
                "0.7s: ignored PointerDown: a tween runs"
            ])
        _ = machine.advance(toSeconds: 1)
        _ = machine.set("n", .numeric(1), at: 1)
        #expect(machine.state == "c")
    }

    @Test("without a duration, or to another animation, the change is at once")
    func changeIsAtOnceWithoutDuration() throws {
        for more in [#""duration":0"#, #""duration":1,"easing":[0.5,0,0.5,1]"#] {
            let tween = #"{"type":"Tweened","toState":"b",\#(more)}"#
            let states = [
                state("a", tween), state("b").replacing(#""animation":"""#, with: #""animation":"other""#),
            ]
            let (machine, _) = try started(StateMachinesTests.machine("a", states))
            #expect(machine.state == "b")
        }
    }
}
