import SystemIO

/// A lock that keeps other servers out of a store's folder during its lifetime; two servers would publish two packages
/// as the same version.
///
/// It locks the folder itself, which nobody can remove while it has files. It also locks a file in the folder, for file
/// systems that cannot lock folders, and for earlier versions of the server.
public final class FolderLock: Sendable {
    private let folder: OpenFile
    private let file: OpenFile

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
        folder = try Self.open(root, .folder)
        do throws(SystemError) {
            try folder.lock()
        } catch {
            // Some network file systems cannot lock folders; there the file's lock is enough.
            if error.wouldBlock { throw .inUse(path: root) }
        }
        file = try Self.open(path, [.readingAndWriting, .creating, .notFollowingLink, .nonBlocking])
        do throws(SystemError) {
            try file.lock()
        } catch {
            throw Self.lockError(error, root: root)
        }
    }

    /// Returns the error for a failed lock of the file.
    static func lockError(_ error: SystemError, root: String) -> RepositoryError {
        if error.wouldBlock { return .inUse(path: root) }
        return .disk(DiskError(path: "\(root)/\(StoreLayout.lock)", operation: "can't be locked", error))
    }

    private static func open(_ path: String, _ options: OpenFile.Options) throws(RepositoryError) -> OpenFile {
        do throws(SystemError) {
            return try OpenFile(path, options)
        } catch {
            throw .disk(DiskError(path: path, error))
        }
    }
}
