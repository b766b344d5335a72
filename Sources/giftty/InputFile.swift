#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reads files that people name on the command line.
enum InputFile {
    /// The longest file that is read, in bytes. The largest animations in circulation have a tenth of it.
    static let limit = 64 << 20

    /// The content of the file at `path`, which may be a pipe.
    /// - Throws: a failure that names `path`: 66 where there is nothing to read, 65 where there is too much.
    static func bytes(at path: String) throws(CommandFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw CommandFailure(.noInput, "\(path): expected a file, found a folder")
        }
        var bytes: [UInt8] = []
        // One byte more than there should be, so that the end is seen in the first round.
        var capacity = max(1 << 16, min(Int(status.st_size), limit) + 1)
        while true {
            let start = bytes.count
            let count = try append(to: &bytes, upTo: capacity, from: descriptor, path: path)
            if count == 0 { return bytes }
            guard bytes.count <= limit else {
                throw CommandFailure(.badData, "\(path): expected at most \(limit >> 20) MB")
            }
            if bytes.count - start == capacity { capacity *= 2 }
        }
    }

    /// Whether there is a file at `path` that is no folder.
    static func exists(at path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Whether there is a folder at `path`.
    static func isFolder(at path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func append(
        to bytes: inout [UInt8], upTo count: Int, from descriptor: Int32, path: String
    ) throws(CommandFailure) -> Int {
        while true {
            var found = 0
            var failed = false
            let chunk = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
                found = read(descriptor, target.baseAddress, count)
                failed = found < 0
                initialized = max(0, found)
            }
            guard failed else {
                if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
                return found
            }
            guard errno == EINTR else { throw unreadable(path) }
        }
    }

    private static func unreadable(_ path: String) -> CommandFailure {
        errno == ENOENT
            ? CommandFailure(.noInput, "\(path): no such file")
            : CommandFailure(.noInput, "\(path): cannot be read: \(reasonOfLastError())")
    }
}

/// What the system says about the call that failed last, in a few words.
func reasonOfLastError() -> String {
    String(cString: strerror(errno)).lowercased()
}
