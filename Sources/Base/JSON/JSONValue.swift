/// A JSON value in memory; objects keep the order of their members.
public indirect enum JSONValue: Sendable {
    case string(String)
    case number(Double)
    case integer(Int)
    case bool(Bool)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])
    case null

    /// Reads a value.
    public init(from reader: inout JSONReader) throws(JSONError) {
        switch try reader.peekKind() {
        case .object:
            var members: [(key: String, value: JSONValue)] = []
            try reader.readMembers { reader, name throws(JSONError) in
                members.append((name, try JSONValue(from: &reader)))
            }
            self = .object(members)
        case .array:
            var elements: [JSONValue] = []
            try reader.readArray { reader throws(JSONError) in elements.append(try JSONValue(from: &reader)) }
            self = .array(elements)
        case .string: self = .string(try reader.readString())
        case .number: self = JSONValue(number: String(decoding: try reader.readNumberText(), as: UTF8.self))
        case .bool: self = .bool(try reader.readBool())
        case .null:
            _ = try reader.readNull()
            self = .null
        }
    }

    /// Creates a number; one that is an integer, even if it is written as `1.0` or `1e3`, is ``integer(_:)``.
    private init(number text: String) {
        if let integer = Int(text) {
            self = .integer(integer)
        } else {
            let number = Double(text) ?? .infinity
            self = Int(exactly: number).map { .integer($0) } ?? .number(number)
        }
    }

    // MARK: - Contents

    /// The string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The Boolean value.
    public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The number.
    public var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    /// The elements of the array.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members of the object.
    public var object: [(key: String, value: JSONValue)]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Returns the member of an object; if it has several of this name, the last one.
    public func member(_ name: String) -> JSONValue? { object?.last { $0.key == name }?.value }

    // MARK: - Text

    /// The value as JSON, on one line.
    public var text: String {
        var json: [UInt8] = []
        json.append(self)
        return String(decoding: json, as: UTF8.self)
    }
}
