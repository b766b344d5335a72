import Foundation
import TestSupport
import Testing

@Suite("The part of an animation that is played or drawn, and its direction")
struct PlaybackOptionsTests {
    let folder: TemporaryFolder

    init() throws { folder = try MovingSquare.folder() }

    private func film(_ arguments: [String]) throws -> Data {
        let name = arguments.joined().filter { $0.isLetter || $0.isNumber } + ".gif"
        let result = try Program.run(["render", "move.json", "--output", name] + arguments, in: folder)
        #expect(result.errors == "")
        return try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
    }

    @Test(
        "a moving picture has the frames of the part in the order in which they are played",
        arguments: [
            (["--from", "#2", "--to", "#5"], "2,3,4"), (["--from", "0.2s", "--to", "50%"], "2"),
            (["--marker", "in"], "0,1"), (["--marker", "loop"], "2,3,4,5"), (["--to", "marker:loop"], "0,1"),
            (["--marker", "in", "--reverse"], "1,0"), (["--marker", "in", "--auto-reverse"], "0,1,1,0"),
            (["--marker", "in", "--auto-reverse", "--reverse", "--loop", "2"], "1,0,0,1,1,0,0,1"),
            (["--frames", "2-4"], "2,3,4"), (["--frames", "2-4", "--reverse"], "4,3,2"),
            (["--frames", "2-3", "--loop", "2"], "2,3,2,3"), (["--marker", "in", "--then", "#4..#6"], "0,1,4,5"),
            (["--marker", "loop", "--then", "marker:loop reverse"], "2,3,4,5,5,4,3,2"),
            (["--marker", "in", "--reverse", "--hold", "0.2s"], "1,0,0,0"),
            (["--loop", "2", "--marker", "in"], "0,1,0,1"),
            (["--marker", "in", "--then", "#4..#6", "--loop", "2"], "0,1,4,5,0,1,4,5"),
            (["--marker", "in", "--reverse", "--hold", "0.2s", "--loop", "2"], "1,0,0,0,1,0,0,0"),
            (["--marker", "in", "--reverse", "--hold", "0.15s", "--loop", "2"], "1,0,0,0,0.5,0,0"),
        ])
    func parts(arguments: [String], frames: String) throws {
        #expect(try film(arguments) == film(["--frames", frames]))
    }

    @Test("a range of frames is a part in formats for pictures too", arguments: ["png", "txt"])
    func rangeOfPictures(ending: String) throws {
        func film(_ arguments: String...) throws -> Data {
            let name = "range.\(ending)"
            let run = try Program.run(["render", "move.json", "--output", name] + arguments, in: folder)
            #expect(run.errors == "")
            return try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
        }
        #expect(try film("--frames", "2-4", "--reverse") == film("--frames", "4,3,2"))
        #expect(try film("--frames", "2-3", "--loop", "2") == film("--frames", "2,3,2,3"))
        #expect(try film("--frames", "2-4") == film("--frames", "2,3,4"))
    }

    @Test("the frames of an animation that begins below zero can be drawn, and a marker's name can be in quotes")
    func negativeFramesAndQuotes() throws {
        let document = try folder.read("move.json")
            .replacing(#""ip":0,"op":6"#, with: #""ip":-3,"op":6"#).replacing(#""cm":"in""#, with: #""cm":"b x3""#)
        try folder.write(document, to: "early.json")
        func film(_ arguments: String...) throws -> Data {
            let run = try Program.run(["render", "early.json", "--output", "early.gif"] + arguments, in: folder)
            #expect(run.errors == "")
            return try Data(contentsOf: URL(fileURLWithPath: folder.path + "/early.gif"))
        }
        #expect(try film("--frames", "-3--1") == film("--frames", "-3,-2,-1"))
        #expect(try film("--frames", "-3--1", "--reverse") == film("--frames", "-1,-2,-3"))
        #expect(try film("--frames", "-1-1") == film("--frames", "-1,0,1"))
        #expect(try film("--to", "#-2", "--then", #"marker:"b x3" x2"#) == film("--frames", "-3,0,1,0,1"))
    }

    @Test("a moving picture of a gift has the frames that its manifest says, at its speed, in each of its rounds")
    func giftPlays() throws {
        try folder.write(try folder.read("move.json"), to: "kind/data.json")
        try folder.write("play: {marker: loop, loops: 2, speed: 2}", to: "kind/gift.yaml")
        func gift(_ arguments: [String]) throws -> Data {
            let result = try Program.run(["render", "kind", "--output", "kind.gif"] + arguments, in: folder)
            #expect(result.errors == "")
            return try Data(contentsOf: URL(fileURLWithPath: folder.path + "/kind.gif"))
        }
        #expect(try gift([]) == film(["--frames", "2,4,2,4"]))
        #expect(try gift(["--loop", "2"]) == film(["--frames", "2,4,2,4,2,4,2,4"]))
        #expect(try gift(["--marker", "in"]) == film(["--frames", "0,1"]))
    }

    @Test("a hold alone holds the last frame of what a gift plays, instead of the gift's own hold")
    func giftIsHeld() throws {
        try folder.write(try folder.read("move.json"), to: "kind/data.json")
        for manifest in ["play: {from: 0.1s, to: 0.3s, reverse: yes}", "play: {marker: loop, hold: 9s}", "value: 1"] {
            try folder.write(manifest, to: "kind/gift.yaml")
            let options =
                manifest.contains("reverse")
                ? ["--from", "0.1s", "--to", "0.3s", "--reverse"]
                : manifest.contains("marker") ? ["--marker", "loop"] : []
            let name = "held.gif"
            let result = try Program.run(["render", "kind", "--hold", "0.3s", "--output", name], in: folder)
            #expect(result.errors == "")
            let held = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
            #expect(try held == film(options + ["--hold", "0.3s"]), "\(manifest)")
        }
    }

    @Test(
        "what the animation does not have, and options that contradict each other, are errors in one line",
        arguments: [
            (["--from", "#9"], "move.json: expected a place from frame 0 to 6, found #9"),
            (["--marker", "out"], "move.json: unknown marker \"out\", expected one of in, loop"),
            (["--from", "#4", "--to", "#2"], "move.json: expected an end after the beginning, found frame 4 to 2"),
            (["--from", "#4", "--marker", "in"], "expected --marker or --from and --to, found both"),
            (
                ["--from", "soon"],
                "expected a time such as 1.5s, a frame such as #12, a share such as 30%, or marker:NAME"
            ),
            (["--loop", "0"], "expected a whole number from 1 up"),
            (["--frames", "1-9"], "--frames: expected a frame below 6, found 9"),
            (["--frames", "1-9", "--reverse"], "--frames: expected a frame below 6, found 9"),
            (["--frames", "-2-3", "--reverse"], "--frames: expected a frame from 0 on, found -2"),
            (
                ["--frames", "4-2"],
                "--frames: expected a range whose second frame is not before the first, such as 10-20, found 4-2"
            ),
            (["--loop", "100000000"], "expected a moving picture of at most 108000 frames, found 600000000"),
            (["--hold", "1h", "--fps", "240"], "expected a moving picture of at most 108000 frames, found 864144"),
            (["--then", "marker:in x1001"], "then x1 to x1000, reverse or auto-reverse if wanted"),
            (["--then", "#1..#2 x0"], "then x1 to x1000, reverse or auto-reverse if wanted"),
            (["--then", "marker:\"in x2\""], "--then: move.json: unknown marker \"in x2\", expected one of in, loop"),
            (
                ["--frames", "1,3", "--reverse"],
                "--reverse: can only be used with all frames, or with one range of --frames such as 10-20"
            ),
            (["--progress", "0.5", "--reverse"], "--reverse: can only be used for moving pictures and with --fps"),
        ])
    func errors(arguments: [String], message: String) throws {
        let result = try Program.run(["render", "move.json", "--output", "x.gif"] + arguments, in: folder)
        #expect(result.status == 64)
        #expect(result.errors.contains(message))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test(
        "play ends after so many rounds, in either direction", .enabled(if: TmuxSession.isInstalled),
        arguments: ["--loop 2", "--speed -1 --frames 0-2", "--loop 2 --auto-reverse --marker in"])
    func playing(options: String) throws {
        let terminal = try TmuxSession(columns: 60, rows: 12, folder: folder)
        try terminal.start("play move.json \(options)")
        try terminal.wait(forText: "left 0")
    }

    @Test("--loop without a number goes on until q, also before the name", .enabled(if: TmuxSession.isInstalled))
    func forever() throws {
        let terminal = try TmuxSession(columns: 60, rows: 12, folder: folder)
        try terminal.start("play --loop move.json")
        try terminal.wait(forText: "of 0.6 s")
        Thread.sleep(forTimeInterval: 1.5)
        #expect(try terminal.lines().joined().contains("of 0.6 s"))
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }
}
