import FeedServers
import Foundation
import TestSupport
import Testing

@Suite("The demo with an external feed", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct DemoFeedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Starts a command line, in which `giftty` means the program, in a new terminal.
    private func start(_ line: String) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 110, rows: 30, folder: folder)
        let command = line.replacing("giftty ", with: "\"$GIFTTY\" ")
        try terminal.type("clear; \(command); echo left $?\n")
        return terminal
    }

    private func append(_ text: String, to name: String) throws {
        let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/" + name))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    private static func gift(_ gift: String, from sender: String, at seconds: Double = 0) -> String {
        #"{"at":\#(seconds),"type":"gift","id":"\#(gift)-\#(sender)","gift":"\#(gift)","from":"\#(sender)"}"# + "\n"
    }

    private static func chat(_ text: String, at seconds: Double = 0) -> String {
        #"{"at":\#(seconds),"type":"chat","id":"\#(text)","from":"ann","text":"\#(text)"}"# + "\n"
    }

    @Test("a file plays at its own times, its end is shown, and the recording replays")
    func filePlaysAtItsTimesAndReplays() throws {
        try folder.write(
            Self.chat("hello") + Self.gift("castle", from: "bob", at: 0.2) + "nonsense\n"
                + #"{"at":0.3,"type":"like","from":"ann","count":41}"# + "\n", to: "evening.ndjson")
        let terminal = try start("giftty demo --feed evening.ndjson --record a.jsonl")
        try terminal.wait(forText: "evening.ndjson")
        try terminal.wait(for: "gift, chat, likes and the end") { lines in
            ["Castle of lights bob", "ann hello", "♥ 41", "the feed has ended", "1 wrong line"].allSatisfy { text in
                lines.contains { $0.contains(text) }
            }
        }
        try terminal.quit()
    }

    @Test("keys work while the feed comes from standard input")
    func keysWorkWithFeedOnStandardInput() throws {
        try folder.write(Self.gift("castle", from: "bob"), to: "lines")
        _ = mkfifo(folder.path + "/wait", 0o600)
        let terminal = try start("(cat lines; cat wait) | giftty demo --feed - --record a.jsonl")
        try terminal.wait(forText: "Castle of lights bob")
        try terminal.type("x")
        try terminal.wait(forText: "dismissed")
        let writer = open(folder.path + "/wait", O_WRONLY)
        let line = Array(Self.chat("later").utf8)
        #expect(write(writer, line, line.count) == line.count)
        try terminal.wait(forText: "ann later")
        close(writer)
        try terminal.wait(forText: "the feed has ended")
        try terminal.quit()
    }

    @Test("a growing file is followed")
    func growingFileIsFollowed() throws {
        try folder.write("", to: "log")
        let terminal = try start("giftty demo --feed log --follow --record a.jsonl")
        try terminal.wait(forText: "nothing waiting")
        try append(Self.gift("rocket", from: "bob", at: 7_200), to: "log")
        try terminal.wait(forText: "Rocket bob")
        try append("bad\n", to: "log")
        try terminal.wait(forText: "log:2:1: expected")
        try terminal.quit()
    }

    @Test("a FIFO waits for the next writer")
    func fifoWaitsForNextWriter() throws {
        _ = mkfifo(folder.path + "/pipe", 0o600)
        let terminal = try start("giftty demo --feed pipe --follow --record a.jsonl")
        for (gift, name) in [("castle", "Castle of lights"), ("whale", "Moonlit whale")] {
            try terminal.wait(forText: "waiting for a writer")
            let shown = try terminal.lines()
            #expect(!shown.contains { $0.contains("\(name) bob") })
            let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/pipe"))
            try handle.write(contentsOf: Data(Self.gift(gift, from: "bob").utf8))
            try handle.close()
            try terminal.wait(forText: "\(name) bob")
            try terminal.type("x")
        }
        try terminal.quit()
    }

    @Test("events of all writers to its socket are shown")
    func eventsOfAllSocketWritersAreShown() throws {
        try folder.write(Self.gift("castle", from: "bob"), to: "one")
        try folder.write(Self.chat("second"), to: "two")
        let terminal = try start("giftty demo --feed unix:room --record a.jsonl")
        try terminal.wait(forText: "waiting for a writer")
        for name in ["one", "two"] { try UnixSocketWriter(folder.path + "/room").write(text: folder.read(name)) }
        try terminal.wait(for: "both") { lines in
            ["Castle of lights bob", "ann second"].allSatisfy { text in lines.contains { $0.contains(text) } }
        }
        try terminal.quit()
    }

    @Test(
        "events of platforms and their connectors are shown",
        arguments: [
            (
                "tiktok",
                #"{"event":"gift","data":{"msgId":"1","giftId":5655,"giftName":"Castle","giftType":2,"diamondCount":9999,"#
                    + #""repeatCount":1,"userId":"7","uniqueId":"bob","nickname":"bob"}}"#
            ),
            (
                "bilibili",
                #"{"cmd":"SEND_GIFT","data":{"tid":"1","giftId":1,"giftName":"Castle","num":1,"price":999900,"#
                    + #""coin_type":"gold","uid":7,"uname":"bob","timestamp":1700000000}}"#
            ),
        ])
    func platformLinesAreShown(format: String, line: String) throws {
        try folder.write(line + "\n", to: "relay.ndjson")
        let terminal = try start("giftty demo --feed relay.ndjson --format \(format) --record a.jsonl")
        try terminal.wait(forText: "Castle of lights bob")
        try terminal.quit()
    }

    @Test("disturbances are counted on the screen, and the same seed has the same effect")
    func disturbancesAreCountedAndDeterministic() throws {
        let lines = (0..<400).map { Self.chat("m\($0)", at: Double($0) * 0.001) }
        try folder.write(lines.joined(), to: "many")
        var recordings: [String] = []
        for name in ["a.jsonl", "b.jsonl"] {
            let terminal = try start(
                "giftty demo --feed many --chaos duplicate=10%,drop=20%,reorder=50ms --seed 5 --record \(name)")
            try terminal.wait(forText: "the feed has ended")
            try terminal.type("s")
            try terminal.wait(for: "what the faults did") { lines in
                ["chaos dropped", "chaos twice", "chaos late"].allSatisfy { text in
                    lines.contains { $0.contains(text) }
                }
            }
            // The first q would close the panel.
            try terminal.type("s")
            try terminal.quit(recording: name)
            // The times may differ on a slow machine.
            let chats = try folder.read(name).split(separator: "\n").filter { $0.contains(#""type":"chat""#) }
                .map { $0.drop { $0 != "," } }
            recordings.append(chats.joined(separator: "\n"))
        }
        #expect(recordings[0] == recordings[1] && !recordings[0].isEmpty)
    }

    @Test("a flood of a socket is dropped with reasons, and the counts add up")
    func floodIsDroppedWithReasons() throws {
        let terminal = try start("giftty demo --feed unix:room --record a.jsonl")
        try terminal.wait(forText: "waiting for a writer")
        try folder.write(
            String(repeating: Self.chat("x") + Self.gift("heart", from: "ann"), count: 30_000), to: "flood")
        try UnixSocketWriter(folder.path + "/room").write(text: folder.read("flood"))
        try terminal.type("s")
        func figure(_ name: String, _ lines: [String]) -> Int? {
            lines.compactMap { line in
                line.range(of: " \(name) +[0-9]+ ", options: .regularExpression).flatMap {
                    Int(line[$0].split(separator: " ").last ?? "")
                }
            }.first
        }
        try terminal.wait(for: "what was taken and what was dropped to be all there was") { lines in
            let dropped = figure("dropped", lines)
            let parts = ["crowded", "full"].compactMap { figure($0, lines) }.reduce(0, +)
            let taken = try folder.read("a.jsonl").split(separator: "\n")
                .filter { $0.contains(#""type":"chat""#) || $0.contains(#""type":"gift""#) }.count
            return figure("events", lines) == 60_000 && dropped == parts && taken + (dropped ?? 0) == 60_000
        }
        try terminal.type("s")
        try terminal.quit()
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/room"))
    }

    @Test("--plain prints the same events as lines, and ends with the feed")
    func plainPrintsEventsAsLines() throws {
        try folder.write(
            Self.chat("hello") + Self.gift("heart", from: "bob", at: 0.1) + "nonsense\n", to: "evening.ndjson")
        let result = try Program.run(
            ["demo", "--plain", "--feed", "evening.ndjson", "--record", "a.jsonl"], in: folder)
        #expect(result.status == 0)
        for text in [
            "ann: hello", "bob sent Heart", "bob's Heart played to its end", "feed: the feed has ended",
            "feed: evening.ndjson:3:1: expected",
        ] {
            #expect(result.output.contains(text), "\(text) in \(result.output)")
        }
        #expect(try Program.run(["replay", "a.jsonl", "--check"], in: folder).status == 0)
    }

    @Test(
        "invalid options are reported before anything is shown",
        arguments: [
            (["--feed", "none"], 66, "giftty: none: no such file"),
            (["--feed", "unix:"], 64, "giftty: unix:: expected a file, - or unix:PATH"),
            (["--follow"], 64, "giftty: --follow: can only be used with --feed"),
            (["--format", "tiktok"], 64, "giftty: --format: can only be used with --feed"),
            (
                ["--feed", "x", "--rate", "5"], 64,
                "giftty: --rate: cannot be combined with --feed"
            ),
            (
                ["--chaos", "drop"], 64,
                #"giftty: --chaos drop: drop: expected a fraction such as 0.3 or 30%, up to 1, found """#
            ),
        ])
    func invalidOptionsAreReported(arguments: [String], status: Int32, message: String) throws {
        let result = try Program.run(["demo", "--plain", "--duration", "1s"] + arguments, in: folder)
        #expect(result.status == status && result.errorLine == message && result.output == "")
    }
}
