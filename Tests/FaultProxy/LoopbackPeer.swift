/// A server of a test's own on a port of this machine, which says what a script says. Stops when it is let go.
package final class LoopbackPeer: Sendable {
    /// One connection, as the script sees it, on a thread of its own.
    package final class Talk {
        /// Which connection it is, counted from 0.
        package let number: Int
        private let socket: LoopbackSocket
        private var buffer: [UInt8] = []

        fileprivate init(_ number: Int, _ socket: LoopbackSocket) {
            self.number = number
            self.socket = socket
        }

        /// The next line, without its end; nil when the client has gone.
        package func line() -> String? {
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

        /// What has come, at least a byte; empty when the client has gone.
        package func bytes() -> [UInt8] {
            guard buffer.isEmpty else {
                defer { buffer = [] }
                return buffer
            }
            return socket.read()
        }

        /// Sends lines, with a carriage return and a line feed behind each.
        package func send(_ lines: String...) { send(Array(lines.map { "\($0)\r\n" }.joined().utf8)) }

        /// Sends bytes.
        package func send(_ bytes: [UInt8]) { socket.write(bytes) }

        /// Waits until the client goes or the peer is stopped.
        package func hold() { while !socket.read().isEmpty {} }
    }

    private let listener: LoopbackListener

    /// A peer that talks to each who connects; the connection ends when `talk` returns.
    package init(_ talk: @escaping @Sendable (Talk) -> Void) throws(SocketError) {
        listener = try LoopbackListener { socket, number, _ in
            talk(Talk(number, socket))
            socket.endSending()
        }
    }

    deinit { listener.stop() }

    /// The port.
    package var port: UInt16 { listener.port }
    /// How many connections came.
    package var connections: Int { listener.connections }
    /// From now on the system refuses connections; those that stand go on.
    package func closePort() { listener.closePort() }
    /// Takes connections again, on the same port.
    package func openPort() throws(SocketError) { try listener.openPort() }
    /// Ends all connections and listens no more.
    package func stop() { listener.stop() }
}

/// A port of this machine that is free just now.
package func freePort() throws(SocketError) -> UInt16 {
    let socket = try LoopbackSocket.listening()
    defer { socket.close() }
    return socket.port
}
