import FaultProxy
import Foundation
import HTTPTransfer
import Testing

/// An IRC server on a port of this machine.
final class ChatServer {
    static let program = ServerProcess.program("ngircd")

    let port: UInt16
    /// The certificate of an encrypted one.
    private(set) var certificateFile: String?
    private let folder: TestFolder
    private let process: ServerProcess

    /// - Parameter pingSeconds: after so much silence it asks whether somebody is there.
    init(password: String? = nil, pingSeconds: Int = 60, isEncrypted: Bool = false) throws {
        folder = try TestFolder()
        port = try freePort()
        var lines = [
            "[Global]", "Name = irc.giftty.test", "Info = giftty", "Listen = 127.0.0.1", "MotdPhrase = hello",
            "AdminInfo1 = none", "ServerUID = \(getuid())", "ServerGID = \(getgid())",
        ]
        if !isEncrypted { lines.append("Ports = \(port)") }
        if let password { lines.append("Password = \(password)") }
        lines += [
            "[Limits]", "PingTimeout = \(pingSeconds)", "PongTimeout = 2", "MaxConnectionsIP = 0", "[Options]",
            "DNS = no", "Ident = no", "PAM = no",
        ]
        if isEncrypted {
            let files = try folder.makeCertificate()
            certificateFile = files.certificate
            // It reads them as somebody else than root.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: files.key)
            lines += ["[SSL]", "CertFile = \(files.certificate)", "KeyFile = \(files.key)", "Ports = \(port)"]
        }
        let configuration = try folder.write(lines.joined(separator: "\n") + "\n", to: "ngircd.conf")
        let program = try #require(Self.program)
        process = try ServerProcess(program, ["-n", "-f", configuration], log: "\(folder.path)/log", until: " ready.")
    }

    func stop() { process.stop() }
    func start() throws { try process.start() }

    /// A channel's address there.
    func address(_ channel: String, user: String = "", host: String = "127.0.0.1") -> String {
        "\(certificateFile == nil ? "irc" : "ircs")://\(user)\(host):\(port)/\(channel)"
    }

    /// Somebody who is welcome there.
    func client(_ nick: String) throws -> ChatClient {
        let client = try ChatClient(port: port)
        try client.send("NICK \(nick)", "USER \(nick) 0 * :\(nick)")
        try client.wait(for: " 001 ")
        return client
    }
}

/// Somebody in a chat.
struct ChatClient {
    private let connection: CurlConnection

    fileprivate init(port: UInt16) throws {
        connection = try CurlConnection(to: "http://127.0.0.1:\(port)", options: CurlOptions(proxy: .none))
    }

    func send(_ lines: String...) throws {
        try connection.send(Array(lines.map { "\($0)\r\n" }.joined().utf8), within: .seconds(10))
    }

    fileprivate func wait(for words: String) throws {
        var said = ""
        while !said.contains(words), case .bytes(let bytes) = try connection.receive(within: .seconds(20)) {
            said += String(decoding: bytes, as: UTF8.self)
        }
        try #require(said.contains(words))
    }
}
