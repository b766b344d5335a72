import Foundation
import TestSupport
import Testing

@Suite("What giftty play tells other programs")
struct PlayEventsTests {
    let folder: TemporaryFolder

    init() throws { folder = try MovingSquare.folder() }

    private let wholeLines = """
        {"at":0,"event":"started","animation":1,"name":"move.json","round":1,"frame":0}
        {"at":0,"event":"partStarted","animation":1,"part":1,"from":0,"to":6,"rounds":1,"frame":0}
        {"at":0.6,"event":"roundEnded","animation":1,"part":1,"round":1,"frame":5.999}
        {"at":0.6,"event":"ended","animation":1,"reason":"reached","frame":5.999}

        """

    @Test("without a terminal the lines of playing without keys come at once")
    func virtualTime() throws {
        let result = try Program.run(["play", "move.json", "--events", "-"], in: folder)
        #expect((result.output, result.errors, result.status) == (wholeLines, "", 0))
        let parts = try Program.run(
            [
                "play", "move.json", "--events", "-", "--marker", "in", "--then", "marker:loop x2 reverse", "--speed",
                "2",
                "--loop", "2", "--hold", "1s",
            ], in: folder)
        #expect(
            parts.output.split(separator: "\n").suffix(8) == [
                #"{"at":1,"event":"started","animation":1,"name":"move.json","round":2,"frame":0}"#,
                #"{"at":1,"event":"partStarted","animation":1,"part":1,"marker":"in","from":0,"to":2,"rounds":1,"frame":0}"#,
                #"{"at":1.1,"event":"roundEnded","animation":1,"part":1,"round":1,"frame":1.999}"#,
                #"{"at":1.1,"event":"partStarted","animation":1,"part":2,"marker":"loop","from":6,"to":2,"rounds":2,"frame":5.999}"#,
                #"{"at":1.3,"event":"roundEnded","animation":1,"part":2,"round":1,"frame":2}"#,
                #"{"at":1.5,"event":"roundEnded","animation":1,"part":2,"round":2,"frame":2}"#,
                #"{"at":1.5,"event":"held","animation":1,"frame":2}"#,
                #"{"at":2,"event":"ended","animation":1,"reason":"reached","frame":2}"#,
            ])
    }

    @Test("of markers with the same frames, the one that was asked for is named")
    func sameFrames() throws {
        let document = try folder.read("move.json")
            .replacing(#""markers":["#, with: #""markers":[{"cm":"all","tm":0,"dr":2},"#)
        try folder.write(document, to: "same.json")
        for name in ["all", "in"] {
            let result = try Program.run(["play", "same.json", "--events", "-", "--marker", name], in: folder)
            #expect(result.output.contains(#""part":1,"marker":"\#(name)","from":0,"to":2"#), "\(result.output)")
        }
    }

    @Test("rounds of the playlist end at the same times as those of a part")
    func roundsDoNotDrift() throws {
        func end(_ options: String...) throws -> Substring? {
            let result = try Program.run(["play", "heart", "--events", "-", "--frames", "10-20"] + options)
            return result.output.split(separator: "\n").last?.split(separator: ",").first
        }
        #expect(try end("--loop", "3") == #"{"at":0.55"#)
        #expect(try end("--loop", "1000") == #"{"at":183.333333333"#)
    }

    @Test(
        "what has no end cannot be printed at once, and a file that cannot be written is an error",
        arguments: [
            (["--loop"], 64, "--events -: expected an end, found --loop forever"),
            (["--hold", "forever"], 64, "--events -: expected an end, found --hold forever"),
        ])
    func endless(options: [String], status: Int32, message: String) throws {
        let result = try Program.run(["play", "move.json", "--events", "-"] + options, in: folder)
        #expect((result.status, result.output) == (status, ""))
        #expect(result.errors == "giftty: \(message)\n")
    }

    @Test("a file of events needs a terminal for the picture")
    func terminal() throws {
        let result = try Program.run(["play", "move.json", "--events", "events.jsonl"], in: folder)
        #expect(result.errors == "giftty: play: standard output: expected a terminal; --events - needs none\n")
        #expect(result.status == 64)
    }

    @Test("while the animation is shown, the lines go to the file", .enabled(if: TmuxSession.isInstalled))
    func file() throws {
        let terminal = try TmuxSession(columns: 60, rows: 12, folder: folder)
        try terminal.start("play move.json --loop 2 --events events.jsonl")
        try terminal.wait(forText: "left 0")
        let lines = try folder.read("events.jsonl").split(separator: "\n").map(String.init)
        let first = wholeLines.split(separator: "\n").map(String.init)
        #expect(lines.count == 8 && Array(lines.prefix(4)) == first)
        #expect(
            lines.suffix(4) == [
                #"{"at":0.6,"event":"started","animation":1,"name":"move.json","round":2,"frame":0}"#,
                #"{"at":0.6,"event":"partStarted","animation":1,"part":1,"from":0,"to":6,"rounds":1,"frame":0}"#,
                #"{"at":1.2,"event":"roundEnded","animation":1,"part":1,"round":1,"frame":5.999}"#,
                #"{"at":1.2,"event":"ended","animation":1,"reason":"reached","frame":5.999}"#,
            ])
    }

    /// Plays the animation a hundred times as fast, so that four hundred rounds are more lines than a pipe takes, waits
    /// for the end of the reader, and returns the lines of the terminal.
    ///
    /// What is typed before the program has ended would steer it, hence its status is awaited, which no typed line shows.
    private func playRounds(readBy reader: String, endingWith status: Int) throws -> [String] {
        let terminal = try TmuxSession(columns: 80, rows: 12, folder: folder)
        try terminal.type("mkfifo pipe; \(reader) &\n")
        try terminal.start("play move.json --loop 400 --speed 100 --events pipe")
        try terminal.wait(forText: "left \(status)")
        try terminal.type("kill %sleep; wait; echo read $((2 + 2))\n")
        return try terminal.wait(forText: "read 4")
    }

    @Test("a reader of a pipe that keeps up gets every line, also the last ones", .enabled(if: TmuxSession.isInstalled))
    func pipe() throws {
        _ = try playRounds(readBy: "cat pipe > read.jsonl", endingWith: 0)
        let lines = try folder.read("read.jsonl").split(separator: "\n")
        #expect(lines.count == 1_600 && lines.last?.contains(#""event":"ended""#) == true)
    }

    @Test(
        "a reader of a pipe that does not read holds nobody up, and one line says what it has missed",
        .enabled(if: TmuxSession.isInstalled))
    func deadReader() throws {
        let screen = try playRounds(readBy: "sleep 60 < pipe", endingWith: 73)
        #expect(screen.contains { $0.contains("giftty: pipe: ") && $0.contains("lines are lost, as the reader") })
    }

    @Test(
        "a reader of a pipe that leaves ends nothing, and its status says so", .enabled(if: TmuxSession.isInstalled))
    func goneReader() throws {
        _ = try playRounds(readBy: "head -n 1 pipe > read.jsonl", endingWith: 141)
        #expect(try folder.read("read.jsonl").contains(#""event":"started""#))
    }

    @Test("an unwritable file is reported before anything is shown", .enabled(if: TmuxSession.isInstalled))
    func unwritable() throws {
        let terminal = try TmuxSession(columns: 80, rows: 12, folder: folder)
        try terminal.start("play move.json --events missing/events.jsonl")
        let lines = try terminal.wait(forText: "left 73")
        #expect(lines.contains { $0.contains("missing/events.jsonl") })
    }
}
