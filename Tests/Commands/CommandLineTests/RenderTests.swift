import Foundation
import TestSupport
import Testing

@Suite("giftty render")
struct RenderTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            {"v":"5.7.0","fr":10,"ip":0,"op":6,"w":12,"h":12,"layers":[{"ty":1,"ip":0,"op":6,"st":0,"sr":1,"sw":6,"sh":6,
            "sc":"#ff8000","ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":6,"s":[6,6]}]}}}]}
            """, to: "move.json")
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
    }

    @Test(
        "the extension determines the format, and the output is the same every time",
        arguments: [
            ("gif", "GIF89a"), ("webp", "RIFF"), ("png", "\u{89}PNG"), ("svg", "<svg "), ("cast", "{\"version\": 2, "),
            ("txt", "+++"), ("GIF", "GIF89a"),
        ])
    func extensionDeterminesFormat(ending: String, head: String) throws {
        let arguments = ["render", "move.json", "--frames", "all", "--output"]
        let first = try Program.run(arguments + ["a.\(ending)"], in: folder)
        #expect(first.status == 0 && first.output == "" && first.errors == "")
        let second = try Program.run(arguments + ["new/folder/b.\(ending)"], environment: ["NO_COLOR": "1"], in: folder)
        #expect(second.status == 0)
        let file = try bytes("a.\(ending)")
        #expect(file.starts(with: head.unicodeScalars.map { UInt8($0.value) }))
        #expect(try bytes("new/folder/b.\(ending)") == file)
    }

    /// Returns the durations of a GIF's frames in hundredths of a second, from its graphic control extensions.
    private func delays(_ file: [UInt8]) -> [Int] {
        file.indices.dropLast(6).compactMap { index in
            file[index..<index + 3].elementsEqual([0x21, 0xF9, 4])
                ? Int(file[index + 4]) | Int(file[index + 5]) << 8 : nil
        }
    }

    @Test(
        "an animation is written completely, at its own frame rate or another one",
        arguments: [
            ([], Array(repeating: 10, count: 6)), (["--fps", "5"], [20, 20, 20]),
            (["--fps", "15"], [7, 6, 7, 7, 6, 7, 7, 6, 7]), (["--frames", "0,5"], [10, 10]),
            (["--frames", "0,5", "--fps", "2"], [50, 50]), (["--progress", "0.5"], [100]),
            (["--progress", "50%"], [100]),
        ])
    func frameRateCanBeChanged(arguments: [String], expected: [Int]) throws {
        let result = try Program.run(["render", "move.json", "--output", "a.gif"] + arguments, in: folder)
        #expect(result.status == 0)
        #expect(delays(try bytes("a.gif")) == expected)
    }

    @Test("a still format has one frame, and {frame} writes a file for each frame")
    func stillFormatHasOneFrame() throws {
        #expect(
            try Program.run(["render", "move.json", "--output", "a.txt", "--colors", "none"], in: folder).status == 0)
        #expect(try folder.read("a.txt").split(separator: "\n", omittingEmptySubsequences: false).count == 25)
        let each = try Program.run(
            ["render", "move.json", "--frames", "0,2.5", "--cells", "6x3", "--output", "{frame}.svg"], in: folder)
        #expect(each.status == 0)
        #expect(try folder.read("0.svg").contains("width=\"48\" height=\"48\""))
        #expect(try !folder.read("2.5.svg").contains("animation"))
    }

    @Test("the folders of a file for each frame are made")
    func foldersOfFramesAreMade() throws {
        let run = try Program.run(
            ["render", "move.json", "--frames", "0,1", "--pixels", "6x6", "--output", "new/frames/{frame}.png"],
            in: folder)
        #expect(run.status == 0 && run.errors == "")
        #expect(try bytes("new/frames/0.png") != bytes("new/frames/1.png"))
    }

    @Test("a text file has no colors unless they are requested")
    func textHasNoColorsByDefault() throws {
        #expect(try Program.run(["render", "move.json", "--output", "a.txt"], in: folder).status == 0)
        #expect(try !folder.read("a.txt").contains("\u{1B}"))
        let colored = try Program.run(
            ["render", "move.json", "--output", "b.txt", "--colors", "truecolor"], in: folder)
        #expect(try colored.status == 0 && folder.read("b.txt").contains("48;2;255;128;0m"))
    }

    @Test(
        "an error is one line",
        arguments: [
            (
                ["--output", "a.bmp"], 64,
                "--output: expected a name that ends in .png, .gif, .webp, .svg, .cast or .txt, found a.bmp"
            ),
            (
                ["--output", "a.gif", "--pixels", "4x4", "--cells", "4x4"], 64,
                "expected --pixels or --cells, found both"
            ),
            (
                ["--output", "a.gif", "--frames", ""], 64,
                "--frames: expected numbers such as 3,40,75 or all, found \"\""
            ),
            (["--output", "a.gif", "--frames", "6"], 64, "--frames: expected a frame below 6, found 6"),
            (["--output", "a.gif", "--fps", "0"], 64, "the value '0' is invalid for '--fps <30>'"),
            (
                ["--output", "a.webp", "--pixels", "16384x4"], 64,
                "a.webp: expected sides from 1 to 16383, found 16384×4"
            ),
            (["--output", "move.json/a.gif"], 73, "move.json/"),
            (["--output", "move.json/{frame}.svg"], 73, "move.json/"),
            (["--output", "move.json/a.png"], 73, "move.json/a.png: cannot be written"),
        ])
    func invalidOptionsAreReported(arguments: [String], status: Int32, words: String) throws {
        let result = try Program.run(["render", "move.json"] + arguments, in: folder)
        #expect(result.status == status && result.output == "")
        #expect(result.errorLine?.hasPrefix("giftty: " + words) == true, "\(result.errors)")
    }

    @Test("a frame that costs too much is written as far as it goes, and named", arguments: ["a.png", "-"])
    func incompleteFramesAreNamed(output: String) throws {
        let repeater = #"{"ty":"rp","c":{"k":100},"tr":{"p":{"k":[1,1]}}}"#
        let circle = #"{"ty":"el","p":{"k":[0,0]},"s":{"k":[30,30]}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}"#
        let copies = (0..<6).reduce(circle) { inner, _ in #"{"ty":"gr","it":[\#(inner)]},\#(repeater)"# }
        try folder.write(
            #"{"fr":10,"ip":0,"op":4,"w":60,"h":60,"layers":[{"ty":4,"ip":1,"op":3,"shapes":[\#(copies)]}]}"#,
            to: "copies.json")
        let arguments = ["render", "copies.json", "--pixels", "60x60", "--output", output]
        let result = try Program.run(arguments + ["--fps", "10"], in: folder)
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix("giftty: copies.json: frame 1: layers[0]: expected at most "))
        #expect(result.errors.hasSuffix(" found more; a part of the picture is missing, also in 1 other frame\n"))
        if output == "-" { #expect(!result.output.isEmpty) } else { #expect(try bytes(output).count > 50) }
        let complete = try Program.run(arguments + ["--frames", "3"], in: folder)
        #expect(complete.status == 0 && complete.errors == "")
    }
}
