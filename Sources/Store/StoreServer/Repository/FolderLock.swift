#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A lock that keeps other servers out of a store's folder during its lifetime; two servers would publish two packages
/// as the same version.
///
/// It locks the folder itself, which nobody can remove while it has files. It also locks a file in the folder, for file
/// systems that cannot lock folders, and for earlier versions of the server.
public final class FolderLock: Sendable {
    private let descriptors: [Int32]

    /// Locks the folder `root` and creates it if necessary. The system releases the lock when the process ends, even
    /// after a crash.
    ///
    /// - Throws: `RepositoryError` if another server has the lock or locking fails.
    public init(root: String) throws(RepositoryError) {
        let path = "\(root)/\(StoreLayout.lock)"
        do throws(DiskError) {
            try SystemDisk().makeFolder(root)
        } catch {
            throw .disk(error)
        }
        let folder = try Self.openDescriptor(root, O_RDONLY | O_DIRECTORY)
        let file: Int32
        do throws(RepositoryError) {
            // Some network file systems cannot lock folders; there the file's lock is enough.
            guard flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw .inUse(path: root) }
            file = try Self.openDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            close(folder)
            throw error
        }
        descriptors = [folder, file]
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw Self.lockError(errno, root: root) }
    }

    /// Returns the error for a failed lock of the file, from the system's error number.
    static func lockError(_ code: Int32, root: String) -> RepositoryError {
        if code == EWOULDBLOCK { return .inUse(path: root) }
        let reason = String(cString: strerror(code)).lowercased()
        return .disk(DiskError(path: "\(root)/\(StoreLayout.lock)", reason: "can't be locked: \(reason)"))
    }

    private static func openDescriptor(_ path: String, _ flags: Int32) throws(RepositoryError) -> Int32 {
        let descriptor = open(path, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw .disk(DiskError(path: path, reason: String(cString: strerror(errno)).lowercased()))
        }
        return descriptor
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
