import SystemIO

/// Functions that read files named on the command line.
enum InputFile {
    /// The maximum size of a file, in bytes. The largest known animations have a tenth of it.
    static let maxBytes = 64 << 20

    /// The argument that stands for standard input where a file is expected. A file of this name is `./-`.
    static let standardInput = "-"

    /// Returns the name of a file in messages: the argument that names it, or `standard input`.
    static func name(of argument: String) -> String {
        argument == standardInput ? "standard input" : argument
    }

    /// Does nothing if `argument` names a file, or if standard input is no terminal.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if standard input is a terminal, where the program would wait without a
    ///   word.
    static func refuseTerminal(as argument: String) throws(CommandFailure) {
        guard argument == standardInput, TerminalFacts.readsFromTerminal else { return }
        throw CommandFailure(.usage, "\(name(of: argument)): expected a file or a pipe, found the terminal")
    }

    /// Returns what the system reports about the file that `argument` names, or about standard input for `-`.
    static func status(of argument: String) -> FileStatus? {
        argument == standardInput
            ? try? FileStatus(descriptor: Descriptor.standardInput) : try? FileStatus(of: argument)
    }

    /// Returns the contents of the file that `argument` names, or of standard input for `-`.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, 65 if it exceeds ``maxBytes``, and 64 if
    ///   standard input is a terminal.
    static func bytes(of argument: String) throws(CommandFailure) -> [UInt8] {
        try ReadableFile(argument: argument).rest()
    }

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
