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

    /// What is read at once of a pipe, whose length nobody knows.
    private static let pieceSize = 1 << 20
    /// What is read at once behind the length that a file was said to have.
    private static let tailSize = 1 << 12

    /// The content of the file at `path`, which may be a pipe.
    /// - Throws: a failure that names `path`: 66 where there is nothing to read, 65 where there is too much.
    static func bytes(at path: String) throws(CommandFailure) -> [UInt8] {
        try rest(of: ReadableFile(path: path))
    }

    /// What is left of `file`, behind the `head` that was read before.
    static func rest(of file: ReadableFile, behind head: [UInt8] = []) throws(CommandFailure) -> [UInt8] {
        var bytes = head
        // One byte more than there are shows the end in the same call, but for files that grow.
        var room = file.size.map { min(max($0 - head.count, 0), limit) + 1 } ?? pieceSize
        while true {
            let piece = try file.read(room)
            if piece.isEmpty { return bytes }
            if file.size != nil { room = tailSize }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= limit else {
                throw CommandFailure(.badData, "\(file.path): expected at most \(limit >> 20) MB")
            }
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
}

/// What the system says about the call that failed last, in a few words.
func reasonOfLastError() -> String {
    String(cString: strerror(errno)).lowercased()
}
