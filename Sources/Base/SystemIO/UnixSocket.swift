import CPlatform

/// Stream sockets of the Unix domain, which programs find by a path.
public enum UnixSocket {
    /// The most bytes of a path.
    public static let maxPathBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Connects to the program that listens at `path`; the connection is non-blocking.
    public static func connect(to path: String) throws(SystemError) -> OpenFile {
        let socket = try makeSocket()
        try withAddress(path) { CPlatform.connect(socket.descriptor, $0, $1) }
        return socket
    }

    /// Connects to the program that listens at `path`; `nil` if none does.
    ///
    /// The socket of a program that has ended is removed, so that another program can listen there; no other file is.
    public static func connectIfListening(to path: String) throws(UnixSocketError) -> OpenFile? {
        guard path.utf8.count <= maxPathBytes else { throw .pathTooLong }
        do throws(SystemError) {
            return try connect(to: path)
        } catch .noSuchFile {
            return nil
        } catch .connectionRefused {
            guard (try? FileStatus(of: path, followsLink: false))?.kind == .socket else { throw .otherFile }
            try? FileSystem.removeFile(path)
            return nil
        } catch {
            throw .system(error)
        }
    }

    /// Listens at `path`, where no file must exist. Only the user may connect.
    public static func listen(at path: String) throws(SystemError) -> OpenFile {
        let socket = try makeSocket()
        try withAddress(path) { bind(socket.descriptor, $0, $1) }
        guard chmod(path, 0o600) == 0, CPlatform.listen(socket.descriptor, 16) == 0 else { throw .last }
        return socket
    }

    /// Accepts the next connection and returns its descriptor, which is non-blocking and belongs to the caller.
    public static func accept(_ listener: Int32) throws(SystemError) -> Int32 {
        let descriptor = CPlatform.accept(listener, nil, nil)
        guard descriptor >= 0 else { throw .last }
        Descriptor.makeNonBlocking(descriptor)
        return descriptor
    }

    private static func makeSocket() throws(SystemError) -> OpenFile {
        let descriptor = giftty_unix_socket()
        guard descriptor >= 0 else { throw .last }
        Descriptor.makeNonBlocking(descriptor)
        return OpenFile(owning: descriptor)
    }

    private static func withAddress(
        _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(maxPathBytes)) }
        // All socket addresses begin with the same members, and the system reads only as many bytes as the given
        // length.
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw .last }
    }
}

/// The reason why a path cannot be used as a socket, in one line without the path.
public enum UnixSocketError: Error, Equatable, CustomStringConvertible {
    /// The path is longer than ``UnixSocket/maxPathBytes``.
    case pathTooLong
    /// Another file than a socket is at the path.
    case otherFile
    /// The system refuses the connection.
    case system(SystemError)

    /// What was expected, or the reason of the system.
    public var description: String {
        switch self {
        case .pathTooLong: "expected a path of at most \(UnixSocket.maxPathBytes) bytes"
        case .otherFile: "expected a socket, found another file"
        case .system(let error): "cannot connect: \(error)"
        }
    }
}
