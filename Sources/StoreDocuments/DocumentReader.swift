/// Reads JSON from its bytes in one pass: the caller asks for what it expects, nothing is built in between.
///
/// A catalogue has a hundred thousand gifts, so no tree of values is made of it. Other than for animations, whose authors'
/// programs take liberties, nothing but well-formed JSON is taken: a document of the store is made for it.
package struct DocumentReader {
    /// How deep objects and lists may lie in each other; deeper is no document of a store but an attack on the stack.
    package static let greatestDepth = 64

    enum Step {
        case member(String)
        case element(Int)
    }

    let bytes: [UInt8]
    /// Bytes read so far.
    package internal(set) var offset = 0
    private(set) var path: [Step] = []

    /// Reads a whole document by `body`.
    /// - Throws: what `body` throws, and where the document is no JSON or goes on behind what was read.
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
        // A byte order mark is allowed before the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The next byte that is no space; nil at the end. It is not consumed.
    package mutating func peek() -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            offset += 1
        }
        return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        offset += 1
        return true
    }

    // MARK: - Objects and lists

    /// Reads an object; `member` is given each key and reads, or skips, its value.
    package mutating func object(
        _ expected: String = "an object",
        _ member: (inout DocumentReader, String) throws(StoreDocumentError) -> Void
    ) throws(StoreDocumentError) {
        guard peek() == UInt8(ascii: "{") else { throw mismatch(expected) }
        try checkDepth()
        offset += 1
        if take(UInt8(ascii: "}")) { return }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { throw syntaxError("a name in quotes") }
            let key = try string()
            guard take(UInt8(ascii: ":")) else { throw syntaxError("\":\"") }
            path.append(.member(key))
            try member(&self, key)
            path.removeLast()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw syntaxError("\",\" or \"}\"") }
    }

    /// Reads a list; `element` reads, or skips, each of its elements.
    package mutating func list(
        _ expected: String = "a list", _ element: (inout DocumentReader) throws(StoreDocumentError) -> Void
    ) throws(StoreDocumentError) {
        guard peek() == UInt8(ascii: "[") else { throw mismatch(expected) }
        try checkDepth()
        offset += 1
        if take(UInt8(ascii: "]")) { return }
        var index = 0
        repeat {
            path.append(.element(index))
            try element(&self)
            path.removeLast()
            index += 1
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw syntaxError("\",\" or \"]\"") }
    }

    private func checkDepth() throws(StoreDocumentError) {
        guard path.count < Self.greatestDepth else { throw error("expected at most \(Self.greatestDepth) levels") }
    }

    // MARK: - Values

    /// Reads a text.
    package mutating func text(_ expected: String = "a text") throws(StoreDocumentError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mismatch(expected) }
        return try string()
    }

    /// Reads a number.
    mutating func number(_ expected: String = "a number") throws(StoreDocumentError) -> JSONNumber {
        guard let byte = peek(), byte == UInt8(ascii: "-") || Self.isDigit(byte) else { throw mismatch(expected) }
        return JSONNumber(bytes[try numberRange()])
    }

    /// Reads a number that may be rounded; nil for one beyond all limits.
    mutating func double(_ expected: String = "a number") throws(StoreDocumentError) -> Double? {
        guard let byte = peek(), byte == UInt8(ascii: "-") || Self.isDigit(byte) else { throw mismatch(expected) }
        let text = bytes[try numberRange()]
        // Most numbers have a few digits and nothing else.
        if text.count <= 9, text.allSatisfy(Self.isDigit) {
            return Double(text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
        }
        return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Reads true or false.
    package mutating func truth(_ expected: String = "true or false") throws(StoreDocumentError) -> Bool {
        if take(word: "true") { return true }
        guard take(word: "false") else { throw mismatch(expected) }
        return false
    }

    /// Reads null if it comes next, and tells whether it did.
    package mutating func null() -> Bool { take(word: "null") }

    /// Passes over the next value, whatever it is, and gives the place of its text.
    @discardableResult
    package mutating func skip() throws(StoreDocumentError) -> Range<Int> {
        let first = peek()
        let start = offset
        switch first {
        case UInt8(ascii: "{"): try object { reader, _ throws(StoreDocumentError) in try reader.skip() }
        case UInt8(ascii: "["): try list { reader throws(StoreDocumentError) in try reader.skip() }
        case UInt8(ascii: "\""): _ = try string()
        default:
            if !(take(word: "true") || take(word: "false") || take(word: "null")) { _ = try numberRange() }
        }
        return start..<offset
    }

    private mutating func take(word: StaticString) -> Bool {
        _ = peek()
        let end = offset + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in offset..<end where bytes[index] != word.utf8Start[index - offset] { return false }
        offset = end
        return true
    }

    private mutating func numberRange() throws(StoreDocumentError) -> Range<Int> {
        _ = peek()
        let start = offset
        if at(UInt8(ascii: "-")) { offset += 1 }
        let isZero = at(UInt8(ascii: "0"))
        guard skipDigits() > 0 else {
            offset = start
            throw syntaxError("a value")
        }
        // Octal numbers are none of JSON's, and what they would mean is anybody's guess.
        let digits = offset - start - (bytes[start] == UInt8(ascii: "-") ? 1 : 0)
        guard !isZero || digits == 1 else { throw syntaxError("a number without a 0 before it") }
        if at(UInt8(ascii: ".")) {
            offset += 1
            guard skipDigits() > 0 else { throw syntaxError("a digit") }
        }
        if at(UInt8(ascii: "e")) || at(UInt8(ascii: "E")) {
            offset += 1
            if at(UInt8(ascii: "-")) || at(UInt8(ascii: "+")) { offset += 1 }
            guard skipDigits() > 0 else { throw syntaxError("a digit") }
        }
        return start..<offset
    }

    func at(_ byte: UInt8) -> Bool { offset < bytes.count && bytes[offset] == byte }

    private mutating func skipDigits() -> Int {
        let start = offset
        while offset < bytes.count, Self.isDigit(bytes[offset]) { offset += 1 }
        return offset - start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
