/// Bytes spelled in the 64 characters of RFC 4648, with either alphabet.
enum Base64 {
    /// The bytes that `text` spells; white space and padding are passed over, nil for any other character.
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

    /// The bytes in a URL such as `data:image/png;base64,…`; nil for any other text, none where they are not base64.
    static func bytes(ofDataURL text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count > 5, String(decoding: text[0..<5], as: UTF8.self).lowercased() == "data:",
            let comma = text.firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        return decoded(UnsafeBufferPointer(rebasing: text[(comma + 1)...])) ?? []
    }
}
