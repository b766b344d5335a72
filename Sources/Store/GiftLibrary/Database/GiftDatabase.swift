import SQLite
import SystemIO

/// The SQLite database of the library: gift versions, their states, and the last published settings.
///
/// Readers never wait for writers, in this or another program, because the database uses a write-ahead log. Writers
/// wait for each other.
final class GiftDatabase: Sendable {
    private let pool: SQLitePool
    /// The path of the file, for errors.
    private let path: String

    /// The longest wait for a writer of another program; the longest transaction stores a whole catalogue.
    private static let busyTimeout = Duration.seconds(5)

    /// Opens the database; creates or migrates it if necessary.
    ///
    /// - Throws: `LocalStoreError` of kind `.damaged` if the file is not an intact database, or `.notWritable` if it
    ///   cannot be written.
    init(path: String) throws(LocalStoreError) {
        self.path = path
        do {
            pool = try SQLitePool(path: path, busyTimeout: Self.busyTimeout)
            switch try pool.read({ try GiftSchema.age($0) }) {
            case .earlier: try pool.write { try GiftSchema.migrate($0) }
            case .current: break
            case .later: throw LocalStoreError(.unusable, "\(path): made by a later version of this program")
            }
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
            pool = try SQLitePool(readOnly: hasLog ? path : Self.immutableURI(path), isURI: !hasLog)
            guard try pool.read({ try GiftSchema.age($0) }) == .current else {
                throw LocalStoreError(.unusable, "\(path): made by another version of this program")
            }
        } catch {
            throw Self.error(error, path: path)
        }
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
    func read<Value: Sendable>(_ body: (SQLiteConnection) throws -> Value) throws(LocalStoreError) -> Value {
        do {
            return try pool.read(body)
        } catch {
            throw Self.error(error, path: path)
        }
    }

    /// Runs `body` in a transaction, which applies all of its changes or none.
    @discardableResult
    func write<Value: Sendable>(_ body: (SQLiteConnection) throws -> Value) throws(LocalStoreError) -> Value {
        do {
            return try pool.write(body)
        } catch {
            throw Self.error(error, path: path)
        }
    }

    /// Runs `body` in a transaction later, without waiting; errors are ignored.
    func writeAsynchronously(_ body: @escaping @Sendable (SQLiteConnection) throws -> Void) {
        pool.writeAsynchronously(body)
    }

    /// Returns whether SQLite's `quick_check` finds no damage. It reads the whole file.
    func isIntact() -> Bool {
        (try? pool.read { try $0.value(String.self, "PRAGMA quick_check(1)") }) == "ok"
    }

    /// Closes the database, so that the file can be moved.
    func close() {
        pool.close()
    }

    private static func error(_ error: any Error, path: String) -> LocalStoreError {
        if let error = error as? LocalStoreError { return error }
        guard let error = error as? SQLiteError else { return LocalStoreError(.unusable, "\(path): \(error)") }
        switch error.kind {
        case .full: return LocalStoreError(.notWritable, "\(path): disk full")
        case .locked:
            return LocalStoreError(
                .locked, "\(path): locked by another program for \(busyTimeout.components.seconds) s")
        case .damaged: return LocalStoreError(.damaged, "\(path): database is corrupt")
        case .inaccessible: return LocalStoreError(.notWritable, "\(path): cannot be written: \(error)")
        case .other: return LocalStoreError(.unusable, "\(path): \(error)")
        }
    }
}
