import SystemIO

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
        // A symbolic link stays, and what it leads to is replaced.
        let target = FileSystem.resolved(path) ?? path
        let status = try? FileStatus(of: target)
        if isStream(status) {
            var output = try Output(path: target)
            try output.write(bytes)
            return try output.flush()
        }
        try makeFolders(above: target)
        do throws(DiskError) {
            let disk = SystemDisk(permissions: status?.permissions)
            try disk.replace(target, with: bytes, temporary: temporaryPath(for: target))
        } catch {
            throw .unwritable(path, error.reason)
        }
    }

    /// Creates a file with `bytes`, and returns `false` if a file of that name exists already.
    static func create(_ path: String, with bytes: [UInt8]) throws(CommandFailure) -> Bool {
        // Creating the empty file first claims the name before the contents are written, which may take long.
        do throws(SystemError) {
            _ = try OpenFile(path, [.writing, .creating, .onlyNew])
        } catch {
            if error == .fileExists { return false }
            throw .unwritable(path, error)
        }
        do throws(CommandFailure) {
            try replace(path, with: bytes)
        } catch {
            try? FileSystem.removeFile(path)
            throw error
        }
        return true
    }

    /// Checks that a command does not write over what it reads, or has read so far.
    ///
    /// - Parameters:
    ///   - outputs: The files that are written; `-` is standard output, `nil` an option that is not given.
    ///   - inputs: The files that are still to be read; `-` is standard input. What is no file, such as a URL or a gift, is
    ///     left out.
    /// - Throws: `CommandFailure` with exit status 64 if a file is both, under whatever names.
    static func check(_ outputs: [String?], differFrom inputs: [String?] = []) throws(CommandFailure) {
        for case let output? in outputs where output != "-" {
            guard let written = try? FileStatus(of: output), written.kind == .file else { continue }
            let isInput = inputs.contains { $0.flatMap(InputFile.status)?.identity == written.identity }
            guard isInput || FilesRead.contains(written.identity) else { continue }
            throw CommandFailure(.usage, "\(output): expected another file for the output than for the input")
        }
    }

    /// Checks that a file at `path` can be written, so that an error is reported before hours of work.
    static func checkIsWritable(_ path: String) throws(CommandFailure) {
        guard path != "-" else { return }
        guard !path.isEmpty else { throw CommandFailure(.cannotWrite, "expected a file's name, found an empty one") }
        let target = FileSystem.resolved(path) ?? path
        let status = try? FileStatus(of: target)
        guard !path.hasSuffix("/"), status?.kind != .folder else { throw .unwritable(path, "it is a folder") }
        do throws(SystemError) {
            if isStream(status) { return try FileSystem.checkIsWritable(target) }
        } catch {
            throw .unwritable(path, error)
        }
        try makeFolders(above: target)
        do throws(SystemError) {
            let temporary = temporaryPath(for: target)
            _ = try OpenFile(temporary, [.writing, .creating, .emptying])
            try FileSystem.removeFile(temporary)
        } catch {
            throw .unwritable(path, error)
        }
    }

    private static func temporaryPath(for path: String) -> String { "\(path).\(ProcessEnvironment.processID).new" }

    /// Returns whether the file is a device or a pipe, which must be written to and not replaced.
    private static func isStream(_ status: FileStatus?) -> Bool { status?.kind == .device || status?.kind == .pipe }

    /// Creates the missing folders above a file.
    ///
    /// - Throws: `CommandFailure` with exit status 73.
    static func makeFolders(above path: String) throws(CommandFailure) {
        guard let slash = path.lastIndex(of: "/") else { return }
        do throws(DiskError) {
            try FileSystem.makeFolders(String(path[..<slash]))
        } catch {
            guard error.cause != .notAFolder else { throw .unwritable(path, error.reason) }
            throw CommandFailure(.cannotWrite, "\(error.path)/: cannot be made: \(error.reason)")
        }
    }
}
