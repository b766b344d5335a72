/// A lock with which programs change a file one after the other, while each replaces it.
///
/// It locks a file of its own, as a replaced file takes its lock with it. That file exists only while somebody holds or
/// awaits the lock, or if a holder has crashed. A file of somebody else at that path is locked as well, and stays as it
/// is.
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
    deinit {
        if hasOwnFile { try? FileSystem.removeFile(path) }
    }

    /// The contents of a file that a lock has made, by which also others know it. The holder may not be the one that made
    /// it.
    private static let contents = Array("a lock of giftty, which no program needs after it has ended\n".utf8)

    /// Whether the file at the path is the locked one and was made by a lock.
    private var hasOwnFile: Bool {
        guard let status = try? file.status, status.kind == .file, status.size == Self.contents.count,
            let named = try? FileStatus(of: path, followsLink: false), named.identity == status.identity,
            (try? file.seek(to: 0)) != nil
        else { return false }
        return (try? file.rest(maxBytes: Self.contents.count)) == Self.contents
    }

    private static func locked(_ path: String, until end: ContinuousClock.Instant) throws(SystemError) -> OpenFile {
        while true {
            do throws(SystemError) {
                guard let file = try opened(path) else { continue }
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

    /// Opens the file at `path`, and creates it if there is none; `nil` if it was removed in between.
    private static func opened(_ path: String) throws(SystemError) -> OpenFile? {
        let options: OpenFile.Options = [.readingAndWriting, .notFollowingLink, .nonBlocking]
        do throws(SystemError) {
            let file = try OpenFile(path, options.union([.creating, .onlyNew]), permissions: 0o600)
            try file.write(contents)
            return file
        } catch {
            guard error == .fileExists else { throw error }
        }
        do throws(SystemError) {
            return try OpenFile(path, options)
        } catch {
            guard error == .noSuchFile else { throw error }
            return nil
        }
    }
}
