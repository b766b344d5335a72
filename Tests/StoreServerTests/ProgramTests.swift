import Foundation
import GiftPackages
import StoreDocuments
import Testing

@testable import StoreServer

/// The real program, beside the tests wherever those were built.
private final class Program: Sendable {
    static let path: String = {
        let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let places = [
            beside, Bundle.main.bundleURL.deletingLastPathComponent(), package.appending(path: ".build/debug"),
        ]
        let found = places.map { $0.appending(path: "gift-store").path }
        return found.first { FileManager.default.isExecutableFile(atPath: $0) } ?? found[0]
    }()

    /// A run that is waited for: its status, and what it wrote.
    static func run(_ executable: String, _ arguments: [String]) async throws -> (
        status: Int32, output: String, errors: String
    ) {
        try await onThread {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: executable)
            process.arguments = arguments
            let (output, errors) = (Pipe(), Pipe())
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            let problems = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, text, problems)
        }
    }

    private let process = Process()
    private let errors: FileHandle
    let port: Int

    /// Starts a server and waits until it listens.
    init(_ arguments: [String]) throws {
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = ["--port", "0"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = pipe
        errors = pipe.fileHandleForReading
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let bytes = errors.availableData
            guard !bytes.isEmpty else { throw ClientError(problem: "ended: \(text)") }
            text += String(decoding: bytes, as: UTF8.self)
        }
        // gift-store: http://127.0.0.1:41234/ serves …
        guard let port = text.split(separator: ":").dropFirst(3).first?.split(separator: "/").first.flatMap({ Int($0) })
        else { throw ClientError(problem: text) }
        self.port = port
        // The log must not fill the pipe.
        Thread.detachNewThread { [errors] in
            while let bytes = try? errors.read(upToCount: 1 << 16), !bytes.isEmpty {}
        }
    }

    deinit {
        // A test that failed in the middle leaves no server behind.
        if process.isRunning { kill() }
    }

    func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

    func terminate() { process.terminate() }

    /// Waits for the end: the exit status, or minus the signal.
    func end() async throws -> Int32 {
        try await onThread { [process] in
            process.waitUntilExit()
            return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        }
    }
}

@Suite("gift-store", .timeLimit(.minutes(3)))
struct ProgramTests {
    private func tokenFile(in folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/token"
        try "  \(TestServer.token)\n".write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func curl(_ arguments: String...) async throws -> String {
        let run = try await Program.run("/usr/bin/curl", ["--silent", "--show-error", "--max-time", "30"] + arguments)
        #expect(run.errors == "")
        return run.output
    }

    @Test("fills an empty folder with the demo's gifts, and curl can do all there is to do")
    func curl() async throws {
        let folder = try TemporaryFolder()
        let token = try tokenFile(in: folder)
        let program = try await onThread { try Program(["--root", "\(folder.path)/store", "--token-file", token]) }
        let address = "http://127.0.0.1:\(program.port)"
        let catalogue = try StoreCatalogue(json: Array(try await curl("--compressed", "\(address)/gifts").utf8))
        #expect(catalogue.gifts.count == 14)
        let heart = try #require(catalogue.gifts.first { $0.id == "heart" })
        #expect((heart.name, heart.value, heart.duration) == ("Heart", 1, 1_000_000_000))
        #expect(heart.sign == GiftSign(emoji: "💖", ascii: "<3"))
        #expect(heart.tags == ["small"])

        // A download that broke off is gone on with.
        let file = "\(folder.path)/heart.zip"
        _ = try await curl("--range", "0-99", "--output", file, "\(address)/\(heart.package)")
        #expect(try await curl("--continue-at", "-", "--output", file, "\(address)/\(heart.package)") == "")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        #expect(SHA256Digest.of(bytes) == heart.sha256)
        #expect(try GiftPackage(bytes).composition.duration == 1)

        let authorization = "Authorization: Bearer \(TestServer.token)"
        let status = ["--output", "/dev/null", "--write-out", "%{http_code}"]
        let first = try await Program.run(
            "/usr/bin/curl",
            ["--silent"] + status + [
                "--header", authorization, "--upload-file", file, "\(address)/gifts/heart-2?value=3",
            ])
        #expect(first.output == "201")
        let refused = try await Program.run(
            "/usr/bin/curl", ["--silent"] + status + ["--upload-file", file, "\(address)/gifts/heart-2"])
        #expect(refused.output == "401")
        #expect(
            try await curl("--header", authorization, "--request", "DELETE", "\(address)/gifts/heart-2")
                == #"{"withdrawn":"heart-2","revision":3}"#)
        program.terminate()
        #expect(try await program.end() == 0)
    }

    @Test("finishes what it was asked, and ends streams, when it is told to end")
    func farewell() async throws {
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
        program.terminate()
        let rest = try await onThread { String(decoding: try stream.receiveAll(), as: UTF8.self) }
        #expect(rest.hasSuffix("0\r\n\r\n"))
        let answer = try await onThread {
            upload.send(document)
            return try upload.answer()
        }
        #expect(answer.status == 201)
        #expect(try await program.end() == 0)
        let repository = try StoreRepository(root: "\(folder.path)/store", now: Gifts.time)
        #expect(repository.snapshot["plane"]?.version == 1)
    }

    @Test("says in a line what is wrong, and exits with the code for it")
    func failures() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        func write(_ text: String, _ name: String) throws {
            let url = URL(fileURLWithPath: "\(path)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        try write("short", "short")
        try write("two words of which each is long", "words")
        try write("{", "broken/catalogue.json")
        try write("mine", "other/thesis.tex")
        let running = try await onThread { try Program(["--root", "\(path)/store"]) }
        for (arguments, status, message) in [
            (["--port", "70000"], 64, "--port: expected a number from 0 to 65535, found 70000"),
            (["--nonsense"], 64, "nonsense"),
            (["--root", "\(path)/broken"], 65, "broken/catalogue.json: "),
            (["--root", "\(path)/other"], 65, "found \"thesis.tex\""),
            (["--token-file", "\(path)/none"], 66, "none: no such file"),
            (["--token-file", "\(path)/short"], 78, "expected one token of at least 16 characters"),
            (["--token-file", "\(path)/words"], 78, "expected one token of at least 16 characters"),
            (["--root", "\(path)/store"], 69, "another gift-store works here"),
            (["--root", "\(path)/next", "--port", "\(running.port)"], 69, "can't be listened at"),
            (["--root", "\(path)/short/below"], 73, "short"),
        ] {
            let run = try await Program.run(Program.path, arguments)
            #expect(Int(run.status) == status, "\(arguments): \(run.errors)")
            #expect(run.errors.hasPrefix("gift-store: ") && run.errors.contains(message), "\(run.errors)")
            #expect(run.errors.filter { $0 == "\n" }.count == 1)
            #expect(run.output == "")
        }
        running.terminate()
        #expect(try await running.end() == 0)
    }

    @Test("is whole after kill -9 at any moment")
    func kill() async throws {
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
                #expect(SHA256Digest.of(package.body) == gift.sha256, "round \(round)")
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
            program.kill()
            known = try await publishing
            #expect(try await program.end() == -SIGKILL)
        }
        let repository = try StoreRepository(root: root, now: Gifts.time)
        #expect(repository.snapshot.catalogue.revision >= known)
    }
}
