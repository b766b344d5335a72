import SystemIO

/// Functions that read files named on the command line.
enum InputFile {
    /// The maximum size of a file, in bytes. The largest known animations have a tenth of it.
    static let maxBytes = 64 << 20

    /// Returns the contents of the file at `path`, which may be a pipe.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, and 65 if it exceeds ``maxBytes``.
    static func bytes(at path: String) throws(CommandFailure) -> [UInt8] {
        try ReadableFile(path: path).rest()
    }

    /// Returns whether there is a file at `path` that is not a folder.
    static func exists(at path: String) -> Bool { FileStatus.kind(of: path).map { $0 != .folder } ?? false }

    /// Returns whether there is a folder at `path`.
    static func isFolder(at path: String) -> Bool { FileStatus.kind(of: path) == .folder }
}
