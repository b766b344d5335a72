/// Reads JSON from its bytes in one pass: the caller asks for what it expects, nothing is built in between.
///
/// A catalogue has a hundred thousand gifts, so no tree of values is made of it. Other than for animations, whose authors'
/// programs take liberties, nothing but well-formed JSON is taken: a document of the store is made for it.
package struct DocumentReader {
    /// How deep objects and lists may lie in each other; deeper is no document of a store but an attack on the stack.
    package static let greatestDepth = 64

    private enum Step {
        case member(String)
        case element(Int)
    }

    private let bytes: [UInt8]
    /// Bytes read so far.
    package private(set) var offset = 0
    private var path: [Step] = []

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

    private func at(_ byte: UInt8) -> Bool { offset < bytes.count && bytes[offset] == byte }

    private mutating func skipDigits() -> Int {
        let start = offset
        while offset < bytes.count, Self.isDigit(bytes[offset]) { offset += 1 }
        return offset - start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

// MARK: - Strings

extension DocumentReader {
    private mutating func string() throws(StoreDocumentError) -> String {
        offset += 1
        let start = offset
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                offset += 1
                guard let text = String(validating: bytes[start..<offset - 1], as: UTF8.self) else {
                    throw syntaxError("UTF-8", at: start)
                }
                return text
            }
            if byte == UInt8(ascii: "\\") { return try unescapedString(from: start) }
            guard byte >= 0x20 else { throw syntaxError("no control character in a text") }
            offset += 1
        }
        throw syntaxError("\"\\\"\"")
    }

    private mutating func unescapedString(from start: Int) throws(StoreDocumentError) -> String {
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
                try escape(into: &result)
            } else {
                result.append(byte)
                offset += 1
            }
        }
        throw syntaxError("\"\\\"\"")
    }

    private mutating func escape(into result: inout [UInt8]) throws(StoreDocumentError) {
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
            result += Array(String(Character(try scalar())).utf8)
            return
        default: throw syntaxError("an escape such as \\n")
        }
        offset += 1
    }

    /// The character of an escape by number; half a pair becomes U+FFFD.
    private mutating func scalar() throws(StoreDocumentError) -> Unicode.Scalar {
        let unit = try codeUnit()
        guard 0xD800..<0xDC00 ~= unit, at(UInt8(ascii: "\\")), offset + 1 < bytes.count,
            bytes[offset + 1] == UInt8(ascii: "u")
        else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        let next = offset
        offset += 2
        let low = try codeUnit()
        guard 0xDC00..<0xE000 ~= low else {
            offset = next
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func codeUnit() throws(StoreDocumentError) -> UInt32 {
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

// MARK: - Errors

extension DocumentReader {
    /// An error at the value that is being read.
    package func error(_ problem: String) -> StoreDocumentError {
        StoreDocumentError(path: Self.text(path), problem: problem)
    }

    /// An error at a member of the object that is being read, or was read last.
    package func error(member: String, _ problem: String) -> StoreDocumentError {
        StoreDocumentError(path: Self.text(path + [.member(member)]), problem: problem)
    }

    /// The error that the next value is not what was expected.
    package mutating func mismatch(_ expected: String) -> StoreDocumentError {
        var ahead = self
        guard let range = try? ahead.skip() else { return syntaxError("a value") }
        return error("expected \(expected), found \(Self.found(bytes[range]))")
    }

    /// The error that a member, which was read already, is not what was expected.
    package func mismatch(member: String, _ expected: String, found: String = "nothing") -> StoreDocumentError {
        error(member: member, "expected \(expected), found \(found)")
    }

    /// What a value is in an error.
    private static func found(_ json: ArraySlice<UInt8>) -> String {
        switch json.first {
        case UInt8(ascii: "{"): return "an object"
        case UInt8(ascii: "["): return "a list"
        default: break
        }
        let longest = 40
        let text = String(decoding: json.prefix(4 * longest), as: UTF8.self)
        guard text.count > longest else { return text }
        return text.prefix(longest - 1) + "…" + (json.first == UInt8(ascii: "\"") ? "\"" : "")
    }

    /// The error that the text is no JSON at `place`, by its line and column.
    private func syntaxError(_ expected: String, at place: Int? = nil) -> StoreDocumentError {
        let before = bytes[..<min(place ?? offset, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // People count characters, not the bytes that go on with one.
        let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        let found: String
        switch place ?? offset {
        case bytes.count...: found = "the end"
        case let index where 0x20..<0x7F ~= bytes[index]:
            found = "\"\(Character(Unicode.Scalar(bytes[index])))\""
        case let index: found = "byte \(bytes[index])"
        }
        return StoreDocumentError(
            path: "line \(line), column \(column)", problem: "expected \(expected), found \(found) (no JSON)")
    }

    private static func text(_ path: [Step]) -> String {
        path.reduce(into: "") { text, step in
            switch step {
            case .element(let index): text += "[\(index)]"
            case .member(let name) where isPlain(name): text += text.isEmpty ? name : ".\(name)"
            case .member(let name): text += "[\"\(name.prefix(64))\"]"
            }
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.count <= 64
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
