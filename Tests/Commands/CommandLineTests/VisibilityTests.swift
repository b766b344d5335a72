import Foundation
import TestSupport
import Testing

@Suite("Layers are hidden, shown and listed")
struct VisibilityTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        func square(_ name: String, _ color: String, _ x: Int, _ more: String = "") -> String {
            #"{"ty":1,"nm":"\#(name)","ip":0,"op":30,"sw":2,"sh":2,"sc":"\#(color)","ks":{"p":{"k":[\#(x),0]}}\#(more)}"#
        }
        let layers = [square("red", "#ff0000", 0), square("ghost", "#00ff00", 2, #","hd":true"#)]
        try folder.write(
            #"{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":4,"h":2,"layers":[\#(layers.joined(separator: ","))]}"#,
            to: "two.json")
    }

    @Test(
        "--hide and --show change which layers are drawn, and --show takes precedence",
        arguments: [
            ([], "41"), (["--hide", "red"], ""), (["--show", "ghost"], "41 42"), (["--hide", "**"], ""),
            (["--hide", "**", "--show", "ghost"], "42"), (["--show", "*", "--hide", "red"], "41 42"),
        ] as [([String], String)])
    func optionsHideAndShow(options: [String], colors: String) throws {
        let run = try Program.run(
            ["render", "two.json", "--pixels", "4x2", "--colors", "truecolor"] + options, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let found = [("41", "48;2;255;0;0m"), ("42", "48;2;0;255;0m")].filter { run.output.contains($0.1) }
        #expect(found.map(\.0).joined(separator: " ") == colors)
    }

    @Test("a shown layer stays invisible inside a hidden one, so the guide's example shows the layers around it")
    func guideShowsTheCastleAlone() throws {
        let article = try String(
            contentsOf: ProjectFolder.file("Sources/giftty.docc/PlayingAndInspectingLottie.md"), encoding: .utf8)
        let example = "giftty render castle --hide '**' --show castle --show 'castle.flag 632'"
        #expect(article.contains("\n\(example)\n"))
        func picture(_ options: String...) throws -> String {
            let run = try Program.run(
                ["render", "castle", "--cells", "40x12", "--colors", "none"] + options, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            return run.output
        }
        func isEmpty(_ picture: String) -> Bool { picture.allSatisfy(\.isWhitespace) }
        let shown = try picture("--hide", "**", "--show", "castle", "--show", "castle.flag 632")
        let whole = try picture()
        #expect(!isEmpty(shown) && shown != whole)
        #expect(isEmpty(try picture("--hide", "**", "--show", "castle.flag 632")))
        #expect(isEmpty(try picture("--hide", "**", "--show", "castle")))
    }

    @Test("inspect and lint look at the layers as they are drawn")
    func listsShowWhatIsDrawn() throws {
        func layers(_ options: String...) throws -> [String] {
            let run = try Program.run(["inspect", "two.json", "--no-cost"] + options, in: folder)
            return run.lines.suffix(2).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(try layers() == [#"0  "red": solid, 0 to 30"#, #"1  "ghost": solid, 0 to 30, hidden"#])
        #expect(
            try layers("--hide", "red", "--show", "ghost") == [
                #"0  "red": solid, 0 to 30, hidden"#, #"1  "ghost": solid, 0 to 30"#,
            ])
        func unseen(_ options: String...) throws -> [Substring] {
            let run = try Program.run(["lint", "two.json", "--only", "unseen-layer"] + options, in: folder)
            return run.output.split(separator: "\n").filter { $0.contains("unseen-layer") }
        }
        #expect(try unseen() == [#"  warning  unseen-layer  layers[1]  "ghost""#])
        #expect(try unseen("--show", "ghost") == [])
        #expect(try unseen("--hide", "red", "--show", "*") == [])
        #expect(try unseen("--hide", "red", "--show", "ghost") == [#"  warning  unseen-layer  layers[0]  "red""#])
    }

    @Test("a path without a layer is an error with a suggestion")
    func unknownLayerIsReported() throws {
        let run = try Program.run(["render", "two.json", "--hide", "gost"], in: folder)
        #expect(run.status == 64)
        #expect(run.errorLine == "giftty: --hide gost: no layer of that path, did you mean \"ghost\"?")
        #expect(try Program.run(["render", "two.json", "--show", "a."], in: folder).status == 64)
    }

    @Test("inspect --key-paths lists the layers")
    func keyPathsAreListed() throws {
        let text = try Program.run(["inspect", "two.json", "--key-paths"], in: folder)
        #expect(text.lines == ["red", "ghost"])
        let json = try Program.run(["inspect", "two.json", "--key-paths", "--format", "json"], in: folder)
        #expect(json.output == "[\"red\",\"ghost\"]\n")
    }
}
