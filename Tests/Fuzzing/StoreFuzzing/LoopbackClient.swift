#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A plain connection to a server, always on this machine.
final class LoopbackClient {
    private let descriptor: Int32

    /// Opens a connection, or returns `nil` if the server does not accept it.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - timeout: The time for which sending or receiving may stand still, in seconds.
    init?(port: Int, timeout: Int) {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        guard status == 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Sends bytes until all are sent or the server accepts no more.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the sending side of the connection.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Receives bytes until the connection ends.
    ///
    /// - Parameter limit: The number of bytes after which reading stops.
    /// - Returns: The bytes, or `nil` if the connection stands still for too long.
    func receiveAll(upTo limit: Int = 1 << 20) -> [UInt8]? {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while all.count < limit {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { break }
            if count < 0 { return errno == ECONNRESET || errno == EPIPE ? all : nil }
            all += chunk[..<count]
        }
        return all
    }
}
