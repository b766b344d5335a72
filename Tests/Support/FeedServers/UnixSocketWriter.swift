import Foundation

/// A client that writes to a Unix domain socket over one connection.
package final class UnixSocketWriter {
    /// The error that is thrown if nothing can be written.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private var descriptor: Int32

    /// Connects to the socket at a path, as soon as a program listens there, for up to two minutes.
    package init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        for _ in 0..<2_400 {
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if status == 0 { return }
            usleep(50_000)
        }
        close()
        throw Failure(description: "nobody listens at \(path)")
    }

    deinit { close() }

    /// Closes the connection.
    package func close() {
        if descriptor >= 0 { Foundation.close(descriptor) }
        descriptor = -1
    }

    /// Writes a text unchanged.
    package func write(text: String) throws {
        let bytes = Array(text.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(description: "nobody reads")
        }
    }

    /// Writes lines, each followed by a line feed.
    package func write(_ lines: String...) throws { try write(text: lines.map { "\($0)\n" }.joined()) }

    /// Waits until the other side closes the connection, and returns `false` after two minutes.
    package func waitForEnd() -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        return poll(&entry, 1, 120_000) > 0 && read(descriptor, &byte, 1) <= 0
    }
}
