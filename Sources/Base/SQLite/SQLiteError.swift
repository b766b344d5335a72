import CSQLite

/// An error of SQLite.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of an error, by what a caller can do about it.
    public enum Kind: Sendable {
        /// The disk is full.
        case full
        /// Another connection holds a lock, longer than the busy timeout.
        case locked
        /// The file is no database or a damaged one.
        case damaged
        /// The file cannot be opened, read or written.
        case inaccessible
        /// A value has another type than expected, or a statement is wrong.
        case other
    }

    /// The primary result code (https://www.sqlite.org/rescode.html).
    public let code: Int32
    /// The error in SQLite's words.
    public let description: String

    /// The class of the error.
    public var kind: Kind {
        switch code {
        case SQLITE_FULL: .full
        case SQLITE_BUSY, SQLITE_LOCKED: .locked
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_IOERR: .inaccessible
        default: .other
        }
    }

    /// Creates the last error of a connection, which is `nil` if there was no memory for one.
    init(code: Int32, of connection: OpaquePointer?) {
        // Extended result codes have more information in the upper bits.
        self.code = code & 0xFF
        description = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    }

    private init(code: Int32, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Creates the error of a value that is not of the expected type.
    init(mismatch description: String) { self.init(code: SQLITE_MISMATCH, description) }

    /// The error of a write to a database that is open for reading only.
    static let readOnly = SQLiteError(code: SQLITE_READONLY, String(cString: sqlite3_errstr(SQLITE_READONLY)))
    /// The error of a call after the database was closed.
    static let closed = SQLiteError(code: SQLITE_MISUSE, "the database is closed")
}
