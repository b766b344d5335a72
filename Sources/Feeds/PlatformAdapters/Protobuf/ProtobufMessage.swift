/// The fields of one Protocol Buffers message in wire format, without a schema.
///
/// The type decodes one level. The caller decides whether a field of bytes holds a string or another message, and so
/// controls the depth. The parser cannot trap: it checks lengths and counts, and stops at the first damaged field or
/// after ``maxFields`` fields. A library would add a schema compiler for a dozen fields whose schema is not published.
///
/// - SeeAlso: Protocol Buffers documentation, "Encoding".
struct ProtobufMessage {
    /// The value of a field.
    enum Value {
        /// A variable-length integer.
        case number(UInt64)
        /// A string, a message or a packed list.
        case bytes(ArraySlice<UInt8>)
    }

    /// The largest number of fields; messages of platforms have a few dozen.
    static let maxFields = 10_000

    /// The complete fields in their order, without those of fixed length, which the adapters do not need.
    private(set) var fields: [(number: UInt64, value: Value)] = []
    /// The offset of the first byte that could not be parsed, from the start of the message; nil if the message is
    /// complete.
    private(set) var errorOffset: Int?

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let start = rest.startIndex
            guard fields.count < Self.maxFields, let key = Self.varint(&rest), key >> 3 > 0,
                readValue(of: key, from: &rest)
            else {
                errorOffset = start - bytes.startIndex
                return
            }
        }
    }

    /// Parses the value after a key and returns whether it is complete.
    private mutating func readValue(of key: UInt64, from rest: inout ArraySlice<UInt8>) -> Bool {
        switch key & 7 {
        case 0:
            guard let number = Self.varint(&rest) else { return false }
            fields.append((key >> 3, .number(number)))
        case 1: return Self.consume(8, &rest) != nil
        case 2:
            guard let length = Self.varint(&rest), let bytes = Self.consume(length, &rest) else { return false }
            fields.append((key >> 3, .bytes(bytes)))
        case 5: return Self.consume(4, &rest) != nil
        // Groups are deprecated, and other wire types do not exist.
        default: return false
        }
        return true
    }

    /// Returns the integer in a field; the last one, if there are several.
    func number(_ field: UInt64) -> UInt64? {
        for case (field, .number(let number)) in fields.reversed() { return number }
        return nil
    }

    /// Returns the string in a field; the last one, if there are several.
    func text(_ field: UInt64) -> String? {
        for case (field, .bytes(let bytes)) in fields.reversed() { return String(decoding: bytes, as: UTF8.self) }
        return nil
    }

    /// Returns the messages in a field, which may be repeated.
    func messages(_ field: UInt64) -> [ProtobufMessage] {
        fields.compactMap { number, value in
            guard number == field, case .bytes(let bytes) = value else { return nil }
            return ProtobufMessage(bytes)
        }
    }

    /// Parses a variable-length integer of at most ten bytes, with the lowest seven bits first; nil if it is incomplete
    /// or too long.
    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            // Only one bit of the tenth byte fits into 64 bits.
            guard shift < 63 || byte <= 1 else { return nil }
            number |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return number }
        }
        return nil
    }

    private static func consume(_ length: UInt64, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let length = Int(exactly: length), length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }
}
