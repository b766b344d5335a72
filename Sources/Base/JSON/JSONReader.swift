/// A pull parser for JSON: the caller asks for the values that it expects, in one pass and without an intermediate
/// tree.
///
/// A document can have megabytes for a second of animation, and most of its bytes are the numbers of paths; building a
/// tree of values would take several times as long as the reading. The reader contains unsafe pointers, so it must not
/// leave the call that gave it the text. Every access is checked against `end`.
public struct JSONReader {
    /// What a reader accepts.
    public struct Options: Sendable {
        /// Whether the reader tolerates the mistakes of exporters of animations.
        ///
        /// Numbers may have leading zeros or no digits after the point; a string that contains a number counts as that
        /// number, a number as a string, and Booleans and numbers as one another; strings may contain control
        /// characters, unknown escapes and invalid UTF-8; the content of skipped objects and arrays is not checked; and
        /// NUL bytes may follow the document.
        public var isLenient = false
        /// The deepest nesting of objects and arrays, because reading is recursive.
        public var maxDepth = 64

        /// Creates options.
        public init(isLenient: Bool = false, maxDepth: Int = 64) {
            self.isLenient = isLenient
            self.maxDepth = maxDepth
        }

        /// RFC 8259, and at most 64 levels.
        public static let strict = Options()
    }

    @usableFromInline let start: UnsafePointer<UInt8>
    @usableFromInline let end: UnsafePointer<UInt8>
    @usableFromInline var cursor: UnsafePointer<UInt8>
    @usableFromInline var depth = 0
    /// What the reader accepts.
    public let options: Options
    /// The state that the caller needs while it reads; copies of the reader share it.
    public let state: AnyObject?

    /// Creates a reader at the beginning of `text`, which must outlive it.
    public init(_ text: UnsafeBufferPointer<UInt8>, _ options: Options = .strict, state: AnyObject? = nil) {
        let empty: StaticString = ""
        start = text.baseAddress ?? empty.utf8Start
        end = start + text.count
        cursor = start
        self.options = options
        self.state = state
    }

    /// Reads a whole text with `body`, and checks that nothing follows it. A byte order mark may precede it.
    public static func read<Value>(
        _ text: UnsafeBufferPointer<UInt8>, _ options: Options = .strict, state: AnyObject? = nil,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        var reader = JSONReader(text, options, state: state)
        reader.skipByteOrderMark()
        let value = try body(&reader)
        try reader.expectEnd()
        return value
    }

    /// The whole text.
    public var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: end - start) }

    /// The number of bytes read so far.
    @inlinable
    public var offset: Int { cursor - start }

    /// Returns a reader at another offset of the same text.
    public func moved(to offset: Int) -> JSONReader {
        var reader = self
        reader.cursor = start + min(max(0, offset), end - start)
        return reader
    }

    /// Skips a byte order mark, which RFC 8259, section 8.1, permits a parser to ignore.
    public mutating func skipByteOrderMark() {
        if end - cursor >= 3, cursor[0] == 0xEF, cursor[1] == 0xBB, cursor[2] == 0xBF { cursor += 3 }
    }

    // MARK: - Errors

    /// Returns an error at the next byte, or at another offset.
    public func error(_ problem: String, at offset: Int? = nil) -> JSONError {
        JSONError(offset: offset ?? self.offset, problem: problem)
    }

    /// Returns an error at a member of the object that is being read or was read last.
    public func error(member: String, _ problem: String) -> JSONError {
        JSONError(offset: offset, problem: problem, member: member)
    }

    /// Returns the error that a member of an object is there a second time, where only one can count.
    public func duplicateMemberError() -> JSONError { error("expected only one, found another one") }

    /// Returns the error that the text is not JSON, because something else is expected at the next byte.
    public func syntaxError(_ expected: String) -> JSONError {
        JSONError(offset: offset, problem: "expected \(expected)", isSyntax: true, namesFound: true)
    }

    /// Returns the error that the text is not JSON, in words that need no description of what was found.
    func malformedError(_ problem: String, at place: UnsafePointer<UInt8>) -> JSONError {
        JSONError(offset: place - start, problem: problem, isSyntax: true)
    }

    /// Returns the error for the next value, or the one at another offset, which is not what was expected.
    public func mismatchError(_ expected: String, at offset: Int? = nil) -> JSONError {
        var ahead = offset.map(moved) ?? self
        do throws(JSONError) {
            _ = try ahead.peekKind()
        } catch {
            return error
        }
        return JSONError(offset: ahead.offset, problem: "expected \(expected)", namesFound: true)
    }

    // MARK: - Tokens

    /// Skips white space.
    @inlinable @inline(__always)
    public mutating func skipWhitespace() {
        if cursor < end, cursor.pointee <= 0x20 { skipNextWhitespace() }
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Skips white space, eight spaces at once where a document is indented.
    @usableFromInline
    mutating func skipNextWhitespace() {
        var place = cursor
        let end = end
        while place < end, Self.isWhitespace(place.pointee) {
            place += 1
            while end - place >= 8 {
                let count = TextWord(at: place).spaceCount
                place += count
                if count < 8 { break }
            }
        }
        cursor = place
    }

    /// Skips white space and returns the next byte, which stays unread; `nil` at the end.
    @inlinable @inline(__always)
    public mutating func peek() -> UInt8? {
        skipWhitespace()
        return cursor < end ? cursor.pointee : nil
    }

    /// Returns the kind of the next value, and leaves the value unread.
    @inlinable @inline(__always)
    public mutating func peekKind() throws(JSONError) -> JSONKind {
        skipWhitespace()
        guard cursor < end, let kind = JSONKind(firstByte: cursor.pointee) else { throw syntaxError("a value") }
        return kind
    }

    /// Reads an ASCII character if it comes next, and returns whether it did.
    @inlinable @inline(__always)
    public mutating func consume(_ character: Unicode.Scalar) -> Bool {
        skipWhitespace()
        guard cursor < end, cursor.pointee == UInt8(ascii: character) else { return false }
        cursor += 1
        return true
    }

    /// Checks that only white space follows.
    public mutating func expectEnd() throws(JSONError) {
        skipWhitespace()
        while options.isLenient, cursor < end, cursor.pointee == 0 { cursor += 1 }
        guard cursor == end else { throw syntaxError("the end of the document") }
    }

    // MARK: - Objects and arrays

    /// Reads an object. `body` is called for each key, and must read or skip the value.
    @inlinable @inline(__always)
    public mutating func readObject(
        _ expected: String = "an object", _ body: (inout JSONReader, JSONKey) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard consume("{") else { throw mismatchError(expected) }
        try beginNesting()
        if !consume("}") {
            repeat {
                let key = try readKey()
                guard consume(":") else { throw syntaxError("\":\"") }
                try body(&self, key)
            } while consume(",")
            guard consume("}") else { throw syntaxError("\",\" or \"}\"") }
        }
        depth -= 1
    }

    /// Reads an object with arbitrary keys. `body` is called for each key, and must read or skip the value.
    @inlinable
    public mutating func readMembers(
        _ expected: String = "an object", _ body: (inout JSONReader, String) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard consume("{") else { throw mismatchError(expected) }
        try beginNesting()
        if !consume("}") {
            repeat {
                let name = try readName()
                try body(&self, name)
            } while consume(",")
            guard consume("}") else { throw syntaxError("\",\" or \"}\"") }
        }
        depth -= 1
    }

    /// Reads an array. `body` is called for each element, and must read or skip it.
    @inlinable @inline(__always)
    public mutating func readArray(
        _ expected: String = "a list", _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard consume("[") else { throw mismatchError(expected) }
        try beginNesting()
        if !consume("]") {
            repeat { try body(&self) } while consume(",")
            guard consume("]") else { throw syntaxError("\",\" or \"]\"") }
        }
        depth -= 1
    }

    @inlinable @inline(__always)
    mutating func beginNesting() throws(JSONError) {
        depth += 1
        if depth > options.maxDepth { throw depthError() }
    }

    @usableFromInline
    func depthError(at place: Int? = nil) -> JSONError {
        error("expected at most \(options.maxDepth) levels", at: place)
    }

    /// Reads a name and the colon after it.
    public mutating func readName() throws(JSONError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw syntaxError("a name in quotes") }
        let name = try decoded(readRawString())
        guard consume(":") else { throw syntaxError("\":\"") }
        return name
    }

    /// Reads a key, without the colon after it.
    @inlinable @inline(__always)
    public mutating func readKey() throws(JSONError) -> JSONKey {
        guard consume("\"") else { throw syntaxError("a name in quotes") }
        // Nearly all keys have up to seven bytes and nothing unusual, so that one word contains the quote after them.
        if end - cursor >= 8 {
            let word = TextWord(at: cursor)
            let length = word.bits(before: word.quotes)
            let content = word.bytes & ((1 << length) &- 1)
            let unusual = TextWord(content | ~((1 << length) &- 1)).unusual | content & TextWord.repeating(0x80)
            if length < 64, unusual == 0 {
                cursor += Int(truncatingIfNeeded: length >> 3) + 1
                return JSONKey(first: content | length << 53)
            }
        }
        return try readLongKey()
    }

    /// Reads a key after its opening quote.
    @usableFromInline
    mutating func readLongKey() throws(JSONError) -> JSONKey {
        cursor -= 1
        let raw = try readRawString()
        if raw.hasEscapes || !raw.isASCII { return JSONKey(try decoded(raw)) }
        return raw.bytes.baseAddress.map { JSONKey(bytes: $0, count: raw.bytes.count) } ?? ""
    }
}
