import SQLite
import TestSupport
import Testing

@Suite("Databases in files")
struct SQLiteTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/a ü.sqlite"
    }

    private func pool() throws -> SQLitePool {
        let pool = try SQLitePool(path: path, busyTimeout: .seconds(5))
        try pool.write { try $0.executeAll("CREATE TABLE IF NOT EXISTS word (number INTEGER, text)") }
        return pool
    }

    @Test(
        "a value comes back as it was written",
        arguments: [
            .null, .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""), .text("a\0b"),
            .text("ü\u{1F381}"), .blob([]), .blob([0, 255]),
        ] as [SQLiteValue])
    func roundTrip(_ value: SQLiteValue) throws {
        let found = try pool().write { db in
            try db.execute("INSERT INTO word VALUES (1, ?)", [AnyValue(value)])
            return try db.value(AnyValue.self, "SELECT text FROM word")
        }
        #expect(found?.sqliteValue ?? .null == value)
    }

    @Test(
        "a value of another type is an error, and not another value",
        arguments: [.text("x"), .blob([1]), .real(0.5), .null] as [SQLiteValue])
    func mismatch(_ value: SQLiteValue) throws {
        try pool().write { db throws in
            try db.execute("INSERT INTO word VALUES (1, ?)", [AnyValue(value)])
            let row = try #require(try db.rows("SELECT number, text FROM word").first)
            #expect(throws: SQLiteError.self) { try row.decode(Int.self, forColumn: "text") }
            #expect(throws: SQLiteError.self) { try row.decode(Int.self, forColumn: "other") }
            #expect(try row.decode(Int.self, atIndex: 0) == 1)
            if value == .null {
                #expect(try row.decode(Int?.self, atIndex: 1) == nil)
            } else {
                #expect(throws: SQLiteError.self) { try row.decode(Int?.self, atIndex: 1) }
            }
        }
    }

    @Test("parameters have names or places, and each needs a value")
    func parameters() throws {
        try pool().read { db throws in
            #expect(try db.value(Int.self, "SELECT :a - :b + :a", ["a": 5, "b": 3, "unused": 1]) == 7)
            #expect(try db.value(Int.self, "SELECT ? - ?", [5, 3]) == 2)
            #expect(throws: SQLiteError.self) { try db.value(Int.self, "SELECT ? - ?", [5]) }
            #expect(throws: SQLiteError.self) { try db.value(Int.self, "SELECT :a", ["b": 5]) }
        }
    }

    @Test("a transaction applies all of its changes or none")
    func transaction() throws {
        struct Stop: Error {}
        let pool = try pool()
        #expect(throws: Stop.self) {
            try pool.write { db throws in
                try db.execute("INSERT INTO word VALUES (1, 'a')")
                throw Stop()
            }
        }
        #expect(throws: SQLiteError.self) {
            try pool.write { db throws in
                try db.execute("INSERT INTO word VALUES (1, 'a')")
                try db.execute("INSERT INTO none VALUES (1)")
            }
        }
        #expect(try count(in: pool) == 0)
        try pool.write { try $0.execute("INSERT INTO word VALUES (1, 'a')") }
        #expect(try count(in: pool) == 1)
    }

    @Test("a reader sees the state from before a running write, without waiting for it")
    func readersDoNotWait() throws {
        let pool = try pool()
        try pool.write { db throws in
            try db.execute("INSERT INTO word VALUES (1, 'a')")
            #expect(try count(in: pool) == 0)
        }
        #expect(try count(in: pool) == 1)
    }

    @Test("a reader cannot write")
    func readersDoNotWrite() throws {
        let error = #expect(throws: SQLiteError.self) {
            try pool().read { try $0.execute("INSERT INTO word VALUES (1, 'a')") }
        }
        #expect(error?.kind == .inaccessible)
    }

    @Test("later writes come after those that nobody waits for")
    func order() throws {
        let pool = try pool()
        for number in 0..<20 {
            pool.writeAsynchronously { try $0.execute("INSERT INTO word VALUES (?, 'a')", [number]) }
        }
        try pool.write { try $0.execute("INSERT INTO word VALUES (20, 'a')") }
        let numbers = try pool.read { try $0.values(Int.self, "SELECT number FROM word ORDER BY rowid") }
        #expect(numbers == Array(0...20))
    }

    @Test("a closed pool reads and writes nothing, and the file has everything")
    func close() throws {
        let pool = try pool()
        pool.writeAsynchronously { try $0.execute("INSERT INTO word VALUES (1, 'a')") }
        pool.close()
        #expect(throws: SQLiteError.self) { try count(in: pool) }
        #expect(throws: SQLiteError.self) { try pool.write { _ in } }
        #expect(folder.tree() == ["a ü.sqlite"])
        #expect(try count(in: try SQLitePool(readOnly: path, isURI: false)) == 1)
    }

    @Test("errors are told apart by what can be done about them")
    func errors() throws {
        try folder.write(
            "no database, and longer than the header of one, which has a hundred bytes at the beginning "
                + "of its first page", to: "text")
        func kind(_ name: String) throws -> SQLiteError.Kind? {
            let error = #expect(throws: SQLiteError.self) {
                try SQLitePool(path: "\(folder.path)/\(name)", busyTimeout: .zero)
            }
            return error?.kind
        }
        #expect(try kind("text") == .damaged)
        #expect(try kind("none/a") == .inaccessible)
        let (first, second) = (try pool(), try SQLitePool(path: path, busyTimeout: .zero))
        try first.write { _ throws in
            let error = #expect(throws: SQLiteError.self) { try second.write { _ in } }
            #expect(error?.kind == .locked)
        }
    }

    private func count(in pool: SQLitePool) throws -> Int? {
        try pool.read { try $0.value(Int.self, "SELECT count(*) FROM word") }
    }
}

/// A value of any type.
private struct AnyValue: SQLiteConvertible {
    let sqliteValue: SQLiteValue

    init(_ value: SQLiteValue) {
        sqliteValue = value
    }
}
