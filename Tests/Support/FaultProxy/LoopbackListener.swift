import Foundation
import Synchronization

/// A listener on a loopback port that serves each connection on its own thread.
///
/// Its threads keep a reference to the listener, so it lives until it is stopped.
final class LoopbackListener: Sendable {
    private struct State {
        var socket: LoopbackSocket?
        var open: [Int: [LoopbackSocket]] = [:]
        var count = 0
        var isStopped = false
    }

    /// The port, which stays the same when it is closed and opened again.
    let port: UInt16
    /// A socket that reserves the port while it is closed.
    private let reservation: LoopbackSocket
    private let state: Mutex<State>
    private let serve: @Sendable (LoopbackSocket, Int, LoopbackListener) -> Void

    /// Starts listening on a free port.
    ///
    /// - Parameter serve: Serves a connection, with its number counted from 0 and the listener.
    init(serve: @escaping @Sendable (LoopbackSocket, Int, LoopbackListener) -> Void) throws(SocketError) {
        reservation = try LoopbackSocket.reserving()
        port = reservation.port
        let socket = try LoopbackSocket.listening(on: port)
        state = Mutex(State(socket: socket))
        self.serve = serve
        accept(from: socket)
    }

    /// The number of connections so far.
    var connections: Int { state.withLock { $0.count } }

    /// Whether the listener has been stopped.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Refuses new connections; open ones continue.
    func closePort() {
        let socket = state.withLock { state in
            defer { state.socket = nil }
            return state.socket
        }
        socket?.interrupt()
    }

    /// Accepts connections again, on the same port, unless the listener has been stopped.
    func openPort() throws(SocketError) {
        guard state.withLock({ $0.socket == nil && !$0.isStopped }) else { return }
        let socket = try LoopbackSocket.listening(on: port)
        state.withLock { $0.socket = socket }
        accept(from: socket)
    }

    deinit { reservation.close() }

    /// Closes the port and interrupts all connections.
    func stop() {
        closePort()
        state.withLock { state in
            state.isStopped = true
            for socket in state.open.values.joined() { socket.interrupt() }
        }
    }

    /// Makes `stop` interrupt this socket too, while the connection of this number is open.
    func hold(_ socket: LoopbackSocket, for connection: Int) {
        state.withLock { state in
            state.open[connection, default: []].append(socket)
            if state.isStopped { socket.interrupt() }
        }
    }

    /// Sleeps for a time, or until the listener is stopped.
    ///
    /// - Returns: Whether the listener still runs.
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
            while let connection = socket.acceptConnection() {
                let number = state.withLock { state in
                    defer { state.count += 1 }
                    return state.count
                }
                hold(connection, for: number)
                Thread.detachNewThread { [self] in
                    serve(connection, number, self)
                    // Sockets are closed under the lock: otherwise `stop` could interrupt a descriptor that has been
                    // reused.
                    state.withLock { state in
                        for socket in state.open.removeValue(forKey: number) ?? [] { socket.close() }
                    }
                }
            }
            socket.close()
        }
    }
}
