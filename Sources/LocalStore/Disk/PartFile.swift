import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file that a package is downloaded into, locked for as long as this is there.
///
/// The lock goes with the process that has it, however that ends, and what was received stays for the next.
final class PartFile: Sendable {
    /// Where it is.
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

    /// Opens and locks the file, which is made where there is none; nil while another one has it.
    static func locked(at path: String, disk: Disk, create: Bool = true) throws(DiskError) -> PartFile? {
        while true {
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0), 0o666)
            guard descriptor >= 0 else { throw .last(path) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let reason = DiskError.last(path)
                close(descriptor)
                if reason.code == EWOULDBLOCK { return nil }
                if reason.code == EINTR { continue }
                throw reason
            }
            // Whoever had the lock before may have removed the file, and the lock of a removed file keeps nobody out.
            if isFile(descriptor, at: path) { return PartFile(path: path, descriptor: descriptor, disk: disk) }
            close(descriptor)
        }
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }

    /// How many bytes it has.
    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Cuts it to its first `count` bytes, and writes on from there.
    func truncate(to count: Int) throws(DiskError) {
        guard ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) >= 0 else {
            throw .last(path)
        }
    }

    /// Hands over all its bytes, piece by piece.
    func readAll(_ take: (UnsafeRawBufferPointer) -> Void) throws(DiskError) {
        try disk.read(path) { (piece, _) throws(DiskError) in take(piece) }
    }

    /// Writes bytes at its end.
    func append(_ bytes: UnsafeRawBufferPointer) throws(DiskError) {
        try disk.write(bytes, to: descriptor, path: path)
    }

    /// Removes it, once: what has its path afterwards is another's. The lock is kept until this goes.
    func remove() throws(DiskError) {
        guard isRemoved.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        try disk.remove(path)
    }
}
