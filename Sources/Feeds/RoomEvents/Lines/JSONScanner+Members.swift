/// Methods that consume the members of an object, each of an expected type.
extension JSONScanner {
    /// Consumes an object. For each member, the method calls `read` with the key as raw text; `read` consumes the
    /// value.
    package mutating func readObject(
        _ read: (inout JSONScanner, RawText) throws(FeedLineError) -> Void
    ) throws(FeedLineError) {
        try expect("{")
        if consume("}") { return }
        repeat {
            guard peek() == UInt8(ascii: "\"") else {
                throw error("expected a name in quotes, found \(nextTokenDescription())")
            }
            let key = try rawText()
            try expect(":")
            try read(&self, key)
        } while consume(",")
        guard consume("}") else { throw error("expected \",\" or \"}\", found \(nextTokenDescription())") }
    }

    /// Consumes a string. `path` names it in errors.
    package mutating func text(_ path: String) throws(FeedLineError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mismatch(path, expected: "a text") }
        return try text()
    }

    /// Consumes a time in seconds, 0 or more, and returns it in nanoseconds.
    package mutating func seconds(_ path: String) throws(FeedLineError) -> Int64 {
        let (number, start) = try number(path, expected: "seconds from 0 up")
        guard !number.isNegative || number.digits == 0 else {
            throw error("\(path): expected seconds from 0 up, found a negative number", at: start)
        }
        guard let time = number.rounded(places: 9) else {
            throw error("\(path): expected seconds from 0 up, found too large a number", at: start)
        }
        return time
    }

    /// Consumes an integer and returns it with its byte offset in the line.
    package mutating func integer(_ path: String) throws(FeedLineError) -> (number: Int64, offset: Int) {
        let (number, start) = try number(path, expected: "a whole number")
        guard let whole = number.integer else {
            throw error("\(path): expected a whole number of at most 18 digits", at: start)
        }
        return (whole, start)
    }

    private mutating func number(
        _ path: String, expected: String
    ) throws(FeedLineError) -> (number: ScannedNumber, offset: Int) {
        guard let first = peek(), first == UInt8(ascii: "-") || (48...57).contains(first) else {
            throw mismatch(path, expected: expected)
        }
        let start = offset
        return (try number(), start)
    }

    /// Returns an error that names what the scanner found instead of the expected value.
    package mutating func mismatch(_ path: String, expected: String) -> FeedLineError {
        let found = nextTokenDescription()
        return error("\(path): expected \(expected), found \(found)")
    }
}
