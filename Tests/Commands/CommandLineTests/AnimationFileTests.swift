import Foundation
import TestSupport
import Testing
import ZIPFixtures

@Suite("Animations come from JSON files, archives and stickers, with pictures, themes and slots")
struct AnimationFileTests {
    let folder: TemporaryFolder

    /// Returns an animation of a 4 × 4 square in the color of the slot `tint`.
    ///
    /// If `picture` is not empty, a picture with the slot `face` is drawn above the square.
    private static func document(picture: String = "", color: String = "[1,0,0]") -> String {
        let asset = #"{"id":"0","w":4,"h":4,"u":"","p":"\#(picture)","sid":"face"}"#
        let image = #"{"ty":2,"refId":"0","ip":0,"op":9,"ks":{}},"#
        let fill = #"{"ty":"fl","c":{"a":0,"k":\#(color),"sid":"tint"},"o":{"k":100}}"#
        let square = #"{"ty":"rc","p":{"k":[2,2]},"s":{"k":[4,4],"sid":"size"},"r":{"k":0}}"#
        let shape = #"{"ty":4,"ip":0,"op":9,"ks":{},"shapes":[\#(square),\#(fill)]}"#
        return
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"assets":[\#(picture.isEmpty ? "" : asset)],"layers":[\#(picture.isEmpty ? "" : image)\#(shape)]}"#
    }

    /// A PNG picture of one green pixel.
    private static let green = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC")

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.document(), to: "plain.json")
        try folder.write(Self.document(picture: "images/green.png"), to: "inside/pictured.json")
        try folder.write(Self.document(picture: "../green.png"), to: "inside/above.json")
        try folder.write(Self.document(picture: "images/link.png"), to: "inside/linked.json")
        let green = try #require(Self.green)
        try green.write(to: URL(fileURLWithPath: folder.path + "/green.png"))
        try FileManager.default.createDirectory(
            atPath: folder.path + "/inside/images", withIntermediateDirectories: true)
        try green.write(to: URL(fileURLWithPath: folder.path + "/inside/images/green.png"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/inside/images/link.png", withDestinationPath: folder.path + "/green.png")
        let manifest =
            #"{"version":"2","initial":{"animation":"red"},"animations":[{"id":"pictured"},{"id":"red"},{"id":"themed","initialTheme":"blue"}],"themes":[{"id":"blue"}]}"#
        let archive = ZIPWriter(
            .init("manifest.json", manifest), .init("a/red.json", Self.document(), isDeflated: true),
            .init("a/themed.json", Self.document()), .init("a/pictured.json", Self.document(picture: "x/green.png")),
            .init("i/green.png", [UInt8](green)),
            .init("t/blue.json", #"{"rules":[{"id":"tint","type":"Color","value":[0,0,1]}]}"#)
        ).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/all.lottie"))
        try Data(ZIPWriter.gzipped(Array(Self.document().utf8)))
            .write(to: URL(fileURLWithPath: folder.path + "/sticker.tgs"))
        let bomb = ZIPWriter(.init("manifest.json", [UInt8](repeating: 32, count: 3 << 20), isDeflated: true)).bytes
        try Data(bomb).write(to: URL(fileURLWithPath: folder.path + "/bomb.lottie"))
        try Data(ZIPWriter(.init("../manifest.json", "{}")).bytes)
            .write(to: URL(fileURLWithPath: folder.path + "/escape.lottie"))
    }

    private static let red = "255;0;0"
    private static let lime = "0;255;0"
    private static let blue = "0;0;255"

    @Test(
        "render uses an animation's pictures, themes and slots, but no picture outside its folder",
        arguments: [
            (["plain.json"], red), (["sticker.tgs"], red), (["all.lottie"], red),
            (["all.lottie", "--animation", "themed"], blue),
            (["all.lottie", "--animation", "themed", "--theme", "none"], red),
            (["all.lottie", "--theme", "blue"], blue), (["all.lottie", "--animation", "pictured"], lime),
            (["inside/pictured.json"], lime), (["inside/above.json"], red), (["inside/linked.json"], red),
            (["plain.json", "--slot", "tint=#0f0"], lime), (["plain.json", "--slot", "tint=0,0,1"], blue),
            (["plain.json", "--slot", #"tint={"k":[0,1,0]}"#], lime),
            (["all.lottie", "--theme", "blue", "--slot", "tint=00ff00"], lime),
            (["inside/above.json", "--slot", "face=green.png"], lime),
        ])
    func optionsDetermineColor(arguments: [String], color: String) throws {
        let run = try Program.run(
            ["render"] + arguments + ["--pixels", "4x4", "--colors", "truecolor"], in: folder)
        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(run.lines == ["\u{1B}[48;2;\(color)m    \u{1B}[0m", "\u{1B}[48;2;\(color)m    \u{1B}[0m"])
    }

    @Test("a package in a folder shows its own pictures, and none that a link finds outside the folder")
    func packageShowsOnlyItsOwnPictures() throws {
        func link(_ name: String, to path: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(name)", withDestinationPath: "\(folder.path)/\(path)")
        }
        for name in ["own", "linked", "whole"] {
            try folder.write(Self.document(picture: "images/green.png"), to: "\(name)/data.json")
        }
        let green = [UInt8](try #require(Self.green))
        try folder.write(green, to: "own/real/green.png")
        try FileManager.default.createDirectory(atPath: folder.path + "/own/images", withIntermediateDirectories: true)
        try link("own/images/green.png", to: "own/real/green.png")
        try folder.write("", to: "linked/images/notes.txt")
        try link("linked/images/green.png", to: "green.png")
        try link("whole/images", to: "inside/images")
        for (name, color) in [("own", Self.lime), ("linked", Self.red), ("whole", Self.red)] {
            let run = try Program.run(["render", name, "--pixels", "4x4", "--colors", "truecolor"], in: folder)
            #expect(run.errors == "" && run.status == 0)
            #expect(run.lines == Array(repeating: "\u{1B}[48;2;\(color)m    \u{1B}[0m", count: 2), "\(name)")
        }
        try folder.write("", to: "elsewhere/notes.txt")
        try link("elsewhere/data.json", to: "plain.json")
        let run = try Program.run(["render", "elsewhere", "--pixels", "4x4"], in: folder)
        #expect(run.errorLine == "giftty: elsewhere/data.json: expected a file inside the package")
        #expect(run.status == 65 && run.output == "")
    }

    @Test(
        "an error is one line with the matching exit code",
        arguments: [
            (
                64, ["all.lottie", "--animation", "x"],
                "--animation: all.lottie: expected an animation of pictured, red, themed, found \"x\""
            ),
            (64, ["all.lottie", "--theme", "x"], "--theme: all.lottie: expected a theme of blue, found \"x\""),
            (64, ["plain.json", "--theme", "x"], "--theme: expected a .lottie file, found plain.json"),
            (64, ["heart", "--animation", "x"], "--animation: expected a .lottie file, found heart"),
            (
                64, ["plain.json", "--slot", "tin=#fff"],
                "--slot tin=#fff: unknown slot \"tin\", did you mean \"tint\"?"
            ),
            (64, ["plain.json", "--slot", "tint"], "--slot tint: expected NAME=VALUE"),
            (64, ["plain.json", "--slot", "tint=redish"], "--slot tint=redish: expected a color such as #ff8800"),
            (64, ["plain.json", "--slot", "size=wide"], "--slot size=wide: expected numbers such as 50,20"),
            (66, ["inside/pictured.json", "--slot", "face=gone.png"], "gone.png: no such file"),
            (
                65, ["plain.json", "--slot", "tint={\"k\":[1]}"],
                "plain.json: layers[0].shapes[1].c.sid: slot \"tint\": expected a colour of 3 or 4 numbers, found 1"
            ),
            (
                65, ["bomb.lottie"],
                "bomb.lottie: \"manifest.json\": expected a length up to 200 times the packed one, found more"
            ),
            (
                65, ["escape.lottie"],
                "escape.lottie: expected names of files below the archive, found \"../manifest.json\""
            ),
            (66, ["gone.tgs"], "gone.tgs: no such file"),
        ] as [(Int32, [String], String)])
    func invalidOptionsAreReported(status: Int32, arguments: [String], message: String) throws {
        for command in ["render", "bench"] {
            let run = try Program.run([command] + arguments + ["--pixels", "4x4"], in: folder)
            #expect(run.errorLine == "giftty: " + message)
            #expect(run.status == status)
            #expect(run.lines.allSatisfy { $0.contains("load ms") })
        }
        let run = try Program.run(["inspect"] + arguments, in: folder)
        #expect(run.errorLine == "giftty: " + message)
        #expect(run.status == status && run.output == "")
    }
}
