import ExactNumbers
package import JSON

/// Methods that read the values of a line, each of an expected type. The path names the value in errors.
extension JSONReader {
    /// Reads a line with `body`.
    package static func readLine<Value>(
        _ line: UnsafeBufferPointer<UInt8>, _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(FeedLineError) -> Value {
        do throws(JSONError) {
            var reader = JSONReader(line)
            return try body(&reader)
        } catch {
            throw FeedLineError(error, in: line)
        }
    }

    /// Checks that nothing follows the value of a line.
    package mutating func expectLineEnd(after value: String) throws(JSONError) {
        guard peek() != nil else { return }
        let found = error("").token(in: text)
        throw error("expected one \(value) a line, found \(found) after it")
    }

    /// Checks that a line begins with an object.
    package mutating func expectLineObject() throws(JSONError) {
        guard peek() == UInt8(ascii: "{") else {
            throw JSONError(offset: offset, problem: "expected \"{\"", namesFound: true)
        }
    }

    /// Reads an object. `body` is called for each key, and must read or skip the value.
    package mutating func readObject(
        at path: String, expected: String = "an object",
        _ body: (inout JSONReader, JSONKey) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard peek() == UInt8(ascii: "{") else { throw mismatchError(path, expected: expected) }
        try readObject(expected, body)
    }

    /// Reads a string.
    package mutating func readText(_ path: String) throws(JSONError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mismatchError(path, expected: "a text") }
        return try readString()
    }

    /// Reads true or false.
    package mutating func readFlag(_ path: String) throws(JSONError) -> Bool {
        guard let byte = peek(), JSONKind(firstByte: byte) == .bool else {
            throw mismatchError(path, expected: "true or false")
        }
        return try readBool()
    }

    /// Reads a time in seconds, 0 or more, and returns it in nanoseconds.
    package mutating func readSeconds(_ path: String) throws(JSONError) -> Int64 {
        let (number, start) = try readNumber(path, expected: "seconds from 0 up")
        guard !number.isNegative || number.significand == 0 else {
            throw error("\(path): expected seconds from 0 up, found a negative number", at: start)
        }
        guard let time = number.nanoseconds else {
            throw error("\(path): expected seconds from 0 up, found too large a number", at: start)
        }
        return time
    }

    /// Reads an integer and returns it with its offset in the line.
    package mutating func readInteger(_ path: String) throws(JSONError) -> (number: Int64, offset: Int) {
        let (number, start) = try readNumber(path, expected: "a whole number")
        guard let whole = number.integer else {
            throw error("\(path): expected a whole number of at most 18 digits", at: start)
        }
        return (whole, start)
    }

    private mutating func readNumber(
        _ path: String, expected: String
    ) throws(JSONError) -> (number: ExactDecimal, offset: Int) {
        guard let first = peek(), JSONKind(firstByte: first) == .number else {
            throw mismatchError(path, expected: expected)
        }
        let start = offset
        return (try readExactNumber(), start)
    }

    /// Returns an error that names what is next instead of the expected value.
    package mutating func mismatchError(_ path: String, expected: String) -> JSONError {
        skipWhitespace()
        return JSONError(offset: offset, problem: "\(path): expected \(expected)", namesFound: true)
    }
}

extension FeedLineError {
    init(_ error: JSONError, in line: UnsafeBufferPointer<UInt8>) {
        let problem = error.problem(found: error.token(in: line, end: "the end of the line"))
        self.init(at: error.offset, in: line, problem: problem)
    }
}
