import Foundation
import TerminalCells
import TestSupport
import Testing
import ZIPFixtures

@Suite(
    "giftty play plays state machines in a real terminal", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct PlayStateMachineTests {
    let folder: TemporaryFolder

    private static let animation = """
        {"v":"5.7.0","fr":30,"ip":0,"op":15,"w":40,"h":40,"layers":[
          {"ty":1,"nm":"square","ip":0,"op":15,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ff0000","ks":{}}]}
        """
    private static let machine = """
        {"initial":"still","inputs":[{"type":"Event","name":"go"},{"type":"Numeric","name":"taps","value":0}],
         "interactions":[{"type":"Click","layerName":"square","actions":[{"type":"Increment","inputName":"taps"}]}],
         "states":[
          {"type":"PlaybackState","name":"still","animation":"","transitions":[
            {"type":"Transition","toState":"last","guards":[{"type":"Event","inputName":"go"}]}]},
          {"type":"PlaybackState","name":"last","animation":"","autoplay":true,"final":true,"transitions":[]}]}
        """

    init() throws {
        folder = try TemporaryFolder()
        for (name, version, initial, machine) in [
            ("tap", "2", "m", Self.machine), ("old", "1", "m", Self.machine), ("broken", "2", "m", "{}"),
            ("lost", "2", "n", Self.machine),
        ] {
            let manifest =
                #"{"version":"\#(version)","animations":[{"id":"a"}],"initial":{"stateMachine":"\#(initial)"}}"#
            let archive = ZIPWriter(
                .init("manifest.json", manifest), .init("a/a.json", Self.animation), .init("s/m.json", machine)
            ).bytes
            try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/\(name).lottie"))
        }
    }

    @Test("a machine has no events for other programs, and the animation without it has them")
    func eventsNeedAnAnimation() throws {
        let refused = try Program.run(["play", "tap.lottie", "--events", "-"], in: folder)
        #expect((refused.status, refused.output) == (64, ""))
        #expect(refused.errors.contains("--events: expected an animation without a state machine"))
        let plain = try Program.run(
            ["play", "tap.lottie", "--events", "-", "--state-machine", "none"], in: folder)
        #expect(plain.status == 0 && plain.output.contains(#""event":"ended","animation":1,"reason":"reached""#))
        #expect(plain.errors == "")
    }

    @Test("without a picture, one line says that a file is shown without its state machine")
    func ignoredMachineIsTold() throws {
        let events = try Program.run(["play", "tap.lottie", "--events", "-", "--frames", "1-2"], in: folder)
        #expect(events.status == 0 && events.errorLine == "giftty: tap.lottie: played without its state machine m")
        let drawn = try Program.run(["render", "tap.lottie", "--cells", "4x2"], in: folder)
        #expect(drawn.status == 0 && drawn.errorLine == "giftty: tap.lottie: drawn without its state machine m")
        let plain = try Program.run(["render", "tap.lottie", "--cells", "4x2", "--state-machine", "none"], in: folder)
        #expect(plain.status == 0 && plain.errors == "")
    }

    @Test("the initial machine plays with values from the command line, and keys change its inputs")
    func initialMachinePlays() throws {
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        try terminal.start("play tap.lottie --input taps=3")
        try terminal.wait(forText: "tap.lottie  m  state still  frame 0  taps 3")
        try terminal.wait(forText: "1 fire go   2 taps +1   space click   q quit")
        try terminal.type("2")
        try terminal.wait(forText: "taps 4")
        try terminal.type(" ")
        try terminal.wait(forText: "taps 5")
        // The final state plays for half a second, then the program ends.
        try terminal.type("1")
        try terminal.wait(forText: "left 0")
    }

    @Test("on a terminal without cursor movement the keys are told, and what happens is printed")
    func dumbTerminalGetsLines() throws {
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        try terminal.type("TERM=dumb \"$GIFTTY\" play tap.lottie; echo left $?\n")
        try terminal.wait(forText: "  keys: 1 fire go   2 taps +1   space click   q quit")
        try terminal.wait(forText: "  entered \"still\"")
        try terminal.type(" ")
        try terminal.wait(forText: "  taps from 0 to 1")
        try terminal.type("1")
        try terminal.wait(forText: "  transition from \"still\" to \"last\"")
        try terminal.wait(forText: "left 0")
    }

    @Test("what plays without its state machine says so")
    func playingWithoutMachineIsSaid() throws {
        for (arguments, machine) in [
            ("old.lottie --loop", "m"), ("tap.lottie --loop", "m"), ("lost.lottie --state-machine none --loop", "n"),
        ] {
            let terminal = try TmuxSession(columns: 100, rows: 24, folder: folder)
            try terminal.start("play \(arguments)")
            try terminal.wait(forText: "without state machine \(machine)")
            try terminal.type("q")
            try terminal.wait(forText: "left 0")
        }
    }

    @Test(
        "an unknown or invalid machine, and options that do not fit, are errors",
        arguments: [
            ("tap.lottie --state-machine n", "expected a state machine, one of: m, found \"n\"", 64),
            ("lost.lottie", "expected a state machine, one of: m, found \"n\"; --state-machine none plays", 65),
            ("broken.lottie", "--state-machine none plays the animation without it", 65),
            ("tap.lottie --input tap=3", "unknown input", 64), ("tap.lottie --input taps=x", "expected a number", 64),
            ("tap.lottie --state-machine none --input taps=1", "expected a state machine to play, found none", 64),
            ("tap.lottie --from 0.1s --input taps=1", "expected --input or --from, found both", 64),
            ("tap.lottie tap.lottie --input taps=1", "--input: expected one animation, found 2", 64),
            ("tap.lottie --frames 0-9999", "--frames: expected a frame below ", 64),
            ("tap.lottie tap.lottie --state-machine m", "expected one animation, found 2", 64),
            ("tap.lottie --state-machine m --reverse", "expected --state-machine or --reverse, found both", 64),
        ])
    func errorsAreReported(arguments: String, message: String, status: Int) throws {
        let terminal = try TmuxSession(columns: 200, rows: 24, folder: folder)
        try terminal.start("play \(arguments)")
        try terminal.wait(forText: message)
        try terminal.wait(forText: "left \(status)")
    }
}
