/// The key of a JSON object, packed into two words: its first fifteen bytes and its length.
///
/// Keys of up to fifteen bytes are equal if their bytes are. No two longer keys of one format agree in length and first
/// fifteen bytes.
public struct JSONKey: Equatable, Sendable, ExpressibleByStringLiteral {
    /// The first seven bytes; the highest byte has the length.
    @usableFromInline let first: UInt64
    /// The eight bytes after those.
    @usableFromInline let rest: UInt64

    @inlinable @inline(__always)
    init(first: UInt64, rest: UInt64 = 0) {
        self.first = first
        self.rest = rest
    }

    @inlinable @inline(__always)
    init(bytes: UnsafePointer<UInt8>, count: Int) {
        var first = UInt64(truncatingIfNeeded: count) << 56
        var rest: UInt64 = 0
        for index in 0..<min(count, 7) { first |= UInt64(bytes[index]) << (8 * UInt64(index)) }
        if count > 7 {
            for index in 7..<min(count, 15) { rest |= UInt64(bytes[index]) << (8 * UInt64(index - 7)) }
        }
        self.init(first: first, rest: rest)
    }

    init(_ text: String) {
        var text = text
        self = text.withUTF8 { utf8 in utf8.baseAddress.map { JSONKey(bytes: $0, count: utf8.count) } ?? "" }
    }

    /// Creates the key with this name.
    @inlinable @inline(__always)
    public init(stringLiteral value: StaticString) {
        self.init(bytes: value.utf8Start, count: value.utf8CodeUnitCount)
    }

    /// Returns whether two keys are equal.
    @inlinable @inline(__always)
    public static func == (one: JSONKey, other: JSONKey) -> Bool { one.first == other.first && one.rest == other.rest }

    /// Returns whether two keys are equal.
    @inlinable @inline(__always)
    public static func ~= (pattern: JSONKey, value: JSONKey) -> Bool { pattern == value }
}
