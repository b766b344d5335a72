/// A value of a column or a parameter (https://www.sqlite.org/datatype3.html).
public enum SQLiteValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number in floating point.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes.
    case blob([UInt8])
}

/// A type whose values a column can have.
public protocol SQLiteConvertible: Sendable {
    /// The value in the database.
    var sqliteValue: SQLiteValue { get }

    /// Converts a value of the database; returns `nil` if it is none of this type, as SQLite stores values of any type
    /// in any column.
    init?(_ value: SQLiteValue)
}

extension Int: SQLiteConvertible {
    /// The value in the database: an integer.
    public var sqliteValue: SQLiteValue { .integer(Int64(self)) }

    /// Converts an integer, or a number without a fraction that fits.
    public init?(_ value: SQLiteValue) {
        switch value {
        case .integer(let number): self.init(exactly: number)
        case .real(let number): self.init(exactly: number)
        default: return nil
        }
    }
}

extension Int64: SQLiteConvertible {
    /// The value in the database: an integer.
    public var sqliteValue: SQLiteValue { .integer(self) }

    /// Converts an integer, or a number without a fraction that fits.
    public init?(_ value: SQLiteValue) {
        switch value {
        case .integer(let number): self = number
        case .real(let number): self.init(exactly: number)
        default: return nil
        }
    }
}

extension Double: SQLiteConvertible {
    /// The value in the database: a number.
    public var sqliteValue: SQLiteValue { .real(self) }

    /// Converts a number.
    public init?(_ value: SQLiteValue) {
        switch value {
        case .integer(let number): self.init(number)
        case .real(let number): self = number
        default: return nil
        }
    }
}

extension Bool: SQLiteConvertible {
    /// The value in the database: 0 or 1.
    public var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }

    /// Converts a number; 0 is false.
    public init?(_ value: SQLiteValue) {
        switch value {
        case .integer(let number): self = number != 0
        case .real(let number): self = number != 0
        default: return nil
        }
    }
}

extension String: SQLiteConvertible {
    /// The value in the database: a text.
    public var sqliteValue: SQLiteValue { .text(self) }

    /// Converts a text.
    public init?(_ value: SQLiteValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
    /// The value in the database: the value, or NULL.
    public var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }

    /// Converts NULL to `nil`, and other values as the wrapped type does.
    public init?(_ value: SQLiteValue) {
        if value == .null {
            self = .none
        } else {
            guard let wrapped = Wrapped(value) else { return nil }
            self = wrapped
        }
    }
}

/// The values of a statement's parameters: a list for `?`, or names for `:name`.
public struct SQLiteArguments: Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    let list: [SQLiteValue]
    let named: [String: SQLiteValue]

    /// Creates the values of parameters `?`, in their order.
    public init(arrayLiteral elements: any SQLiteConvertible...) {
        list = elements.map(\.sqliteValue)
        named = [:]
    }

    /// Creates the values of parameters with names, without the colons. Names that a statement does not have are ignored.
    public init(dictionaryLiteral elements: (String, any SQLiteConvertible)...) {
        list = []
        named = Dictionary(elements.map { ($0.0, $0.1.sqliteValue) }) { _, last in last }
    }

    private init(list: [SQLiteValue], named: [String: SQLiteValue]) {
        self.list = list
        self.named = named
    }

    /// Returns the names of both; of equal ones, those of `other`.
    public func merging(_ other: SQLiteArguments) -> SQLiteArguments {
        SQLiteArguments(list: list + other.list, named: named.merging(other.named) { _, last in last })
    }
}

/// A row of the result of a query.
public struct SQLiteRow: Sendable {
    /// The values in the order of the columns.
    let values: [SQLiteValue]
    /// The indices of the columns by name, which all rows of a query share.
    let columns: [String: Int]

    /// Returns the value of a column.
    ///
    /// - Throws: `SQLiteError` if there is no such column or its value is of another type.
    public func decode<Value: SQLiteConvertible>(
        _ type: Value.Type, forColumn name: String
    ) throws(SQLiteError) -> Value {
        guard let index = columns[name] else { throw SQLiteError(mismatch: "no such column: \(name)") }
        return try decode(type, atIndex: index)
    }

    /// Returns the value of a column; the first one has index 0.
    ///
    /// - Throws: `SQLiteError` if its value is of another type.
    public func decode<Value: SQLiteConvertible>(
        _ type: Value.Type, atIndex index: Int
    ) throws(SQLiteError) -> Value {
        guard let value = Value(values[index]) else {
            throw SQLiteError(mismatch: "column \(index): expected \(type), found \(values[index])")
        }
        return value
    }
}
