#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file operations of this machine's file system.
public struct SystemDisk: StoreDisk {
    /// Creates the file operations.
    public init() {}

    /// Returns the contents of a file; `nil` if there is none.
    public func contents(of path: String) throws(DiskError) -> [UInt8]? {
        // Without `O_NONBLOCK`, opening a named pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Self.error(path, "can't be read")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.error(path, "can't be read") }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// Returns the size of a regular file in bytes; `nil` if there is none.
    public func size(of path: String) throws(DiskError) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Self.error(path, "can't be read")
        }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Returns whether the path is a symbolic link, wherever it leads.
    public func isLink(_ path: String) throws(DiskError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return false }
            throw Self.error(path, "can't be read")
        }
        return status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the names in a folder, unsorted; empty if there is no such folder.
    public func names(in folder: String) throws(DiskError) -> [String] {
        guard let directory = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw Self.error(folder, "can't be read")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // The name ends with a zero within the field and stays valid until the next `readdir`.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Creates a folder and its parents.
    public func makeFolder(_ path: String) throws(DiskError) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            folder += part
            defer { folder += "/" }
            guard !part.isEmpty, mkdir(folder, 0o777) != 0, errno != EEXIST else { continue }
            // The parent may be accessible only to its owner, or be on a read-only file system, and yet exist.
            guard errno == EACCES || errno == EROFS, folder != path else { throw Self.error(folder, "can't be made") }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw DiskError(path: path, reason: "expected a folder")
        }
    }

    /// Writes a file and waits until its contents would survive a power failure. It does not follow a link.
    public func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else { throw Self.error(path, "can't be written") }
        let isWritten = bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                #if canImport(Darwin)
                    let count = Darwin.write(descriptor, part.baseAddress, part.count)
                #elseif canImport(Musl)
                    let count = Musl.write(descriptor, part.baseAddress, part.count)
                #else
                    let count = Glibc.write(descriptor, part.baseAddress, part.count)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return fsync(descriptor) == 0
        }
        let error = Self.error(path, "can't be written")
        // A network file system may report a full disk only when the file is closed.
        guard close(descriptor) == 0, isWritten else {
            throw isWritten ? Self.error(path, "can't be written") : error
        }
    }

    /// Renames a file atomically, and replaces a file with the new name.
    public func rename(_ path: String, to target: String) throws(DiskError) {
        #if canImport(Darwin)
            let status = Darwin.rename(path, target)
        #elseif canImport(Musl)
            let status = Musl.rename(path, target)
        #else
            let status = Glibc.rename(path, target)
        #endif
        guard status == 0 else { throw Self.error(target, "can't be replaced") }
    }

    /// Waits until the names in a folder would survive a power failure.
    public func syncFolder(_ path: String) throws(DiskError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(path, "can't be synced") }
        defer { close(descriptor) }
        // Some file systems cannot sync a folder and report `EINVAL`.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.error(path, "can't be synced") }
    }

    /// Removes a file; succeeds if it does not exist.
    public func remove(_ path: String) throws(DiskError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw Self.error(path, "can't be removed") }
    }

    private static func error(_ path: String, _ problem: String) -> DiskError {
        DiskError(path: path, reason: "\(problem): \(String(cString: strerror(errno)).lowercased())")
    }
}
