import FaultProxy
import Foundation

/// A server with a certificate that it has signed itself, out of the command `openssl`; it goes when it is let go.
final class TLSServer {
    /// What it does with who connects.
    enum Service: String {
        /// Serves the files of its folder.
        case files = "-WWW"
        /// Sends each line back from its end to its start.
        case reversedLines = "-rev"
    }

    static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let port: UInt16
    /// The certificate, to be trusted by who wants to.
    var certificateFile: String { folder.appending(path: "certificate.pem").path }
    private let folder: URL
    private let process: Process

    /// A server of that name, with these files.
    init(_ service: Service, name: String = "DNS:localhost,IP:127.0.0.1", files: [String: [UInt8]] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "giftty-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
        let make = try Self.start(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=test", "-addext",
            ]
                + ["subjectAltName=\(name)", "-keyout", "key.pem", "-out", "certificate.pem"], in: folder)
        make.process.waitUntilExit()
        let server = try Self.start(
            ["s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem", service.rawValue],
            in: folder)
        process = server.process
        // It says where it listens once it does: "ACCEPT 127.0.0.1:40123".
        var said = ""
        while !said.contains("ACCEPT") || said.last != "\n" {
            let more = server.output.availableData
            guard !more.isEmpty else { break }
            said += String(decoding: more, as: UTF8.self)
        }
        let words = said.split(whereSeparator: \.isNewline).last { $0.hasPrefix("ACCEPT") }
        port = words?.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    }

    deinit {
        // Threads of tests block signals, and a process begins with the signals blocked that its maker had: this one
        // can't be.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func start(_ arguments: [String], in folder: URL) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: openssl ?? "")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (process, output.fileHandleForReading)
    }
}
