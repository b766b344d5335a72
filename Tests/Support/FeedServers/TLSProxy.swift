import FaultProxy
import Foundation
import Synchronization
import TestSupport

/// A TLS server on a loopback port that forwards one connection at a time to a server without encryption.
///
/// It stops when the last reference is released.
package final class TLSProxy: Sendable {
    private struct State {
        var process: ChildProgram?
        var isStopped = false
    }

    private final class ProxyState: Sendable {
        let state = Mutex(State())
    }

    /// The port that the front listens on.
    package let port: UInt16
    private let proxyState = ProxyState()

    /// Creates a front with a certificate for the server at the port `target`.
    package init(to target: UInt16, _ certificate: TestCertificate) throws {
        port = try reservedPort()
        let words = [
            try Programs.installed("openssl"), "s_server", "-quiet", "-accept", "127.0.0.1:\(port)", "-cert",
            certificate.certificate, "-key",
            certificate.key, "-naccept", "1",
        ]
        let standing = proxyState
        Thread.detachNewThread {
            while !standing.state.withLock({ $0.isStopped }) {
                Self.serve(words, to: target, standing)
                // Retrying at once would keep a processor busy if openssl cannot start.
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
        try waitUntilListening()
    }

    /// Waits until the next connection is possible, because a client that is refused may retry much later.
    ///
    /// Connecting to find out is impossible: that would use up the only connection.
    package func waitUntilListening() throws {
        // A listening socket (state 0A) as Linux prints it in `/proc/net/tcp`, in hexadecimal digits.
        let listening = String(format: "0100007F:%04X 00000000:0000 0A", port)
        try waitFor("openssl at port \(port)") {
            guard let sockets = try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8) else { return true }
            return sockets.contains(listening)
        }
    }

    deinit {
        proxyState.state.withLock { state in
            state.isStopped = true
            state.process?.send(SIGKILL)
        }
    }

    /// Serves one connection, from starting openssl until the connection ends.
    private static func serve(_ words: [String], to target: UInt16, _ standing: ProxyState) {
        guard let (near, far) = try? LoopbackSocket.pair() else { return }
        defer { near.close() }
        let process = standing.state.withLock { state in
            guard !state.isStopped else { return nil as ChildProgram? }
            let end = ChildProgram.Stream.descriptor(far.descriptor)
            state.process = try? ChildProgram(words, input: end, output: end)
            return state.process
        }
        far.close()
        guard let process else { return }
        let first = near.read()
        if !first.isEmpty, let server = try? LoopbackSocket.connected(to: target) {
            server.write(first)
            near.exchange(with: server)
            server.close()
        }
        _ = try? process.end(by: SIGKILL)
    }
}
