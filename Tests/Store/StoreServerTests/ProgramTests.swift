import Foundation
import GiftPackages
import StoreProtocol
import TestSupport
import Testing

@testable import StoreServer

/// A running `gift-store` program.
private final class Program: Sendable {
    static let path = Programs.built("gift-store")

    /// Runs a program to its end.
    static func run(_ words: [String]) async throws -> ProgramResult {
        try await onThread { try ChildProgram.run(words) }
    }

    private let program: BackgroundProgram
    let port: Int

    /// The text that the program has written to its standard error so far.
    var errors: String { get throws { try program.errors } }

    /// Starts a server and waits until it listens.
    init(_ arguments: [String]) throws {
        program = try BackgroundProgram([Self.path, "--port", "0"] + arguments)
        port = try program.number(after: "http://127.0.0.1:")
    }

    func send(_ signal: Int32) { program.send(signal) }

    /// Waits for the end.
    ///
    /// - Returns: The exit status, or 128 and the number of the signal.
    func end() async throws -> Int32 { try await onThread { [program] in try program.end() } }
}

@Suite("The program gift-store", .timeLimit(.minutes(3)))
struct ProgramTests {
    private func tokenFile(in folder: TemporaryFolder) throws -> String {
        try folder.write("  \(TestServer.token)\n", to: "token")
    }

    private func curl(_ arguments: String...) async throws -> String {
        let run = try await Program.run(["curl", "--silent", "--show-error", "--max-time", "30"] + arguments)
        #expect(run.errors == "")
        return run.output
    }

    @Test("the program fills an empty folder with the demo's gifts, and curl can use the whole interface")
    func curlCanUseWholeInterface() async throws {
        let folder = try TemporaryFolder()
        let token = try tokenFile(in: folder)
        let program = try await onThread { try Program(["--root", "\(folder.path)/store", "--token-file", token]) }
        let address = "http://127.0.0.1:\(program.port)"
        let catalogue = try StoreCatalogue(json: Array(try await curl("--compressed", "\(address)/gifts").utf8))
        #expect(catalogue.gifts.count == 14)
        let heart = try #require(catalogue.gifts.first { $0.id == "heart" })
        #expect((heart.name, heart.value, heart.duration) == ("Heart", 1, 1_000_000_000))
        #expect(heart.symbol == GiftSymbol(emoji: "💖", ascii: "<3"))
        #expect(heart.tags == ["small"])

        // An interrupted download continues where it stopped.
        let file = "\(folder.path)/heart.zip"
        _ = try await curl("--range", "0-99", "--output", file, "\(address)/\(heart.package)")
        #expect(try await curl("--continue-at", "-", "--output", file, "\(address)/\(heart.package)") == "")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        #expect(SHA256Digest.digest(of: bytes) == heart.sha256)
        #expect(try GiftPackage(bytes).composition.duration == 1)

        let authorization = "Authorization: Bearer \(TestServer.token)"
        let status = ["--output", "/dev/null", "--write-out", "%{http_code}"]
        let first = try await Program.run(
            ["curl", "--silent"] + status + [
                "--header", authorization, "--upload-file", file, "\(address)/gifts/heart-2?value=3",
            ])
        #expect(first.output == "201")
        let refused = try await Program.run(
            ["curl", "--silent"] + status + ["--upload-file", file, "\(address)/gifts/heart-2"])
        #expect(refused.output == "401")
        #expect(
            try await curl("--header", authorization, "--request", "DELETE", "\(address)/gifts/heart-2")
                == #"{"withdrawn":"heart-2","revision":3}"#)
        program.send(SIGTERM)
        #expect(try await program.end() == 0)
    }

    @Test("SIGTERM lets the program finish its requests and end its streams")
    func terminationFinishesRequests() async throws {
        let folder = try TemporaryFolder()
        let token = try tokenFile(in: folder)
        let program = try await onThread { try Program(["--root", "\(folder.path)/store", "--token-file", token]) }
        let document = Animations.document()
        let (stream, upload) = try await onThread {
            let stream = try RawConnection(port: program.port)
            stream.send("GET /events HTTP/1.1\r\nHost: store\r\n\r\n")
            _ = try stream.receive(until: "retry")
            let upload = try RawConnection(port: program.port)
            upload.send(
                "PUT /gifts/plane HTTP/1.1\r\nHost: store\r\nAuthorization: Bearer \(TestServer.token)\r\n"
                    + "Expect: 100-continue\r\nContent-Length: \(document.count)\r\n\r\n")
            #expect(try upload.answer(hasBody: false).status == 100)
            return (stream, upload)
        }
        // The program ends after a time, so that no step may wait for the threads that all tests share.
        let (rest, answer) = try await onThread {
            program.send(SIGTERM)
            let rest = String(decoding: try stream.receiveAll(), as: UTF8.self)
            upload.send(document)
            return (rest, try upload.answer())
        }
        #expect(rest.hasSuffix("0\r\n\r\n"))
        #expect(answer.status == 201)
        #expect(try await program.end() == 0)
        let repository = try StoreRepository(root: "\(folder.path)/store", now: Gifts.time)
        #expect(repository.snapshot["plane"]?.version == 1)
    }

    @Test("a failure writes one line and ends the program with the right exit code")
    func failuresHaveTheirExitCodes() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try folder.write("short", to: "short")
        try folder.write("two words of which each is long", to: "words")
        try folder.write("{", to: "broken/catalogue.json")
        try folder.write("mine", to: "other/thesis.tex")
        let running = try await onThread { try Program(["--root", "\(path)/store"]) }
        for (arguments, status, message) in [
            (
                ["--port", "70000"], 64,
                "the value '70000' is invalid for '--port <port>': expected a whole number from 0 to 65535"
            ),
            (["--port", "abc"], 64, "the value 'abc' is invalid for '--port <port>': expected a whole number"),
            (["--port", "-1"], 64, "the value '-1' is invalid for '--port <port>': expected a whole number"),
            (["--nonsense"], 64, "gift-store: unknown option '--nonsense'"),
            (["--announce", ""], 64, "--announce: expected mqtt://host/topic or mqtts://host/topic"),
            (
                ["--announce", "mqtt://n1/gifts mqtt://n2/rooms"], 64,
                "--announce: expected the same prefix for all nodes, found mqtt://n1:1883/gifts and mqtt://n2:1883/rooms"
            ),
            (
                ["--announce", "mqtt://n1/gifts", "--announce", "mqtt://n2/rooms"], 64,
                "found mqtt://n1:1883/gifts and mqtt://n2:1883/rooms"
            ),
            (
                ["--announce", "mqtt://n1/gifts", "--announce", "mqtt://n1:1883/gifts"], 64,
                "--announce: expected each node once, found n1:1883 again"
            ),
            (["--root", "\(path)/broken"], 65, "broken/catalogue.json: "),
            (["--root", "\(path)/other"], 65, "found \"thesis.tex\""),
            (["--token-file", "\(path)/none"], 66, "none: no such file"),
            (["--token-file", "\(path)/short"], 78, "expected one token of at least 16 characters"),
            (["--token-file", "\(path)/words"], 78, "expected one token of at least 16 characters"),
            (["--root", "\(path)/store"], 69, "another gift-store uses this folder"),
            (
                ["--root", "\(path)/next", "--port", "\(running.port)"], 69,
                "gift-store: 127.0.0.1:\(running.port): cannot bind: address already in use\n"
            ),
            (["--root", "\(path)/short/below"], 73, "short"),
        ] {
            let run = try await Program.run([Program.path] + arguments)
            #expect(Int(run.status) == status, "\(arguments): \(run.errors)")
            #expect(run.errors.hasPrefix("gift-store: ") && run.errors.contains(message), "\(run.errors)")
            #expect(run.errors.filter { $0 == "\n" }.count == 1)
            #expect(run.output == "")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(path)/broken") == ["catalogue.json"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(path)/other") == ["thesis.tex"])
        running.send(SIGTERM)
        #expect(try await running.end() == 0)
    }

    @Test(
        "the program warns of a token that others may read or change, and runs nevertheless",
        arguments: [(0o600, false), (0o400, false), (0o644, true), (0o620, true), (0o602, true)])
    func readableTokenFileIsWarning(mode: Int, isOpen: Bool) async throws {
        let folder = try TemporaryFolder()
        let token = try tokenFile(in: folder)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: token)
        let program = try await onThread { try Program(["--root", "\(folder.path)/store", "--token-file", token]) }
        program.send(SIGTERM)
        #expect(try await program.end() == 0)
        #expect(try program.errors.contains("others may read or change the token") == isOpen)
    }

    @Test("the program warns of a private key that others may read", arguments: [(0o600, false), (0o640, true)])
    func readableKeyFileIsWarning(mode: Int, isOpen: Bool) async throws {
        let folder = try TemporaryFolder()
        let der = [0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20]
        let text = Data(der.map { UInt8($0) } + Array(repeating: 7, count: 32)).base64EncodedString()
        let key = "\(folder.path)/store.pem"
        try "-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----\n"
            .write(toFile: key, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
        let options = ["--root", "\(folder.path)/store", "--document-key", key]
        let program = try await onThread { try Program(options) }
        program.send(SIGTERM)
        #expect(try await program.end() == 0)
        #expect(try program.errors.contains("others may read or change the private key") == isOpen)
        let export = try await Program.run([Program.path] + options + ["export", "\(folder.path)/copy"])
        #expect(
            export.status == 0 && export.errors.contains("the private key (mode 640)") == isOpen, "\(export.errors)")
    }

    @Test("the store is intact after kill -9 at any moment")
    func storeSurvivesKill() async throws {
        let folder = try TemporaryFolder()
        let token = try tokenFile(in: folder)
        let root = "\(folder.path)/store"
        var known = 0
        for round in 0..<8 {
            let program = try await onThread { try Program(["--root", root, "--token-file", token]) }
            let client = HTTPClient(port: program.port)
            let catalogue = try StoreCatalogue(json: try await client.get("/gifts").body)
            #expect(catalogue.revision >= known, "round \(round)")
            for gift in catalogue.gifts {
                let package = try await client.get("/\(gift.package)")
                #expect(SHA256Digest.digest(of: package.body) == gift.sha256, "round \(round)")
            }
            let headers = ["Authorization": "Bearer \(TestServer.token)"]
            async let publishing = onThread {
                var last = catalogue.revision
                var number = 0
                while true {
                    number += 1
                    let answer = try? client.blockingRequest(
                        "PUT", "/gifts/plane-\(number % 3)", headers, body: Animations.document(frames: 10 + number))
                    guard let answer else { return last }
                    #expect([200, 201].contains(answer.status))
                    last += 1
                }
            }
            try await Task.sleep(for: .milliseconds(20 + 37 * round))
            program.send(SIGKILL)
            known = try await publishing
            #expect(try await program.end() == 128 + SIGKILL)
        }
        let repository = try StoreRepository(root: root, now: Gifts.time)
        #expect(repository.snapshot.catalogue.revision >= known)
    }
}
