import FaultProxy
import FeedServers
import Foundation
import Testing

@Suite("giftty feed validate, as it comes", .serialized)
struct FeedValidateTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let gift = #"{"at":5,"type":"gift","gift":"rose","from":"ann"}"#
    private static let early = #"{"at":1,"type":"join","from":"bob"}"#

    @Test("a wrong line of a socket is named when it comes, and Ctrl-C ends with 130")
    func socket() throws {
        let program = try RunningProgram(["feed", "validate", "unix:s"], in: folder)
        let writer = try UnixSocketWriter(folder.path + "/s")
        try writer.write(Self.gift, "wrong")
        let first = "unix:s#1:2:1: expected \"{\", found wrong\n"
        try program.wait(for: "the first wrong line") { try program.output == first }
        try writer.write(Self.early)
        let second = "unix:s#1:3:1: expected lines in order of time, found one 4s too late\n"
        try program.wait(for: "the second") { try program.output == first + second }
        #expect(program.end(by: SIGINT) == 130)
        #expect(try program.errors == "" && !FileManager.default.fileExists(atPath: folder.path + "/s"))
    }

    @Test(
        "a FIFO ends with its writer, with 65 where a line was wrong",
        arguments: [
            (Self.gift, Int32(0), "ok      fifo  1 events\n"),
            (Self.gift + "\n[]", 65, "fifo:2:1: expected \"{\", found a list\n"),
        ])
    func pipe(lines: String, status: Int32, words: String) throws {
        mkfifo(folder.path + "/fifo", 0o600)
        let program = try RunningProgram(["feed", "validate", "fifo"], in: folder)
        try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/fifo")).write(
            contentsOf: Data("\(lines)\n".utf8))
        #expect(program.end() == status)
        #expect(try program.output == words && program.errors == "")
    }

    @Test("a growing file is followed, and one written anew has times of its own")
    func follow() throws {
        let log = try folder.write(Self.gift + "\n", to: "log")
        let program = try RunningProgram(["feed", "validate", "log", "--follow", "--format", "json"], in: folder)
        let handle = try #require(FileHandle(forWritingAtPath: log))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("wrong\n".utf8))
        try program.wait(for: "line 2") { try program.output.contains("\"line\":2") }
        // Another file of this name, and earlier.
        try folder.write("\(Self.early)\n{}\n", to: "log")
        try program.wait(for: "line 2 of the other") { try program.output.contains("missing") }
        #expect(program.end(by: SIGINT) == 130)
        let lines = try program.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last == #"{"file":"log","line":2,"column":1,"problem":"\"at\" is missing"}"#)
    }

    @Test("however many lines are wrong, each is named")
    func many() throws {
        try folder.write(String(repeating: "wrong\n", count: 5_000), to: "log")
        let result = try Program.run(["feed", "validate", "log", "--duration", "60s"], in: folder)
        #expect(result.status == 65 && result.lines.count == 5_000)
        #expect(result.lines.last == "log:5000:1: expected \"{\", found wrong")
    }

    @Test("what is wrong in a channel is named, and the time that is given ends it with 65, or 0 where all is well")
    func channel() throws {
        for (said, status, words) in [
            (":bob!b@h", Int32(65), "expected a command"), (":bob!b@h PRIVMSG #ann :hi", 0, "ok      irc://127.0.0.1:"),
        ] {
            let peer = try LoopbackPeer { talk in
                while let line = talk.line() {
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

    @Test("one without an end is read alone")
    func alone() throws {
        let result = try Program.run(["feed", "validate", "a", "unix:s"], in: folder)
        #expect(result.status == 64)
        #expect(
            result.errorLine
                == "giftty: unix:s: expected no other feed beside one that may have no end")
    }
}
