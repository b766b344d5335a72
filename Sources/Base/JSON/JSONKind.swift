/// The kind of a JSON value, which its first byte determines.
public enum JSONKind: Sendable {
    case object, array, string, number, bool, null

    /// Returns the kind of a value that begins with `byte`; `nil` if no value does.
    @inlinable @inline(__always)
    public init?(firstByte byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
        default: return nil
        }
    }

    /// The kind with its article, for error messages.
    public var description: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }
}
