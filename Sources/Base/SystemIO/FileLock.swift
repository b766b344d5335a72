/// A lock with which programs change a file one after the other, while each replaces it.
///
/// It locks a file of its own, as a replaced file takes its lock with it. That file exists only while somebody holds or
/// awaits the lock, or if a holder has crashed.
public final class FileLock: Sendable {
    private let path: String
    private let file: OpenFile

    /// Locks the file at `path`, and creates it if necessary.
    ///
    /// - Parameters:
    ///   - path: The path of the lock's own file.
    ///   - limit: How long to wait for another holder.
    /// - Throws: `SystemError` that ``SystemError/wouldBlock`` if another holder does not end in time, and other ones if
    ///   the file cannot be created or locked.
    public init(path: String, waiting limit: Duration) throws(SystemError) {
        self.path = path
        file = try Self.locked(path, until: ContinuousClock.now.advanced(by: limit))
    }

    // The file must go before the lock does, and the lock goes with the property.
    deinit { try? FileSystem.removeFile(path) }

    private static func locked(_ path: String, until end: ContinuousClock.Instant) throws(SystemError) -> OpenFile {
        while true {
            let file = try OpenFile(
                path, [.readingAndWriting, .creating, .notFollowingLink, .nonBlocking], permissions: 0o600)
            do throws(SystemError) {
                try file.lock()
                let named = try FileStatus.ifPresent(path, followsLink: false)
                // Otherwise the holder before has removed the file that is locked now.
                if named?.identity == (try file.status.identity) { return file }
            } catch {
                guard error.wouldBlock, ContinuousClock.now < end else { throw error }
                SystemClock.sleep(until: .now.advanced(by: .milliseconds(10)))
            }
        }
    }
}
