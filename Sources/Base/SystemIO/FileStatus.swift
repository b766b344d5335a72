import CPlatform

/// What the system reports about a file or folder.
public struct FileStatus: Hashable, Sendable {
    /// The kind of a file.
    public enum Kind: Hashable, Sendable {
        /// A regular file, a folder, a symbolic link, a named pipe, a socket, a device such as a terminal, or another
        /// kind.
        case file, folder, link, pipe, socket, device, other
    }

    /// The identity of a file, which is the same for all of its paths.
    public struct Identity: Hashable, Sendable {
        /// The number of the file system.
        public let device: UInt64
        /// The number of the file in the file system.
        public let number: UInt64
    }

    /// The kind.
    public let kind: Kind
    /// The identity.
    public let identity: Identity
    /// The size in bytes.
    public let size: Int
    /// The permissions, up to `0o7777`.
    public let permissions: UInt32
    /// When the contents were last changed, in nanoseconds since 1970, UTC.
    public let modified: Int64

    /// Returns the status of the file at `path`.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - followsLink: Whether a symbolic link stands for the file to which it leads.
    public init(of path: String, followsLink: Bool = true) throws(SystemError) {
        var status = stat()
        guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { throw .last }
        self.init(status)
    }

    /// Returns the status of an open file.
    public init(descriptor: Int32) throws(SystemError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        self.init(status)
    }

    private init(_ status: stat) {
        var status = status
        let mode = UInt32(status.st_mode)
        kind =
            switch mode & UInt32(S_IFMT) {
            case UInt32(S_IFREG): .file
            case UInt32(S_IFDIR): .folder
            case UInt32(S_IFLNK): .link
            case UInt32(S_IFIFO): .pipe
            case UInt32(S_IFSOCK): .socket
            case UInt32(S_IFCHR): .device
            default: .other
            }
        identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
        size = Int(status.st_size)
        permissions = mode & 0o7777
        modified = Int64(nanoseconds: giftty_modification_time(&status))
    }

    /// Returns the status of the file at `path`; `nil` if nothing exists there.
    public static func ifPresent(_ path: String, followsLink: Bool = true) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus(of: path, followsLink: followsLink)
        } catch {
            if error.isAbsence { return nil }
            throw error
        }
    }

    /// Returns the kind of the file at `path`; `nil` if it cannot be found.
    public static func kind(of path: String, followsLink: Bool = true) -> Kind? {
        (try? FileStatus(of: path, followsLink: followsLink))?.kind
    }
}

extension Int64 {
    init(nanoseconds time: timespec) {
        self = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
