/// The SHA-256 of some bytes.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// Its 32 bytes.
    public let bytes: [UInt8]

    /// Bytes of a digest.
    static let length = 32

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The digest that 64 hexadecimal digits, large or small, spell; nil for anything else.
    public init?(hex: String) {
        guard hex.utf8.count == 2 * Self.length else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.length)
        var high: UInt8?
        for character in hex.utf8 {
            guard let digit = Hexadecimal.value(of: character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        self.bytes = bytes
    }

    /// The digest in 64 hexadecimal digits, in small letters.
    public var hex: String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { target in
            for (index, byte) in bytes.enumerated() {
                target[2 * index] = Hexadecimal.digit(byte >> 4)
                target[2 * index + 1] = Hexadecimal.digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    /// As ``hex``.
    public var description: String { hex }

    /// The digest of `content`.
    public static func of(_ content: [UInt8]) -> SHA256Digest {
        var hash = SHA256Hash()
        hash.update(content)
        return hash.finish()
    }
}

/// Digits of numbers to the base of 16.
enum Hexadecimal {
    /// The value of a digit, large or small; nil for another character.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The small digit of a value below 16.
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
