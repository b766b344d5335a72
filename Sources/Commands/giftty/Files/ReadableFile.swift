#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is read sequentially. It is closed on deinitialisation.
final class ReadableFile: Sendable {
    /// The name in error messages.
    let path: String
    /// Whether the file can be opened and read again, which is not possible for a pipe.
    var isRepeatable: Bool { size != nil }
    /// The size at the time of opening, in bytes; `nil` for a file without a size, such as a pipe.
    let size: Int?
    private let descriptor: Int32

    /// Opens the file at `path`, which may be a pipe.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read.
    init(path: String) throws(CommandFailure) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadableFailure(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw Self.unreadableFailure(path)
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

    /// Reads the next bytes into `buffer` and returns their number; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CommandFailure) -> Int {
        while true {
            let count = readBytes(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw Self.unreadableFailure(path) }
        }
    }

    /// Returns the next bytes, at most `count`; empty at the end.
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

    private static func unreadableFailure(_ path: String) -> CommandFailure {
        errno == ENOENT
            ? CommandFailure(.noInput, "\(path): no such file")
            : CommandFailure(.noInput, "\(path): cannot be read: \(systemErrorText())")
    }
}

/// Calls the system's `read`, which the method of the same name hides.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
