extension JSONReader {
    /// Reads a string, or a number as a string, because exporters write ids in both forms.
    package mutating func readString(_ expected: String = "a string") throws(JSONError) -> String {
        switch try peekKind() {
        case .string:
            let (bytes, hasEscapes) = try readRawString()
            return hasEscapes ? JSONText.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
        case .number:
            let first = cursor
            _ = try readDecimal()
            return String(decoding: UnsafeBufferPointer(start: first, count: cursor - first), as: UTF8.self)
        default: throw try mismatchError(expected)
        }
    }

    /// Reads a string without decoding it: returns the bytes between the quotes, and whether they contain escapes.
    mutating func readRawString() throws(JSONError) -> (bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
        guard consumeIfPresent(UInt8(ascii: "\"")) else { throw try mismatchError("a string") }
        let first = cursor
        var hasEscapes = false
        while cursor < end, cursor.pointee != UInt8(ascii: "\"") {
            if cursor.pointee == UInt8(ascii: "\\") {
                hasEscapes = true
                cursor += 1
            }
            cursor += 1
        }
        guard cursor < end else {
            cursor = end
            throw syntaxError("'\"'")
        }
        defer { cursor += 1 }
        return (UnsafeBufferPointer(start: first, count: cursor - first), hasEscapes)
    }

    /// Skips the next value of any kind; the content of an object or array is not validated.
    package mutating func skipValue() throws(JSONError) {
        switch try peekKind() {
        case .string: _ = try readRawString()
        case .number: _ = try readDecimal()
        case .bool: _ = try readBool()
        case .null: _ = try readNull()
        case .object, .array: try skipNestedValue()
        }
    }

    /// Skips the next value and returns its text.
    package mutating func readRawValue() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        _ = try peekKind()
        let first = cursor
        try skipValue()
        return UnsafeBufferPointer(start: first, count: cursor - first)
    }

    private mutating func skipNestedValue() throws(JSONError) {
        var open = 0
        var place = cursor
        let end = end
        while place < end {
            switch place.pointee {
            case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                open -= 1
                if open == 0 {
                    cursor = place + 1
                    return
                }
            case UInt8(ascii: "\""):
                place += 1
                while place < end, place.pointee != UInt8(ascii: "\"") {
                    place += place.pointee == UInt8(ascii: "\\") && end - place > 1 ? 2 : 1
                }
            default: break
            }
            place += 1
        }
        cursor = end
        throw syntaxError("']' or '}'")
    }

    /// Checks that only white space follows.
    mutating func expectEnd() throws(JSONError) {
        skipWhitespace()
        // Some exporters append NUL bytes.
        while cursor < end, cursor.pointee == 0 { cursor += 1 }
        guard cursor == end else { throw syntaxError("the end of the document") }
    }
}
