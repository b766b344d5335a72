#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Replaces files whole: a reader sees the old content or the new, never a part.
enum OutputFile {
    /// Puts `bytes` in the place of the file at `path`, whose permissions stay, and makes the folders above it. Standard
    /// output, `-`, and what is no file of bytes, such as a pipe, get them too.
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
        // What only its owner may read must not be read by others because it was changed.
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
            let reason = reasonOfLastError()
            unlink(temporary)
            throw CommandFailure(.cannotWrite, "\(path): cannot be written: \(reason)")
        }
    }

    /// Makes a file that is not there yet; answers with whether it wasn't.
    static func make(_ path: String, with bytes: [UInt8]) throws(CommandFailure) -> Bool {
        // The name is taken before anything is written, which may be much.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw CommandFailure(.cannotWrite, "\(path): cannot be written: \(reasonOfLastError())")
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

    /// Checks that a file can be put at `path`, before hours of work are put into it.
    static func checkIsWritable(_ path: String) throws(CommandFailure) {
        guard path != "-" else { return }
        let target = resolved(path)
        let mode = mode(of: target)
        if isStream(mode) { return }
        try makeFolders(above: target)
        if let mode, mode & S_IFMT == S_IFDIR {
            throw CommandFailure(.cannotWrite, "\(path): cannot be written: it is a folder")
        }
        let temporary = "\(target).\(getpid()).new"
        _ = try Output(path: temporary)
        unlink(temporary)
    }

    /// What stands at a path and who may do what with it; nil where nothing does.
    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// Whether it is written into, as it can't be replaced: a device or a pipe would be gone.
    private static func isStream(_ mode: mode_t?) -> Bool {
        mode.map { [S_IFCHR, S_IFIFO].contains($0 & S_IFMT) } ?? false
    }

    /// The file behind a symbolic link: that is what is replaced, not the link.
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
            // A folder above may be one that only its owner can look into.
            guard errno == EACCES || errno == EROFS else {
                throw CommandFailure(.cannotWrite, "\(folder): cannot be made: \(reasonOfLastError())")
            }
        }
    }
}
