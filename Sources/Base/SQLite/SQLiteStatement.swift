import CSQLite

/// A compiled statement, for one that is executed many times.
public final class SQLiteStatement {
    private let pointer: OpaquePointer
    /// The connection that compiled it, which must outlive it.
    private let connection: SQLiteConnection

    init(_ pointer: OpaquePointer, of connection: SQLiteConnection) {
        self.pointer = pointer
        self.connection = connection
    }

    deinit { sqlite3_finalize(pointer) }

    /// Executes the statement and ignores its rows.
    ///
    /// - Throws: `SQLiteError` if the statement fails.
    public func execute(_ arguments: SQLiteArguments = []) throws(SQLiteError) {
        defer { sqlite3_reset(pointer) }
        try bind(arguments)
        while try step() {}
    }

    /// Executes a query and returns all rows.
    ///
    /// - Throws: `SQLiteError` if the statement fails.
    func rows(_ arguments: SQLiteArguments) throws(SQLiteError) -> [SQLiteRow] {
        defer { sqlite3_reset(pointer) }
        try bind(arguments)
        let count = sqlite3_column_count(pointer)
        let names = (0..<count).map { (String(cString: sqlite3_column_name(pointer, $0)), Int($0)) }
        let columns = Dictionary(names) { first, _ in first }
        var rows: [SQLiteRow] = []
        while try step() { rows.append(SQLiteRow(values: (0..<count).map(value), columns: columns)) }
        return rows
    }

    /// Goes to the next row; returns whether there is one.
    private func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw connection.error(code)
        }
    }

    private func bind(_ arguments: SQLiteArguments) throws(SQLiteError) {
        sqlite3_clear_bindings(pointer)
        var list = arguments.list[...]
        for index in 0..<sqlite3_bind_parameter_count(pointer) {
            let name = sqlite3_bind_parameter_name(pointer, index + 1).map { String(cString: $0) }
            guard let value = name.map({ arguments.named[String($0.dropFirst())] }) ?? list.popFirst() else {
                throw SQLiteError(mismatch: "no value for the parameter \(name ?? "\(index + 1)")")
            }
            try bind(value, at: index + 1)
        }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        let code: Int32 =
            switch value {
            case .null: sqlite3_bind_null(pointer, index)
            case .integer(let number): sqlite3_bind_int64(pointer, index, number)
            case .real(let number): sqlite3_bind_double(pointer, index, number)
            case .text(let text):
                sqlite3_bind_text64(
                    pointer, index, text, UInt64(text.utf8.count), giftty_sqlite_transient(), UInt8(SQLITE_UTF8))
            case .blob(let bytes):
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(pointer, index, 0)
                    : sqlite3_bind_blob64(pointer, index, bytes, UInt64(bytes.count), giftty_sqlite_transient())
            }
        guard code == SQLITE_OK else { throw connection.error(code) }
    }

    /// Returns the value of a column of the current row.
    private func value(_ column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
        case SQLITE_TEXT:
            let bytes = sqlite3_column_text(pointer, column)
            return .text(String(decoding: buffer(bytes, column), as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(pointer, column)?.assumingMemoryBound(to: UInt8.self)
            return .blob(Array(buffer(bytes, column)))
        default: return .null
        }
    }

    private func buffer(_ bytes: UnsafePointer<UInt8>?, _ column: Int32) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(pointer, column)))
    }
}
