/// A hash of bytes that is the same on every machine and in every run (FNV-1a, 64 bits).
///
/// - SeeAlso: Fowler, Noll, Vo: The FNV Non-Cryptographic Hash Algorithm, RFC 9923.
package struct StableHash: Hashable, Sendable {
    /// The hash as a number.
    package private(set) var number: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the hash of no bytes.
    package init() {}

    /// Creates the hash of a text.
    package init(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Adds a byte.
    package mutating func add(_ byte: UInt8) { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// Adds bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { add(byte) }
    }

    /// The hash as 16 hexadecimal digits.
    package var text: String { Self.text(of: number) }

    /// Returns a number as 16 hexadecimal digits.
    package static func text(of number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
