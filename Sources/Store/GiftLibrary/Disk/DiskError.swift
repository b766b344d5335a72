#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A failed system call for a file or folder.
public struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file or folder.
    public let path: String
    /// The system's error number, such as `ENOSPC`.
    public let code: Int32

    /// Creates an error for `path` with the error number `code`.
    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// Returns the error of the last failed call on this thread.
    static func lastError(at path: String) -> DiskError { DiskError(path: path, code: errno) }

    /// Whether the disk or the user's quota is full, so that no other file fits either. A file above a limit of its own
    /// (`EFBIG`) says nothing of the disk.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// The reason in a few words.
    public var reason: String {
        isFull ? "disk full" : String(cString: strerror(code)).lowercased()
    }

    /// The path and the reason, in one line.
    public var description: String { "\(path): \(reason)" }
}
