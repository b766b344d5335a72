#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The files on disk.
public struct DiskFiles: FileReading {
    /// The longest file that is read, in bytes: nobody writes so many settings.
    public static let limit = 1 << 20

    /// The files on disk.
    public init() {}

    /// The state of the file at `path`; `nil` when there is none.
    public func stamp(of path: String) throws(FileError) -> FileStamp? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(Self.reason())
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

    /// What is in the file at `path`, up to ``limit``.
    public func contents(of path: String) throws(FileError) -> [UInt8] {
        // Without O_NONBLOCK, opening a named pipe would wait for somebody to write.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(Self.reason()) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(Self.reason())
            }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= Self.limit else { throw FileError("it is longer than a megabyte") }
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)).lowercased() }
}
