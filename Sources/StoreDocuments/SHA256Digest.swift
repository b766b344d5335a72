/// The SHA-256 of some bytes.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// Bytes of a digest.
    static let length = 32

    /// Its bytes, the first ones on top, without a list of their own: a catalogue has a hundred thousand digests.
    private var words = SIMD4<UInt64>()

    /// Its 32 bytes.
    public var bytes: [UInt8] {
        words.indices.flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: words[word] >> UInt64(56 - 8 * $0)) }
        }
    }

    /// The digest of these bytes, of which there are 32.
    init(bytes: [UInt8]) {
        for (index, byte) in bytes.prefix(Self.length).enumerated() {
            words[index / 8] = words[index / 8] << 8 | UInt64(byte)
        }
    }

    /// The digest that 64 hexadecimal digits, large or small, spell; nil for anything else.
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

    /// The digest in 64 hexadecimal digits, in small letters.
    public var hex: String {
        String(unsafeUninitializedCapacity: 2 * Self.length) { target in
            for place in 0..<2 * Self.length {
                let digit = words[place / 16] >> UInt64(60 - 4 * (place % 16))
                target[place] = Hexadecimal.digit(UInt8(digit & 15))
            }
            return 2 * Self.length
        }
    }

    /// As ``hex``.
    public var description: String { hex }

    /// The digest of `message`.
    public static func of(_ message: [UInt8]) -> SHA256Digest {
        var hash = SHA256Hash()
        hash.update(message)
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
