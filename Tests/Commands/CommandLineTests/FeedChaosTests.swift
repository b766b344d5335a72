import FaultProxy
import FeedServers
import Foundation
import TestSupport
import Testing

@Suite("Disturbances of feeds", .serialized)
struct FeedChaosTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a feed of chat lines at intervals of ten milliseconds.
    private func writeChat(_ count: Int) throws {
        let lines = (0..<count).map {
            #"{"at":\#(Double($0) / 100),"type":"chat","id":"m\#($0)","from":"ann","text":"\#($0)"}"# + "\n"
        }
        try folder.write(lines.joined(), to: "feed")
    }

    private static let chaos = "duplicate=10%,drop=20%,reorder=500ms,disconnect=6/min"

    @Test("convert, record and stats disturb a file in the same way each time")
    func fileIsDisturbedDeterministically() throws {
        try writeChat(3_000)
        func run(_ command: String, _ arguments: String...) throws -> ProgramResult {
            try Program.run(["feed", command, "feed", "--chaos", Self.chaos] + arguments, in: folder)
        }
        let first = try run("convert", "--seed", "5")
        #expect(first.status == 0 && first.errors == "")
        #expect(try run("convert", "--seed", "5").output == first.output)
        #expect(try run("convert", "--seed", "6").output != first.output)
        let texts = first.lines.compactMap { $0.firstMatch(of: /"text":"([0-9]+)"/).flatMap { Int($0.1) } }
        // Of 3,000 lines a fifth is dropped and a tenth duplicated. Disconnections leave gaps of several seconds too.
        #expect(texts.count > 1_500 && texts.count < 2_900)
        #expect(Set(texts).count < texts.count && texts != texts.sorted())
        let holes = Set(0..<2_900).subtracting(texts).sorted()
        let runs = zip(holes, holes.dropFirst(60)).filter { $1 - $0 == 60 }
        #expect(!runs.isEmpty, "an outage of a second or more")
        let stats = try run("stats", "--seed", "5", "--format", "json")
        #expect(stats.output.contains(#""chat":\#(texts.count)"#), "\(stats.output.prefix(200))")
    }

    @Test("an invalid disturbance is reported before anything is read", arguments: ["convert", "stats", "record"])
    func invalidDisturbanceIsReported(command: String) throws {
        let result = try Program.run(["feed", command, "unix:s", "--chaos", "drop"], in: folder)
        #expect(result.status == 64 && result.output == "")
        let problem = #"drop: expected a fraction such as 0.3 or 30%, up to 1, found """#
        #expect(result.errorLine == "giftty: --chaos drop: \(problem)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/s"))
    }

    @Test("writers to a socket are disconnected, can connect again, and the program reports it")
    func socketWritersCanReconnect() throws {
        let program = try Program.start(
            ["feed", "record", "unix:s", "-o", "rec", "--chaos", "disconnect=2/s", "--seed", "3"], in: folder)
        try program.wait(for: "the socket") { FileManager.default.fileExists(atPath: folder.path + "/s") }
        for number in 1...3 {
            let writer = try UnixSocketWriter(folder.path + "/s")
            // The connection may be cut before the line is written.
            try? writer.write(#"{"at":0,"type":"chat","id":"\#(number)","from":"a","text":"b"}"#)
            #expect(writer.waitForEnd())
        }
        #expect(try program.end(by: SIGINT) == 130)
        let words = "giftty: unix:s: disconnected on purpose, waiting for a writer\n"
        #expect(try program.errors.hasPrefix(words))
    }

    @Test("bursts end with the feed, whenever its end is detected")
    func burstsEndWithFeed() throws {
        let line = #"{"at":0,"type":"gift","id":"g","gift":"heart","from":"a"}"# + "\n"
        try folder.write(line, to: "short.ndjson")
        for _ in 1...5 {
            let result = try Program.shell("\"$0\" feed record - --chaos burst=50@1h <short.ndjson", in: folder)
            #expect(result.status == 0 && result.lines.count == 1)
        }
    }

    @Test("a disconnected chat channel is reported on the stage and connected again")
    func disconnectedChannelReconnects() throws {
        let peer = try LoopbackPeer { talk in
            while let line = talk.readLine() {
                if line.hasPrefix("USER") { talk.send(":irc.test 001 giftty :Welcome") }
                guard line.hasPrefix("JOIN") else { continue }
                talk.send(":giftty!g@h JOIN #ann", ":cy!c@h PRIVMSG #ann :hello number \(talk.number)")
            }
        }
        let terminal = try TmuxSession(columns: 110, rows: 30, folder: folder)
        // With this seed more than four seconds pass before each of the first two cuts, enough for a connection.
        try terminal.type(
            "\"$GIFTTY\" demo --feed irc://127.0.0.1:\(peer.port)/ann --chaos disconnect=30/min --seed 15 "
                + "--record a.jsonl; clear; echo left $?\n")
        try terminal.wait(forText: "hello number 0")
        try terminal.wait(forText: "lost: disconnected on purpose")
        try terminal.wait(forText: "hello number 1")
        try terminal.type("s")
        try terminal.wait(forText: "chaos disconnects")
        try terminal.type("sq")
        try terminal.wait(forText: "left 0")
        let check = try Program.run(["replay", "a.jsonl", "--check"], in: folder)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test(
        "published events can be disturbed, whatever their source",
        .enabled(if: MosquittoBroker.program != nil))
    func publishedEventsCanBeDisturbed() throws {
        let broker = try MosquittoBroker()
        try writeChat(200)
        func published(_ seed: Int) throws -> String {
            let result = try Program.run(
                [
                    "feed", "publish", "feed", "--to", broker.url("g"), "--speed", "100", "--chaos", "drop=50%",
                    "--seed",
                    "\(seed)",
                ], in: folder)
            #expect(result.status == 0, "\(result.errors)")
            return result.output
        }
        let first = try published(1)
        let count = try #require(Int(first.prefix { $0.isNumber }))
        #expect(count > 50 && count < 150)
        #expect(try published(1) == first)
    }
}
