#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file system operations of the library. Written data is on the disk when a call returns.
struct Disk: Sendable {
    private let systemCalls: SystemCalls

    init(_ calls: SystemCalls = .system) {
        self.systemCalls = calls
    }

    // MARK: - Folders

    /// Creates a folder and its parents; succeeds if the folder exists.
    func makeFolders(_ path: String) throws(DiskError) {
        if isFolder(path) { return }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try makeFolders(String(path[..<slash]))
        }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .lastError(at: path) }
        guard isFolder(path) else { throw DiskError(path: path, code: ENOTDIR) }
    }

    /// Returns the names in a folder, sorted; empty if there is no such folder.
    func names(in path: String) throws(DiskError) -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw .lastError(at: path)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { place in
                // The tuple of characters is rebound as a C string, which ends with a zero within the tuple.
                place.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns whether the path is a folder or a link to one.
    func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Removes a file, or a folder with its contents; succeeds if nothing exists at the path.
    func remove(_ path: String) throws(DiskError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .lastError(at: path)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            guard unlink(path) == 0 || errno == ENOENT else { throw .lastError(at: path) }
            return
        }
        for name in try names(in: path) { try remove("\(path)/\(name)") }
        guard rmdir(path) == 0 || errno == ENOENT else { throw .lastError(at: path) }
    }

    /// Removes a folder if it is empty.
    func removeIfEmpty(_ path: String) {
        rmdir(path)
    }

    /// Renames a file or folder; it replaces an existing file or an empty folder.
    func rename(_ path: String, to target: String) throws(DiskError) {
        guard systemCalls.rename(path, target) == 0 else { throw .lastError(at: target) }
    }

    /// Flushes the entries of a folder to the disk.
    func synchronizeFolder(_ path: String) throws(DiskError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { throw .lastError(at: path) }
        defer { close(descriptor) }
        try synchronize(descriptor, path: path)
    }

    // MARK: - Files

    /// Creates a file and flushes it to the disk.
    func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .lastError(at: path) }
        defer { close(descriptor) }
        var failure: DiskError?
        bytes.withUnsafeBytes { buffer in
            do throws(DiskError) {
                try write(buffer, to: descriptor, path: path)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        try synchronize(descriptor, path: path)
    }

    /// Writes all bytes to an open file.
    func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws(DiskError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = systemCalls.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
            if count < 0 {
                if errno == EINTR { continue }
                throw .lastError(at: path)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Flushes an open file to the disk.
    func synchronize(_ descriptor: Int32, path: String) throws(DiskError) {
        while systemCalls.synchronize(descriptor) != 0 {
            guard errno == EINTR else { throw .lastError(at: path) }
        }
    }

    /// Returns the contents of a regular file.
    ///
    /// - Throws: `DiskError` with `EFBIG` if there are more than `limit` bytes, or with `EISDIR` if the path is not a
    ///   regular file.
    func contents(of path: String, maxBytes limit: Int) throws(DiskError) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path) { (piece, size) throws(DiskError) in
            if bytes.isEmpty { bytes.reserveCapacity(min(size, limit)) }
            guard bytes.count + piece.count <= limit else { throw DiskError(path: path, code: EFBIG) }
            bytes.append(contentsOf: piece)
        }
        return bytes
    }

    /// Reads a regular file and passes its bytes to `take` piece by piece, with the file's size.
    func read(
        _ path: String, _ take: (UnsafeRawBufferPointer, _ size: Int) throws(DiskError) -> Void
    ) throws(DiskError) {
        // Without `O_NONBLOCK`, opening a named pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw .lastError(at: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .lastError(at: path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw DiskError(path: path, code: EISDIR) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = readBytes(descriptor, buffer.baseAddress, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .lastError(at: path)
            }
            if count == 0 { return }
            try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), Int(status.st_size))
        }
    }

    /// The number of bytes to read at once.
    private static let chunkSize = 1 << 16

    /// Returns the size of a regular file; `nil` if there is none.
    func size(of path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}

/// Calls the system's `read`, which the method of the same name shadows.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
