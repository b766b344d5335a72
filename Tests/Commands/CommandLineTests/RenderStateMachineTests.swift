import Foundation
import TestSupport
import Testing
import ZIPFixtures

@Suite("giftty render draws state machines and the ways between parts")
struct RenderStateMachineTests {
    let folder: TemporaryFolder

    /// A square that is red for half a second, then green, then blue, with a layer in the left half.
    private static let animation = """
        {"v":"5.7.0","fr":10,"ip":0,"op":15,"w":4,"h":4,
         "markers":[{"cm":"red","tm":0,"dr":5},{"cm":"green","tm":5,"dr":5},{"cm":"blue","tm":10,"dr":5}],
         "layers":[
          {"ty":1,"nm":"bar","ip":0,"op":15,"st":0,"sr":1,"sw":1,"sh":4,"sc":"#ffffff",
           "ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":15,"s":[3.75,0]}]}}},
          {"ty":1,"nm":"square","ip":0,"op":5,"st":0,"sr":1,"sw":4,"sh":4,"sc":"#ff0000","ks":{}},
          {"ty":1,"nm":"square","ip":5,"op":10,"st":0,"sr":1,"sw":4,"sh":4,"sc":"#00ff00","ks":{}},
          {"ty":1,"nm":"square","ip":10,"op":15,"st":0,"sr":1,"sw":4,"sh":4,"sc":"#0000ff","ks":{}}]}
        """
    private static let machine = """
        {"initial":"still",
         "inputs":[{"type":"Event","name":"go"},{"type":"Numeric","name":"level","value":0},
           {"type":"String","name":"who","value":""}],
         "interactions":[{"type":"Click","layerName":"square","actions":[{"type":"Increment","inputName":"level"}]}],
         "states":[
          {"type":"PlaybackState","name":"still","animation":"a","segment":"red","transitions":[
            {"type":"Transition","toState":"green","guards":[{"type":"Event","inputName":"go"}]},
            {"type":"Tweened","toState":"blue","duration":0.4,"easing":[0,0,1,1],"guards":[
              {"type":"Numeric","inputName":"level","conditionType":"GreaterThan","compareTo":1}]}]},
          {"type":"PlaybackState","name":"green","animation":"a","segment":"green","autoplay":true,"loop":true,
           "transitions":[{"type":"Transition","toState":"blue","guards":[
             {"type":"Numeric","inputName":"level","conditionType":"GreaterThan","compareTo":1}]}]},
          {"type":"PlaybackState","name":"blue","animation":"a","segment":"blue","autoplay":true,"transitions":[]}]}
        """

    init() throws {
        folder = try TemporaryFolder()
        let manifest =
            #"{"version":"2","animations":[{"id":"a"}],"initial":{"stateMachine":"m"}}"#
        let archive = ZIPWriter(
            .init("manifest.json", manifest), .init("a/a.json", Self.animation), .init("s/m.json", Self.machine)
        ).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/tap.lottie"))
        try folder.write(Self.animation, to: "tap.json")
    }

    private func lines(_ arguments: [String], note: String = "") throws -> [String] {
        let result = try Program.run(["render"] + arguments + ["--cells", "4x2", "--colors", "truecolor"], in: folder)
        #expect(result.errors == note)
        return result.output.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.replacingOccurrences(of: "\u{1B}", with: "^") }
    }

    private func expectGolden(_ name: String, _ lines: [String]) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens/\(name).txt")
        let difference = try Golden.difference(of: lines, from: file)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test("a machine that gets inputs at given times is drawn exactly so, again and again")
    func machineFilm() throws {
        let arguments = [
            "tap.lottie", "--state-machine", "m", "--fps", "10", "--input", "go@0.3s", "--input", "level=1@0.5s",
            "--pointer", "Click:square@0.8s",
        ]
        let film = try lines(arguments)
        #expect(try lines(arguments) == film)
        try expectGolden("machine-film", film)
    }

    @Test("a tween blends the pictures, and the film ends when nothing moves any more")
    func tween() throws {
        try expectGolden("machine-tween", try lines(["tap.lottie", "--input", "level=2@0.2s", "--fps", "10"]))
    }

    @Test(
        "each way of playing has its pictures",
        arguments: [
            ("parts-cut", ["--marker", "red", "--then", "marker:blue reverse", "--then", "#5..#7 x2"]),
            ("parts-approach", ["--to", "#2", "--then", "marker:blue", "--change", "approach"]),
            (
                "parts-blend",
                ["--marker", "red", "--then", "marker:blue", "--change", "blend:300ms", "--hold", "200ms"]
            ),
        ])
    func parts(golden: String, arguments: [String]) throws {
        try expectGolden(golden, try lines(["tap.json", "--fps", "10"] + arguments))
    }

    @Test("without the options, the machine of a file is not drawn")
    func plainFilm() throws {
        let note = "giftty: tap.lottie: drawn without its state machine m\n"
        #expect(try lines(["tap.lottie", "--fps", "10"], note: note) == lines(["tap.json", "--fps", "10"]))
    }

    @Test(
        "inputs and options that do not fit are errors in one line",
        arguments: [
            (["--input", "went@1s"], "--input went@1s: unknown input \"went\""),
            (["--input", "go=1@1s"], "--input go=1@1s: expected no value for an event, such as go@2s"),
            (["--input", "level"], "--input level: expected NAME=VALUE, as it is no event"),
            (["--pointer", "Clack@1s"], "--pointer Clack@1s: unknown event \"Clack\", did you mean \"Click\"?"),
            (
                ["--pointer", "Click:squire@1s"],
                "--pointer Click:squire@1s: unknown layer \"squire\", did you mean \"square\"?"
            ),
            (["--pointer", "Click:bar@@1s"], "--pointer Click:bar@@1s: unknown layer \"bar@\", did you mean \"bar\"?"),
            (["--state-machine", "m", "--length", "0s"], "--length: expected a time above 0"),
            (["--input", "go@1s", "--reverse", "--fps", "10"], "expected --input or --reverse, found both"),
            (["--length", "1s"], "--length: can only be used with --state-machine, --input or --pointer"),
            (["--state-machine", "m", "--fps", "240", "--length", "1h"], "--length: expected at most 108000 frames"),
            (["--then", "marker:green", "--change", "fade", "--fps", "10"], "expected cut, approach, blend"),
            (["--then", "marker:pink", "--fps", "10"], "--then: tap.lottie: unknown marker \"pink\""),
            (["--hold", "forever", "--fps", "10"], "--hold: expected a duration, found forever"),
        ])
    func errors(arguments: [String], message: String) throws {
        let result = try Program.run(["render", "tap.lottie", "--cells", "4x2"] + arguments, in: folder)
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test(
        "a machine that plays backwards or to and fro shows each frame once, as a film without a machine",
        arguments: ["10", "24", "30"],
        [("Reverse", "--reverse", 1.5), ("Bounce", "--auto-reverse", 3), ("Forward", "--fps", 1.5)])
    func backwards(rate: String, mode: (name: String, option: String, seconds: Double)) throws {
        let machine = """
            {"initial":"x","inputs":[],"states":[
              {"type":"PlaybackState","name":"x","animation":"a","mode":"\(mode.name)","autoplay":true,"transitions":[]}]}
            """
        let archive = ZIPWriter(
            .init("manifest.json", #"{"version":"2","animations":[{"id":"a"}],"initial":{"stateMachine":"m"}}"#),
            .init("a/a.json", Self.animation), .init("s/m.json", machine)
        ).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/way.lottie"))
        let film = try lines(
            ["way.lottie", "--state-machine", "m", "--fps", rate, "--length", "\(mode.seconds)s"])
        let expected = try lines(
            ["tap.json", "--fps", rate] + (mode.option == "--fps" ? [] : [mode.option]))
        #expect(film == expected)
    }

    @Test("a gift's package with a machine is inspected, drawn and signed with it")
    func package() throws {
        try folder.write(
            "stateMachine: {inputs: {level: count, who: sender}, keys: {j: go}, for: 5s}\n", to: "gift.yaml")
        let package = ZIPWriter(
            .init("data.json", Self.animation), .init("s/m.json", Self.machine),
            .init("gift.yaml", "stateMachine: {inputs: {level: count, who: sender}, keys: {j: go}, for: 5s}")
        ).bytes
        try Data(package).write(to: URL(fileURLWithPath: folder.path + "/tap.zip"))
        let report = try Program.run(["inspect", "tap.zip", "--no-cost"], in: folder).output
        for line in ["driven by     level = count", "driven by     key j: go", "driven by     the gift plays for 5s"] {
            #expect(report.contains(line), "\(report)")
        }
        let arguments = ["--input", "level=2@0.2s", "--fps", "10", "--length", "1s"]
        #expect(try lines(["tap.zip"] + arguments) == lines(["tap.lottie"] + arguments))
    }

    @Test("the film of a gift gets the seconds of the presentation, and is as long as the gift")
    func giftFilm() throws {
        let package = ZIPWriter(
            .init("data.json", Self.animation), .init("s/m.json", Self.machine),
            .init("gift.yaml", "stateMachine: {inputs: {level: seconds}, for: 2.5s}")
        ).bytes
        try Data(package).write(to: URL(fileURLWithPath: folder.path + "/timed.zip"))
        let film = try lines(["timed.zip", "--state-machine", "m", "--fps", "10"])
        let given = ["--input", "level=1@1s", "--input", "level=2@2s", "--length", "2.5s", "--fps", "10"]
        #expect(film.count == 25 * 3)
        #expect(try film == lines(["tap.lottie"] + given))
    }
}
