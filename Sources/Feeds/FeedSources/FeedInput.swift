import SystemIO

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
    /// The descriptor for reading.
    var descriptor: Int32 { file?.descriptor ?? Descriptor.standardInput }
    /// Whether to continue at the end of a file or FIFO. Then live events happen when they are read, without their own
    /// pace.
    let isFollowing: Bool
    /// The open file; nil for standard input, which other programs share, so that its flags do not change.
    private let file: OpenFile?

    init(_ endpoint: FeedEndpoint, isFollowing: Bool) throws(FeedSourceError) {
        name = endpoint.description
        self.isFollowing = isFollowing
        switch endpoint {
        case .standardInput:
            kind = .stream
            file = nil
        case .path(let path):
            let opened = try Self.open(path)
            kind = try Self.kind(of: opened, at: path)
            file = opened
        case .unixSocket(let path):
            if let connection = try Self.connect(to: path, name) {
                kind = .stream
                file = connection
            } else {
                kind = .listening(path: path)
                file = try Self.listen(at: path, name)
            }
        }
    }

    deinit {
        if case .listening(let path) = kind { try? FileSystem.removeFile(path) }
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
    private static func open(_ path: String) throws(FeedSourceError) -> OpenFile {
        do throws(SystemError) {
            return try OpenFile(path, .nonBlocking)
        } catch {
            throw FeedSourceError(path, error == .noSuchFile ? "no such file" : "cannot be read: \(error)")
        }
    }

    private static func kind(of file: OpenFile, at path: String) throws(FeedSourceError) -> Kind {
        do throws(SystemError) {
            switch try file.status.kind {
            case .file: return .file(path: path)
            case .pipe: return .fifo(path: path)
            case .link, .socket, .device, .other: return .stream
            case .folder: break
            }
        } catch {
            throw FeedSourceError(path, "cannot be read: \(error)")
        }
        throw FeedSourceError(path, "expected a file, found a folder")
    }

    /// Connects to the program that listens at `path`; nil if no program does.
    private static func connect(to path: String, _ name: String) throws(FeedSourceError) -> OpenFile? {
        do throws(UnixSocketError) {
            return try UnixSocket.connectIfListening(to: path)
        } catch {
            throw FeedSourceError(name, error.description)
        }
    }

    private static func listen(at path: String, _ name: String) throws(FeedSourceError) -> OpenFile {
        do throws(SystemError) {
            return try UnixSocket.listen(at: path)
        } catch {
            throw FeedSourceError(name, "cannot bind: \(error)")
        }
    }
}

extension FollowedFile.Status {
    init(_ status: FileStatus) {
        self.init(device: status.identity.device, file: status.identity.number, size: Int64(status.size))
    }
}
