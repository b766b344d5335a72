/// A test server on a loopback port whose dialogue is a script; it stops when the last reference is released.
package final class LoopbackPeer: Sendable {
    /// A connection, as the script sees it, on its own thread.
    package final class Dialogue {
        /// The number of the connection, counted from 0.
        package let number: Int
        private let socket: LoopbackSocket
        private var buffer: [UInt8] = []

        fileprivate init(_ number: Int, _ socket: LoopbackSocket) {
            self.number = number
            self.socket = socket
        }

        /// Returns the next line without its line end, or `nil` if the client has closed the connection.
        package func readLine() -> String? {
            while true {
                if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { buffer.removeFirst(end + 1) }
                    return String(decoding: buffer[..<end].filter { $0 != 0x0D }, as: UTF8.self)
                }
                let more = socket.read()
                guard !more.isEmpty else { return nil }
                buffer += more
            }
        }

        /// Returns the pending bytes, at least one, or none if the client has closed the connection.
        package func readBytes() -> [UInt8] {
            guard buffer.isEmpty else {
                defer { buffer = [] }
                return buffer
            }
            return socket.read()
        }

        /// Sends lines, each followed by a carriage return and a line feed.
        package func send(_ lines: String...) { send(Array(lines.map { "\($0)\r\n" }.joined().utf8)) }

        /// Sends bytes.
        package func send(_ bytes: [UInt8]) { socket.write(bytes) }

        /// Waits until the client closes the connection or the peer is stopped.
        package func hold() { while !socket.read().isEmpty {} }
    }

    private let listener: LoopbackListener

    /// Creates a peer that runs `talk` for each connection, and closes the connection when `talk` returns.
    package init(_ talk: @escaping @Sendable (Dialogue) -> Void) throws(SocketError) {
        listener = try LoopbackListener { socket, number, _ in
            talk(Dialogue(number, socket))
            socket.endSending()
        }
    }

    deinit { listener.stop() }

    /// The port that the peer listens on.
    package var port: UInt16 { listener.port }
    /// The number of connections so far.
    package var connections: Int { listener.connections }
    /// Refuses new connections; open ones continue.
    package func closePort() { listener.closePort() }
    /// Accepts connections again, on the same port.
    package func openPort() throws(SocketError) { try listener.openPort() }
    /// Ends all connections and stops listening.
    package func stop() { listener.stop() }
}

/// Returns a loopback port on which nothing listens, for a server that the test starts.
///
/// The system does not assign the port to another process while the tests run.
package func reservedPort() throws(SocketError) -> UInt16 { try LoopbackSocket.reserving().port }
