import Foundation
import TestSupport
import Testing
import ZIPFixtures

@Suite("giftty inspect describes an animation")
struct InspectTests {
    let folder: TemporaryFolder

    /// A PNG picture of one green pixel.
    private static let green =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC"

    private static let document = #"""
        {"v":"5.7.4","nm":"Greeting","fr":30,"ip":0,"op":45,"w":200,"h":100,
         "markers":[{"cm":"wave","tm":10,"dr":20},{"cm":"end","tm":44}],
         "slots":{"tint":{"p":{"k":[1,0,0]}},"spare":{"p":{"k":1}}},
         "fonts":{"list":[{"fName":"Roboto-Bold","fFamily":"Roboto","fStyle":"Bold","ascent":75},
                          {"fName":"Other","fFamily":"Other","fStyle":"Regular"}]},
         "chars":[{"ch":"H","style":"Bold","fFamily":"Roboto","w":60,"data":{"shapes":[]}}],
         "assets":[{"id":"inner","layers":[{"ty":4,"nm":"dot","ip":0,"op":45,"ks":{},"shapes":[]}]},
                   {"id":"pic","w":20,"h":10,"p":"data:image/png;base64,\#(green)"},{"id":"gone","p":"gone.png"}],
         "layers":[
          {"ty":4,"nm":"square","ind":1,"ip":0,"op":45,"parent":4,"ef":[{"ty":29,"ef":[{"v":{"k":9}}]}],
           "ks":{},"shapes":[{"ty":"rc","p":{"k":[50,50]},"s":{"k":[90,90]},"r":{"k":0}},
                             {"ty":"tm","s":{"k":0},"e":{"k":90},"o":{"k":0}},{"ty":"fl","c":{"k":[0,0,0],"sid":"tint"}}]},
          {"ty":0,"nm":"first","ind":2,"refId":"inner","w":200,"h":100,"ip":0,"op":45,"ks":{},"tm":{"k":1}},
          {"ty":0,"ind":3,"refId":"inner","w":200,"h":100,"ip":5,"op":15,"ks":{},"hd":true},
          {"ty":3,"nm":"rig","ind":4,"ip":0,"op":45,"ks":{}},
          {"ty":5,"ip":0,"op":45,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"H i","f":"Roboto-Bold","s":20}}]}}},
          {"ty":2,"refId":"pic","ip":0,"op":45,"ks":{}},
          {"ty":13,"nm":"view","ip":0,"op":45,"ks":{}}]}
        """#

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.document, to: "greeting.json")
        let manifest =
            #"{"version":"2","generator":"maker","animations":[{"id":"a","initialTheme":"t"},{"id":"b","name":"Second"}],"themes":[{"id":"t","name":"Dark"}]}"#
        let archive = ZIPWriter(
            .init("manifest.json", manifest), .init("a/a.json", Self.document), .init("a/b.json", Self.document),
            .init("t/t.json", #"{"rules":[]}"#)
        ).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/greeting.lottie"))
    }

    @Test("the text output describes everything except costs")
    func textDescribesAnimation() throws {
        let run = try Program.run(["inspect", "greeting.json", "--no-cost"], in: folder)
        #expect(run.status == 0)
        let size = Double(Self.document.utf8.count)
        #expect(
            run.lines == [
                "animation     greeting.json", "name          Greeting",
                "format        5.7.4, \((size / 100).rounded() / 10) kB", "size          200 × 100",
                "frames        0 to 45, 30 a second", "duration      1.5 s",
                "layers        2 precomposition, 2 shape, 1 image, 1 null, 1 text, 1 undrawn",
                "assets        1 composition, 2 pictures", "marker        wave at 10, 20 frames",
                "marker        end at 44", "slot          tint: color, 1 property", "slot          spare: unused",
                "font          Roboto Bold, 1 text: outlines in the file",
                "picture       gone: picture in another file: gone.png",
                "picture       pic: PNG, 1 × 1, 69 bytes, shown as 20 × 10",
                "uses          1 effect gaussian blur, 1 hidden layer, 1 parenting, 1 time remap, 1 trim",
                "not drawn     camera, 1 ×, first at layers[6]: layers are seen straight from the front; browsers stop with an error",
                "not drawn     picture in another file: gone.png, 1 ×, first at asset gone: it is left out, as it is not beside the animation",
                "not drawn     letters \" i\", 2 ×, first at font Roboto Bold: no font has them, so the sign of the face for missing letters appears, or nothing if the file has outlines; a sender's name is then written over the gift",
                "", "layers, the first on top:", "  0  \"square\": shape, 0 to 45, child of 3 \"rig\", 1 effect",
                "  1  \"first\": precomposition inner, 0 to 45", "      0  \"dot\": shape, 0 to 45",
                "  2  precomposition inner, as above, 5 to 15, hidden", "  3  \"rig\": null, 0 to 45",
                "  4  text, 0 to 45",
                "  5  image pic, 0 to 45", "  6  \"view\": undrawn, 0 to 45",
            ])
    }

    @Test("an archive's animations and themes come first")
    func archiveContentsComeFirst() throws {
        let run = try Program.run(["inspect", "greeting.lottie", "--no-cost", "--animation", "b"], in: folder)
        #expect(
            run.lines.prefix(5) == [
                "animation     greeting.lottie", "archive       dotLottie 2 by maker",
                "contains      animation a: initial, theme t", "contains      animation b: \"Second\"",
                "contains      theme t: \"Dark\"",
            ])
    }

    @Test("a sound is no picture")
    func sounds() throws {
        let sound = #"{"id":"song","p":"data:audio/mp3;base64,SUQzAA==","e":1}"#
        try folder.write(
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":9,"h":9,"layers":[],"assets":[\#(sound)]}"#, to: "sound.json")
        let run = try Program.run(["inspect", "sound.json", "--no-cost"], in: folder)
        #expect(run.lines.contains("assets        0 compositions, 0 pictures"), "\(run.output)")
        #expect(run.lines.contains("sound         song: not played"))
        #expect(!run.lines.contains { $0.hasPrefix("picture ") })
    }

    @Test("how an archive of version 1 wants to be played has no effect, and the options that do it are named")
    func settingsOfFirstVersion() throws {
        let settings = #""speed":1.5,"direction":-1,"playMode":"bounce","loop":3,"autoplay":true"#
        for (version, isTold) in [("1", true), ("2", false)] {
            let manifest =
                #"{"version":"\#(version)","animations":[{"id":"a","loop":false,"speed":1},{"id":"b",\#(settings)}]}"#
            let archive = ZIPWriter(
                .init("manifest.json", manifest), .init("a/a.json", Self.document), .init("a/b.json", Self.document)
            ).bytes
            try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/old.lottie"))
            let place = "manifest.json: animations[1]: how it plays is decided by options, here"
            let inspected = try Program.run(["inspect", "old.lottie", "--no-cost"], in: folder)
            let line = "no effect     \(place) --speed 1.5 --reverse --auto-reverse --loop 3"
            #expect(inspected.lines.filter { $0.hasPrefix("no effect") } == (isTold ? [line] : []))
            // Nearly all archives of version 1 ask for a loop.
            let linted = try Program.run(["lint", "old.lottie", "--only", "ineffective-entry"], in: folder)
            let message = "           \(place) --speed 1.5 --reverse --auto-reverse; change or remove it"
            #expect(linted.status == 0 && linted.lines.contains(message) == isTold, "\(linted.output)")
        }
    }

    @Test("the cost is measured for the visible layers, in decreasing order")
    func layersAreSortedByCost() throws {
        let run = try Program.run(["inspect", "greeting.json", "--pixels", "40x20"], in: folder)
        let start = try #require(run.lines.firstIndex { $0.hasPrefix("cost") })
        #expect(run.lines[start].contains(" ms a frame at 40 × 20: "))
        // A layer without pixels of its own, a hidden layer and an unsupported layer have no cost.
        let costs = run.lines[(start + 1)...].prefix { !$0.isEmpty }
        #expect(costs.count == 4)
        #expect(costs.allSatisfy { $0.contains(" %  ") && $0.contains(" ms  layers[") })
    }

    @Test("expressions are evaluated to find those that fail", arguments: ["--cost", "--no-cost"])
    func failingExpressionsAreFound(option: String) throws {
        let document =
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":9,"h":9,"layers":[{"ty":1,"nm":"lost","sw":9,"sh":9,"sc":"ff0000","ip":0,"op":9,"ks":{"r":{"k":0,"x":"var $bm_rt = thisComp.layer('gone').transform.rotation;"}}}]}"#
        try folder.write(document, to: "scripted.json")
        let run = try Program.run(["inspect", "scripted.json", option], in: folder)
        #expect(run.lines.contains("expressions   are run in every frame"))
        let failure = run.lines.first { $0.hasPrefix("not drawn     expression: ") }
        let place = ", first at layer \"lost\", property \"lost.Transform.Rotation\": the value or the keyframes"
        #expect(failure?.contains(place) == true)
    }

    @Test(
        "the length of a gift and its parts are told with a state machine too",
        arguments: [
            ("play: {from: 0.5s, to: 1s}", "0.5s of it", #"{"duration":0.5,"loop":null}"#),
            ("play: {intro: wave, loop: end}", "0.7s: intro 0.666666667s, loop 0.033333333s, outro 0s", nil),
            (
                "play: {speed: -2, loops: 3, hold: 500ms}",
                "2.75s of it, speed 2, backwards, 3 rounds, the last frame held for 0.5s", nil
            ),
            ("stateMachine: {for: 6s}", "6s with its state machine", #"{"duration":6,"loop":null}"#),
            ("play: {from: 0.5s}\nstateMachine: {for: 6s}", "6s with its state machine", nil),
            ("value: 1", nil, nil),
        ] as [(String, String?, String?)])
    func lengthWithStateMachine(manifest: String, text: String?, json: String?) throws {
        try folder.write(Self.document, to: "kind/data.json")
        try folder.write(
            #"{"initial":"x","states":[{"type":"PlaybackState","name":"x","animation":""}]}"#, to: "kind/s/m.json")
        try folder.write(manifest, to: "kind/gift.yaml")
        let lines = try Program.run(["inspect", "kind", "--no-cost"], in: folder).lines
        #expect(lines.filter { $0.hasPrefix("plays ") } == (text.map { ["plays         \($0)"] } ?? []))
        guard let json else { return }
        let output = try Program.run(["inspect", "kind", "--no-cost", "--format", "json"], in: folder).output
        #expect(output.contains("\"plays\":\(json)"), "\(output)")
    }

    @Test("the JSON output has the same facts")
    func jsonHasSameFacts() throws {
        let run = try Program.run(["inspect", "greeting.lottie", "--format", "json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(run.lines.count == 1)
        #expect(object["duration"] as? Double == 1.5)
        #expect((object["layers"] as? [String: Int])?["precomposition"] == 2)
        #expect((object["slots"] as? [[String: Any]])?.first?["kind"] as? String == "color")
        #expect((object["fonts"] as? [[String: Any]])?.count == 1)
        #expect((object["pictures"] as? [[String: Any]])?.last?["width"] as? Int == 1)
        #expect((object["undrawn"] as? [[String: Any]])?.first?["reason"] is String)
        #expect((object["archive"] as? [String: Any])?["animations"] as? [String] == ["a", "b"])
        let tree = try #require(object["tree"] as? [[String: Any]])
        #expect(tree.count == 7)
        #expect((tree[1]["layers"] as? [[String: Any]])?.first?["name"] as? String == "dot")
        let cost = try #require(object["cost"] as? [String: Any])
        #expect(cost["pixels"] as? String == "160x80")
        let shares = try #require(cost["layers"] as? [[String: Any]]).compactMap { $0["share"] as? Double }
        #expect(abs(shares.reduce(0, +) - 1) < 1e-6)
        #expect(shares == shares.sorted(by: >))
    }

    @Test(
        "a state machine that cannot be read is named with the reason, whatever the archive calls its list",
        arguments: [
            (
                #""initial":{"stateMachine":"s"},"stateMachines":[{"id":"s","name":"Tap"},{"id":"r"}]"#,
                ["s: initial, \"Tap\", ", "r: "]
            ),
            (#""activeStateId":"r","states":["s","r"]"#, ["s: ", "r: initial, "]),
            (#""stateMachines":{"id":"s"}"#, ["s: "]),
        ])
    func stateMachinesAreDescribed(members: String, notes: [String]) throws {
        let manifest = #"{"version":"2","animations":[{"id":"a"}],\#(members)}"#
        let archive = ZIPWriter(
            .init("manifest.json", manifest), .init("a/a.json", Self.document), .init("s/s.json", "{}")
        ).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/tap.lottie"))
        let run = try Program.run(["inspect", "tap.lottie", "--no-cost"], in: folder)
        let reasons = [
            "s": "s/s.json: states: expected at least one state, found none",
            "r": "s/r.json: expected in the archive, found none",
        ]
        #expect(
            run.lines.filter { $0.contains("state machine") }
                == notes.map { "contains      state machine \($0)not played: \(reasons[String($0.prefix(1))] ?? "")" })
        let json = try Program.run(["inspect", "tap.lottie", "--no-cost", "--format", "json"], in: folder)
        #expect(json.output.contains(#""stateMachines":["s""#))
    }

    /// The state machine of the guide's example, with an action that is not supported.
    private static let machine = #"""
        {"initial":"idle","inputs":[{"type":"Numeric","name":"taps","value":0},{"type":"Event","name":"tap"}],
         "interactions":[{"type":"Click","layerName":"gone","actions":[{"type":"Fire","inputName":"tap"}]}],
         "states":[{"type":"PlaybackState","name":"idle","animation":"","autoplay":true,"loop":true,"segment":"none",
           "transitions":[{"type":"Tweened","toState":"hop","duration":0.5,
             "guards":[{"type":"Event","inputName":"tap"}]}]},
          {"type":"PlaybackState","name":"hop","animation":"a","mode":"Reverse","speed":2,
           "entryActions":[{"type":"Increment","inputName":"taps"},{"type":"SetSlots"}],
           "transitions":[{"type":"Transition","toState":"idle"}]}]}
        """#

    @Test("states, transitions, inputs, what drives them and what is not supported are listed")
    func stateMachineIsListed() throws {
        let manifest = #"{"version":"2","animations":[{"id":"a"}],"initial":{"stateMachine":"s"}}"#
        let archive = ZIPWriter(
            .init("manifest.json", manifest), .init("a/a.json", Self.document), .init("s/s.json", Self.machine)
        ).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/hop.lottie"))
        let run = try Program.run(["inspect", "hop.lottie", "--no-cost"], in: folder)
        #expect(run.lines.contains("contains      state machine s: initial, 2 states, 2 inputs"))
        let start = try #require(run.lines.firstIndex(of: "state machine s, begins in \"idle\":"))
        let end = try #require(run.lines.firstIndex(of: "layers, the first on top:"))
        #expect(
            run.lines[(start + 1)..<(end - 1)] == [
                "  input         taps: Numeric, 0", "  input         tap: Event",
                "  driven by     Click at gone: Fire tap",
                "  state         \"idle\": the shown animation, marker \"none\", again and again",
                "    to \"hop\" in 0.5 s if tap was fired",
                "  state         \"hop\": a, stands still, Reverse, speed 2",
                "    entering: Increment taps 1, SetSlots (not supported)", "    to \"idle\" otherwise",
                "  not supported states[0].transitions[0]: two pictures are blended, not the shapes in them",
                "  not supported states[1].entryActions[1]: action SetSlots: does nothing",
                "  not supported states[0].segment: no marker \"none\": plays the whole animation",
                "  not supported interactions: no layer \"gone\": the pointer is never there",
            ])
        let json = try Program.run(["inspect", "hop.lottie", "--no-cost", "--format", "json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let machine = try #require((object["stateMachines"] as? [[String: Any]])?.first)
        #expect(machine["initialState"] as? String == "idle")
        #expect((machine["states"] as? [[String: Any]])?.count == 2)
        #expect((machine["unsupported"] as? [String])?.count == 4)
    }

    /// The files of a gift package: an animation and a manifest.
    private static let package: [(name: String, content: String)] = [
        ("data.json", document), ("gift.yaml", "name: Greeting\nproperties: {square.Opacity: 50%}\n"),
    ]

    @Test("a gift package is inspected as a ZIP file and as a folder, with its properties")
    func packageIsInspectedAsFileAndFolder() throws {
        for (name, content) in Self.package { try folder.write(content, to: "chain/\(name)") }
        let archive = ZIPWriter(files: Self.package.map { .init($0.name, $0.content) }).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/chain.zip"))
        let runs = try ["chain.zip", "chain", "chain/", "./chain"].map { name in
            let run = try Program.run(["inspect", name, "--no-cost"], in: folder)
            #expect(run.errors == "" && run.status == 0)
            #expect(run.lines.first == "animation     \(name)")
            return run.lines.dropFirst()
        }
        #expect(runs.allSatisfy { $0 == runs[0] } && runs[0].contains("name          Greeting"))
        for name in ["chain.zip", "chain"] {
            let run = try Program.run(["inspect", name, "--paths"], in: folder)
            #expect(run.lines.contains { $0.hasPrefix("square.Transform.Opacity ") && $0.hasSuffix(" 50 %") })
            #expect(try Program.run(["render", name, "--cells", "4x2"], in: folder).status == 0)
        }
    }

    @Test("all animations of a folder are described, sorted by name, and a folder without any is an error")
    func folderAnimationsAreDescribedByName() throws {
        try folder.write(Self.document, to: "all/b.json")
        try folder.write(Self.document, to: "all/a/deep.json")
        for (name, content) in Self.package { try folder.write(content, to: "all/chain/\(name)") }
        try folder.write("{}", to: "all/catalogue.json")
        try folder.write("words", to: "all/notes.txt")
        let text = try Program.run(["inspect", "all", "--no-cost"], in: folder)
        #expect(text.errors == "")
        #expect(
            text.lines.filter { $0.hasPrefix("animation ") }
                == ["all/a/deep.json", "all/b.json", "all/chain"].map { "animation     \($0)" })
        let json = try Program.run(["inspect", "all", "--no-cost", "--format", "json"], in: folder)
        #expect(json.lines.count == 3 && json.lines.allSatisfy { $0.hasPrefix(#"{"file":"all/"#) })
        try folder.write("", to: "empty/notes.txt")
        let empty = try Program.run(["inspect", "empty"], in: folder)
        #expect(empty.errorLine == "giftty: empty: expected animations (*.json, *.lottie, *.tgs, *.zip), found none")
        #expect(empty.status == 66)
    }

    @Test("each invalid file of a folder is one line, the first decides the exit code, and the others are described")
    func invalidFilesOfFolderAreReported() throws {
        for name in ["b", "d"] { try folder.write(Self.document, to: "mixed/\(name).json") }
        for name in ["a", "zz"] { try folder.write("{}", to: "mixed/\(name).json") }
        try folder.write("", to: "mixed/c.json")
        let text = try Program.run(["inspect", "mixed", "--no-cost"], in: folder)
        #expect(text.status == 65 && text.lines.first == "animation     mixed/b.json")
        #expect(
            text.lines.filter { $0.hasPrefix("animation ") }
                == ["b", "d"].map { "animation     mixed/\($0).json" })
        let faults = text.errors.split(separator: "\n")
        #expect(faults.count == 3)
        for (fault, name) in zip(faults, ["a", "c", "zz"]) {
            #expect(fault.hasPrefix("giftty: mixed/\(name).json: "))
        }
        let json = try Program.run(["inspect", "mixed", "--no-cost", "--format", "json"], in: folder)
        #expect(json.status == 65 && json.lines.count == 2 && json.errors == text.errors)
    }

    @Test("a ZIP file that is not a package is rejected in one line")
    func otherArchiveIsRejected() throws {
        let archive = ZIPWriter(.init("notes.txt", "words")).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/notes.zip"))
        let run = try Program.run(["inspect", "notes.zip"], in: folder)
        #expect(run.status == 65 && run.errorLine?.hasPrefix("giftty: notes.zip: ") == true)
    }

    @Test(
        "a composition of any size is described, or rejected in one line",
        arguments: [("1e-320", "1e-320"), ("5e-324", "100"), ("1e300", "1e-300"), ("1e308", "1e308"), ("1e9", "1e9")])
    func anySizeIsDescribedOrRejected(width: String, height: String) throws {
        try folder.write(
            #"{"v":"5","fr":30,"ip":0,"op":30,"w":\#(width),"h":\#(height),"layers":[]}"#, to: "size.json")
        let result = try Program.run(["inspect", "size.json"], in: folder)
        #expect(result.status == 0 && result.errors == "" || result.status == 65 && result.errorLine != nil)
    }
}
