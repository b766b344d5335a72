/// A decoder for Base64 (RFC 4648) with the standard or the URL-safe alphabet.
enum Base64 {
    /// Returns the bytes that `text` encodes, or `nil` if it contains an invalid character.
    ///
    /// White space, padding and backslashes are ignored; JSON writes `/` also as `\/`.
    static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            let value: UInt8
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character + 4
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            case UInt8(ascii: "="), 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: "\\"): continue
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count == 4 {
                bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bytes.append(UInt8(truncatingIfNeeded: bits))
                (bits, count) = (0, 0)
            }
        }
        if count >= 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> (count == 2 ? 4 : 10))) }
        if count == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return bytes
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
