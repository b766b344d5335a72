/// A JSON value that tests write as a literal.
enum JSON: Sendable {
    case object([(String, JSON)])
    case list([JSON])
    case number(Double)
    case string(String)
    case bool(Bool)

    /// The value as JSON text. The strings of the tests need no escapes.
    var text: String {
        switch self {
        case .object(let fields): "{" + fields.map { "\"\($0)\":\($1.text)" }.joined(separator: ",") + "}"
        case .list(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
        case .number(let value): "\(value)"
        case .string(let text): "\"\(text)\""
        case .bool(let flag): flag ? "true" : "false"
        }
    }

    /// Returns an object with the fields of both objects.
    ///
    /// Of two fields with the same name, the second one applies, because the parser reads it last.
    static func + (a: JSON, b: JSON) -> JSON {
        guard case .object(let first) = a, case .object(let second) = b else { return b }
        return .object(first + second)
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
    init(arrayLiteral elements: JSON...) { self = .list(elements) }
}

extension JSON: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(floatLiteral value: Double) { self = .number(value) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
}
