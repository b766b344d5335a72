/// Functions that encode fields of Protocol Buffers.
enum ProtobufText {
    static func varint(_ number: UInt64) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + varint(number >> 7)
    }

    static func field(_ field: UInt64, _ number: UInt64) -> [UInt8] { varint(field << 3) + varint(number) }

    static func field(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    static func field(_ field: UInt64, _ text: String) -> [UInt8] { Self.field(field, Array(text.utf8)) }
}
