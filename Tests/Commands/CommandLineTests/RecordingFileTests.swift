import Foundation
import TestSupport
import Testing

@Suite("The file of a recording")
struct RecordingFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "feed.ndjson")
    }

    private let room = ["demo", "--plain", "--feed", "feed.ndjson", "--follow"]

    @Test("a room is not recorded in the file in which another one is")
    func secondWriterIsRefused() throws {
        let first = try Program.start(room + ["--record", "both.jsonl", "--control", "unix:c"], in: folder)
        try first.wait(for: "the header") { (try? folder.read("both.jsonl"))?.contains("\n") == true }
        #expect(symlink("both.jsonl", "\(folder.path)/link.jsonl") == 0)
        for path in ["both.jsonl", "link.jsonl"] {
            let second = try Program.run(room + ["--duration", "1ms", "--record", path], in: folder)
            #expect(second.errorLine == "giftty: \(path): cannot be written: another program writes it")
            #expect((second.status, second.output) == (73, ""))
        }
        let converted = try Program.run(["feed", "convert", "feed.ndjson", "--output", "both.jsonl"], in: folder)
        #expect(converted.status == 73)
        _ = try Program.run(["control", "c", "send", "rocket", "--from", "ann"], in: folder)
        #expect(try first.end(by: SIGINT) == 130)
        let check = try Program.run(["replay", "both.jsonl", "--check"], in: folder)
        #expect(check.status == 0, "\(check.errors)\(check.output)")
    }

    @Test("a room that cannot start leaves an earlier recording as it is")
    func failedStartKeepsRecording() throws {
        let first = try Program.start(room + ["--control", "unix:c"], in: folder)
        try first.wait(for: "the socket") { FileManager.default.fileExists(atPath: "\(folder.path)/c") }
        try folder.write("an earlier session\n", to: "earlier.jsonl")
        let second = try Program.run(room + ["--record", "earlier.jsonl", "--control", "unix:c"], in: folder)
        #expect(second.errorLine == "giftty: --control c: another program listens there")
        #expect(try folder.read("earlier.jsonl") == "an earlier session\n")
        #expect(try first.end(by: SIGINT) == 130)
        // A room that starts replaces it.
        #expect(
            try Program.run(room + ["--duration", "1ms", "--record", "earlier.jsonl"], in: folder).status == 0)
        #expect(try folder.read("earlier.jsonl").hasPrefix("{"))
    }

    @Test("several rooms may be recorded in one device, and a pipe gets the whole recording")
    func streams() throws {
        let first = try Program.start(room + ["--record", "/dev/null", "--control", "unix:c"], in: folder)
        try first.wait(for: "the socket") { FileManager.default.fileExists(atPath: "\(folder.path)/c") }
        #expect(try Program.run(room + ["--duration", "1ms", "--record", "/dev/null"], in: folder).status == 0)
        #expect(try first.end(by: SIGINT) == 130)
        let piped = try Program.shell(
            "mkfifo pipe; cat pipe > copy.jsonl & \"$0\" demo --plain --seed 7 --duration 1ms --record pipe; wait",
            in: folder)
        #expect(piped.errors == "")
        #expect(try Program.run(["replay", "copy.jsonl", "--check"], in: folder).status == 0)
    }
}
