#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An error in a document, with the offset of the byte that causes it.
package struct JSONError: Error {
    let offset: Int
    let problem: String
    /// Whether the text is not JSON; the location is then a line and a column instead of a path.
    var isSyntax = false
}

/// The kind of a JSON value, which its first byte determines.
package enum JSONKind {
    case object, array, string, number, bool, null

    /// The kind with its article, for error messages.
    var description: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }
}

/// A pull parser for JSON: the caller asks for the values that it expects, in one pass and without an intermediate
/// tree.
///
/// A document can have megabytes for a second of animation, and most of its bytes are the numbers of paths; building a
/// tree of values would take several times as long as the reading. The reader contains unsafe pointers, so it must not
/// leave `withUnsafeBufferPointer`. Every access is checked against `end`.
package struct JSONReader {
    private let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var cursor: UnsafePointer<UInt8>
    private var depth = 0
    /// The state of the whole document.
    let context: ReadingContext
    /// The deepest permitted nesting, because the reader is recursive.
    private static let maxDepth = 256

    init(start: UnsafePointer<UInt8>, count: Int, context: ReadingContext) {
        self.start = start
        self.context = context
        end = start + count
        cursor = start
        // A byte order mark may precede the text.
        if count >= 3, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF { cursor += 3 }
    }

    /// Returns a reader at another offset of the same text.
    func moved(to offset: Int) -> JSONReader {
        var reader = self
        reader.cursor = start + offset
        return reader
    }

    /// A reader at the beginning of the text.
    var rewound: JSONReader { JSONReader(start: start, count: end - start, context: context) }

    /// The number of bytes read so far.
    package var offset: Int { cursor - start }

    package func error(_ problem: String, at offset: Int? = nil) -> JSONError {
        JSONError(offset: offset ?? self.offset, problem: problem)
    }

    func syntaxError(_ expected: String) -> JSONError {
        let found: String
        if cursor >= end {
            found = "the end"
        } else if cursor.pointee >= 0x20 && cursor.pointee < 0x7F {
            found = "'\(Character(Unicode.Scalar(cursor.pointee)))'"
        } else {
            found = "byte \(cursor.pointee)"
        }
        return JSONError(offset: offset, problem: "expected \(expected), found \(found)", isSyntax: true)
    }

    @inline(__always)
    mutating func skipWhitespace() {
        while cursor < end, cursor.pointee <= 0x20,
            cursor.pointee == 0x20 || cursor.pointee == 0x0A || cursor.pointee == 0x0D || cursor.pointee == 0x09
        {
            cursor += 1
        }
    }

    /// Returns the kind of the next value, and leaves the value unread.
    @inline(__always)
    package mutating func peekKind() throws(JSONError) -> JSONKind {
        skipWhitespace()
        guard cursor < end else { throw syntaxError("a value") }
        switch cursor.pointee {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: throw syntaxError("a value")
        }
    }

    /// Returns the error for a next value that is not of the expected kind.
    package mutating func mismatchError(_ expected: String) throws(JSONError) -> JSONError {
        let found = try peekKind()
        return error("expected \(expected), found \(found.description)")
    }

    @inline(__always)
    mutating func consumeIfPresent(_ byte: UInt8) -> Bool {
        skipWhitespace()
        guard cursor < end, cursor.pointee == byte else { return false }
        cursor += 1
        return true
    }

    private mutating func beginNesting() throws(JSONError) {
        depth += 1
        if depth > Self.maxDepth { throw error("nested more than \(Self.maxDepth) deep") }
    }

    /// Reads an object. `body` is called for each key, and must read or skip the value.
    @inline(__always)
    package mutating func readObject(
        _ expected: String = "an object", _ body: (inout JSONReader, JSONKey) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard consumeIfPresent(UInt8(ascii: "{")) else { throw try mismatchError(expected) }
        try beginNesting()
        if !consumeIfPresent(UInt8(ascii: "}")) {
            repeat {
                let key = try readKey()
                guard consumeIfPresent(UInt8(ascii: ":")) else { throw syntaxError("':'") }
                try body(&self, key)
            } while consumeIfPresent(UInt8(ascii: ","))
            guard consumeIfPresent(UInt8(ascii: "}")) else { throw syntaxError("',' or '}'") }
        }
        depth -= 1
    }

    /// Reads an object with arbitrary keys. `body` is called for each key, and must read or skip the value.
    package mutating func readMembers(
        _ expected: String = "an object", _ body: (inout JSONReader, String) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard consumeIfPresent(UInt8(ascii: "{")) else { throw try mismatchError(expected) }
        try beginNesting()
        if !consumeIfPresent(UInt8(ascii: "}")) {
            repeat {
                guard try peekKind() == .string else { throw syntaxError("a key") }
                let name = try readString()
                guard consumeIfPresent(UInt8(ascii: ":")) else { throw syntaxError("':'") }
                try body(&self, name)
            } while consumeIfPresent(UInt8(ascii: ","))
            guard consumeIfPresent(UInt8(ascii: "}")) else { throw syntaxError("',' or '}'") }
        }
        depth -= 1
    }

    /// Reads an array. `body` is called for each element, and must read or skip it.
    @inline(__always)
    package mutating func readArray(
        _ expected: String = "a list", _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard consumeIfPresent(UInt8(ascii: "[")) else { throw try mismatchError(expected) }
        try beginNesting()
        if !consumeIfPresent(UInt8(ascii: "]")) {
            repeat { try body(&self) } while consumeIfPresent(UInt8(ascii: ","))
            guard consumeIfPresent(UInt8(ascii: "]")) else { throw syntaxError("',' or ']'") }
        }
        depth -= 1
    }

    @inline(__always)
    mutating func readKey() throws(JSONError) -> JSONKey {
        guard consumeIfPresent(UInt8(ascii: "\"")) else { throw syntaxError("a key") }
        let first = cursor
        while cursor < end, cursor.pointee != UInt8(ascii: "\"") {
            // No key of the format contains escapes; such a key only has to be skipped correctly.
            cursor += cursor.pointee == UInt8(ascii: "\\") && end - cursor > 1 ? 2 : 1
        }
        guard cursor < end else { throw syntaxError("'\"'") }
        defer { cursor += 1 }
        return JSONKey(bytes: first, count: cursor - first)
    }

    /// Reads a number. A string that contains a number counts as that number; true and false count as 1 and 0.
    @inline(__always)
    package mutating func readNumber(_ expected: String = "a number") throws(JSONError) -> Double {
        skipWhitespace()
        if cursor < end, cursor.pointee == UInt8(ascii: "-") || cursor.pointee &- 0x30 <= 9 {
            return try readDecimal()
        }
        return try readNumberFromOtherKind(expected)
    }

    private mutating func readNumberFromOtherKind(_ expected: String) throws(JSONError) -> Double {
        let before = offset
        switch try peekKind() {
        case .bool: return try readBool() ? 1 : 0
        case .string:
            let text = try readString()
            if let value = Double(text), value.isFinite { return value }
            throw error("expected \(expected), found a string", at: before)
        default: throw try mismatchError(expected)
        }
    }

    /// Reads a decimal number.
    ///
    /// The result is exact for up to 15 digits and small exponents, which covers what exporters write; the standard
    /// library converts all other numbers.
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

    /// Reads true or false. A number other than 0 counts as true; 0 and null count as false.
    package mutating func readBool() throws(JSONError) -> Bool {
        switch try peekKind() {
        case .bool:
            let isTrue = cursor.pointee == UInt8(ascii: "t")
            try expectLiteral(isTrue ? "true" : "false")
            return isTrue
        case .number: return try readDecimal() != 0
        case .null:
            try expectLiteral("null")
            return false
        default: throw try mismatchError("true or false")
        }
    }

    private mutating func expectLiteral(_ word: StaticString) throws(JSONError) {
        guard end - cursor >= word.utf8CodeUnitCount, memcmp(cursor, word.utf8Start, word.utf8CodeUnitCount) == 0 else {
            throw syntaxError("a value")
        }
        cursor += word.utf8CodeUnitCount
    }

    /// Reads null if it is the next value, and returns whether it was.
    package mutating func readNull() throws(JSONError) -> Bool {
        guard try peekKind() == .null else { return false }
        try expectLiteral("null")
        return true
    }
}
