import FaultProxy
import Foundation

/// A broker on a port of this machine.
package final class MosquittoBroker {
    package static let program = ServerProcess.program("mosquitto")

    package let port: UInt16
    /// The certificate of an encrypted one; nil for one that speaks in the clear.
    package let certificateFile: String?
    private let folder: TestFolder
    private let process: ServerProcess

    /// - Parameters:
    ///   - user: who may come in, with a password; else anybody may.
    ///   - isEncrypted: whether it speaks TLS only.
    ///   - keepsSessions: whether they outlast it; writing them down at each change takes its time.
    package init(
        user: (name: String, password: String)? = nil, isEncrypted: Bool = false, keepsSessions: Bool = false
    ) throws {
        folder = try TestFolder()
        port = try freePort()
        var lines = [
            "listener \(port) 127.0.0.1", "user root", "allow_anonymous \(user == nil)", "max_queued_messages 0",
            "log_type all",
        ]
        if keepsSessions {
            lines += [
                "persistence true", "persistence_location \(folder.path)/", "autosave_on_changes true",
                "autosave_interval 1",
            ]
        }
        if let user {
            let file = try folder.write("", to: "passwords")
            let program = try ServerProcess.installed("mosquitto_passwd")
            try ServerProcess.run(program, ["-b", file, user.name, user.password])
            lines.append("password_file \(file)")
        }
        if isEncrypted {
            let files = try TestCertificate(in: folder)
            certificateFile = files.certificate
            lines += ["certfile \(files.certificate)", "keyfile \(files.key)"]
        } else {
            certificateFile = nil
        }
        let configuration = try folder.write(lines.joined(separator: "\n") + "\n", to: "mosquitto.conf")
        let program = try ServerProcess.installed("mosquitto")
        process = try ServerProcess(program, ["-c", configuration], log: "\(folder.path)/log", until: " running")
    }

    package func stop() { process.stop() }
    package func start() throws { try process.start() }

    /// Waits until so many subscriptions were made since it was started: what is published then comes to them.
    package func waitForSubscriptions(_ count: Int = 1) throws {
        try process.wait { $0.components(separatedBy: "Sending SUBACK").count > count }
    }

    /// Waits until it has said so in its log.
    package func wait(for words: String) throws { try process.wait { $0.contains(words) } }

    /// An address there.
    package func url(_ rest: String, host: String = "127.0.0.1", port: UInt16? = nil) -> String {
        "\(certificateFile == nil ? "mqtt" : "mqtts")://\(host):\(port ?? self.port)/\(rest)"
    }

    /// Publishes lines with the broker's own tool, so that both ends are not ours.
    package func publish(_ message: String, to topic: String) throws {
        let trust = certificateFile.map { ["--cafile", $0] } ?? []
        try ServerProcess.run(
            ServerProcess.installed("mosquitto_pub"),
            ["-h", "localhost", "-p", "\(port)", "-t", topic, "-q", "1", "-l"] + trust, input: message + "\n")
    }
}
