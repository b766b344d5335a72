import GRDB

/// The rows of a store: what is to be had, what is here, what was published last.
///
/// Readers never wait for writers, in this program or another (SQLite's write-ahead log); writers wait for each other.
final class GiftDatabase: Sendable {
    private let pool: DatabasePool
    /// Where it is, for errors.
    private let path: String

    /// How long a writer waits for another program's, in seconds: the longest transaction takes in a whole catalogue.
    private static let patience = 5.0
    /// Connections for readers. More would only be memory: a store is read from few threads.
    private static let readers = 3

    /// Opens the database, which is made or brought up to date where need be.
    /// - Throws: `.damaged` where it can't be what it should be; `.notWritable` where there is no way to write it.
    init(path: String) throws(LocalStoreError) {
        self.path = path
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(Self.patience)
        configuration.maximumReaderCount = Self.readers
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

    /// Reads what stands there now.
    func read<Value>(_ body: (Database) throws -> Value) throws(LocalStoreError) -> Value {
        do {
            return try pool.read(body)
        } catch {
            throw Self.error(error, path: path)
        }
    }

    /// Changes all that `body` changes, or nothing.
    @discardableResult
    func write<Value>(_ body: (Database) throws -> Value) throws(LocalStoreError) -> Value {
        do {
            return try pool.write(body)
        } catch {
            throw Self.error(error, path: path)
        }
    }

    /// Has something changed soon, without waiting for it; what goes wrong is of no matter.
    func writeSoon(_ body: @escaping @Sendable (Database) throws -> Void) {
        pool.asyncWrite(body) { _, _ in }
    }

    /// Whether SQLite finds the file as it should be. It reads all of it.
    func isWhole() -> Bool {
        (try? pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }) == "ok"
    }

    /// Closes it, for the file to be moved.
    func close() {
        try? pool.close()
    }

    private static func error(_ error: any Error, path: String) -> LocalStoreError {
        if let error = error as? LocalStoreError { return error }
        guard let error = error as? DatabaseError else { return LocalStoreError(.unusable, "\(path): \(error)") }
        switch error.resultCode {
        case .SQLITE_FULL: return LocalStoreError(.notWritable, "\(path): disk full")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return LocalStoreError(.locked, "\(path): locked by another program for \(Int(patience)) s")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return LocalStoreError(.damaged, "\(path): no whole database")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR:
            return LocalStoreError(
                .notWritable, "\(path): cannot be written: \(error.message ?? "input or output error")")
        default: return LocalStoreError(.unusable, "\(path): \(error.message ?? "error \(error.resultCode.rawValue)")")
        }
    }
}
