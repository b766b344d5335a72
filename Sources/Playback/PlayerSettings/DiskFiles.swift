#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A reader of files on disk.
public struct DiskFiles: FileReading {
    /// The maximum length of a file, in bytes; far more than any configuration needs.
    public static let maxLength = 1 << 20

    /// Creates a reader.
    public init() {}

    /// Returns the stamp of the file at `path`; `nil` if there is no file.
    ///
    /// - Throws: `FileError` if the stamp is not available or the path is a folder.
    public func stamp(of path: String) throws(FileError) -> FileStamp? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(Self.systemErrorText())
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError("it is a folder") }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return FileStamp(
            modified: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec), size: Int64(status.st_size),
            inode: UInt64(status.st_ino))
    }

    /// Returns the content of the file at `path`.
    ///
    /// - Throws: `FileError` if the file is not readable or longer than ``maxLength``.
    public func contents(of path: String) throws(FileError) -> [UInt8] {
        // Without `O_NONBLOCK`, opening a named pipe would block until another process opens it for writing.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(Self.systemErrorText()) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(Self.systemErrorText())
            }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= Self.maxLength else { throw FileError("it is longer than a megabyte") }
        }
    }

    private static func systemErrorText() -> String { String(cString: strerror(errno)).lowercased() }
}
