import StoreServer
import Synchronization
import SystemIO

/// The file with the tokens.
enum TokenFile {
    /// Returns the access that the tokens in the file at `path` grant. The file is read again when it has changed, so that
    /// a revoked token is refused at once; a file that cannot be read any more grants nothing.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - report: Called with a line if the file cannot be read any more.
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, and 78 if it does not list tokens.
    static func writeAccess(
        _ path: String, report: @escaping @Sendable (String) -> Void
    ) throws(CommandFailure) -> WriteAccess {
        let cache = TokenCache(path: path, list: try tokens(path), report: report)
        return .tokens { cache.list }
    }

    /// Returns the tokens in the file at `path`.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, and 78 if it does not list tokens.
    static func tokens(_ path: String) throws(CommandFailure) -> TokenList {
        let bytes = try RequiredFile.bytes(at: path)
        do throws(TokenList.InvalidFileError) {
            return try TokenList(file: bytes)
        } catch {
            throw CommandFailure(.badConfiguration, "\(path): \(error)")
        }
    }

    /// Changes the tokens in the file at `path`, or in the file to which a link there leads.
    ///
    /// Commands that run at the same time change the file one after the other: each holds a lock on the file
    /// `PATH.lock` while it does so, and removes that file at its end if it made it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - createsFile: Whether a missing file counts as one without tokens.
    ///   - change: Changes the tokens, and returns a result.
    /// - Throws: `CommandFailure` as ``tokens(_:)``, with exit status 73 if the file cannot be written, or what `change`
    ///   throws.
    static func change<Result>(
        _ path: String, createsFile: Bool = false,
        _ change: (inout TokenList) throws(CommandFailure) -> Result
    ) throws(CommandFailure) -> Result {
        let target = FileSystem.resolved(path) ?? path
        let lock = try lock("\(target).lock")
        defer { withExtendedLifetime(lock) {} }
        let isMissing = FileStatus.kind(of: target, followsLink: false) == nil
        var list = isMissing && createsFile ? TokenList() : try tokens(target)
        let result = try change(&list)
        try replace(target, with: list)
        return result
    }

    /// The longest time to wait for another command that changes the file.
    private static let lockTimeout = Duration.seconds(10)

    private static func lock(_ path: String) throws(CommandFailure) -> FileLock {
        do throws(SystemError) {
            return try FileLock(path: path, waiting: lockTimeout)
        } catch {
            throw CommandFailure(.cannotWrite, DiskError(path: path, operation: "can't be locked", error).description)
        }
    }

    /// Replaces the file at `path`, which only its owner can read.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if it cannot be written.
    private static func replace(_ path: String, with list: TokenList) throws(CommandFailure) {
        do throws(DiskError) {
            let (file, temporary) = try newFile(beside: path)
            do throws(SystemError) {
                try file.write(list.file)
                try file.synchronize()
                try file.close()
            } catch {
                try? FileSystem.removeFile(temporary)
                throw DiskError(path: temporary, error)
            }
            try SystemDisk().rename(temporary, to: path)
        } catch {
            throw CommandFailure(.cannotWrite, error.description)
        }
    }

    /// Makes a file beside that at `path`, which only its owner can read: what is there already may be somebody else's.
    private static func newFile(beside path: String) throws(DiskError) -> (file: OpenFile, path: String) {
        var number = 0
        while true {
            let name = number == 0 ? "\(path).new" : "\(path).\(number).new"
            do throws(SystemError) {
                // The file must never have other permissions, not even for a moment.
                return (try OpenFile(name, [.writing, .creating, .onlyNew], permissions: 0o600), name)
            } catch {
                number += 1
                guard error == .fileExists, number < maxLeftFiles else { throw DiskError(path: name, error) }
            }
        }
    }

    /// The most files of that name, such as those of programs that have crashed.
    private static let maxLeftFiles = 100
}

/// The tokens of a file, as they were when it last changed.
private final class TokenCache: Sendable {
    private struct State {
        var status: FileStatus?
        var list: TokenList
    }

    private let path: String
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>

    init(path: String, list: TokenList, report: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.report = report
        state = Mutex(State(status: nil, list: list))
    }

    var list: TokenList {
        state.withLock { state in
            let status = try? FileStatus(of: path)
            if status == nil || status != state.status {
                state.status = status
                do throws(CommandFailure) {
                    state.list = try TokenFile.tokens(path)
                } catch {
                    if !state.list.tokens.isEmpty {
                        report("\(error.message ?? path); no token is valid until it can be read")
                    }
                    state.list = TokenList()
                }
            }
            return state.list
        }
    }
}
