/// The parser that converts the bytes of a line to a ``FeedLine``.
enum FeedLineParser {
    /// Parses a line that contains one JSON object.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(FeedLineError) -> FeedLine {
        var scanner = JSONScanner(bytes)
        var members = FeedLineMembers()
        try scanner.readObject { (scanner, key) throws(FeedLineError) in try members.read(key, from: &scanner) }
        guard scanner.peek() == nil else {
            throw scanner.error("expected one object a line, found \(scanner.nextTokenDescription()) after it")
        }
        return try members.line(scanner)
    }
}

/// The known members of a line.
private struct FeedLineMembers {
    private var moment: FeedLine.Moment?
    private var type: String?
    private var id: String?
    private var gift: String?
    private var name: String?
    private var sender: Viewer?
    private var text: String?
    private var message: String?
    private var batch: String?
    private var count: (number: Int64, offset: Int)?
    private var total: (number: Int64, offset: Int)?
    private var value: (number: Int64, offset: Int)?
    private var duration: Int64?
    private var streak: (id: String?, total: Int?, isFinal: Bool)?

    mutating func read(_ key: JSONScanner.RawText, from scanner: inout JSONScanner) throws(FeedLineError) {
        switch key.range.count {
        case 2 where scanner.isEqual(key, to: "at"): moment = .sinceStart(try scanner.seconds("at"))
        case 2 where scanner.isEqual(key, to: "id"): id = try scanner.text("id")
        case 4 where scanner.isEqual(key, to: "type"): type = try scanner.text("type")
        case 4 where scanner.isEqual(key, to: "gift"): gift = try scanner.text("gift")
        case 4 where scanner.isEqual(key, to: "from"): sender = try scanner.sender()
        case 4 where scanner.isEqual(key, to: "time"): moment = .date(try scanner.date("time"))
        case 4 where scanner.isEqual(key, to: "name"): name = try scanner.text("name")
        case 4 where scanner.isEqual(key, to: "text"): text = try scanner.text("text")
        case 5 where scanner.isEqual(key, to: "count"): count = try scanner.integer("count")
        case 5 where scanner.isEqual(key, to: "value"): value = try scanner.integer("value")
        case 5 where scanner.isEqual(key, to: "total"): total = try scanner.integer("total")
        case 5 where scanner.isEqual(key, to: "batch"): batch = try scanner.text("batch")
        case 6 where scanner.isEqual(key, to: "streak"): streak = try scanner.streak()
        case 7 where scanner.isEqual(key, to: "message"): message = try scanner.text("message")
        case 8 where scanner.isEqual(key, to: "duration"): duration = try scanner.seconds("duration")
        default: try scanner.skipValue()
        }
    }

    /// Returns the line that the members describe. `scanner` must be at the end of the line.
    func line(_ scanner: JSONScanner) throws(FeedLineError) -> FeedLine {
        guard let moment else { throw scanner.missing("at") }
        guard let type else { throw scanner.missing("type") }
        return FeedLine(moment: moment, kind: try kind(of: type, scanner))
    }

    private func kind(of type: String, _ scanner: JSONScanner) throws(FeedLineError) -> FeedLine.Kind {
        func required<Member>(_ member: Member?, _ name: String) throws(FeedLineError) -> Member {
            guard let member else { throw scanner.missing(name) }
            return member
        }
        switch type {
        case "gift":
            return .gift(
                FeedLine.Gift(
                    id: id == "" ? nil : id, kind: try required(gift, "gift"), name: name,
                    from: try required(sender, "from"),
                    count: try positive(count, "count", scanner) ?? 1, value: try value(scanner), duration: duration,
                    streak: streak.flatMap { streak in
                        streak.id.map { .init(id: $0, total: streak.total, isFinal: streak.isFinal) }
                    },
                    batch: batch))
        case "chat":
            return .chat(
                ChatMessage(id: id ?? "", from: try required(sender, "from"), text: try required(text, "text")))
        // Platforms also report likes and visitors without names.
        case "join": return .join(sender ?? .unknown)
        case "leave": return .leave(sender ?? .unknown)
        case "like": return .like(from: sender ?? .unknown, count: try positive(count, "count", scanner) ?? 1)
        case "seen": return .seen(by: try required(sender, "from"), message: try required(message, "message"))
        case "streak":
            let streak = try required(streak, "streak")
            return .streakEnd(id: try required(streak.id, "streak.id"), total: streak.total)
        case "batch":
            let total = try required(try positive(total, "total", scanner), "total")
            return .batch(id: try required(id, "id"), total: total)
        case "retract": return .retract(id: try required(id, "id"))
        default: return .other(type)
        }
    }

    private func positive(
        _ member: (number: Int64, offset: Int)?, _ name: String, _ scanner: JSONScanner
    ) throws(FeedLineError) -> Int? {
        guard let (number, offset) = member else { return nil }
        guard number >= 1 else {
            throw scanner.error("\(name): expected a whole number from 1 up, found \(number)", at: offset)
        }
        return Int(clamping: number)
    }

    private func value(_ scanner: JSONScanner) throws(FeedLineError) -> Int64? {
        if let value, value.number < 0 {
            throw scanner.error("value: expected a whole number from 0 up, found \(value.number)", at: value.offset)
        }
        return value?.number
    }
}

extension JSONScanner {
    fileprivate func missing(_ name: String) -> FeedLineError { error("\"\(name)\" is missing", at: 0) }

    fileprivate mutating func date(_ path: String) throws(FeedLineError) -> Int64 {
        let start = offset
        let text = try text(path)
        guard let timestamp = Timestamp(text) else {
            throw error("\(path): expected a time such as 2026-11-21T10:00:00Z, found \"\(text)\"", at: start)
        }
        return timestamp.nanoseconds
    }

    /// Parses the sender of a line: a name, or an object with a name, an id or both. If one is missing, the other one
    /// replaces it.
    fileprivate mutating func sender() throws(FeedLineError) -> Viewer {
        if peek() == UInt8(ascii: "\"") {
            let name = try text()
            return Viewer(id: name, name: name)
        }
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
        guard let either = name ?? id else { throw error("from: \"name\" is missing", at: start) }
        return Viewer(id: id ?? either, name: either)
    }

    fileprivate mutating func streak() throws(FeedLineError) -> (id: String?, total: Int?, isFinal: Bool) {
        guard peek() == UInt8(ascii: "{") else { throw mismatch("streak", expected: "an object") }
        var result: (id: String?, total: Int?, isFinal: Bool) = (nil, nil, false)
        try readObject { (scanner, key) throws(FeedLineError) in
            if scanner.isEqual(key, to: "id") {
                result.id = try scanner.text("streak.id")
            } else if scanner.isEqual(key, to: "total") {
                let (number, offset) = try scanner.integer("streak.total")
                guard number >= 1 else {
                    throw scanner.error(
                        "streak.total: expected a whole number from 1 up, found \(number)", at: offset)
                }
                result.total = Int(clamping: number)
            } else if scanner.isEqual(key, to: "final") {
                result.isFinal = scanner.consume(word: "true")
                guard result.isFinal || scanner.consume(word: "false") else {
                    throw scanner.mismatch("streak.final", expected: "true or false")
                }
            } else {
                try scanner.skipValue()
            }
        }
        return result
    }
}
