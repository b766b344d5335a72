import Dispatch
import Synchronization

/// The connections of a program to one database file with a write-ahead log: readers never wait for writers.
///
/// Writers wait for each other, in this and in other programs.
public final class SQLitePool: Sendable {
    private struct Connections {
        /// The connection for writing; `nil` in a pool for reading only.
        let writer: SQLiteConnection?
        /// The connections for reading that no thread uses.
        var readers: [SQLiteConnection]
    }

    /// The open connections; `nil` after the pool was closed.
    private let connections: Mutex<Connections?>
    /// Writes run one after another in the order of their calls.
    private let writes = DispatchQueue(label: "SQLite")
    private let path: String
    private let mode: SQLiteConnection.Mode
    private let busyTimeout: Duration

    /// The most connections that are kept open for later readers.
    private static let maxIdleReaders = 3

    /// Opens a file, and creates it if it is missing.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - busyTimeout: The longest wait for a writer of another program.
    /// - Throws: `SQLiteError` if the file cannot be opened, or is no database.
    public init(path: String, busyTimeout: Duration) throws(SQLiteError) {
        self.path = path
        self.busyTimeout = busyTimeout
        // A connection that is opened for reading only cannot always open a write-ahead log.
        mode = .readWrite
        let writer = try SQLiteConnection(path: path, busyTimeout: busyTimeout)
        try writer.execute("PRAGMA journal_mode = WAL")
        // Enough with a write-ahead log: a power failure may lose the last transactions, but damages nothing.
        try writer.execute("PRAGMA synchronous = NORMAL")
        connections = Mutex(Connections(writer: writer, readers: []))
    }

    /// Opens a file for reading only.
    ///
    /// - Parameters:
    ///   - path: The path of the file, or a URI (https://www.sqlite.org/uri.html).
    ///   - isURI: Whether the path is a URI.
    /// - Throws: `SQLiteError` if the file cannot be opened.
    public init(readOnly path: String, isURI: Bool) throws(SQLiteError) {
        self.path = path
        busyTimeout = .zero
        mode = .readOnly(isURI: isURI)
        connections = Mutex(Connections(writer: nil, readers: [try SQLiteConnection(path: path, mode)]))
    }

    /// Reads from the current state of the database.
    public func read<Value: Sendable>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        let reader = try takeReader()
        defer { giveBack(reader) }
        return try reader.transaction(isWriting: false) { try body(reader) }
    }

    /// Runs `body` in a transaction, which applies all of its changes or none.
    public func write<Value: Sendable>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try writes.sync {
            let writer = try writer()
            return try writer.transaction(isWriting: true) { try body(writer) }
        }
    }

    /// Runs `body` in a transaction later, without waiting; errors are ignored.
    public func writeAsynchronously(_ body: @escaping @Sendable (SQLiteConnection) throws -> Void) {
        writes.async {
            guard let writer = try? self.writer() else { return }
            try? writer.transaction(isWriting: true) { try body(writer) }
        }
    }

    /// Closes the file as soon as nobody reads or writes any more; later calls throw an error.
    public func close() {
        writes.sync { connections.withLock { $0 = nil } }
    }

    private func writer() throws(SQLiteError) -> SQLiteConnection {
        guard let open = connections.withLock({ $0.map { ($0.writer) } }) else { throw .closed }
        guard let open else { throw .readOnly }
        return open
    }

    private func takeReader() throws(SQLiteError) -> SQLiteConnection {
        let (isOpen, idle) = connections.withLock { ($0 != nil, $0?.readers.popLast()) }
        guard isOpen else { throw .closed }
        if let idle { return idle }
        let reader = try SQLiteConnection(path: path, mode, busyTimeout: busyTimeout)
        try reader.execute("PRAGMA query_only = 1")
        return reader
    }

    private func giveBack(_ reader: SQLiteConnection) {
        connections.withLock { connections in
            guard let count = connections?.readers.count, count < Self.maxIdleReaders else { return }
            connections?.readers.append(reader)
        }
    }
}
