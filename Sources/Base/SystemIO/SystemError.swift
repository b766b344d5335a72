import CPlatform

/// The error of a system call.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error number, such as `ENOSPC`.
    public let code: Int32

    /// Creates the error with a number.
    public init(code: Int32) {
        self.code = code
    }

    /// The error of the last failed call on this thread.
    public static var last: SystemError { SystemError(code: giftty_errno()) }

    /// Forgets the last error, before a call that may fail without one.
    public static func clear() { giftty_clear_errno() }

    /// There is no such file.
    public static let noSuchFile = SystemError(code: ENOENT)
    /// A part of the path is not a folder.
    public static let notAFolder = SystemError(code: ENOTDIR)
    /// It is a folder, or no regular file.
    public static let isAFolder = SystemError(code: EISDIR)
    /// There is such a file already.
    public static let fileExists = SystemError(code: EEXIST)
    /// The file is larger than the limit.
    public static let fileTooLarge = SystemError(code: EFBIG)
    /// The permissions do not allow it.
    public static let accessDenied = SystemError(code: EACCES)
    /// The file system cannot be written.
    public static let readOnlyFileSystem = SystemError(code: EROFS)
    /// The call is not possible for this file.
    public static let invalidArgument = SystemError(code: EINVAL)
    /// A signal interrupted the call.
    public static let interrupted = SystemError(code: EINTR)
    /// The reader of the pipe has closed it.
    public static let brokenPipe = SystemError(code: EPIPE)
    /// The call was given up.
    public static let cancelled = SystemError(code: ECANCELED)
    /// Nobody listens there.
    public static let connectionRefused = SystemError(code: ECONNREFUSED)
    /// The connection ended before it was accepted.
    public static let connectionAborted = SystemError(code: ECONNABORTED)

    /// Whether the call would have to wait: for bytes, for room or for a lock.
    public var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }

    /// Whether nothing exists at the path.
    public var isAbsence: Bool { self == .noSuchFile || self == .notAFolder }

    /// Whether the disk or the user's quota is full, so that no other file fits either. A file above a limit of its own
    /// (`EFBIG`) says nothing of the disk.
    public var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }

    /// The system's description in lower case, such as `no such file or directory`.
    public var description: String { String(cString: strerror(code)).lowercased() }
}
