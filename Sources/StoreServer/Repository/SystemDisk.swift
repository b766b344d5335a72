#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The files of this machine.
public struct SystemDisk: StoreDisk {
    /// The files of this machine.
    public init() {}

    /// The content of a file; nil when there is none.
    public func contents(of path: String) throws(DiskError) -> [UInt8]? {
        // Without O_NONBLOCK, opening a named pipe would wait for somebody to write.
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

    /// The length of a file in bytes; nil when there is none.
    public func size(of path: String) throws(DiskError) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Self.error(path, "can't be read")
        }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// The names in a folder, in no order; empty when there is none.
    public func names(in folder: String) throws(DiskError) -> [String] {
        guard let directory = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw Self.error(folder, "can't be read")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a folder, and those above it.
    public func makeFolder(_ path: String) throws(DiskError) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            folder += part
            defer { folder += "/" }
            guard !part.isEmpty, mkdir(folder, 0o777) != 0, errno != EEXIST else { continue }
            // A folder above may be one that only its owner can look into.
            guard errno == EACCES || errno == EROFS, folder != path else { throw Self.error(folder, "can't be made") }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw DiskError(path: path, reason: "expected a folder")
        }
    }

    /// Writes a file anew, and waits until its content would outlast a loss of power.
    public func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
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
        // A full disk on another machine may only be told when the file is closed.
        guard close(descriptor) == 0, isWritten else {
            throw isWritten ? Self.error(path, "can't be written") : error
        }
    }

    /// Gives a file another name, at once, in the place of what has that name.
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

    /// Waits until the names in a folder would outlast a loss of power.
    public func syncFolder(_ path: String) throws(DiskError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(path, "can't be synced") }
        defer { close(descriptor) }
        // Some file systems have nothing to sync there, and say so by EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.error(path, "can't be synced") }
    }

    /// Removes a file; it need not be there.
    public func remove(_ path: String) throws(DiskError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw Self.error(path, "can't be removed") }
    }

    private static func error(_ path: String, _ problem: String) -> DiskError {
        DiskError(path: path, reason: "\(problem): \(String(cString: strerror(errno)).lowercased())")
    }
}
