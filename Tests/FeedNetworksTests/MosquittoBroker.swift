import FaultProxy
import FeedNetworks
import Foundation
import Testing

/// A broker on a port of this machine.
final class MosquittoBroker {
    static let program = ServerProcess.program("mosquitto")

    let port: UInt16
    /// The certificate of an encrypted one.
    private(set) var certificateFile: String?
    private let folder: TestFolder
    private let process: ServerProcess

    /// - Parameters:
    ///   - user: who may come in, with a password; else anybody may.
    ///   - isEncrypted: whether it speaks TLS only.
    ///   - keepsSessions: whether they outlast it; writing them down at each change takes its time.
    init(
        user: (name: String, password: String)? = nil, isEncrypted: Bool = false, keepsSessions: Bool = false
    ) throws {
        folder = try TestFolder()
        port = try freePort()
        var lines = [
            "listener \(port) 127.0.0.1", "user root", "allow_anonymous \(user == nil)", "max_queued_messages 0",
        ]
        if keepsSessions {
            lines += [
                "persistence true", "persistence_location \(folder.path)/", "autosave_on_changes true",
                "autosave_interval 1",
            ]
        }
        if let user {
            let file = try folder.write("", to: "passwords")
            let program = try #require(ServerProcess.program("mosquitto_passwd"))
            try ServerProcess.run(program, ["-b", file, user.name, user.password])
            lines.append("password_file \(file)")
        }
        if isEncrypted {
            let files = try folder.makeCertificate()
            certificateFile = files.certificate
            lines += ["certfile \(files.certificate)", "keyfile \(files.key)"]
        }
        let configuration = try folder.write(lines.joined(separator: "\n") + "\n", to: "mosquitto.conf")
        let program = try #require(Self.program)
        process = try ServerProcess(program, ["-c", configuration], log: "\(folder.path)/log", until: " running")
    }

    func stop() { process.stop() }
    func start() throws { try process.start() }

    /// An address there.
    func address(_ rest: String, host: String = "127.0.0.1", port: UInt16? = nil) throws -> MQTTAddress {
        let scheme = certificateFile == nil ? "mqtt" : "mqtts"
        return try MQTTAddress("\(scheme)://\(host):\(port ?? self.port)/\(rest)")
    }

    /// Publishes with the broker's own tool, so that both ends are not ours.
    func publish(_ message: String, to topic: String) throws {
        let program = try #require(ServerProcess.program("mosquitto_pub"))
        try ServerProcess.run(
            program, ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-q", "1", "-l"], input: message + "\n")
    }
}
