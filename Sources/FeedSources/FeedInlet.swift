#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open source: its descriptor, and what kind of thing that is. It closes when nobody has it any more.
final class FeedInlet: Sendable {
    enum Kind: Equatable, Sendable {
        /// Bytes until the other side closes.
        case stream
        /// A file with an end, which may move.
        case file(path: String)
        /// A pipe with a name, which others open and close.
        case fifo(path: String)
        /// A socket to which others connect; its file goes with it.
        case listening(path: String)
    }

    let name: String
    let kind: Kind
    let descriptor: Int32
    /// Whether events are taken as they come, without their own pace: as somebody writes them just now.
    let follows: Bool
    private let isOwned: Bool

    init(_ endpoint: FeedEndpoint, follows: Bool) throws(FeedSourceError) {
        name = endpoint.description
        self.follows = follows
        switch endpoint {
        case .standardInput:
            // Shared with others, so it stays as it is.
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

    /// Whether its events happen when they come.
    var isLive: Bool {
        if case .file = kind { follows } else { true }
    }

    /// Writers of files and pipes can wait, those at sockets have no time.
    var usualOverflow: FeedQueue.Overflow {
        switch kind {
        case .listening: .drop
        case .stream: name.hasPrefix("unix:") ? .drop : .wait
        case .file, .fifo: .wait
        }
    }

    /// Opens a file or FIFO. A FIFO without a writer opens too; who writes may come later.
    private static func open(_ path: String) throws(FeedSourceError) -> (Kind, Int32) {
        let descriptor = opened(path)
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

    /// A descriptor for the file of this name as it is now; below 0 where there is none.
    static func opened(_ path: String) -> Int32 {
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

/// Sockets in the file system.
enum UnixSocket {
    /// Connects to whoever listens at `path`, or listens there where nobody does.
    ///
    /// The file of one who has gone is replaced; any other file is not.
    static func open(_ path: String) throws(FeedSourceError) -> (FeedInlet.Kind, Int32) {
        let name = "unix:\(path)"
        var address = try address(path, name)
        let descriptor = try made(name)
        if withAddress(&address, { connect(descriptor, $0, $1) }) == 0 { return (.stream, descriptor) }
        let reason = errno
        close(descriptor)
        guard reason == ENOENT || reason == ECONNREFUSED else {
            throw FeedSourceError(name, "cannot be connected to: \(String(cString: strerror(reason)).lowercased())")
        }
        if reason == ECONNREFUSED {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
                throw FeedSourceError(name, "expected a socket, found another file")
            }
            unlink(path)
        }
        let listener = try made(name)
        guard withAddress(&address, { bind(listener, $0, $1) }) == 0, chmod(path, 0o600) == 0, listen(listener, 16) == 0
        else {
            let problem = lastSystemError()
            close(listener)
            throw FeedSourceError(name, "cannot be listened at: \(problem)")
        }
        return (.listening(path: path), listener)
    }

    private static func made(_ name: String) throws(FeedSourceError) -> Int32 {
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
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
