package import ExactNumbers

extension JSONReader {
    /// Reads a number; one beyond the range of `Double` is infinite, or 0 for a lenient reader.
    ///
    /// For a lenient reader, a string that contains a number counts as that number; true and false count as 1 and 0.
    @inlinable @inline(__always)
    public mutating func readNumber(_ expected: String = "a number") throws(JSONError) -> Double {
        skipWhitespace()
        if options.isLenient, cursor < end, cursor.pointee == UInt8(ascii: "-") || cursor.pointee &- 0x30 <= 9 {
            return try readDecimal()
        }
        return try readUncommonNumber(expected)
    }

    @usableFromInline
    mutating func readUncommonNumber(_ expected: String) throws(JSONError) -> Double {
        guard options.isLenient else {
            let text = try readNumberText(expected)
            // Most numbers are a few digits, which need no `String`.
            if text.count <= 9, text.allSatisfy({ $0 &- 0x30 <= 9 }) {
                return Double(text.reduce(0) { $0 * 10 + Int($1 - 0x30) })
            }
            return Double(String(decoding: text, as: UTF8.self)) ?? .infinity
        }
        let before = offset
        switch try peekKind() {
        case .bool: return try readBool() ? 1 : 0
        case .string:
            if let value = Double(try readString()), value.isFinite { return value }
            throw mismatchError(expected, at: before)
        default: throw mismatchError(expected)
        }
    }

    /// Reads a number in the syntax of RFC 8259 without rounding it.
    package mutating func readExactNumber(_ expected: String = "a number") throws(JSONError) -> ExactDecimal {
        skipWhitespace()
        let before = offset
        guard let number = ExactDecimal(try readNumberText(expected)) else { throw mismatchError(expected, at: before) }
        return number
    }

    /// Reads a number in the syntax of RFC 8259, and returns its text.
    public mutating func readNumberText(
        _ expected: String = "a number"
    ) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        guard let byte = peek(), byte == UInt8(ascii: "-") || byte &- 0x30 <= 9 else { throw mismatchError(expected) }
        let first = cursor
        if byte == UInt8(ascii: "-") { cursor += 1 }
        // JSON forbids leading zeros, so that no digit may follow a 0.
        if cursor < end, cursor.pointee == UInt8(ascii: "0") { cursor += 1 } else { try skipDigits() }
        if cursor < end, cursor.pointee == UInt8(ascii: ".") {
            cursor += 1
            try skipDigits()
        }
        if cursor < end, cursor.pointee | 0x20 == UInt8(ascii: "e") {
            cursor += 1
            if cursor < end, cursor.pointee == UInt8(ascii: "-") || cursor.pointee == UInt8(ascii: "+") { cursor += 1 }
            try skipDigits()
        }
        return UnsafeBufferPointer(start: first, count: cursor - first)
    }

    private mutating func skipDigits() throws(JSONError) {
        let first = cursor
        while cursor < end, cursor.pointee &- 0x30 <= 9 { cursor += 1 }
        if cursor == first { throw syntaxError("a digit") }
    }

    /// Reads a decimal number, which may have leading zeros and no digits after its point.
    ///
    /// The result is exact for up to 15 digits and small exponents, which covers what exporters write; the standard
    /// library converts all other numbers.
    @usableFromInline
    mutating func readDecimal() throws(JSONError) -> Double {
        let first = cursor
        var place = cursor
        let end = end
        if place.pointee == UInt8(ascii: "-") { place += 1 }
        let firstDigit = place
        var mantissa: UInt64 = 0
        // Powers of ten are exact in a `Double` up to the 22nd; the number of digits is checked below.
        var divisor = 1.0
        while place < end, place.pointee &- 0x30 <= 9 {
            mantissa = mantissa &* 10 &+ UInt64(place.pointee &- 0x30)
            place += 1
        }
        guard place > firstDigit else {
            cursor = place
            throw syntaxError("a digit")
        }
        if place < end, place.pointee == UInt8(ascii: ".") {
            place += 1
            while place < end, place.pointee &- 0x30 <= 9 {
                mantissa = mantissa &* 10 &+ UInt64(place.pointee &- 0x30)
                divisor *= 10
                place += 1
            }
        }
        if mantissa < 1 << 53, place - firstDigit <= 18, place == end || place.pointee | 0x20 != UInt8(ascii: "e") {
            cursor = place
            let value = Double(mantissa) / divisor
            return first < firstDigit ? -value : value
        }
        return try readLongNumber(from: first)
    }

    /// Reads a number with many digits or an exponent. A number beyond the range of `Double` becomes 0.
    private mutating func readLongNumber(from first: UnsafePointer<UInt8>) throws(JSONError) -> Double {
        cursor = first
        while cursor < end, Self.isNumberByte(cursor.pointee) { cursor += 1 }
        let text = String(decoding: UnsafeBufferPointer(start: first, count: cursor - first), as: UTF8.self)
        guard let value = Double(text) else {
            throw error("expected a number, found \(text.prefix(24))", at: first - start)
        }
        return value.isFinite ? value : 0
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Reads true or false. For a lenient reader, a number other than 0 counts as true; 0 and null count as false.
    public mutating func readBool(_ expected: String = "true or false") throws(JSONError) -> Bool {
        switch try peekKind() {
        case .bool:
            let isTrue = cursor.pointee == UInt8(ascii: "t")
            try expectWord(isTrue ? "true" : "false")
            return isTrue
        case .number where options.isLenient: return try readDecimal() != 0
        case .null where options.isLenient:
            try expectWord("null")
            return false
        default: throw mismatchError(expected)
        }
    }

    /// Reads null if it is the next value, and returns whether it was.
    public mutating func readNull() throws(JSONError) -> Bool {
        guard try peekKind() == .null else { return false }
        try expectWord("null")
        return true
    }

    private mutating func expectWord(_ word: StaticString) throws(JSONError) {
        let count = word.utf8CodeUnitCount
        guard end - cursor >= count, (0..<count).allSatisfy({ cursor[$0] == word.utf8Start[$0] }) else {
            throw syntaxError("a value")
        }
        cursor += count
    }
}
