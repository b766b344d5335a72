import CLibcrypto

/// Bytes as Base64 with the standard alphabet and padding, by OpenSSL.
///
/// - SeeAlso: RFC 4648, section 4.
public enum Base64Text {
    /// Returns the text of bytes, with padding.
    public static func text(of bytes: [UInt8]) -> String {
        // Base64 needs four characters for every three bytes; `EVP_EncodeBlock` also writes a terminating zero.
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let length = EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
        return String(decoding: text.prefix(Int(length)), as: UTF8.self)
    }

    /// Returns the bytes of a text; `nil` if it is not the one that ``text(of:)`` gives for them.
    public static func bytes(of text: some StringProtocol) -> [UInt8]? {
        // Other texts have unused bits that are not zero; there is one text for each key.
        guard let bytes = looseBytes(of: text), !bytes.isEmpty else { return nil }
        return self.text(of: bytes) == String(text) ? bytes : nil
    }

    /// Returns the bytes of a text with padding, whatever its unused bits are; `nil` if it has other characters.
    public static func looseBytes(of text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count % 4 == 0 else { return nil }
        let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        // The library also accepts spaces and padding elsewhere.
        guard padding <= 2, characters.dropLast(padding).allSatisfy(isDigit) else { return nil }
        var bytes = [UInt8](repeating: 0, count: characters.count / 4 * 3)
        guard EVP_DecodeBlock(&bytes, characters, Int32(characters.count)) == bytes.count else { return nil }
        bytes.removeLast(padding)
        return bytes
    }

    private static func isDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
