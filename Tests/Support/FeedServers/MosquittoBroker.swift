import FaultProxy
import Foundation
import TestSupport

/// A Mosquitto broker for MQTT on a loopback port.
package final class MosquittoBroker {
    package static let program = Programs.find("mosquitto")

    package let port: UInt16
    /// The certificate file of a TLS broker, or `nil` for a broker without encryption.
    package let certificateFile: String?
    private let folder: TemporaryFolder
    private let process: ServerProcess
    private let keepsSessions: Bool

    /// Starts a broker.
    ///
    /// - Parameters:
    ///   - user: The only user who may connect, or `nil` for anonymous access.
    ///   - isEncrypted: Whether the broker accepts TLS only.
    ///   - keepsSessions: Whether MQTT sessions survive a restart; saving them at each change takes time.
    package init(
        user: (name: String, password: String)? = nil, isEncrypted: Bool = false, keepsSessions: Bool = false
    ) throws {
        self.keepsSessions = keepsSessions
        folder = try TemporaryFolder()
        port = try reservedPort()
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
            try Programs.run("mosquitto_passwd", ["-b", file, user.name, user.password])
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
        process = try ServerProcess([Programs.installed("mosquitto"), "-c", configuration], until: " running")
    }

    /// Stops the broker, at once as in a crash, or with its sessions saved if it keeps them.
    ///
    /// The broker saves sessions some time after its clients know of them, so a broker that is killed may lose the
    /// latest.
    package func stop() {
        if keepsSessions { process.terminate() } else { process.kill() }
    }

    package func start() throws { try process.start() }

    /// Waits until a number of subscriptions were made since the start, which then receive what is published.
    package func waitForSubscriptions(_ count: Int = 1) throws {
        try process.wait(for: "\(count) subscriptions") { $0.components(separatedBy: "Sending SUBACK").count > count }
    }

    /// Waits until the log contains a text.
    package func wait(for words: String) throws { try process.wait(for: words) { $0.contains(words) } }

    /// Returns a URL on the broker.
    package func url(_ rest: String, host: String = "127.0.0.1", port: UInt16? = nil) -> String {
        "\(certificateFile == nil ? "mqtt" : "mqtts")://\(host):\(port ?? self.port)/\(rest)"
    }

    /// Publishes lines with the broker's own tool, so that the test does not use our code on both ends.
    ///
    /// - Parameters:
    ///   - message: The lines, each of which becomes a message.
    ///   - topic: The topic.
    ///   - isRetained: Whether the broker keeps the last message for later subscribers.
    package func publish(_ message: String, to topic: String, isRetained: Bool = false) throws {
        let trust = certificateFile.map { ["--cafile", $0] } ?? []
        let keeping = isRetained ? ["-r"] : []
        try Programs.run(
            "mosquitto_pub",
            ["-h", "localhost", "-p", "\(port)", "-t", topic, "-q", "1", "-l"] + keeping + trust,
            input: message + "\n")
    }
}
