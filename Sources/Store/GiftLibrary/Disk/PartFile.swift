import Synchronization
import SystemIO

/// The file that receives a download; it is locked for the lifetime of this object.
///
/// The system releases the lock when the process ends, even after a crash. The received bytes stay for the next
/// attempt.
final class PartFile: Sendable {
    /// The path of the file.
    let path: String
    private let file: OpenFile
    private let disk: SystemDisk
    private let isRemoved = Atomic(false)

    private init(path: String, file: OpenFile, disk: SystemDisk) {
        self.path = path
        self.file = file
        self.disk = disk
    }

    /// Opens and locks the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - disk: The file system.
    ///   - create: Whether to create a missing file.
    /// - Returns: The file; `nil` if another owner holds the lock.
    static func openLocked(at path: String, disk: SystemDisk, create: Bool = true) throws(DiskError) -> PartFile? {
        do throws(SystemError) {
            while true {
                let file = try OpenFile(path, [.readingAndWriting, .notFollowingLink, create ? .creating : []])
                try file.lock()
                // The previous owner may have removed the file; the lock of a removed file excludes nobody.
                let named = try FileStatus.ifPresent(path, followsLink: false)
                if try file.status.identity == named?.identity {
                    return PartFile(path: path, file: file, disk: disk)
                }
            }
        } catch {
            if error.wouldBlock { return nil }
            throw DiskError(path: path, error)
        }
    }

    /// The number of bytes in the file.
    var size: Int { (try? file.status)?.size ?? 0 }

    /// Truncates the file to `count` bytes and continues writing there.
    func truncate(to count: Int) throws(DiskError) {
        do throws(SystemError) {
            try file.truncate(to: count)
        } catch {
            throw DiskError(path: path, error)
        }
    }

    /// Passes all bytes to `take`, piece by piece.
    func readAll(_ take: (UnsafeRawBufferPointer) -> Void) throws(DiskError) {
        try disk.read(path) { (piece) throws(DiskError) in take(piece) }
    }

    /// Appends bytes.
    func append(_ bytes: UnsafeRawBufferPointer) throws(DiskError) {
        try disk.write(bytes, to: file, at: path)
    }

    /// Removes the file once: a later file at the same path belongs to another owner. The lock lasts until
    /// deinitialisation.
    func remove() throws(DiskError) {
        guard isRemoved.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        try disk.remove(path)
    }
}
