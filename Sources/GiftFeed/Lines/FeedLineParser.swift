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
}
