import Foundation
import Synchronization

/// Accepts connections on a port of this machine and serves each on a thread of its own.
///
/// Threads hold the listener, so it lives until it is stopped.
final class LoopbackListener: Sendable {
    private struct State {
        var socket: LoopbackSocket?
        var open: [Int: [LoopbackSocket]] = [:]
        var count = 0
        var isStopped = false
    }

    /// The port, which stays the same when it is closed and opened again.
    let port: UInt16
    private let state: Mutex<State>
    private let serve: @Sendable (LoopbackSocket, Int, LoopbackListener) -> Void

    /// Listens on a free port. `serve` gets a connection, its number counted from 0, and this.
    init(serve: @escaping @Sendable (LoopbackSocket, Int, LoopbackListener) -> Void) throws(SocketError) {
        let socket = try LoopbackSocket.listening()
        port = socket.port
        state = Mutex(State(socket: socket))
        self.serve = serve
        accept(from: socket)
    }

    /// How many connections came.
    var connections: Int { state.withLock { $0.count } }

    /// Whether it is over.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// From now on the system refuses connections; those that stand go on.
    func closePort() {
        let socket = state.withLock { state in
            defer { state.socket = nil }
            return state.socket
        }
        socket?.interrupt()
    }

    /// Listens again.
    func openPort() throws(SocketError) {
        guard state.withLock({ $0.socket == nil && !$0.isStopped }) else { return }
        let socket = try LoopbackSocket.listening(on: port)
        state.withLock { $0.socket = socket }
        accept(from: socket)
    }

    /// Closes the port and interrupts all connections.
    func stop() {
        closePort()
        state.withLock { state in
            state.isStopped = true
            for socket in state.open.values.joined() { socket.interrupt() }
        }
    }

    /// Has `stop` interrupt this socket too, as long as the connection of this number stands.
    func hold(_ socket: LoopbackSocket, for connection: Int) {
        state.withLock { state in
            state.open[connection, default: []].append(socket)
            if state.isStopped { socket.interrupt() }
        }
    }

    /// Sleeps, unless it is stopped before. Returns whether to go on.
    func pause(_ time: Duration) -> Bool {
        let end = ContinuousClock.now + time
        while !isStopped {
            let left = end - ContinuousClock.now
            guard left > .zero else { return true }
            Thread.sleep(forTimeInterval: min(left, .milliseconds(20)) / .seconds(1))
        }
        return false
    }

    private func accept(from socket: LoopbackSocket) {
        Thread.detachNewThread { [self] in
            while let connection = socket.accepted() {
                let number = state.withLock { state in
                    defer { state.count += 1 }
                    return state.count
                }
                hold(connection, for: number)
                Thread.detachNewThread { [self] in
                    serve(connection, number, self)
                    // Closed under the lock, so that `stop` never interrupts a descriptor that is another's by now.
                    state.withLock { state in
                        for socket in state.open.removeValue(forKey: number) ?? [] { socket.close() }
                    }
                }
            }
            socket.close()
        }
    }
}
