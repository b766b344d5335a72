/// The key of a JSON object, packed into one word: its first seven bytes and its length.
///
/// No two keys of Lottie's format agree in both.
package struct JSONKey: Equatable, ExpressibleByStringLiteral {
    let packed: UInt64

    @inline(__always)
    init(bytes: UnsafePointer<UInt8>, count: Int) {
        var packed = UInt64(truncatingIfNeeded: count) << 56
        for index in 0..<min(count, 7) { packed |= UInt64(bytes[index]) << (8 * UInt64(index)) }
        self.packed = packed
    }

    @inline(__always)
    package init(stringLiteral value: StaticString) {
        self.init(bytes: value.utf8Start, count: value.utf8CodeUnitCount)
    }

    @inline(__always)
    package static func ~= (pattern: JSONKey, value: JSONKey) -> Bool { pattern.packed == value.packed }
}
