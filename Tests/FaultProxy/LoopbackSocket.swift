#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What the system said when a socket could not be had.
package struct SocketError: Error, CustomStringConvertible {
    /// The call and the reason.
    package let description: String

    init(_ call: String) {
        description = "\(call): \(String(cString: strerror(errno)))"
    }
}

/// A TCP socket of this machine's own network, owned by whoever closes it.
package struct LoopbackSocket: Sendable {
    package let descriptor: Int32

    /// Listens on the port, or on any free one.
    static func listening(on port: UInt16 = 0) throws(SocketError) -> LoopbackSocket {
        let socket = try make()
        var yes: Int32 = 1
        setsockopt(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard withAddress(port, { bind(socket.descriptor, $0, $1) }) == 0, listen(socket.descriptor, 512) == 0 else {
            defer { socket.close() }
            throw SocketError("listen on 127.0.0.1:\(port)")
        }
        return socket
    }

    /// Connects to the port.
    package static func connected(to port: UInt16) throws(SocketError) -> LoopbackSocket {
        let socket = try make()
        guard withAddress(port, { connect(socket.descriptor, $0, $1) }) == 0 else {
            defer { socket.close() }
            throw SocketError("connect to 127.0.0.1:\(port)")
        }
        return socket
    }

    /// The port it is bound to.
    var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next connection, `nil` when none will come.
    func accepted() -> LoopbackSocket? {
        while true {
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 { return LoopbackSocket(descriptor: connection).withoutSignals() }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// What has come, at least a byte; empty at the end and after an error.
    package func read(upTo count: Int = 16 << 10) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var got = recv(descriptor, buffer.baseAddress, count, 0)
            while got < 0, errno == EINTR { got = recv(descriptor, buffer.baseAddress, count, 0) }
            filled = max(0, got)
        }
    }

    /// Sends all; returns whether the other side still listens.
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

    /// Says that no more will be sent.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Wakes whoever reads, for good.
    func endReading() { shutdown(descriptor, Int32(SHUT_RD)) }

    /// Wakes whoever reads or writes, for good.
    package func interrupt() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Has `close` break the connection off instead of ending it.
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
