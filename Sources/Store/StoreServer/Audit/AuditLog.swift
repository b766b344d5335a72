public import StoreProtocol
import Synchronization
import SystemIO

/// The audit log of a store: a file to which a line is added before each change.
///
/// A change whose line cannot be written does not happen. After a crash the last line may name a change that did not
/// happen: then the next entry has the same revision.
public final class AuditLog: Sendable {
    private struct State {
        var size: Int
        var end: End
    }

    /// The last lines of the log, and what they continue.
    struct End: Sendable {
        /// The number of entries in the whole log.
        fileprivate(set) var count: Int
        /// The digest of the last line.
        fileprivate(set) var head: SHA256Digest
        /// The last lines, at most ``maxLines``, the latest at the end.
        fileprivate(set) var lines: [[UInt8]]

        /// The most lines in memory; `gift-store audit` prints all.
        static let maxLines = 100

        fileprivate init() {
            count = 0
            head = AuditChain.origin
            lines = []
        }

        fileprivate mutating func append(_ line: [UInt8]) {
            count += 1
            head = SHA256Digest.digest(of: line)
            lines = lines.suffix(Self.maxLines - 1) + [line]
        }
    }

    /// The name of the file in the store's folder.
    public static let fileName = StoreLayout.audit

    /// What was removed from the end of the file; `nil` if it was complete.
    public let notice: String?
    private let path: String
    private let file: OpenFile
    private let state: Mutex<State>
    /// The same end as in `state`, whose lock is held while the disk works.
    private let shownEnd: Mutex<End>

    /// Opens the log in the folder `root`, or creates an empty one.
    ///
    /// - Throws: `RepositoryError` if it cannot be read or written, or if its chain is broken.
    public init(root: String) throws(RepositoryError) {
        path = "\(root)/\(Self.fileName)"
        do throws(SystemError) {
            file = try OpenFile(
                path, [.readingAndWriting, .creating, .notFollowingLink, .nonBlocking], permissions: 0o600)
        } catch {
            throw .disk(DiskError(path: path, error))
        }
        var end = End()
        let chain = try Self.chain(of: file, path: path) { end.append($1) }
        state = Mutex(State(size: chain.size, end: end))
        shownEnd = Mutex(end)
        if chain.incompleteBytes > 0 {
            notice = "\(path): removed \(chain.incompleteBytes) bytes of a line that a crash left incomplete"
            do throws(SystemError) {
                try file.truncate(to: chain.size)
            } catch {
                throw .disk(DiskError(path: path, error))
            }
        } else {
            notice = nil
        }
        try? SystemDisk().syncFolder(root)
    }

    /// Reads and verifies the log in the folder `root`, which a server may be using.
    ///
    /// It takes the same memory for a log of any length.
    ///
    /// - Parameters:
    ///   - root: The folder.
    ///   - earlierHead: The digest of an earlier log; see ``AuditChain/continues``.
    ///   - onEntry: Gets each entry, also those before the place at which the chain is broken.
    /// - Throws: `RepositoryError` if there is none, it cannot be read, or its chain is broken.
    public static func read(
        root: String, continuing earlierHead: SHA256Digest? = nil, onEntry: (AuditEntry) -> Void = { _ in }
    ) throws(RepositoryError) -> AuditChain {
        let path = "\(root)/\(fileName)"
        let file: OpenFile
        do throws(SystemError) {
            file = try OpenFile(path, [.notFollowingLink, .nonBlocking])
        } catch {
            throw .disk(DiskError(path: path, error))
        }
        return try chain(of: file, path: path, continuing: earlierHead) { entry, _ in onEntry(entry) }
    }

    private static func chain(
        of file: OpenFile, path: String, continuing earlierHead: SHA256Digest? = nil,
        onEntry: (AuditEntry, [UInt8]) -> Void
    ) throws(RepositoryError) -> AuditChain {
        var chain = AuditChain(continuing: earlierHead)
        while true {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try Descriptor.read(file.descriptor, upTo: pieceSize)
            } catch {
                throw .disk(DiskError(path: path, error))
            }
            guard !bytes.isEmpty else { return chain }
            do throws(AuditChain.BreakError) {
                try chain.read(bytes, onEntry: onEntry)
            } catch {
                throw .damagedFile(path: path, reason: error.description)
            }
        }
    }

    /// The number of bytes that are read at once.
    private static let pieceSize = 1 << 18

    /// The end of the log, without an entry that is just being written. It never waits for the disk.
    var end: End { shownEnd.withLock { $0 } }

    /// Returns the notice that the log has no entry, though a store was changed; `nil` for another log.
    func noticeOfMissingEntries(in store: StoreFolder.Published) -> String? {
        let (catalogue, settings) = (store.catalogue.catalogue.revision, store.settings.settings.revision)
        guard end.count == 0, catalogue > 1 || settings > SettingsFile.initial.settings.revision else { return nil }
        return "\(path): no entry, though the catalogue has revision \(catalogue) and the settings "
            + "\(settings): the entries before were removed, or the store is a copy"
    }

    /// Adds an entry, waits until it would survive a power failure, and then makes the change.
    ///
    /// - Parameters:
    ///   - change: What is changed.
    ///   - author: Who makes the change.
    ///   - time: The time in the format of RFC 3339.
    ///   - make: Makes the change. If it refuses it before anything is written, the entry is removed again.
    /// - Throws: `RepositoryError` if the entry cannot be written, or that of `make`.
    func record(
        _ change: AuditEntry.Change, by author: ChangeAuthor, at time: String,
        _ make: () throws(RepositoryError) -> Void
    ) throws(RepositoryError) {
        try state.withLock { state throws(RepositoryError) in
            defer { shownEnd.withLock { $0 = state.end } }
            let before = state
            let entry = AuditEntry(
                number: state.end.count + 1, time: time, author: author, change: change, previous: state.end.head)
            let line = entry.line
            do throws(SystemError) {
                try file.seek(to: before.size)
                try file.write(line + [UInt8(ascii: "\n")])
                try file.synchronize()
            } catch {
                // If this fails too, the next entry replaces what was written, or the next start removes it.
                try? file.truncate(to: before.size)
                throw .disk(DiskError(path: path, operation: "can't be written", error))
            }
            state.size += line.count + 1
            state.end.append(line)
            do throws(RepositoryError) {
                try make()
            } catch {
                // After an error of the disk, nobody knows whether the change happened.
                if case .disk = error { throw error }
                try? file.truncate(to: before.size)
                state = before
                throw error
            }
        }
    }
}
