#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open source of bytes, with its descriptor and type. It closes the descriptor when it is deallocated.
final class FeedInput: Sendable {
    enum Kind: Equatable, Sendable {
        /// A stream of bytes that ends when the other side closes it.
        case stream
        /// A regular file, which may be renamed.
        case file(path: String)
        /// A FIFO, which writers open and close.
        case fifo(path: String)
        /// A listening socket; its file is deleted when the socket is closed.
        case listening(path: String)
    }

    let name: String
    let kind: Kind
    let descriptor: Int32
    /// Whether to continue at the end of a file or FIFO. Then live events happen when they are read, without their own
    /// pace.
    let isFollowing: Bool
    private let isOwned: Bool

    init(_ endpoint: FeedEndpoint, isFollowing: Bool) throws(FeedSourceError) {
        name = endpoint.description
        self.isFollowing = isFollowing
        switch endpoint {
        case .standardInput:
            // Other programs share standard input, so its flags do not change.
            (kind, descriptor, isOwned) = (.stream, STDIN_FILENO, false)
        case .path(let path):
            (kind, descriptor) = try Self.open(path)
            isOwned = true
        case .unixSocket(let path):
            (kind, descriptor) = try UnixSocket.open(path)
            isOwned = true
        }
    }

    deinit {
        if isOwned { close(descriptor) }
        if case .listening(let path) = kind { unlink(path) }
    }

    /// Whether events happen when they arrive.
    var isLive: Bool {
        if case .file = kind { isFollowing } else { true }
    }

    /// The default behaviour of a full queue: wait for files and pipes, whose writers can be slowed down; drop for
    /// sockets.
    var defaultOverflow: FeedQueue.Overflow {
        switch kind {
        case .listening: .drop
        case .stream: name.hasPrefix("unix:") ? .drop : .wait
        case .file, .fifo: .wait
        }
    }

    /// Opens a file or FIFO. A FIFO opens even without a writer, which may open it later.
    private static func open(_ path: String) throws(FeedSourceError) -> (Kind, Int32) {
        let descriptor = openFile(path)
        guard descriptor >= 0 else {
            throw FeedSourceError(path, errno == ENOENT ? "no such file" : "cannot be read: \(lastSystemError())")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let problem = lastSystemError()
            close(descriptor)
            throw FeedSourceError(path, "cannot be read: \(problem)")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return (.file(path: path), descriptor)
        case S_IFIFO: return (.fifo(path: path), descriptor)
        case S_IFDIR:
            close(descriptor)
            throw FeedSourceError(path, "expected a file, found a folder")
        default: return (.stream, descriptor)
        }
    }

    /// Opens the file that has this path now and returns its descriptor; a negative number if the file cannot be
    /// opened.
    static func openFile(_ path: String) -> Int32 {
        #if canImport(Darwin)
            return Darwin.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #elseif canImport(Musl)
            return Musl.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #else
            return Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #endif
    }

    static func status(of descriptor: Int32) -> FollowedFile.Status? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FollowedFile.Status(status) : nil
    }

    static func status(at path: String) -> FollowedFile.Status? {
        var status = stat()
        return stat(path, &status) == 0 ? FollowedFile.Status(status) : nil
    }
}

extension FollowedFile.Status {
    fileprivate init(_ status: stat) {
        self.init(
            device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino),
            size: Int64(status.st_size))
    }
}

/// Functions for Unix-domain sockets.
enum UnixSocket {
    /// Connects to the program that listens at `path`, or listens there if no program does.
    ///
    /// The function replaces the socket file of a program that has ended, but no other file.
    static func open(_ path: String) throws(FeedSourceError) -> (FeedInput.Kind, Int32) {
        let name = "unix:\(path)"
        var address = try address(path, name)
        let descriptor = try makeSocket(name)
        if withAddress(&address, { connect(descriptor, $0, $1) }) == 0 { return (.stream, descriptor) }
        let reason = errno
        close(descriptor)
        guard reason == ENOENT || reason == ECONNREFUSED else {
            throw FeedSourceError(name, "cannot connect: \(String(cString: strerror(reason)).lowercased())")
        }
        if reason == ECONNREFUSED {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
                throw FeedSourceError(name, "expected a socket, found another file")
            }
            unlink(path)
        }
        let listener = try makeSocket(name)
        guard withAddress(&address, { bind(listener, $0, $1) }) == 0, chmod(path, 0o600) == 0, listen(listener, 16) == 0
        else {
            let problem = lastSystemError()
            close(listener)
            throw FeedSourceError(name, "cannot bind: \(problem)")
        }
        return (.listening(path: path), listener)
    }

    private static func makeSocket(_ name: String) throws(FeedSourceError) -> Int32 {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw FeedSourceError(name, lastSystemError()) }
        Descriptor.prepare(descriptor)
        return descriptor
    }

    private static func address(_ path: String, _ name: String) throws(FeedSourceError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard bytes.count <= room else { throw FeedSourceError(name, "expected a path of at most \(room) bytes") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func withAddress(
        _ address: inout sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        // All socket addresses begin with the same members, and the system reads only as many bytes as the given
        // length.
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
