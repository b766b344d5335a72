/// A scanner that parses one line of JSON byte by byte and in place. It copies only the strings that the caller
/// requests.
package struct JSONScanner {
    /// The deepest nesting of objects and arrays. Deeper input would attack the stack; no feed needs it.
    package static let maxDepth = 64

    /// The bytes of the line, valid only during the call in which the scanner is used.
    ///
    /// `UnsafeBufferPointer` checks no bounds in a release build, so the scanner compares `offset` with `count` before
    /// it reads a byte.
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the next byte.
    package private(set) var offset = 0

    /// Creates a scanner at the beginning of `bytes`, which must outlive it.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Skips white space and returns the next byte without consuming it; nil at the end of the line.
    package mutating func peek() -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return byte }
            offset += 1
        }
        return nil
    }

    /// Consumes `byte` if it comes next.
    ///
    /// - Returns: Whether the scanner consumed it.
    package mutating func consume(_ byte: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: byte) else { return false }
        offset += 1
        return true
    }

    package mutating func expect(_ byte: Unicode.Scalar) throws(FeedLineError) {
        guard consume(byte) else { throw error("expected \"\(byte)\", found \(nextTokenDescription())") }
    }

    /// Returns an error at the next byte, or at the byte offset `place`.
    package func error(_ problem: String, at place: Int? = nil) -> FeedLineError {
        FeedLineError(at: place ?? offset, in: bytes, problem: problem)
    }

    /// Returns a description of the next token, for an error.
    package mutating func nextTokenDescription() -> String {
        guard let byte = peek() else { return "the end of the line" }
        switch byte {
        case UInt8(ascii: "{"): return "an object"
        case UInt8(ascii: "["): return "a list"
        case UInt8(ascii: "\""):
            var ahead = self
            guard let text = try? ahead.text() else { return "a text without an end" }
            return text.count <= 40 ? "\"\(text)\"" : "\"\(text.prefix(39))…\""
        default:
            let rest = bytes[offset...].prefix(40)
            let word = rest.prefix { !" \t\r\n,:]}".utf8.contains($0) }
            return String(decoding: word.isEmpty ? rest.prefix(1) : word, as: UTF8.self)
        }
    }
}

// MARK: - Strings

extension JSONScanner {
    /// The range of a string's bytes between its quotes, with facts about its content.
    package struct RawText {
        package let range: Range<Int>
        let hasEscapes: Bool
        let isASCII: Bool
    }

    /// Consumes a string without decoding it.
    package mutating func rawText() throws(FeedLineError) -> RawText {
        try expect("\"")
        let start = offset
        var hasEscapes = false
        var all: UInt8 = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            all |= byte
            if byte == UInt8(ascii: "\"") {
                offset += 1
                return RawText(range: start..<offset - 1, hasEscapes: hasEscapes, isASCII: all < 0x80)
            }
            guard byte >= 0x20 else { throw error("expected no control character in a text") }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                offset += 1
                if offset < bytes.count { all |= bytes[offset] }
            }
            offset += 1
        }
        offset = bytes.count
        throw error("expected a \" at the end of the text", at: start - 1)
    }

    /// Consumes a string and decodes it.
    package mutating func text() throws(FeedLineError) -> String {
        let raw = try rawText()
        return try decoded(raw)
    }

    /// Returns the decoded string.
    ///
    /// - Throws: `FeedLineError` if an escape is not valid or the bytes are not UTF-8.
    package func decoded(_ raw: RawText) throws(FeedLineError) -> String {
        let content = UnsafeBufferPointer(rebasing: bytes[raw.range])
        if raw.isASCII, !raw.hasEscapes { return String(decoding: content, as: UTF8.self) }
        let text =
            raw.hasEscapes
            ? String(validating: try unescaped(raw.range), as: UTF8.self) : String(validating: content, as: UTF8.self)
        guard let text else { throw error("expected UTF-8", at: raw.range.lowerBound) }
        return text
    }

    /// Whether a raw string is `word`, written without escapes.
    package func isEqual(_ raw: RawText, to word: StaticString) -> Bool { isEqual(raw.range, to: word) }

    private func isEqual(_ range: Range<Int>, to word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        let expected = word.utf8Start
        for index in 0..<range.count where bytes[range.lowerBound + index] != expected[index] { return false }
        return true
    }

    private func unescaped(_ range: Range<Int>) throws(FeedLineError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            // The string ends at a quote without a backslash before it, so a byte follows each backslash.
            let escape = bytes[index]
            index += 1
            switch escape {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(escape)
            case UInt8(ascii: "u"): result.append(contentsOf: Array(String(try scalar(&index, range.upperBound)).utf8))
            default: throw error("expected an escape such as \\n or \\u00e9", at: index - 2)
            }
        }
        return result
    }

    /// Decodes a `\u` escape whose digits begin at `index`. An unpaired surrogate becomes U+FFFD.
    private func scalar(_ index: inout Int, _ end: Int) throws(FeedLineError) -> Unicode.Scalar {
        let unit = try codeUnit(&index, end)
        guard (0xD800..<0xDC00).contains(unit), index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        var next = index + 2
        let low = try codeUnit(&next, end)
        guard (0xDC00..<0xE000).contains(low) else { return "\u{FFFD}" }
        index = next
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private func codeUnit(_ index: inout Int, _ end: Int) throws(FeedLineError) -> UInt32 {
        guard index + 4 <= end, let unit = Self.hexadecimalValue(bytes[index..<index + 4]) else {
            throw error("expected four hexadecimal digits after \\u", at: index)
        }
        index += 4
        return unit
    }

    private static func hexadecimalValue(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
        var value: UInt32 = 0
        for digit in digits {
            guard let number = Character(Unicode.Scalar(digit)).hexDigitValue, digit < 0x80 else { return nil }
            value = value << 4 | UInt32(number)
        }
        return value
    }
}

// MARK: - Other values

extension JSONScanner {
    /// Consumes a number.
    package mutating func number() throws(FeedLineError) -> ScannedNumber {
        _ = peek()
        guard let number = ScannedNumber(bytes, from: &offset) else {
            throw error("expected a number, found \(nextTokenDescription())")
        }
        return number
    }

    /// Consumes `word`, such as `true`, if it comes next.
    ///
    /// - Returns: Whether the scanner consumed it.
    package mutating func consume(word: StaticString) -> Bool {
        _ = peek()
        let end = offset + word.utf8CodeUnitCount
        guard end <= bytes.count, isEqual(offset..<end, to: word) else {
            return false
        }
        offset = end
        return true
    }

    /// Consumes a value of any type.
    package mutating func skipValue(depth: Int = 0) throws(FeedLineError) {
        switch peek() {
        case UInt8(ascii: "\""): _ = try rawText()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < Self.maxDepth else { throw error("expected at most \(Self.maxDepth) levels") }
            if consume("{") {
                if !consume("}") { try skipMembers(depth: depth) }
            } else {
                offset += 1
                if !consume("]") { try skipElements(depth: depth) }
            }
        default:
            if consume(word: "true") || consume(word: "false") || consume(word: "null") { return }
            guard ScannedNumber(bytes, from: &offset) != nil else {
                throw error("expected a value, found \(nextTokenDescription())")
            }
        }
    }

    private mutating func skipMembers(depth: Int) throws(FeedLineError) {
        repeat {
            _ = try rawText()
            try expect(":")
            try skipValue(depth: depth + 1)
        } while consume(",")
        try expect("}")
    }

    private mutating func skipElements(depth: Int) throws(FeedLineError) {
        repeat { try skipValue(depth: depth + 1) } while consume(",")
        try expect("]")
    }
}
