#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Functions that replace files atomically: a reader sees either the old or the new contents.
enum OutputFile {
    /// Replaces the file at `path` with `bytes`, keeps its permissions and creates missing parent folders.
    ///
    /// Standard output (`-`), devices and pipes cannot be replaced; the bytes are written to them.
    static func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
        if path == "-" {
            var output = Output.standard()
            try output.write(bytes)
            return try output.flush()
        }
        let target = resolved(path)
        let mode = mode(of: target)
        if isStream(mode) {
            var output = try Output(path: target)
            try output.write(bytes)
            return try output.flush()
        }
        try makeFolders(above: target)
        let temporary = "\(target).\(getpid()).new"
        // A file that only its owner can read must stay private.
        let permissions = mode.map { $0 & 0o7777 }
        do throws(CommandFailure) {
            var output = try Output(path: temporary)
            if let permissions { try output.setPermissions(permissions) }
            try output.write(bytes)
            try output.flush()
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, target) == 0 else {
            let reason = systemErrorText()
            unlink(temporary)
            throw CommandFailure(.cannotWrite, "\(path): cannot be written: \(reason)")
        }
    }

    /// Creates a file with `bytes`, and returns `false` if a file of that name exists already.
    static func create(_ path: String, with bytes: [UInt8]) throws(CommandFailure) -> Bool {
        // Creating the empty file first claims the name before the contents are written, which may take long.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw CommandFailure(.cannotWrite, "\(path): cannot be written: \(systemErrorText())")
        }
        close(descriptor)
        do throws(CommandFailure) {
            try replace(path, with: bytes)
        } catch {
            unlink(path)
            throw error
        }
        return true
    }

    /// Checks that a file at `path` can be written, so that an error is reported before hours of work.
    static func checkIsWritable(_ path: String) throws(CommandFailure) {
        guard path != "-" else { return }
        guard !path.isEmpty else { throw CommandFailure(.cannotWrite, "expected a file's name, found an empty one") }
        let target = resolved(path)
        let mode = mode(of: target)
        if isStream(mode) {
            guard access(target, W_OK) == 0 else { throw unwritableFailure(path, systemErrorText()) }
            return
        }
        if path.hasSuffix("/") || mode.map({ $0 & S_IFMT == S_IFDIR }) == true {
            throw unwritableFailure(path, "it is a folder")
        }
        try makeFolders(above: target)
        let temporary = "\(target).\(getpid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw unwritableFailure(path, systemErrorText()) }
        close(descriptor)
        unlink(temporary)
    }

    private static func unwritableFailure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.cannotWrite, "\(path): cannot be written: \(reason)")
    }

    /// Returns the type and the permissions of the file at `path`; `nil` if there is none.
    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// Returns whether the file is a device or a pipe, which must be written to and not replaced.
    private static func isStream(_ mode: mode_t?) -> Bool {
        mode.map { [S_IFCHR, S_IFIFO].contains($0 & S_IFMT) } ?? false
    }

    /// Returns the target of a symbolic link, so that the target is replaced and not the link.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func makeFolders(above path: String) throws(CommandFailure) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            guard !part.isEmpty, mkdir(folder, 0o777) != 0, errno != EEXIST else { continue }
            // The parent of an existing folder may be inaccessible.
            guard errno == EACCES || errno == EROFS else {
                throw CommandFailure(.cannotWrite, "\(folder): cannot be made: \(systemErrorText())")
            }
        }
    }
}
