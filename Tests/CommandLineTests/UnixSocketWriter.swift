import Foundation

/// Somebody who writes lines into a feed's socket, over one connection.
final class UnixSocketWriter {
    private let descriptor: Int32

    /// Connects to a socket, as soon as somebody listens there.
    init(_ name: String, in folder: TemporaryFolder) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\(folder.path)/\(name)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        for _ in 0..<1_200 {
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if status == 0 { return }
            usleep(50_000)
        }
        close(descriptor)
        throw TmuxSession.Failure(description: "nobody listens at \(name)")
    }

    deinit { close(descriptor) }

    /// Writes lines, each with its end.
    func write(_ lines: String...) throws {
        let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw TmuxSession.Failure(description: "nobody reads")
        }
    }
}
