/// Eight bytes of a JSON string, which are searched at once.
///
/// - SeeAlso: Sean Eron Anderson, "Bit Twiddling Hacks", "Determine if a word has a byte less than n".
@usableFromInline
struct TextWord {
    /// The bytes, the first in the lowest bits.
    @usableFromInline let bytes: UInt64

    @inlinable @inline(__always)
    init(_ bytes: UInt64) { self.bytes = bytes }

    @inlinable @inline(__always)
    init(at place: UnsafePointer<UInt8>) {
        bytes = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
    }

    @inlinable @inline(__always)
    static func repeating(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// The highest bits of the bytes that are quotation marks. Bits above the lowest one may be wrong.
    @inlinable @inline(__always)
    var quotes: UInt64 { Self.zeros(bytes ^ Self.repeating(UInt8(ascii: "\""))) }

    /// The highest bits of the bytes that are backslashes or control characters. Bits above the lowest one may be wrong.
    @inlinable @inline(__always)
    var unusual: UInt64 {
        Self.zeros(bytes ^ Self.repeating(UInt8(ascii: "\\")))
            | (bytes &- Self.repeating(0x20)) & ~bytes & Self.repeating(0x80)
    }

    /// The number of spaces before the first other byte.
    var spaceCount: Int {
        let others = bytes ^ Self.repeating(0x20)
        return others == 0 ? 8 : others.trailingZeroBitCount >> 3
    }

    /// The highest bits of the bytes that are brackets, braces, quotation marks or one of `Y`, `y`, `_` and DEL. Bits above
    /// the lowest one may be wrong.
    var brackets: UInt64 {
        // The brackets and braces are 0x5B, 0x5D, 0x7B and 0x7D.
        Self.zeros((bytes | Self.repeating(0x26)) ^ Self.repeating(0x7F)) | quotes
    }

    @inlinable @inline(__always)
    static func zeros(_ bytes: UInt64) -> UInt64 { (bytes &- repeating(1)) & ~bytes & repeating(0x80) }

    /// Returns the number of bits before the first marked byte; 64 if there is none.
    @inlinable @inline(__always)
    func bits(before marks: UInt64) -> UInt64 {
        marks == 0 ? 64 : UInt64(truncatingIfNeeded: marks.trailingZeroBitCount) & ~7
    }
}
