extension JSONReader {
    /// Reads a string, or a number as a string, because exporters write ids in both forms.
    package mutating func string(_ expected: String = "a string") throws(JSONError) -> String {
        switch try kind() {
        case .string:
            let (bytes, hasEscapes) = try rawString()
            return hasEscapes ? JSONText.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
        case .number:
            let first = cursor
            _ = try digits()
            return String(decoding: UnsafeBufferPointer(start: first, count: cursor - first), as: UTF8.self)
        default: throw try mismatch(expected)
        }
    }

    /// Reads a string without decoding it: returns the bytes between the quotes, and whether they contain escapes.
    mutating func rawString() throws(JSONError) -> (bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
        guard accept(UInt8(ascii: "\"")) else { throw try mismatch("a string") }
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
    package mutating func skip() throws(JSONError) {
        switch try kind() {
        case .string: _ = try rawString()
        case .number: _ = try digits()
        case .bool: _ = try bool()
        case .null: _ = try null()
        case .object, .array: try skipNested()
        }
    }

    /// Skips the next value and returns its text.
    package mutating func text() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        _ = try kind()
        let first = cursor
        try skip()
        return UnsafeBufferPointer(start: first, count: cursor - first)
    }

    private mutating func skipNested() throws(JSONError) {
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
    mutating func finish() throws(JSONError) {
        skipSpace()
        // Some exporters append NUL bytes.
        while cursor < end, cursor.pointee == 0 { cursor += 1 }
        guard cursor == end else { throw syntaxError("the end of the document") }
    }
}
