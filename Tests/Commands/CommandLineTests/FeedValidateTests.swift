import FaultProxy
import FeedServers
import Foundation
import TestSupport
import Testing

@Suite("giftty feed validate with live feeds", .serialized)
struct FeedValidateTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let gift = #"{"at":5,"type":"gift","gift":"rose","from":"ann"}"#
    private static let early = #"{"at":1,"type":"join","from":"bob"}"#

    @Test("an invalid line from a socket is reported when it arrives, and Ctrl-C exits with 130")
    func socketLineIsReportedOnArrival() throws {
        let program = try Program.start(["feed", "validate", "unix:s"], in: folder)
        let writer = try UnixSocketWriter(folder.path + "/s")
        try writer.write(Self.gift, "wrong")
        let first = "unix:s#1:2:1: expected \"{\", found wrong\n"
        try program.wait(for: "the first wrong line") { try program.output == first }
        try writer.write(Self.early)
        let second = "unix:s#1:3:1: expected lines in order of time, found 1s after 5s\n"
        try program.wait(for: "the second") { try program.output == first + second }
        #expect(try program.end(by: SIGINT) == 130)
        #expect(try program.errors == "" && !FileManager.default.fileExists(atPath: folder.path + "/s"))
    }

    @Test(
        "the end of a FIFO's writer ends the command, with 65 after an invalid line",
        arguments: [
            (Self.gift, Int32(0), "ok      fifo  1 event\n"),
            (Self.gift + "\n[]", 65, "fifo:2:1: expected \"{\", found a list\n"),
        ])
    func endOfWriterEndsCommand(lines: String, status: Int32, words: String) throws {
        mkfifo(folder.path + "/fifo", 0o600)
        let program = try Program.start(["feed", "validate", "fifo"], in: folder)
        try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/fifo")).write(
            contentsOf: Data("\(lines)\n".utf8))
        #expect(try program.end() == status)
        #expect(try program.output == words && program.errors == "")
    }

    @Test("a growing file is followed, and a replaced file starts a new time order")
    func replacedFileStartsNewTimeOrder() throws {
        let log = try folder.write(Self.gift + "\n", to: "log")
        let program = try Program.start(["feed", "validate", "log", "--follow", "--format", "json"], in: folder)
        let handle = try #require(FileHandle(forWritingAtPath: log))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("wrong\n".utf8))
        try program.wait(for: "line 2") { try program.output.contains("\"line\":2") }
        // Replaces the file with another one whose times are earlier.
        try folder.write("\(Self.early)\n{}\n", to: "log")
        try program.wait(for: "line 2 of the other") { try program.output.contains("missing") }
        #expect(try program.end(by: SIGINT) == 130)
        let lines = try program.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last == #"{"file":"log","line":2,"column":1,"problem":"\"at\" is missing"}"#)
    }

    @Test("every invalid line is reported, however many there are")
    func allInvalidLinesAreReported() throws {
        try folder.write(String(repeating: "wrong\n", count: 5_000), to: "log")
        let result = try Program.run(["feed", "validate", "log", "--duration", "60s"], in: folder)
        #expect(result.status == 65 && result.lines.count == 5_000)
        #expect(result.lines.last == "log:5000:1: expected \"{\", found wrong")
    }

    @Test(
        "an invalid line of a chat channel is reported, and the end of the duration exits with 65, or with 0 if all is valid"
    )
    func channelIsValidatedForDuration() throws {
        for (said, status, words) in [
            (":bob!b@h", Int32(65), "expected a command"), (":bob!b@h PRIVMSG #ann :hi", 0, "ok      irc://127.0.0.1:"),
        ] {
            let peer = try LoopbackPeer { talk in
                while let line = talk.readLine() {
                    if line.hasPrefix("USER") { talk.send(":irc.test 001 giftty :Welcome") }
                    guard line.hasPrefix("JOIN") else { continue }
                    talk.send(":giftty!g@h JOIN #ann", said)
                }
            }
            let result = try Program.run(
                ["feed", "validate", "irc://127.0.0.1:\(peer.port)/ann", "--duration", "3s"], in: folder)
            #expect(result.status == status && result.output.contains(words), "\(result.output)\(result.errors)")
        }
    }

    @Test("a feed without an end cannot be validated together with others")
    func endlessFeedMustBeAlone() throws {
        let result = try Program.run(["feed", "validate", "a", "unix:s"], in: folder)
        #expect(result.status == 64)
        #expect(
            result.errorLine
                == "giftty: unix:s: a feed that may have no end cannot be combined with others")
    }

    @Test("a line of an unknown type is reported with a suggestion, and counted by other commands")
    func unknownTypeHasSuggestion() throws {
        let gift = #"{"at":1,"type":"gift","gift":"rocket","from":"ann"}"#
        let lines = [
            gift, #"{"at":1,"type":"gfit","gift":"rocket","from":"ann"}"#, #"{"at":2,"type":"do","do":"close"}"#,
            gift.replacing(":1,", with: ":3,"),
            #"{"at":4,"type":"zzz"}"#,
        ]
        try folder.write(lines.joined(separator: "\n") + "\n", to: "log.ndjson")
        let found = try Program.run(["feed", "validate", "log.ndjson"], in: folder)
        #expect(found.status == 65)
        #expect(
            found.lines == [
                #"log.ndjson:2:1: unknown type "gfit", did you mean "gift"?"#,
                #"log.ndjson:3:1: unknown type "do": only recorded sessions have such lines"#,
                #"log.ndjson:5:16: warning: the line is ignored: unknown type "zzz""#,
            ])
        let stats = try Program.run(["feed", "stats", "log.ndjson", "--format", "json"], in: folder)
        #expect(stats.output.contains(#""badLines":2"#))
        let simulated = try Program.run(["simulate", "log.ndjson", "--format", "json"], in: folder)
        #expect(simulated.status == 0)
        #expect(
            simulated.errorLine
                == #"giftty: log.ndjson:2: skipped: unknown type "gfit", did you mean "gift"?; so is another line of an unknown type"#
        )
    }

    @Test("a feed whose last line is incomplete is simulated up to there, with a warning")
    func incompleteLastLineIsWarning() throws {
        let gift = #"{"at":1,"type":"gift","gift":"rocket","from":"ann"}"#
        try folder.write(gift + "\n" + gift + "\n" + gift.dropLast(9), to: "cut.ndjson")
        let whole = try Program.run(["simulate", "cut.ndjson", "--trace", "-"], in: folder)
        #expect(whole.status == 0 && whole.output.components(separatedBy: "arrived").count == 3)
        #expect(whole.errorLine == "giftty: cut.ndjson:3: skipped: the last line is incomplete")
        for command in [
            ["simulate", "cut.ndjson"], ["compare", "cut.ndjson"], ["sweep", "cut.ndjson", "--replace-at", "0:1:1"],
        ] {
            let run = try Program.run(command, in: folder)
            #expect(run.status == 0 && run.errorLine == whole.errorLine)
        }
        #expect(try Program.run(["feed", "validate", "cut.ndjson"], in: folder).status == 65)
    }
}
