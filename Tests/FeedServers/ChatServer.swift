import FaultProxy
import Foundation
import HTTPTransfer

/// An IRC server on a port of this machine.
package final class ChatServer {
    package static let program = ServerProcess.program("ngircd")

    package let port: UInt16
    /// The certificate of an encrypted one; nil for one that speaks in the clear.
    package let certificateFile: String?
    private let folder: TestFolder
    private let process: ServerProcess

    /// - Parameter pingSeconds: after so much silence it asks whether somebody is there.
    package init(password: String? = nil, pingSeconds: Int = 60, isEncrypted: Bool = false) throws {
        folder = try TestFolder()
        port = try freePort()
        var lines = [
            "[Global]", "Name = irc.example.test", "Info = chat", "Listen = 127.0.0.1", "MotdPhrase = hello",
            "AdminInfo1 = none", "ServerUID = \(getuid())", "ServerGID = \(getgid())",
        ]
        if !isEncrypted { lines.append("Ports = \(port)") }
        if let password { lines.append("Password = \(password)") }
        lines += [
            "[Limits]", "PingTimeout = \(pingSeconds)", "PongTimeout = 2", "MaxConnectionsIP = 0", "[Options]",
            "DNS = no", "Ident = no", "PAM = no",
        ]
        if isEncrypted {
            let files = try TestCertificate(in: folder)
            certificateFile = files.certificate
            // It reads them as somebody else than root.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: files.key)
            lines += ["[SSL]", "CertFile = \(files.certificate)", "KeyFile = \(files.key)", "Ports = \(port)"]
        } else {
            certificateFile = nil
        }
        let configuration = try folder.write(lines.joined(separator: "\n") + "\n", to: "ngircd.conf")
        let program = try ServerProcess.installed("ngircd")
        process = try ServerProcess(program, ["-n", "-f", configuration], log: "\(folder.path)/log", until: " ready.")
    }

    package func stop() { process.stop() }
    package func start() throws { try process.start() }

    /// A channel's address there.
    package func address(_ channel: String, user: String = "", host: String = "127.0.0.1") -> String {
        "\(certificateFile == nil ? "irc" : "ircs")://\(user)\(host):\(port)/\(channel)"
    }

    /// Somebody who is welcome there.
    package func client(_ nick: String) throws -> ChatClient {
        let client = try ChatClient(to: port, certificateFile: certificateFile)
        try client.send("NICK \(nick)", "USER \(nick) 0 * :\(nick)")
        try client.wait(for: " 001 ")
        return client
    }
}

/// Somebody in a chat.
package struct ChatClient {
    private let connection: CurlConnection

    fileprivate init(to port: UInt16, certificateFile: String?) throws {
        connection = try CurlConnection(
            to: "\(certificateFile == nil ? "http" : "https")://localhost:\(port)",
            options: CurlOptions(certificateFile: certificateFile, proxy: .none))
    }

    /// Sends lines.
    package func send(_ lines: String...) throws {
        try connection.send(Array(lines.map { "\($0)\r\n" }.joined().utf8), within: .seconds(10))
    }

    /// Enters a channel and waits for somebody whose nick begins like this.
    package func join(_ channel: String, where nick: String) throws {
        try send("JOIN \(channel)")
        try wait(for: nick)
    }

    /// Waits until it is told `words`.
    package func wait(for words: String) throws {
        var said = ""
        while !said.contains(words), case .bytes(let bytes) = try connection.receive(within: .seconds(60)) {
            said += String(decoding: bytes, as: UTF8.self)
        }
        guard said.contains(words) else { throw ServerProcess.NoStart(description: "ngircd: said \(said)") }
    }
}
