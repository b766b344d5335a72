extension JSONReader {
    /// A string as it is in the text, between its quotes.
    public struct RawString {
        /// The bytes between the quotes.
        public let bytes: UnsafeBufferPointer<UInt8>
        /// Whether the bytes contain escapes.
        public let hasEscapes: Bool
        let isASCII: Bool
    }

    /// Reads a string. A lenient reader also reads a number as a string.
    public mutating func readString(_ expected: String = "a string") throws(JSONError) -> String {
        skipWhitespace()
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else {
            guard options.isLenient, try peekKind() == .number else { throw mismatchError(expected) }
            let first = cursor
            _ = try readDecimal()
            return String(decoding: UnsafeBufferPointer(start: first, count: cursor - first), as: UTF8.self)
        }
        return try decoded(readRawString())
    }

    /// Reads a string without decoding it.
    public mutating func readRawString(_ expected: String = "a string") throws(JSONError) -> RawString {
        guard consume("\"") else { throw mismatchError(expected) }
        let first = cursor
        var hasEscapes = false
        var all: UInt64 = 0
        while true {
            while end - cursor >= 8 {
                let word = TextWord(at: cursor)
                let length = word.bits(before: word.quotes | word.unusual)
                if length == 64 {
                    all |= word.bytes
                    cursor += 8
                } else {
                    all |= word.bytes & ((1 << length) &- 1)
                    cursor += Int(truncatingIfNeeded: length >> 3)
                    break
                }
            }
            guard cursor < end else { throw malformedError("expected a \" at the end of the text", at: first - 1) }
            let byte = cursor.pointee
            cursor += 1
            if byte == UInt8(ascii: "\"") {
                return RawString(
                    bytes: UnsafeBufferPointer(start: first, count: cursor - 1 - first), hasEscapes: hasEscapes,
                    isASCII: all & TextWord.repeating(0x80) == 0)
            }
            all |= UInt64(byte)
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                guard cursor < end else { continue }
                all |= UInt64(cursor.pointee)
                cursor += 1
            } else if byte < 0x20, !options.isLenient {
                throw malformedError("expected no control character in a text", at: cursor - 1)
            }
        }
    }

    /// Decodes a string.
    public func decoded(_ raw: RawString) throws(JSONError) -> String {
        if !raw.hasEscapes {
            if raw.isASCII || options.isLenient { return String(decoding: raw.bytes, as: UTF8.self) }
        } else if options.isLenient {
            return Self.unescaped(raw.bytes)
        }
        let text: String?
        if raw.hasEscapes {
            text = String(validating: try unescaped(raw.bytes, isLenient: false), as: UTF8.self)
        } else {
            text = String(validating: raw.bytes, as: UTF8.self)
        }
        guard let text else { throw malformedError("expected UTF-8", at: raw.bytes.baseAddress ?? cursor) }
        return text
    }

    /// Decodes the escapes of a string as far as they are valid.
    static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String {
        let reader = JSONReader(text)
        return (try? reader.unescaped(text, isLenient: true)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private func unescaped(
        _ text: UnsafeBufferPointer<UInt8>, isLenient: Bool
    ) throws(JSONError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let plain = text[index...].firstIndex(of: UInt8(ascii: "\\")) ?? text.count
            // A text that ends with a backslash keeps it.
            guard plain + 1 < text.count else {
                result.append(contentsOf: text[index...])
                break
            }
            result.append(contentsOf: text[index..<plain])
            index = plain + 1
            let escape = text[index]
            index += 1
            switch escape {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "u"):
                let scalar = Self.scalar(text, &index)
                guard scalar != nil || isLenient else {
                    throw malformedError(
                        "expected four hexadecimal digits after \\u", at: (text.baseAddress ?? start) + index)
                }
                result.append(contentsOf: Array(String(scalar ?? "\u{FFFD}").utf8))
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"),
                _ where isLenient:
                result.append(escape)
            default:
                throw malformedError(
                    "expected an escape such as \\n or \\u00e9", at: (text.baseAddress ?? start) + index - 2)
            }
        }
        return result
    }

    /// Decodes the `\u` escape whose digits begin at `index`, or two of them for a surrogate pair; `nil` without
    /// digits. An unpaired surrogate becomes U+FFFD.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
        guard let unit = codeUnit(text, index) else { return nil }
        index += 4
        guard 0xD800..<0xDC00 ~= unit, index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
            text[index + 1] == UInt8(ascii: "u"), let low = codeUnit(text, index + 2), 0xDC00..<0xE000 ~= low
        else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        index += 6
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private static func codeUnit(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32? {
        guard index + 4 <= text.count else { return nil }
        var value: UInt32 = 0
        for byte in text[index..<index + 4] {
            guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
