/// A decoder for Base64 (RFC 4648) with the standard or the URL-safe alphabet.
enum Base64 {
    /// Returns the bytes that `text` encodes, or `nil` if it contains an invalid character.
    ///
    /// White space, padding and backslashes are ignored; JSON writes `/` also as `\/`.
    static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { bytes, count in
            values.withUnsafeBufferPointer { values in isValid = decode(text, values, into: bytes, &count) }
        }
        return isValid ? bytes : nil
    }

    /// Decodes characters, and returns whether all are valid. Four characters need room for three bytes.
    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>,
        into bytes: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
    ) -> Bool {
        func append(_ byte: UInt32) {
            bytes[count] = UInt8(truncatingIfNeeded: byte)
            count += 1
        }
        var bits: UInt32 = 0
        var held = 0
        var place = 0
        while place < text.count {
            let value = values[Int(text[place])]
            place += 1
            if value == ignored { continue }
            if value == invalid { return false }
            bits = bits << 6 | UInt32(value)
            held += 1
            guard held == 4 else { continue }
            append(bits >> 16)
            append(bits >> 8)
            append(bits)
            (bits, held) = (0, 0)
        }
        if held >= 2 { append(bits >> (held == 2 ? 4 : 10)) }
        if held == 3 { append(bits >> 2) }
        return true
    }

    /// The value of characters that are skipped.
    private static let ignored: UInt8 = 64
    /// The value of characters that are in no Base64.
    private static let invalid: UInt8 = 65

    /// The value of each character.
    private static let values: [UInt8] = (0...255).map { character -> UInt8 in
        switch UInt8(character) {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(character) + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        case UInt8(ascii: "="), 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: "\\"): ignored
        default: invalid
        }
    }

    /// Returns the bytes of a data URL such as `data:image/png;base64,…`.
    ///
    /// Returns `nil` if `text` is not a data URL, and an empty array if its data are not Base64.
    static func bytes(ofDataURL text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count > 5, String(decoding: text[0..<5], as: UTF8.self).lowercased() == "data:",
            let comma = text.firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        return decoded(UnsafeBufferPointer(rebasing: text[(comma + 1)...])) ?? []
    }
}
