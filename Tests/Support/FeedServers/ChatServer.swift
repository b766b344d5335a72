import FaultProxy
import Foundation
import HTTPClient
import TestSupport

/// An ngIRCd server on a loopback port.
package final class ChatServer {
    package static let program = Programs.find("ngircd")

    package let port: UInt16
    /// The certificate file of a TLS server, or `nil` for a server without encryption.
    package let certificateFile: String?
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - password: The password that clients need, or `nil`.
    ///   - pingSeconds: The silence after which the server sends a `PING`, in seconds.
    ///   - isEncrypted: Whether the server accepts TLS only.
    package init(password: String? = nil, pingSeconds: Int = 60, isEncrypted: Bool = false) throws {
        folder = try TemporaryFolder()
        port = try reservedPort()
        var lines = [
            "[Global]", "Name = irc.example.test", "Info = chat", "Listen = 127.0.0.1", "MotdPhrase = hello",
            "AdminInfo1 = none", "ServerUID = \(getuid())", "ServerGID = \(getgid())",
        ]
        if !isEncrypted { lines.append("Ports = \(port)") }
        if let password { lines.append("Password = \(password)") }
        lines += [
            "[Limits]", "PingTimeout = \(pingSeconds)", "PongTimeout = 5", "MaxConnectionsIP = 0", "[Options]",
            "DNS = no", "Ident = no", "PAM = no",
        ]
        if isEncrypted {
            let files = try TestCertificate(in: folder)
            certificateFile = files.certificate
            // The server gives up root privileges before it reads the key.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: files.key)
            lines += ["[SSL]", "CertFile = \(files.certificate)", "KeyFile = \(files.key)", "Ports = \(port)"]
        } else {
            certificateFile = nil
        }
        let configuration = try folder.write(lines.joined(separator: "\n") + "\n", to: "ngircd.conf")
        process = try ServerProcess([Programs.installed("ngircd"), "-n", "-f", configuration], until: " ready.")
    }

    package func stop() { process.kill() }
    package func start() throws { try process.start() }

    /// Returns the URL of a channel on the server.
    package func address(_ channel: String, user: String = "", host: String = "127.0.0.1") -> String {
        "\(certificateFile == nil ? "irc" : "ircs")://\(user)\(host):\(port)/\(channel)"
    }

    /// Returns a client that the server has welcomed under a nick.
    package func client(_ nick: String) throws -> ChatClient {
        let client = try ChatClient(to: port, certificateFile: certificateFile)
        try client.send("NICK \(nick)", "USER \(nick) 0 * :\(nick)")
        try client.wait(for: " 001 ")
        return client
    }
}

/// A client of a chat server.
package struct ChatClient {
    private let connection: CurlConnection

    fileprivate init(to port: UInt16, certificateFile: String?) throws {
        connection = try CurlConnection(
            to: "\(certificateFile == nil ? "http" : "https")://localhost:\(port)",
            options: CurlOptions(certificateFile: certificateFile, proxy: .none))
    }

    /// Sends lines.
    package func send(_ lines: String...) throws {
        try connection.send(Array(lines.map { "\($0)\r\n" }.joined().utf8), timeout: defaultTimeout)
    }

    /// Joins a channel, and waits until its list of members contains a nick with this beginning.
    package func join(_ channel: String, waitingForMember nick: String) throws {
        try send("JOIN \(channel)")
        try wait(for: nick)
    }

    /// Waits until the server sends a text.
    package func wait(for words: String) throws {
        var said = ""
        while !said.contains(words), case .bytes(let bytes) = try connection.receive(timeout: defaultTimeout) {
            said += String(decoding: bytes, as: UTF8.self)
        }
        guard said.contains(words) else { throw WaitTimeoutError("ngircd said \(said)") }
    }
}
