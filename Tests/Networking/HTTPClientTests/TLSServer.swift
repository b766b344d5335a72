import FaultProxy
import TestSupport

/// A TLS server with a self-signed certificate, run by the command `openssl` until it is released.
final class TLSServer {
    /// The behaviour of the server.
    enum Service: String {
        /// Serves the files of its folder over HTTP.
        case files = "-WWW"
        /// Sends each line back in reverse order.
        case reversedLines = "-rev"
    }

    static let openssl = Programs.find("openssl")

    let port: UInt16
    /// The path of the certificate, which a client can trust.
    var certificateFile: String { folder.path + "/certificate.pem" }
    private let folder: TemporaryFolder
    private let process: BackgroundProgram

    /// Starts a server with a certificate for `name` and with the given files.
    init(_ service: Service, name: String = "DNS:localhost,IP:127.0.0.1", files: [String: [UInt8]] = [:]) throws {
        folder = try TemporaryFolder()
        for (name, bytes) in files { try folder.write(bytes, to: name) }
        let openssl = try Programs.installed("openssl")
        let made = try ChildProgram.run(
            [
                openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", "/CN=test", "-addext", "subjectAltName=\(name)", "-keyout", "key.pem", "-out",
                "certificate.pem",
            ], folder: folder.path)
        guard made.status == 0 else { throw ChildProgram.NotStarted(description: made.errors) }
        process = try BackgroundProgram(
            [
                openssl, "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem",
                service.rawValue,
            ], folder: folder.path)
        // The program prints its port as soon as it listens.
        port = UInt16(try process.number(after: "ACCEPT 127.0.0.1:"))
    }
}
