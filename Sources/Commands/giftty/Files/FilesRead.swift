import Synchronization
import SystemIO

/// The files that the program has read so far.
///
/// Which files a command reads is often known only after it has read some of them: an animation names its pictures, and a
/// package is a folder of files. ``OutputFile/check(_:differFrom:)`` looks here before something is written.
enum FilesRead {
    private static let identities = Mutex<Set<FileStatus.Identity>>([])

    /// Remembers a file that is read.
    static func insert(_ file: FileStatus.Identity) {
        identities.withLock { _ = $0.insert(file) }
    }

    /// Returns whether a file was read.
    static func contains(_ file: FileStatus.Identity) -> Bool {
        identities.withLock { $0.contains(file) }
    }
}
