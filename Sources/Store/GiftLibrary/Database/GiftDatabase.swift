import GRDB
import SystemIO

/// The SQLite database of the library: gift versions, their states, and the last published settings.
///
/// Readers never wait for writers, in this or another program, because the database uses a write-ahead log. Writers
/// wait for each other.
final class GiftDatabase: Sendable {
    private let pool: any DatabaseWriter
    /// The path of the file, for errors.
    private let path: String

    /// The longest wait for a writer of another program, in seconds; the longest transaction stores a whole catalogue.
    private static let busyTimeout = 5.0
    /// The number of reader connections. The library is read from few threads, so more connections would only cost
    /// memory.
    private static let readerCount = 3

    /// Opens the database; creates or migrates it if necessary.
    ///
    /// - Throws: `LocalStoreError` of kind `.damaged` if the file is not an intact database, or `.notWritable` if it
    ///   cannot be written.
    init(path: String) throws(LocalStoreError) {
        self.path = path
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(Self.busyTimeout)
        configuration.maximumReaderCount = Self.readerCount
        configuration.label = "gifts"
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            let migrator = GiftSchema.migrator
            guard try pool.read({ try migrator.hasBeenSuperseded($0) }) == false else {
                throw LocalStoreError(.unusable, "\(path): made by a later version of this program")
            }
            try migrator.migrate(pool)
            self.pool = pool
        } catch {
            throw Self.error(error, path: path)
        }
    }

    /// Opens the database for reading, for a full disk or a read-only file system.
    ///
    /// - Throws: `LocalStoreError` of kind `.notWritable` if reading needs writing as well.
    init(readOnly path: String) throws(LocalStoreError) {
        self.path = path
        do {
            // The write-ahead log may contain changes. Without a log the file is opened as immutable, which needs no
            // other file.
            let hasLog = ((try? FileStatus(of: path + "-wal"))?.size ?? 0) > 0
            pool = try Self.openReadOnly(path: hasLog ? path : Self.immutableURI(path))
        } catch {
            throw Self.error(error, path: path)
        }
    }

    private static func openReadOnly(path: String) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.label = "gifts"
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let isCurrent = try queue.read { try GiftSchema.migrator.hasCompletedMigrations($0) }
        guard isCurrent else { throw LocalStoreError(.unusable, "\(path): made by another version of this program") }
        return queue
    }

    /// Returns the URI with which SQLite opens a file that nobody changes, without creating files next to it
    /// (https://www.sqlite.org/uri.html).
    private static func immutableURI(_ path: String) -> String {
        let name = path.utf8.reduce(into: "") { name, byte in
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"), 0x80...:
                name += "%" + String(byte, radix: 16, uppercase: true)
            default: name.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return "file:\(name)?immutable=1"
    }

    /// Reads from the current state of the database.
    func read<Value>(_ body: (Database) throws -> Value) throws(LocalStoreError) -> Value {
        do {
            return try pool.read(body)
        } catch {
            throw Self.error(error, path: path)
        }
    }

    /// Runs `body` in a transaction, which applies all of its changes or none.
    @discardableResult
    func write<Value>(_ body: (Database) throws -> Value) throws(LocalStoreError) -> Value {
        do {
            return try pool.write(body)
        } catch {
            throw Self.error(error, path: path)
        }
    }

    /// Runs `body` in a transaction later, without waiting; errors are ignored.
    func writeAsynchronously(_ body: @escaping @Sendable (Database) throws -> Void) {
        pool.asyncWrite(body) { _, _ in }
    }

    /// Returns whether SQLite's `quick_check` finds no damage. It reads the whole file.
    func isIntact() -> Bool {
        (try? pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }) == "ok"
    }

    /// Closes the database, so that the file can be moved.
    func close() {
        try? pool.close()
    }

    private static func error(_ error: any Error, path: String) -> LocalStoreError {
        if let error = error as? LocalStoreError { return error }
        guard let error = error as? DatabaseError else { return LocalStoreError(.unusable, "\(path): \(error)") }
        switch error.resultCode {
        case .SQLITE_FULL: return LocalStoreError(.notWritable, "\(path): disk full")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return LocalStoreError(.locked, "\(path): locked by another program for \(Int(busyTimeout)) s")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return LocalStoreError(.damaged, "\(path): database is corrupt")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR:
            return LocalStoreError(
                .notWritable, "\(path): cannot be written: \(error.message ?? "input or output error")")
        default: return LocalStoreError(.unusable, "\(path): \(error.message ?? "error \(error.resultCode.rawValue)")")
        }
    }
}
