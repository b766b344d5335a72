/// A SHA-256 digest.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// The length of a digest, in bytes.
    static let length = 32

    /// The bytes as four big-endian words, without a heap allocation: a catalogue may have a hundred thousand digests.
    private var words = SIMD4<UInt64>()

    /// The 32 bytes of the digest.
    public var bytes: [UInt8] {
        words.indices.flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: words[word] >> UInt64(56 - 8 * $0)) }
        }
    }

    /// Creates a digest from its 32 bytes.
    init(bytes: [UInt8]) {
        for (index, byte) in bytes.prefix(Self.length).enumerated() {
            words[index / 8] = words[index / 8] << 8 | UInt64(byte)
        }
    }

    /// Creates a digest from 64 hexadecimal digits of either case; `nil` for any other text.
    public init?(hex: String) {
        guard hex.utf8.count == 2 * Self.length else { return nil }
        var word: UInt64 = 0
        var count = 0
        for character in hex.utf8 {
            guard let digit = Hexadecimal.value(of: character) else { return nil }
            word = word << 4 | UInt64(digit)
            count += 1
            if count % 16 == 0 { words[count / 16 - 1] = word }
        }
    }

    /// The digest as 64 lower-case hexadecimal digits.
    public var hex: String {
        String(unsafeUninitializedCapacity: 2 * Self.length) { target in
            for index in 0..<2 * Self.length {
                let digit = words[index / 16] >> UInt64(60 - 4 * (index % 16))
                target[index] = Hexadecimal.digit(UInt8(digit & 15))
            }
            return 2 * Self.length
        }
    }

    /// The digest in hexadecimal; the same as ``hex``.
    public var description: String { hex }

    /// Returns the digest of `message`.
    public static func digest(of message: [UInt8]) -> SHA256Digest {
        var hash = SHA256Hash()
        hash.update(message)
        return hash.digest()
    }
}

/// Conversions between values and hexadecimal digits.
enum Hexadecimal {
    /// Returns the value of a digit of either case; `nil` for any other character.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns the lower-case digit of a value from 0 to 15.
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
