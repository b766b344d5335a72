/// Turns the bytes of a line into what the line says.
enum FeedLineParser {
    /// Reads one JSON object.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(FeedLineError) -> FeedLine {
        var scanner = JSONScanner(bytes)
        var members = FeedLineMembers()
        try scanner.readObject { (scanner, key) throws(FeedLineError) in try members.read(key, from: &scanner) }
        guard scanner.peek() == nil else {
            throw scanner.error("expected one object a line, found \(scanner.wordsForNext()) behind it")
        }
        return try members.line(scanner)
    }
}

/// The members of a line that are known.
private struct FeedLineMembers {
    private var moment: FeedLine.Moment?
    private var type: String?
    private var id: String?
    private var gift: String?
    private var sender: String?
    private var count: (number: Int64, offset: Int)?
    private var value: (number: Int64, offset: Int)?
    private var duration: Int64?

    mutating func read(_ key: JSONScanner.RawText, from scanner: inout JSONScanner) throws(FeedLineError) {
        switch key.range.count {
        case 2 where scanner.isEqual(key, to: "at"): moment = .sinceStart(try scanner.seconds("at"))
        case 2 where scanner.isEqual(key, to: "id"): id = try scanner.text("id")
        case 4 where scanner.isEqual(key, to: "type"): type = try scanner.text("type")
        case 4 where scanner.isEqual(key, to: "gift"): gift = try scanner.text("gift")
        case 4 where scanner.isEqual(key, to: "from"): sender = try scanner.sender()
        case 4 where scanner.isEqual(key, to: "time"): moment = .date(try scanner.date("time"))
        case 5 where scanner.isEqual(key, to: "count"): count = try scanner.whole("count")
        case 5 where scanner.isEqual(key, to: "value"): value = try scanner.whole("value")
        case 6 where scanner.isEqual(key, to: "streak"): try scanner.streak()
        case 8 where scanner.isEqual(key, to: "duration"): duration = try scanner.seconds("duration")
        default: try scanner.skipValue()
        }
    }

    /// What they say together. `scanner` stands at the end of the line.
    func line(_ scanner: JSONScanner) throws(FeedLineError) -> FeedLine {
        func missing(_ name: String) -> FeedLineError { scanner.error("\"\(name)\" is missing", at: 0) }
        guard let moment else { throw missing("at") }
        guard let type else { throw missing("type") }
        guard type == "gift" else { return FeedLine(moment: moment, kind: .other(type)) }
        guard let gift else { throw missing("gift") }
        guard let sender else { throw missing("from") }
        if let count, count.number < 1 {
            throw scanner.error("count: expected a whole number from 1 up, found \(count.number)", at: count.offset)
        }
        if let value, value.number < 0 {
            throw scanner.error("value: expected a whole number from 0 up, found \(value.number)", at: value.offset)
        }
        return FeedLine(
            moment: moment,
            kind: .gift(
                FeedLine.Gift(
                    id: id, kind: gift, sender: sender, count: Int(clamping: count?.number ?? 1), value: value?.number,
                    duration: duration)))
    }
}

extension JSONScanner {
    /// Consumes an object; `read` consumes the value of each member, whose key it is given without its escapes.
    fileprivate mutating func readObject(
        _ read: (inout JSONScanner, RawText) throws(FeedLineError) -> Void
    ) throws(FeedLineError) {
        try expect("{")
        if take("}") { return }
        repeat {
            guard peek() == UInt8(ascii: "\"") else {
                throw error("expected a name in quotes, found \(wordsForNext())")
            }
            let key = try rawText()
            try expect(":")
            try read(&self, key)
        } while take(",")
        guard take("}") else { throw error("expected \",\" or \"}\", found \(wordsForNext())") }
    }

    fileprivate mutating func text(_ path: String) throws(FeedLineError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mismatch(path, expected: "a text") }
        return try text()
    }

    fileprivate mutating func seconds(_ path: String) throws(FeedLineError) -> Int64 {
        let (number, start) = try number(path, expected: "seconds from 0 up")
        guard !number.isNegative || number.digits == 0 else {
            throw error("\(path): expected seconds from 0 up, found a negative number", at: start)
        }
        guard let time = number.rounded(places: 9) else {
            throw error("\(path): expected seconds from 0 up, found too large a number", at: start)
        }
        return time
    }

    fileprivate mutating func whole(_ path: String) throws(FeedLineError) -> (number: Int64, offset: Int) {
        let (number, start) = try number(path, expected: "a whole number")
        guard let whole = number.whole else {
            throw error("\(path): expected a whole number of at most 18 digits", at: start)
        }
        return (whole, start)
    }

    fileprivate mutating func date(_ path: String) throws(FeedLineError) -> Int64 {
        let start = offset
        let text = try text(path)
        guard let timestamp = Timestamp(text) else {
            throw error("\(path): expected a time such as 2026-11-21T10:00:00Z, found \"\(text)\"", at: start)
        }
        return timestamp.nanoseconds
    }

    /// Who a line is from: a name, or an object with a name or an id.
    fileprivate mutating func sender() throws(FeedLineError) -> String {
        if peek() == UInt8(ascii: "\"") { return try text() }
        let start = offset
        guard peek() == UInt8(ascii: "{") else { throw mismatch("from", expected: "a text or an object") }
        var name: String?
        var id: String?
        try readObject { (scanner, key) throws(FeedLineError) in
            if scanner.isEqual(key, to: "name") {
                name = try scanner.text("from.name")
            } else if scanner.isEqual(key, to: "id") {
                id = try scanner.text("from.id")
            } else {
                try scanner.skipValue()
            }
        }
        guard let sender = name ?? id else { throw error("from: \"name\" is missing", at: start) }
        return sender
    }

    /// A streak says nothing that a line of its own does not say; it only has to be one.
    fileprivate mutating func streak() throws(FeedLineError) {
        guard peek() == UInt8(ascii: "{") else { throw mismatch("streak", expected: "an object") }
        try readObject { (scanner, key) throws(FeedLineError) in
            if scanner.isEqual(key, to: "id") {
                _ = try scanner.text("streak.id")
            } else if scanner.isEqual(key, to: "final") {
                guard scanner.take(word: "true") || scanner.take(word: "false") else {
                    throw scanner.mismatch("streak.final", expected: "true or false")
                }
            } else {
                try scanner.skipValue()
            }
        }
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

    fileprivate mutating func mismatch(_ path: String, expected: String) -> FeedLineError {
        let found = wordsForNext()
        return error("\(path): expected \(expected), found \(found)")
    }
}
