import FaultProxy
import Foundation
import Synchronization

/// Speaks TLS on a port of this machine, one connection at a time, for a server that speaks in the clear on another
/// port. Stops when it is let go.
package final class EncryptedFront: Sendable {
    private struct State {
        var process: pid_t?
        var isStopped = false
    }

    private final class Standing: Sendable {
        let state = Mutex(State())
    }

    /// The port.
    package let port: UInt16
    private let standing = Standing()

    /// A front with this certificate for the server at `target`.
    package init(to target: UInt16, _ certificate: TestCertificate) throws {
        port = try freePort()
        let openssl = try ServerProcess.installed("openssl")
        let arguments = [
            "s_server", "-quiet", "-accept", "127.0.0.1:\(port)", "-cert", certificate.certificate, "-key",
            certificate.key, "-naccept", "1",
        ]
        let standing = standing
        Thread.detachNewThread {
            while !standing.state.withLock({ $0.isStopped }) {
                Self.serve(openssl, arguments, to: target, standing)
                // Where it can't begin, trying again at once would keep a processor busy.
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
        try waitUntilListening()
    }

    /// Waits until the next connection can come: whoever is refused once may try again much later. It can't be tried, as
    /// that would be the connection.
    package func waitUntilListening() throws {
        // What Linux says of a socket that listens there, in hexadecimal digits.
        let listening = String(format: "0100007F:%04X 00000000:0000 0A", port)
        for _ in 0..<600 {
            guard let sockets = try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8) else { return }
            if sockets.contains(listening) { return }
            usleep(50_000)
        }
        throw ServerProcess.NoStart(description: "openssl does not listen at \(port)")
    }

    deinit {
        standing.state.withLock { state in
            state.isStopped = true
            if let process = state.process { kill(process, SIGKILL) }
        }
    }

    /// One connection, from before it comes until it is over.
    private static func serve(_ openssl: String, _ arguments: [String], to target: UInt16, _ standing: Standing) {
        guard let (near, far) = try? LoopbackSocket.pair() else { return }
        defer { near.close() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: openssl)
        process.arguments = arguments
        let end = FileHandle(fileDescriptor: far.descriptor)
        (process.standardInput, process.standardOutput) = (end, end)
        process.standardError = FileHandle.nullDevice
        let isRunning = standing.state.withLock { state in
            guard !state.isStopped, (try? process.run()) != nil else { return false }
            state.process = process.processIdentifier
            return true
        }
        far.close()
        guard isRunning else { return }
        let first = near.read()
        if !first.isEmpty, let server = try? LoopbackSocket.connected(to: target) {
            server.write(first)
            near.exchange(with: server)
            server.close()
        }
        // Under the lock, as the number may be another's once it is waited for.
        standing.state.withLock { state in
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            state.process = nil
        }
    }
}
