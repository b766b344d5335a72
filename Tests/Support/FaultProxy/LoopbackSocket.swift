#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The error that is thrown if a socket call fails.
package struct SocketError: Error, CustomStringConvertible {
    /// The call and the reason.
    package let description: String

    init(_ call: String) {
        description = "\(call): \(String(cString: strerror(errno)))"
    }
}

/// A TCP socket on the loopback interface, which its user has to close.
package struct LoopbackSocket: Sendable {
    package let descriptor: Int32

    /// Returns a socket that reserves a free port without listening on it.
    ///
    /// While it is open, connections to the port are refused. On Linux another socket can still listen on the port if
    /// it sets `SO_REUSEADDR` too.
    static func reserving() throws(SocketError) -> LoopbackSocket { try bound(to: 0) }

    /// Returns a socket that listens on a port.
    static func listening(on port: UInt16) throws(SocketError) -> LoopbackSocket {
        let socket = try bound(to: port)
        guard listen(socket.descriptor, 512) == 0 else {
            defer { socket.close() }
            throw SocketError("listen on 127.0.0.1:\(port)")
        }
        return socket
    }

    private static func bound(to port: UInt16) throws(SocketError) -> LoopbackSocket {
        let socket = try make()
        var yes: Int32 = 1
        setsockopt(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard withAddress(port, { bind(socket.descriptor, $0, $1) }) == 0 else {
            defer { socket.close() }
            throw SocketError("bind to 127.0.0.1:\(port)")
        }
        return socket
    }

    /// Returns a socket that is connected to a port.
    package static func connected(to port: UInt16) throws(SocketError) -> LoopbackSocket {
        let socket = try make()
        guard withAddress(port, { connect(socket.descriptor, $0, $1) }) == 0 else {
            defer { socket.close() }
            throw SocketError("connect to 127.0.0.1:\(port)")
        }
        return socket
    }

    /// The port that the socket is bound to.
    var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits for the next connection, and returns it, or `nil` if the socket no longer accepts any.
    func acceptConnection() -> LoopbackSocket? {
        while true {
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 { return LoopbackSocket(descriptor: connection).withoutSignals() }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// Waits for bytes, and returns at least one, or none at the end and after an error.
    package func read(upTo count: Int = 16 << 10) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var got = recv(descriptor, buffer.baseAddress, count, 0)
            while got < 0, errno == EINTR { got = recv(descriptor, buffer.baseAddress, count, 0) }
            filled = max(0, got)
        }
    }

    /// Sends all bytes, and returns whether the other side accepted them.
    @discardableResult
    package func write(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        return bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Self.sendFlags)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Closes the sending direction.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes the receiving direction, which wakes threads that read.
    func endReading() { shutdown(descriptor, Int32(SHUT_RD)) }

    /// Closes both directions, which wakes threads that read or write.
    package func interrupt() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Makes `close` reset the connection instead of ending it normally.
    func resetAtClose() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    #if canImport(Glibc)
        package func close() { _ = Glibc.close(descriptor) }
        private static let sendFlags = Int32(MSG_NOSIGNAL)
        static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        package func close() { _ = Darwin.close(descriptor) }
        private static let sendFlags: Int32 = 0
        static let stream = SOCK_STREAM
    #endif

    private static func make() throws(SocketError) -> LoopbackSocket {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw SocketError("socket") }
        return LoopbackSocket(descriptor: descriptor).withoutSignals()
    }

    private func withoutSignals() -> LoopbackSocket {
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        #if !canImport(Glibc)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return self
    }

    private static func withAddress(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
