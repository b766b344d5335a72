#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the system would not do with a file or folder.
public struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// The system's number for the reason, such as `ENOSPC`.
    public let code: Int32

    /// The reason `code` at `path`.
    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// The reason of the call that failed last, in this thread.
    static func last(_ path: String) -> DiskError { DiskError(path: path, code: errno) }

    /// Whether there is no room left, on the disk or in the user's share of it.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    /// The reason in a few words.
    public var reason: String {
        isFull ? "disk full" : String(cString: strerror(code)).lowercased()
    }

    /// Where and why, in one line.
    public var description: String { "\(path): \(reason)" }
}
