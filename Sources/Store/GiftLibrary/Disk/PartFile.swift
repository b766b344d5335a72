import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file that receives a download; it is locked for the lifetime of this object.
///
/// The system releases the lock when the process ends, even after a crash. The received bytes stay for the next
/// attempt.
final class PartFile: Sendable {
    /// The path of the file.
    let path: String
    private let descriptor: Int32
    private let disk: Disk
    private let isRemoved = Atomic(false)

    private init(path: String, descriptor: Int32, disk: Disk) {
        self.path = path
        self.descriptor = descriptor
        self.disk = disk
    }

    deinit {
        close(descriptor)
    }

    /// Opens and locks the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - disk: The file system.
    ///   - create: Whether to create a missing file.
    /// - Returns: The file; `nil` if another owner holds the lock.
    static func openLocked(at path: String, disk: Disk, create: Bool = true) throws(DiskError) -> PartFile? {
        while true {
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0), 0o666)
            guard descriptor >= 0 else { throw .lastError(at: path) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let reason = DiskError.lastError(at: path)
                close(descriptor)
                if reason.code == EWOULDBLOCK { return nil }
                if reason.code == EINTR { continue }
                throw reason
            }
            // The previous owner may have removed the file; the lock of a removed file excludes nobody.
            if isSameFile(descriptor, at: path) { return PartFile(path: path, descriptor: descriptor, disk: disk) }
            close(descriptor)
        }
    }

    private static func isSameFile(_ descriptor: Int32, at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }

    /// The number of bytes in the file.
    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Truncates the file to `count` bytes and continues writing there.
    func truncate(to count: Int) throws(DiskError) {
        guard ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) >= 0 else {
            throw .lastError(at: path)
        }
    }

    /// Passes all bytes to `take`, piece by piece.
    func readAll(_ take: (UnsafeRawBufferPointer) -> Void) throws(DiskError) {
        try disk.read(path) { (piece, _) throws(DiskError) in take(piece) }
    }

    /// Appends bytes.
    func append(_ bytes: UnsafeRawBufferPointer) throws(DiskError) {
        try disk.write(bytes, to: descriptor, path: path)
    }

    /// Removes the file once: a later file at the same path belongs to another owner. The lock lasts until
    /// deinitialisation.
    func remove() throws(DiskError) {
        guard isRemoved.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        try disk.remove(path)
    }
}
