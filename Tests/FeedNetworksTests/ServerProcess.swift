import Foundation
import Testing

/// A server in a folder of its own; both go when it is let go.
final class ServerProcess {
    /// The server did not begin.
    struct NoStart: Error, CustomStringConvertible {
        let description: String
    }

    private var process: Process
    private let program: String
    private let arguments: [String]
    private let log: String
    private let sign: String

    /// A program by one of its usual places, nil where it is not installed.
    static func program(_ name: String) -> String? {
        ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/sbin", "/opt/homebrew/bin"].map {
            "\($0)/\(name)"
        }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Starts it and waits until it says `sign`; what it says stands in the file `log`.
    init(_ program: String, _ arguments: [String], log: String, until sign: String) throws {
        self.program = program
        self.arguments = arguments
        self.log = log
        self.sign = sign
        process = try Self.start(program, arguments, log: log, until: sign)
    }

    deinit { stop() }

    /// Ends it at once.
    func stop() {
        guard process.isRunning else { return }
        // Threads of tests block signals, and a process begins with the signals blocked that its maker had: this one
        // can't be.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Starts it again.
    func start() throws { process = try Self.start(program, arguments, log: log, until: sign) }

    /// Runs a program to its end.
    static func run(_ program: String, _ arguments: [String], input: String = "") throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardInput = pipe
        try process.run()
        pipe.fileHandleForWriting.write(Data(input.utf8))
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NoStart(description: "\(program): failed") }
    }

    private static func start(
        _ program: String, _ arguments: [String], log: String, until sign: String
    ) throws -> Process {
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = FileHandle(forWritingAtPath: log)
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if said.contains(sign) { return process }
            guard process.isRunning, .now < end else {
                throw NoStart(description: "\(program): \(process.isRunning ? "is silent" : "has gone"): \(said)")
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }
}

/// A folder for one test, which goes with it.
final class TestFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "giftty-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    /// A certificate that signs itself, and its key.
    func makeCertificate() throws -> (certificate: String, key: String) {
        let openssl = try #require(ServerProcess.program("openssl"))
        let files = (certificate: "\(path)/certificate.pem", key: "\(path)/key.pem")
        try ServerProcess.run(
            openssl,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=test", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", files.key, "-out",
                files.certificate,
            ])
        return files
    }
}
