import AnimationPlayback
import ExactNumbers
import LottieDocument
import SeededRandomness
import StateMachines
import Testing

/// A generator of state machines, and of what comes to them.
private struct RandomMachine {
    var random: SeededGenerator

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func list(_ most: Int, _ make: (inout RandomMachine) -> String) -> String {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in make(&self) }.joined(separator: ",")
    }

    private mutating func condition() -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            number(
                pick(["n", "m"]), pick(StateMachineDocument.Comparison.allCases.map(\.rawValue)),
                pick(["0", "1", "2", "\"$m\""]))
        case 1: flag("b", pick(["true", "false"]))
        case 2:
            #"{"type":"String","inputName":"s","conditionType":"\#(pick(["Equal", "NotEqual"]))","#
                + #""compareTo":"\#(pick(["x", "$s", "y"]))"}"#
        default: event(pick(["e", "f"]))
        }
    }

    private mutating func act() -> String {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: action("SetNumeric", pick(["n", "m"]), pick(["0", "1", "\"$n\""]))
        case 1: action("Increment", pick(["n", "m"]))
        case 2: action("Decrement", "n", "\"$m\"")
        case 3: action("Toggle", "b")
        case 4: action("SetString", "s", pick(["\"x\"", "\"y\"", "\"$s\""]))
        case 5: action("Reset", pick(["n", "s", "b"]))
        case 6: action("Fire", pick(["e", "f"]))
        case 7: #"{"type":"SetFrame","value":\#(pick(["-3", "7", "40.5", "\"$n\"", "900"]))}"#
        case 8: #"{"type":"SetProgress","value":\#(pick(["0", "35", "100"]))}"#
        case 9: #"{"type":"SetTheme","value":"t"}"#
        case 10: #"{"type":"OpenUrl","url":"$s"}"#
        default: #"{"type":"FireCustomEvent","value":"c"}"#
        }
    }

    mutating func document() -> String {
        let count = Int.random(in: 1...5, using: &random)
        let names = (0..<count).map { "s\($0)" } + (Bool.random(using: &random) ? ["global"] : [])
        var states: [String] = []
        for name in names {
            var hasFallback = false
            let transitions = list(4) { machine in
                let conditions = machine.list(2) { $0.condition() }
                let guards = conditions.isEmpty && hasFallback ? event("e") : conditions
                hasFallback = hasFallback || guards.isEmpty
                let target = machine.pick(names)
                return Int.random(in: 0..<5, using: &machine.random) == 0
                    ? #"{"type":"Tweened","toState":"\#(target)","duration":0.2,"easing":[0.7,0,0.3,1],"guards":[\#(guards)]}"#
                    : transition(to: target, if: guards)
            }
            if name == "global" {
                states.append(globalState(transitions))
                continue
            }
            let more =
                #","mode":"\#(pick(StateMachineDocument.Playback.Mode.allCases.map(\.rawValue)))","#
                + #""speed":\#(pick(["0.5", "1", "3"]))\#(pick(["", ",\"segment\":\"low\"", ",\"segment\":\"no\""]))"#
                + pick(["", "", "", #","final":true"#])
            let animation = pick(["", "ball", "other"])
            states.append(
                state(name, transitions, entry: list(2) { $0.act() }, exit: list(2) { $0.act() }, more: more)
                    .replacing(#""animation":"""#, with: #""animation":"\#(animation)""#)
                    .replacing(#""loop":true"#, with: #""loop":\#(Bool.random(using: &random))"#)
                    .replacing(#""autoplay":true"#, with: #""autoplay":\#(Bool.random(using: &random))"#))
        }
        let interactions = (0..<Int.random(in: 0...6, using: &random)).map { _ in
            let trigger = pick([
                #""type":"PointerDown","layerName":"l""#, #""type":"Click""#, #""type":"PointerEnter","layerName":"l""#,
                #""type":"PointerExit","layerName":"l""#, #""type":"OnComplete","stateName":"\#(names[0])""#,
                #""type":"OnLoopComplete","stateName":"\#(pick(names))""#,
            ])
            return #"{\#(trigger),"actions":[\#(list(3) { $0.act() })]}"#
        }
        return machine(
            pick(names), states,
            inputs: [
                numeric("n"), numeric("m", 1), boolean("b"), signal("e"), signal("f"),
                #"{"type":"String","name":"s","value":"x"}"#,
            ], interactions: interactions)
    }

    mutating func input() -> StateMachineInput {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .set(pick(["n", "m"]), .numeric(Double(Int.random(in: -1...3, using: &random))))
        case 1: .set("b", .boolean(Bool.random(using: &random)))
        case 2: .set("s", .string(pick(["x", "y"])))
        case 3: .fire(pick(["e", "f", "n"]))
        default:
            .pointer(pick(StateMachineDocument.Interaction.Pointer.allCases), layers: pick([[], ["l"], ["l", "k"]]))
        }
    }
}

@Suite("Any machine ends its steps, and repeats exactly")
struct RandomMachineTests {
    /// Runs a machine over some inputs, with the time between them divided into steps.
    private func run(
        _ machine: StateMachine, _ inputs: [(StateMachineInput, Nanoseconds)], steps: Int
    ) -> (events: [StateMachineEvent], picture: AnimationPicture) {
        var machine = machine
        var events = machine.start()
        for (input, time) in inputs {
            let start = machine.time
            for step in 1..<max(2, steps) {
                events += machine.advance(to: start + (time - start) * Nanoseconds(step) / Nanoseconds(steps))
            }
            events += machine.handle(input, at: time)
        }
        return (events, machine.picture)
    }

    @Test(
        "the same inputs give the same events and the same picture, in however many steps",
        .timeLimit(.minutes(2)), arguments: 1...12 as ClosedRange<UInt64>)
    func machinesRepeat(seed: UInt64) throws {
        var source = RandomMachine(random: SeededGenerator(seed: seed))
        let animations = ["ball": try composition(), "other": try composition(frames: 30)]
        for _ in 0..<25 {
            let json = source.document()
            let document = try StateMachineDocument(json: Array(json.utf8))
            let machine = try StateMachine(document, animations: animations, shown: "ball", at: 0)
            var time: Nanoseconds = 0
            let inputs = (0..<30).map { _ in
                time += Nanoseconds.random(in: 0...1_200_000_000, using: &source.random)
                return (source.input(), time)
            }
            let first = run(machine, inputs, steps: 1)
            let second = run(machine, inputs, steps: 7)
            #expect(first.events == second.events, "seed \(seed): \(json)")
            #expect(first.picture == second.picture, "seed \(seed): \(json)")
            #expect(zip(first.events, first.events.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
        }
    }

    @Test("a damaged file is an error or a machine, and never a trap", arguments: 1...6 as ClosedRange<UInt64>)
    func damagedFilesDoNotTrap(seed: UInt64) throws {
        var source = RandomMachine(random: SeededGenerator(seed: seed))
        let telling = Array("{}[]\",:-019.aeotfnu$".utf8)
        for _ in 0..<100 {
            var bytes = Array(source.document().utf8)
            for _ in 0..<Int.random(in: 1...4, using: &source.random) {
                bytes[Int.random(in: bytes.indices, using: &source.random)] =
                    telling[Int.random(in: telling.indices, using: &source.random)]
            }
            guard let document = try? StateMachineDocument(json: bytes),
                var machine = try? StateMachine(
                    document, animations: ["ball": try composition()], shown: "ball", at: 0)
            else { continue }
            _ = machine.start()
            _ = machine.advance(to: 5_000_000_000)
            #expect(machine.status != .ready)
        }
    }
}
