#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Functions that read files named on the command line.
enum InputFile {
    /// The maximum size of a file, in bytes. The largest known animations have a tenth of it.
    static let maxBytes = 64 << 20

    /// The number of bytes that one call reads from a pipe, whose length is unknown.
    private static let chunkSize = 1 << 20
    /// The number of bytes that one call reads beyond the reported size of a file.
    private static let tailSize = 1 << 12

    /// Returns the contents of the file at `path`, which may be a pipe.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, and 65 if it exceeds ``maxBytes``.
    static func bytes(at path: String) throws(CommandFailure) -> [UInt8] {
        try rest(of: ReadableFile(path: path))
    }

    /// Returns the rest of `file` after `head`, the part that was read before. The result includes `head`.
    static func rest(of file: ReadableFile, after head: [UInt8] = []) throws(CommandFailure) -> [UInt8] {
        var bytes = head
        // One byte more than the file has makes the first call return all of it, unless the file grows.
        var room = file.size.map { min(max($0 - head.count, 0), maxBytes) + 1 } ?? chunkSize
        while true {
            let piece = try file.read(room)
            if piece.isEmpty { return bytes }
            if file.size != nil { room = tailSize }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= maxBytes else {
                throw CommandFailure(.badData, "\(file.path): expected at most \(maxBytes >> 20) MB")
            }
        }
    }

    /// Returns whether there is a file at `path` that is not a folder.
    static func exists(at path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Returns whether there is a folder at `path`.
    static func isFolder(at path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// Returns the system's description of the last error (`errno`), in lower case.
func systemErrorText() -> String {
    String(cString: strerror(errno)).lowercased()
}
