/// A JSON reader that makes one pass over the bytes: the caller asks for the values that it expects.
///
/// It builds no tree of values, because a catalogue may have a hundred thousand gifts. Unlike the reader for
/// animations, which tolerates the mistakes of common exporters, it accepts only well-formed JSON: programs write a
/// store's documents for this reader.
package struct DocumentReader {
    /// The maximum nesting depth of objects and lists; a deeper document would only serve to exhaust the stack.
    package static let maxDepth = 64

    enum Step {
        case member(String)
        case element(Int)
    }

    let bytes: [UInt8]
    /// The number of bytes read so far.
    package internal(set) var offset = 0
    private(set) var path: [Step] = []

    /// Reads a whole document with `body`.
    ///
    /// - Throws: `StoreDocumentError` if `body` throws it, if the document is not valid JSON, or if it continues after
    ///   the value.
    package static func read<Value>(
        _ json: [UInt8], _ body: (inout DocumentReader) throws(StoreDocumentError) -> Value
    ) throws(StoreDocumentError) -> Value {
        var reader = DocumentReader(json)
        let value = try body(&reader)
        guard reader.peek() == nil else { throw reader.syntaxError("the end of the document") }
        return value
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // RFC 8259, section 8.1, permits a parser to ignore a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// Skips white space and returns the next byte without consuming it; `nil` at the end.
    package mutating func peek() -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            offset += 1
        }
        return nil
    }

    mutating func consume(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        offset += 1
        return true
    }

    // MARK: - Objects and lists

    /// Reads an object.
    ///
    /// - Parameters:
    ///   - expected: The description of the object in the error if the value is not an object.
    ///   - member: Called with each key; it reads or skips the value.
    package mutating func readObject(
        _ expected: String = "an object",
        _ member: (inout DocumentReader, String) throws(StoreDocumentError) -> Void
    ) throws(StoreDocumentError) {
        guard peek() == UInt8(ascii: "{") else { throw mismatchError(expected) }
        try checkDepth()
        offset += 1
        if consume(UInt8(ascii: "}")) { return }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { throw syntaxError("a name in quotes") }
            let key = try readQuotedString()
            guard consume(UInt8(ascii: ":")) else { throw syntaxError("\":\"") }
            path.append(.member(key))
            try member(&self, key)
            path.removeLast()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "}")) else { throw syntaxError("\",\" or \"}\"") }
    }

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - expected: The description of the list in the error if the value is not a list.
    ///   - element: Called for each element; it reads or skips the element.
    package mutating func readArray(
        _ expected: String = "a list", _ element: (inout DocumentReader) throws(StoreDocumentError) -> Void
    ) throws(StoreDocumentError) {
        try readArray(expected, element) { (_, error) throws(StoreDocumentError) in throw error }
    }

    /// Reads a list and continues after elements that cannot be read.
    ///
    /// - Parameters:
    ///   - expected: The description of the list in the error if the value is not a list.
    ///   - element: Called for each element; it reads or skips the element.
    ///   - reject: Called with a reader at the start of an element that `element` could not read, and with the error.
    ///     The list continues after the element unless this closure throws.
    /// - Throws: `StoreDocumentError` if `reject` throws it or the text is not valid JSON.
    mutating func readArray(
        _ expected: String, _ element: (inout DocumentReader) throws(StoreDocumentError) -> Void,
        reject: (DocumentReader, StoreDocumentError) throws(StoreDocumentError) -> Void
    ) throws(StoreDocumentError) {
        guard peek() == UInt8(ascii: "[") else { throw mismatchError(expected) }
        try checkDepth()
        offset += 1
        if consume(UInt8(ascii: "]")) { return }
        var index = 0
        repeat {
            path.append(.element(index))
            let (place, depth) = (offset, path.count)
            do throws(StoreDocumentError) {
                try element(&self)
            } catch {
                path.removeLast(path.count - depth)
                offset = place
                try reject(self, error)
                // Skipping needs no stack, so there is no depth limit here.
                try skipValue(maxLevels: .max)
            }
            path.removeLast()
            index += 1
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "]")) else { throw syntaxError("\",\" or \"]\"") }
    }

    private func checkDepth() throws(StoreDocumentError) {
        guard path.count < Self.maxDepth else { throw error("expected at most \(Self.maxDepth) levels") }
    }

    // MARK: - Values

    /// Reads a string.
    package mutating func readString(_ expected: String = "a text") throws(StoreDocumentError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mismatchError(expected) }
        return try readQuotedString()
    }

    /// Reads a number without rounding it.
    mutating func readNumber(_ expected: String = "a number") throws(StoreDocumentError) -> JSONNumber {
        guard let byte = peek(), byte == UInt8(ascii: "-") || Self.isDigit(byte) else { throw mismatchError(expected) }
        return JSONNumber(bytes[try consumeNumber()])
    }

    /// Reads a number as the nearest `Double`; `nil` if it is out of range.
    mutating func readDouble(_ expected: String = "a number") throws(StoreDocumentError) -> Double? {
        guard let byte = peek(), byte == UInt8(ascii: "-") || Self.isDigit(byte) else { throw mismatchError(expected) }
        let text = bytes[try consumeNumber()]
        // Most numbers are a few digits, which need no `String`.
        if text.count <= 9, text.allSatisfy(Self.isDigit) {
            return Double(text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
        }
        return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Reads `true` or `false`.
    package mutating func readBool(_ expected: String = "true or false") throws(StoreDocumentError) -> Bool {
        if consume(word: "true") { return true }
        guard consume(word: "false") else { throw mismatchError(expected) }
        return false
    }

    /// Reads `null` if it comes next, and returns whether it did.
    package mutating func readNull() -> Bool { consume(word: "null") }

    /// Skips the next value and returns the range of its text.
    @discardableResult
    package mutating func skipValue() throws(StoreDocumentError) -> Range<Int> {
        try skipValue(maxLevels: Self.maxDepth - path.count)
    }

    mutating func consume(word: StaticString) -> Bool {
        _ = peek()
        let end = offset + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in offset..<end where bytes[index] != word.utf8Start[index - offset] { return false }
        offset = end
        return true
    }

    mutating func consumeNumber() throws(StoreDocumentError) -> Range<Int> {
        _ = peek()
        let start = offset
        if isNextByte(UInt8(ascii: "-")) { offset += 1 }
        let isZero = isNextByte(UInt8(ascii: "0"))
        guard skipDigits() > 0 else {
            offset = start
            throw syntaxError("a value")
        }
        // JSON forbids leading zeros; other languages read such a number as octal.
        let digits = offset - start - (bytes[start] == UInt8(ascii: "-") ? 1 : 0)
        guard !isZero || digits == 1 else { throw syntaxError("a number without a 0 before it") }
        if isNextByte(UInt8(ascii: ".")) {
            offset += 1
            guard skipDigits() > 0 else { throw syntaxError("a digit") }
        }
        if isNextByte(UInt8(ascii: "e")) || isNextByte(UInt8(ascii: "E")) {
            offset += 1
            if isNextByte(UInt8(ascii: "-")) || isNextByte(UInt8(ascii: "+")) { offset += 1 }
            guard skipDigits() > 0 else { throw syntaxError("a digit") }
        }
        return start..<offset
    }

    func isNextByte(_ byte: UInt8) -> Bool { offset < bytes.count && bytes[offset] == byte }

    private mutating func skipDigits() -> Int {
        let start = offset
        while offset < bytes.count, Self.isDigit(bytes[offset]) { offset += 1 }
        return offset - start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
