#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is read from its beginning to its end, piece by piece; it closes when nobody has it any more.
final class ReadableFile: Sendable {
    /// What errors call it.
    let path: String
    /// Whether it can be opened again to be read once more; a pipe cannot.
    var isRepeatable: Bool { size != nil }
    /// How many bytes it had when it was opened; nil for what has no length, such as a pipe.
    let size: Int?
    private let descriptor: Int32

    /// Opens the file at `path`, which may be a pipe.
    /// - Throws: 66 where there is nothing to read.
    init(path: String) throws(CommandFailure) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw Self.unreadable(path)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw CommandFailure(.noInput, "\(path): expected a file, found a folder")
        }
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    deinit {
        close(descriptor)
    }

    /// Fills `buffer` with what comes next, at most, and says how many bytes that is; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CommandFailure) -> Int {
        while true {
            let count = readBytes(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw Self.unreadable(path) }
        }
    }

    /// The next bytes, at most `count`; none at the end.
    func read(_ count: Int) throws(CommandFailure) -> [UInt8] {
        var failure: CommandFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            do throws(CommandFailure) {
                initialized = try read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private static func unreadable(_ path: String) -> CommandFailure {
        errno == ENOENT
            ? CommandFailure(.noInput, "\(path): no such file")
            : CommandFailure(.noInput, "\(path): cannot be read: \(reasonOfLastError())")
    }
}

/// The system's `read`, which a method of the same name hides.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
