import Foundation
import SystemIO
import TestSupport
import Testing

@Suite("Other programs steer a room", .serialized, .timeLimit(.minutes(5)))
struct ControlTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Starts a room without gifts of its own, and waits until it listens.
    private func startRoom(_ options: [String] = []) throws -> BackgroundProgram {
        try folder.write("", to: "feed.ndjson")
        let room = try Program.start(
            ["demo", "--plain", "--feed", "feed.ndjson", "--follow", "--control", "unix:c"] + options, in: folder)
        try room.wait(for: "the socket") { FileManager.default.fileExists(atPath: "\(folder.path)/c") }
        return room
    }

    private func control(_ words: [String]) throws -> ProgramResult {
        try Program.run(["control", "c"] + words, in: folder)
    }

    @Test("a shell sends a gift, closes it, and sees the trace; the recording repeats it")
    func shell() throws {
        let room = try startRoom(["--record", "room.jsonl"])
        let sent = try control(["send", "rocket", "--from", "ann", "--count", "2"])
        #expect(sent.output.contains(#""event":"arrived","gift":1,"name":"rocket","from":"ann","count":2}"#))
        #expect(sent.output.contains(#""event":"started","gift":1}"#))
        #expect(
            try control(["set", "mode=replace", "replaceAt=0.9"]).output.contains(#""mode":"replace","replaceAt":0.9"#))
        let state = try control(["state"]).output
        #expect(state.contains(#""mode":{"value":"replace","origin":"control"}"#))
        #expect(try control(["close"]).output.contains(#""outcome":"dismissed""#))
        #expect(try room.end(by: SIGINT) == 130)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/c"))
        let check = try Program.run(["replay", "--check", "room.jsonl"], in: folder)
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test("nobody sees the password of a store: neither other programs, nor who reads the settings")
    func passwordOfStore() throws {
        let store = "http://ann:secret@127.0.0.1:1/shop"
        let room = try startRoom(["--store", store])
        let state = try control(["state"]).output
        #expect(state.contains(#""store":{"value":"http://ann:…@127.0.0.1:1/shop""#), "\(state)")
        #expect(!state.contains("secret"))
        #expect(try room.end(by: SIGINT) == 130)
        for format in ["text", "json"] {
            let shown = try Program.run(
                ["config", "show", "--format", format], environment: ["GIFTTY_STORE": store], in: folder)
            #expect(shown.output.contains("http://ann:…@127.0.0.1:1/shop") && !shown.output.contains("secret"))
        }
    }

    @Test("a room that does not answer ends the command after some seconds", arguments: [nil, "hello world\n"])
    func silentRoom(answer: String?) throws {
        let path = "\(folder.path)/silent"
        let listener = try UnixSocket.listen(at: path)
        defer { withExtendedLifetime(listener) {} }
        let command = try Program.start(["control", "silent", "close"], in: folder)
        var awaited = [AwaitedDescriptor(listener.descriptor)]
        Descriptor.wait(for: &awaited, milliseconds: 60_000)
        let accepted = try UnixSocket.accept(listener.descriptor)
        defer { Descriptor.close(accepted) }
        if let answer { try Descriptor.write(Array(answer.utf8), to: accepted) }
        #expect(try command.end() == 69)
        let expected = answer == nil ? "no answer within 10 s" : "expected the answer of a room, found another text"
        let errors = try command.errors
        #expect(errors.contains("silent: \(expected)"), "\(errors)")
    }

    @Test(
        "a room takes lines of feeds and of recordings; its recording repeats them, and has lines that it takes again")
    func linesOfFeedsAndRecordings() throws {
        let room = try startRoom(["--record", "room.jsonl"])
        let gift = #"{"at":7,"type":"gift","id":"m-1","gift":"rocket","from":"ann","streak":{"id":"s"}}"#
        #expect(try control([gift]).output.contains(#"{"id":"m-1","ok":true,"trace":[{"at":"#))
        #expect(try control([gift]).output.contains(#""reason":"duplicate""#))
        let chat = #"{"time":"2026-11-21T10:00:00Z","type":"chat","from":"cy","text":"wow"}"#
        #expect(try control([chat]).output == #"{"ok":true,"trace":[]}"# + "\n")
        let pause = #"{"at":0,"type":"do","do":"pause"}"#
        #expect(try control([pause]).output.contains(#""event":"paused""#))
        let settings = #"{"at":0,"type":"set","layer":"key","set":[{"name":"mode","value":"replace","by":"m"}]}"#
        #expect(try control([settings]).output.contains(#""event":"settings","mode":"replace""#))
        #expect(try control(["state"]).output.contains(#""mode":{"value":"replace","origin":"control"}"#))
        let wrong = try control([#"{"at":0,"type":"chat","from":"cy"}"#])
        #expect(wrong.status == 64)
        #expect(wrong.errorLine == "giftty: control: \"text\" is missing")
        #expect(try room.end(by: SIGINT) == 130)
        let check = try Program.run(["replay", "--check", "room.jsonl"], in: folder)
        #expect(check.status == 0, "\(check.errors)")

        let recorded = try folder.read("room.jsonl").split(separator: "\n").map(String.init)
        let second = try startRoom()
        for line in recorded where ["chat", "do", "set"].contains(where: { line.contains("\"type\":\"\($0)\"") }) {
            #expect(try control([line]).status == 0, "\(line)")
        }
        #expect(try control(["state"]).output.contains(#""mode":{"value":"replace","origin":"control"}"#))
        #expect(try second.end(by: SIGINT) == 130)
    }

    @Test("a program that follows the trace gets each line, and ends with the room")
    func follows() throws {
        let room = try startRoom()
        let follower = try Program.start(["control", "c", "follow", "trace"], in: folder)
        // The subscription is in force as soon as a line arrives.
        try follower.wait(for: "a line") {
            _ = try control(["send", "heart"])
            return try follower.output.contains(#"{"trace":{"at":"#)
        }
        #expect(try room.end(by: SIGINT) == 130)
        #expect(try follower.end() == 0)
    }

    @Test(
        "an address of another form, or one that needs a token which is missing, is an error of usage",
        arguments: [
            ("ws://127.0.0.1:9", "--control-token-file: expected the file with the room's token, found none"),
            ("http://127.0.0.1:9", "http://127.0.0.1:9: expected unix:PATH or ws://127.0.0.1:PORT"),
        ])
    func wrongAddress(address: String, message: String) throws {
        let result = try Program.run(["control", address, "close"], in: folder)
        #expect(result.status == 64)
        #expect(result.errors == "giftty: \(message)\n")
    }

    @Test("a request that the room or the command refuses is an error of usage, and no room is an error of service")
    func refusals() throws {
        let room = try startRoom()
        let wrong = try control(["send", "herat"])
        #expect(wrong.status == 64)
        #expect(wrong.errors.hasPrefix(#"giftty: control: send: unknown gift "herat", did you mean "heart"?"#))
        #expect(try control(["dance"]).status == 64)
        #expect(
            try control(["close", "--from", "ann"]).errorLine == "giftty: --from: expected together with send only")
        #expect(try control(["screenshot"]).errors.contains("there is no screen, only lines of text"))
        let second = try Program.run(["demo", "--plain", "--control", "unix:c"], in: folder)
        #expect(second.status == 73)
        #expect(second.errorLine == "giftty: --control c: another program listens there")
        #expect(try room.end(by: SIGINT) == 130)
        #expect(try control(["close"]).status == 69)
    }

    @Test("the screen of a stage is an SVG document", .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
    func screenshot() throws {
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        try terminal.type("clear; \"$GIFTTY\" demo --seed 7 --control unix:c\n")
        try terminal.wait(for: "a picture") {
            (try? control(["screenshot"]).output.hasPrefix("<svg")) == true
        }
        let frames = try control(["frames"]).output
        #expect(frames.contains(#""frames":{"shown":"#))
    }

    @Test(
        "a room whose terminal is gone removes its socket, however often it is told",
        .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
    func socketOfLostTerminal() throws {
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        try terminal.type("clear; \"$GIFTTY\" demo --seed 7 --control unix:c\n")
        try terminal.wait(for: "the socket") { FileManager.default.fileExists(atPath: "\(folder.path)/c") }
        try terminal.wait(for: "an answer") { try control(["state"]).status == 0 }
        let shell = try terminal.state("pane_pid")
        let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        let program = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
        // Until the shell has seen the end, so that some signals come while the room ends.
        let limit = ContinuousClock.now + .seconds(60)
        while kill(program, SIGHUP) == 0, ContinuousClock.now < limit { usleep(200) }
        #expect(kill(program, 0) != 0, "the room has not ended")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/c"))
    }

    @Test("a room replaces the socket of one that was killed")
    func socketOfKilledRoom() throws {
        let first = try startRoom()
        #expect(try first.end(by: SIGKILL) == 128 + SIGKILL)
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/c"))
        let second = try Program.start(
            ["demo", "--plain", "--feed", "feed.ndjson", "--follow", "--control", "unix:c"], in: folder)
        try second.wait(for: "an answer") { try control(["state"]).status == 0 }
        #expect(try second.end(by: SIGINT) == 130)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/c"))
    }

    @Test(
        "the adapter answers the paths of Firebot's queues", .enabled(if: Self.hasTools, "python3 or curl is missing"))
    func adapter() throws {
        let room = try startRoom()
        let script = ProjectFolder.file("Demo/control/firebot.py").path
        let adapter = try BackgroundProgram(["python3", script, "\(folder.path)/c", "0"])
        try adapter.wait(forText: "/api/v1/queues")
        let address = try adapter.output.trimmingCharacters(in: .whitespacesAndNewlines)
        func post(_ path: String, _ options: [String] = []) throws -> String {
            try Program.run(["-s", "-X", "POST", address + path] + options, in: folder, program: "curl").output
        }
        #expect(try post("") == #"[{"id": "gifts", "name": "Gifts", "active": true, "length": 0}]"#)
        #expect(try post("/gifts/toggle") == #"{"id": "gifts", "name": "Gifts", "active": false, "length": 0}"#)
        #expect(try post("/gifts/resume") == #"{"id": "gifts", "name": "Gifts", "active": true, "length": 0}"#)
        let paused = #"{"id": "gifts", "name": "Gifts", "active": false, "length": 0}"#
        #expect(try post("/gifts/pause", ["-X", "GET"]) == paused)
        let status = ["-o", "/dev/null", "-w", "%{http_code}"]
        #expect(try post("/gifts/dance", status) == "404")
        #expect(try post("/others/clear", status) == "404")
        // A page of another site must not steer the room, nor one whose name leads to this machine.
        for field in ["Origin: https://example.org", "Origin: null", "Sec-Fetch-Site: cross-site", "Host: example.org"]
        {
            #expect(try post("/gifts/resume", status + ["-H", field]) == "403", "\(field)")
        }
        #expect(try post("/gifts") == paused)
        _ = try room.end(by: SIGINT)
        #expect(try post("/gifts", status) == "503")
        _ = try adapter.end(by: SIGTERM)
    }

    private static let hasTools = ["/usr/bin/python3", "/usr/bin/curl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
