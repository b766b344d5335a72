/// The disk of this machine.
public struct SystemDisk: Disk {
    private let calls: SystemCalls
    private let permissions: UInt32?

    /// Creates a disk.
    ///
    /// - Parameters:
    ///   - calls: The system's calls; tests replace them to simulate a full or faulty disk.
    ///   - permissions: The permissions of the files that it writes; `nil` for those that the user's mask gives.
    public init(_ calls: SystemCalls = .system, permissions: UInt32? = nil) {
        self.calls = calls
        self.permissions = permissions
    }

    // MARK: - Files

    /// Returns the contents of a file; `nil` if there is none.
    public func contents(of path: String) throws(DiskError) -> [UInt8]? {
        do throws(SystemError) {
            // Without `nonBlocking`, opening a named pipe would wait for a writer.
            return try OpenFile(path, .nonBlocking).rest()
        } catch {
            if error.isAbsence { return nil }
            throw DiskError(path: path, operation: "can't be read", error)
        }
    }

    /// Returns the contents of a regular file.
    ///
    /// - Throws: `DiskError` for `SystemError.fileTooLarge` if there are more than `limit` bytes, or for
    ///   `SystemError.isAFolder` if the path is not a regular file.
    public func contents(of path: String, maxBytes limit: Int) throws(DiskError) -> [UInt8] {
        try perform("can't be read", path) { () throws(SystemError) in
            let file = try openRegularFile(path)
            return try file.rest(expecting: file.status.size, maxBytes: limit)
        }
    }

    /// Reads a regular file and passes its bytes to `take` piece by piece.
    public func read(
        _ path: String, _ take: (UnsafeRawBufferPointer) throws(DiskError) -> Void
    ) throws(DiskError) {
        let file = try perform("can't be read", path) { () throws(SystemError) in try openRegularFile(path) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try perform("can't be read", path) { () throws(SystemError) in try file.read(into: buffer) }
            if count == 0 { return }
            try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private func openRegularFile(_ path: String) throws(SystemError) -> OpenFile {
        let file = try OpenFile(path, [.notFollowingLink, .nonBlocking])
        guard try file.status.kind == .file else { throw .isAFolder }
        return file
    }

    /// Returns the size of a regular file in bytes; `nil` if there is none.
    public func size(of path: String) throws(DiskError) -> Int? {
        let status = try perform("can't be read", path) { () throws(SystemError) in try FileStatus.ifPresent(path) }
        return status?.kind == .file ? status?.size : nil
    }

    /// Returns whether the path is a symbolic link, wherever it leads.
    public func isLink(_ path: String) throws(DiskError) -> Bool {
        try perform("can't be read", path) { () throws(SystemError) in
            try FileStatus.ifPresent(path, followsLink: false)?.kind == .link
        }
    }

    /// Writes a file and waits until its contents would survive a power failure. It does not follow a link.
    public func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        try write(bytes, to: path, [.writing, .creating, .emptying, .notFollowingLink, .nonBlocking])
    }

    /// Writes a file that does not exist and waits until its contents would survive a power failure.
    public func create(_ path: String, with bytes: [UInt8]) throws(DiskError) {
        try write(bytes, to: path, [.writing, .creating, .onlyNew])
    }

    private func write(_ bytes: [UInt8], to path: String, _ options: OpenFile.Options) throws(DiskError) {
        try perform("can't be written", path) { () throws(SystemError) in
            let file = try OpenFile(path, options)
            // They are set before the contents, because a file that only its owner can read must stay private.
            if let permissions { try file.setPermissions(permissions) }
            try file.write(bytes, by: calls)
            try file.synchronize(by: calls)
            try file.close()
        }
    }

    /// Writes bytes to an open file; `path` is for the error.
    public func write(
        _ bytes: UnsafeRawBufferPointer, to file: OpenFile, at path: String
    ) throws(DiskError) {
        do throws(SystemError) {
            try file.write(bytes, by: calls)
        } catch {
            throw DiskError(path: path, operation: "can't be written", error)
        }
    }

    // MARK: - Names

    /// Returns the names in a folder, sorted; empty if there is no such folder.
    public func names(in folder: String) throws(DiskError) -> [String] {
        do throws(SystemError) {
            return try FileSystem.names(in: folder).sorted()
        } catch {
            if error.isAbsence { return [] }
            throw DiskError(path: folder, operation: "can't be read", error)
        }
    }

    /// Creates a folder and its parents.
    public func makeFolder(_ path: String) throws(DiskError) { try FileSystem.makeFolders(path) }

    /// Renames a file or folder atomically, and replaces a file or an empty folder with the new name.
    public func rename(_ path: String, to target: String) throws(DiskError) {
        try perform("can't be replaced", target) { () throws(SystemError) in try calls.rename(path, target) }
    }

    /// Waits until the names in a folder would survive a power failure.
    public func syncFolder(_ path: String) throws(DiskError) {
        try perform("can't be synced", path) { () throws(SystemError) in
            let folder = try OpenFile(path, .folder)
            do throws(SystemError) {
                try folder.synchronize(by: calls)
            } catch {
                // Some file systems cannot sync a folder.
                guard error == .invalidArgument else { throw error }
            }
        }
    }

    /// Removes a file; succeeds if it does not exist.
    public func remove(_ path: String) throws(DiskError) {
        try perform("can't be removed", path) { () throws(SystemError) in try FileSystem.removeFile(path) }
    }

    /// Removes a file, or a folder with its contents; succeeds if nothing exists at the path.
    public func removeTree(_ path: String) throws(DiskError) {
        let isFolder = try perform("can't be removed", path) { () throws(SystemError) in
            try FileStatus.ifPresent(path, followsLink: false)?.kind == .folder
        }
        guard isFolder else { return try remove(path) }
        for name in try names(in: path) { try removeTree("\(path)/\(name)") }
        try perform("can't be removed", path) { () throws(SystemError) in try FileSystem.removeFolder(path) }
    }

    private func perform<Result>(
        _ operation: String, _ path: String, _ body: () throws(SystemError) -> Result
    ) throws(DiskError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw DiskError(path: path, operation: operation, error)
        }
    }
}
