import CSQLite

/// A connection to a database file.
///
///     let connection = try SQLiteConnection(path: "gifts.sqlite")
///     try connection.execute("INSERT INTO gift (id, version) VALUES (?, ?)", ["heart", 1])
///     let ids = try connection.rows("SELECT id FROM gift").map { try $0.decode(String.self, atIndex: 0) }
///
/// Statements of one connection that several threads execute at the same time are in one transaction; ``SQLitePool``
/// gives each thread a connection of its own.
public final class SQLiteConnection: @unchecked Sendable {
    // The pointer never changes, and SQLite, which is opened in its serialized mode, permits calls from any thread.
    private let pointer: OpaquePointer

    /// How a file is opened.
    public enum Mode: Sendable {
        /// For reading and writing; a missing file is created.
        case readWrite
        /// For reading only. The path may be a URI (https://www.sqlite.org/uri.html) if `isURI` is true.
        case readOnly(isURI: Bool)

        fileprivate var flags: Int32 {
            switch self {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly(let isURI): SQLITE_OPEN_READONLY | (isURI ? SQLITE_OPEN_URI : 0)
            }
        }
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mode: How it is opened.
    ///   - busyTimeout: The longest wait for another connection's lock.
    /// - Throws: `SQLiteError` if the file cannot be opened.
    public init(path: String, _ mode: Mode = .readWrite, busyTimeout: Duration = .zero) throws(SQLiteError) {
        var pointer: OpaquePointer?
        let code = sqlite3_open_v2(path, &pointer, mode.flags | SQLITE_OPEN_FULLMUTEX, nil)
        guard code == SQLITE_OK, let pointer else {
            defer { sqlite3_close_v2(pointer) }
            throw SQLiteError(code: code, of: pointer)
        }
        self.pointer = pointer
        sqlite3_busy_timeout(pointer, Int32(clamping: Int(busyTimeout / .milliseconds(1))))
    }

    deinit { sqlite3_close_v2(pointer) }

    /// Returns the last error of the connection.
    func error(_ code: Int32) -> SQLiteError { SQLiteError(code: code, of: pointer) }

    /// Compiles a statement, for one that is executed many times.
    ///
    /// - Throws: `SQLiteError` if the statement is wrong or the database cannot be read.
    public func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(pointer, sql, -1, &statement, nil)
        guard code == SQLITE_OK else { throw error(code) }
        guard let statement else { throw SQLiteError(mismatch: "expected a statement") }
        return SQLiteStatement(statement, of: self)
    }

    /// Executes a statement and ignores its rows.
    ///
    /// - Throws: `SQLiteError` if the statement fails.
    public func execute(_ sql: String, _ arguments: SQLiteArguments = []) throws(SQLiteError) {
        try statement(sql).execute(arguments)
    }

    /// Executes several statements without parameters, with semicolons between them.
    ///
    /// - Throws: `SQLiteError` of the first statement that fails.
    public func executeAll(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(pointer, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Returns all rows of a query.
    ///
    /// - Throws: `SQLiteError` if the query fails.
    public func rows(_ sql: String, _ arguments: SQLiteArguments = []) throws(SQLiteError) -> [SQLiteRow] {
        try statement(sql).rows(arguments)
    }

    /// Returns the first column of all rows of a query.
    ///
    /// - Throws: `SQLiteError` if the query fails or a value is of another type.
    public func values<Value: SQLiteConvertible>(
        _ type: Value.Type, _ sql: String, _ arguments: SQLiteArguments = []
    ) throws(SQLiteError) -> [Value] {
        var values: [Value] = []
        for row in try rows(sql, arguments) { values.append(try row.decode(type, atIndex: 0)) }
        return values
    }

    /// Returns the first column of the first row of a query; `nil` if there is no row or it is NULL.
    ///
    /// - Throws: `SQLiteError` if the query fails or the value is of another type.
    public func value<Value: SQLiteConvertible>(
        _ type: Value.Type, _ sql: String, _ arguments: SQLiteArguments = []
    ) throws(SQLiteError) -> Value? {
        try values(Value?.self, sql, arguments).first ?? nil
    }

    /// Runs `body` in a transaction, which applies all of its changes or none.
    ///
    /// - Parameter isWriting: Whether the transaction changes something. It then begins by waiting for the lock of
    ///   writers; otherwise all queries see the same state.
    public func transaction<Value>(isWriting: Bool, _ body: () throws -> Value) throws -> Value {
        try execute(isWriting ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED")
        do {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // SQLite itself ends the transaction after some errors, such as a full disk.
            if sqlite3_get_autocommit(pointer) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }
}
