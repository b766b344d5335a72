public import ExactNumbers
import TerminalText

/// JSON at the end of a buffer, written member by member in the given order.
///
/// These are methods of the buffer itself: a separate writer that held the buffer would copy it at the first byte of
/// each line.
extension [UInt8] {
    /// Begins an object; the caller appends its members.
    @inlinable
    public mutating func beginObject() { append(UInt8(ascii: "{")) }

    /// Ends an object.
    @inlinable
    public mutating func endObject() { append(UInt8(ascii: "}")) }

    /// Appends an object, whose members `fill` appends.
    @inlinable
    public mutating func appendObject(_ fill: (inout [UInt8]) -> Void) {
        beginObject()
        fill(&self)
        endObject()
    }

    /// Appends an array, whose elements `write` appends.
    @inlinable
    public mutating func appendArray<Elements: Sequence>(
        _ elements: Elements, _ write: (inout [UInt8], Elements.Element) -> Void
    ) {
        append(UInt8(ascii: "["))
        for element in elements {
            if last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        append(UInt8(ascii: "]"))
    }

    // MARK: - Members

    /// Begins a member, whose name needs no escapes; the caller appends its value.
    @inlinable
    public mutating func begin(_ key: StaticString) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        key.withUTF8Buffer { append(contentsOf: $0) }
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
    }

    /// Begins a member of any name; the caller appends its value.
    @inlinable
    public mutating func begin(member name: String) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(jsonString: name)
        append(UInt8(ascii: ":"))
    }

    /// Appends a member with a string.
    public mutating func add(_ key: StaticString, _ text: String) {
        begin(key)
        append(jsonString: text)
    }

    /// Appends a member with an array of strings.
    @inlinable
    public mutating func add(_ key: StaticString, _ texts: [String]) {
        begin(key)
        appendArray(texts) { $0.append(jsonString: $1) }
    }

    /// Appends a member with an integer.
    public mutating func add(_ key: StaticString, number: Int) {
        begin(key)
        append(integer: number)
    }

    /// Appends a member with a decimal.
    public mutating func add(_ key: StaticString, decimal: ExactDecimal) {
        begin(key)
        decimal.append(to: &self)
    }

    /// Appends a member with a Boolean.
    @inlinable
    public mutating func add(_ key: StaticString, flag: Bool) {
        begin(key)
        append(contentsOf: (flag ? "true" : "false").utf8)
    }

    /// Appends a member whose value is an object, whose members `fill` appends.
    @inlinable
    public mutating func add(_ key: StaticString, _ fill: (inout [UInt8]) -> Void) {
        begin(key)
        appendObject(fill)
    }

    // MARK: - Values

    /// Appends a finite number; a whole number has no decimal point, and any other is printed as Swift prints it.
    public mutating func append(number: Double) {
        if let integer = Int(exactly: number) { return append(integer: integer) }
        append(contentsOf: number.description.utf8)
    }

    /// Appends a text as a JSON string with its quotation marks.
    ///
    /// Characters that control a terminal, or reorder or hide text (see ``ReviewedScalars``), are written as `\uXXXX`.
    /// The value is the same, and the bytes are safe to display.
    ///
    /// - SeeAlso: RFC 8259, section 7.
    public mutating func append(jsonString text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        let isPlain = text.withUTF8 { bytes in
            let isPlain = bytes.allSatisfy {
                0x20 <= $0 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
            if isPlain { append(contentsOf: bytes) }
            return isPlain
        }
        if !isPlain {
            for (scalar, verdict) in ReviewedScalars(text) { append(jsonScalar: scalar, isShown: verdict == .shown) }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends a value as JSON without white space.
    public mutating func append(_ value: JSONValue) {
        switch value {
        case .string(let text): append(jsonString: text)
        case .number(let number) where number.isFinite: append(number: number)
        case .integer(let number): append(integer: number)
        case .bool(let flag): append(contentsOf: (flag ? "true" : "false").utf8)
        case .number, .null: append(contentsOf: "null".utf8)
        case .array(let values): appendArray(values) { $0.append($1) }
        case .object(let members):
            appendObject { json in
                for member in members {
                    json.begin(member: member.key)
                    json.append(member.value)
                }
            }
        }
    }

    private mutating func append(jsonScalar scalar: Unicode.Scalar, isShown: Bool) {
        switch scalar {
        case "\"", "\\":
            append(UInt8(ascii: "\\"))
            append(UInt8(truncatingIfNeeded: scalar.value))
        case "\n": append(contentsOf: #"\n"#.utf8)
        case "\r": append(contentsOf: #"\r"#.utf8)
        case "\t": append(contentsOf: #"\t"#.utf8)
        case _ where isShown: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            for unit in String(scalar).utf16 { append(escapedUnit: unit) }
        }
    }

    private mutating func append(escapedUnit unit: UInt16) {
        append(contentsOf: #"\u"#.utf8)
        let digits = String(unit, radix: 16)
        for _ in digits.utf8.count..<4 { append(UInt8(ascii: "0")) }
        append(contentsOf: digits.utf8)
    }
}
