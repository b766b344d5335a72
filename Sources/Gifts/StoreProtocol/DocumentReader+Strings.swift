extension DocumentReader {
    /// Reads a string; the next byte is its opening quote.
    mutating func readQuotedString() throws(StoreDocumentError) -> String {
        offset += 1
        let start = offset
        var all: UInt8 = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            all |= byte
            if byte == UInt8(ascii: "\"") {
                offset += 1
                return try decodeString(in: start..<offset - 1, isASCII: all < 0x80)
            }
            if byte == UInt8(ascii: "\\") { return try readEscapedString(from: start) }
            guard byte >= 0x20 else { throw syntaxError("no control character in a text") }
            offset += 1
        }
        throw syntaxError("\"\\\"\"")
    }

    /// Returns the string for bytes without escapes; ASCII, the usual case, needs no UTF-8 validation.
    private func decodeString(in range: Range<Int>, isASCII: Bool) throws(StoreDocumentError) -> String {
        let text = bytes[range].withUnsafeBufferPointer { content in
            isASCII ? String(decoding: content, as: UTF8.self) : String(validating: content, as: UTF8.self)
        }
        guard let text else { throw syntaxError("UTF-8", at: range.lowerBound) }
        return text
    }

    private mutating func readEscapedString(from start: Int) throws(StoreDocumentError) -> String {
        var result = Array(bytes[start..<offset])
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                offset += 1
                guard let text = String(validating: result, as: UTF8.self) else {
                    throw syntaxError("UTF-8", at: start)
                }
                return text
            }
            guard byte >= 0x20 else { throw syntaxError("no control character in a text") }
            if byte == UInt8(ascii: "\\") {
                offset += 1
                try readEscape(into: &result)
            } else {
                result.append(byte)
                offset += 1
            }
        }
        throw syntaxError("\"\\\"\"")
    }

    private mutating func readEscape(into result: inout [UInt8]) throws(StoreDocumentError) {
        guard offset < bytes.count else { throw syntaxError("an escape") }
        let byte = bytes[offset]
        switch byte {
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "u"):
            offset += 1
            result += Array(String(Character(try readScalar())).utf8)
            return
        default: throw syntaxError("an escape such as \\n")
        }
        offset += 1
    }

    /// Reads the code of a `\u` escape, or of two for a surrogate pair; an unpaired surrogate becomes U+FFFD.
    private mutating func readScalar() throws(StoreDocumentError) -> Unicode.Scalar {
        let unit = try readCodeUnit()
        guard 0xD800..<0xDC00 ~= unit, isNextByte(UInt8(ascii: "\\")), offset + 1 < bytes.count,
            bytes[offset + 1] == UInt8(ascii: "u")
        else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        let next = offset
        offset += 2
        let low = try readCodeUnit()
        guard 0xDC00..<0xE000 ~= low else {
            offset = next
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func readCodeUnit() throws(StoreDocumentError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard offset < bytes.count, let digit = Hexadecimal.value(of: bytes[offset]) else {
                throw syntaxError("four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}
