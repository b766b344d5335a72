#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Keeps other servers out of a store's folder while it lives: two would give two packages the same version.
public final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Locks the folder `root`, which is made where it is missing. However the process ends, its lock ends with it.
    /// - Throws: `RepositoryError` where another server has the lock, or where there can be none.
    public init(root: String) throws(RepositoryError) {
        let path = "\(root)/\(StoreLayout.lock)"
        do throws(DiskError) {
            try SystemDisk().makeFolder(root)
        } catch {
            throw .disk(error)
        }
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw .disk(DiskError(path: path, reason: String(cString: strerror(errno)).lowercased()))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .isInUse(path: root)
        }
    }

    deinit { close(descriptor) }
}
