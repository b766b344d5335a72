import ExactNumbers
import JSON

/// The parser that converts the bytes of a line to a ``FeedLine``.
enum FeedLineParser {
    /// Parses a line that contains one JSON object.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(FeedLineError) -> FeedLine {
        try JSONReader.readLine(bytes) { reader throws(JSONError) in
            var members = FeedLineMembers()
            try reader.expectLineObject()
            try reader.readObject { reader, key throws(JSONError) in try members.read(key, from: &reader) }
            try reader.expectLineEnd(after: "object")
            return try members.line(reader)
        }
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

    mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "at": moment = .sinceStart(try reader.readSeconds("at"))
        case "id": id = try reader.readText("id")
        case "type": type = try reader.readText("type")
        case "gift": gift = try reader.readText("gift")
        case "from": sender = try reader.readSender()
        case "time": moment = .date(try reader.readDate("time"))
        case "name": name = try reader.readText("name")
        case "text": text = try reader.readText("text")
        case "count": count = try reader.readInteger("count")
        case "value": value = try reader.readInteger("value")
        case "total": total = try reader.readInteger("total")
        case "batch": batch = try reader.readText("batch")
        case "streak": streak = try reader.readStreak()
        case "message": message = try reader.readText("message")
        case "duration": duration = try reader.readSeconds("duration")
        default: try reader.skipValue()
        }
    }

    /// Returns the line that the members describe. `reader` must be at the end of the line.
    func line(_ reader: JSONReader) throws(JSONError) -> FeedLine {
        guard let moment else { throw reader.missing("at") }
        guard let type else { throw reader.missing("type") }
        return FeedLine(moment: moment, kind: try kind(of: type, reader))
    }

    private func kind(of type: String, _ reader: JSONReader) throws(JSONError) -> FeedLine.Kind {
        func required<Member>(_ member: Member?, _ name: String) throws(JSONError) -> Member {
            guard let member else { throw reader.missing(name) }
            return member
        }
        switch type {
        case "gift":
            return .gift(
                FeedLine.Gift(
                    id: id == "" ? nil : id, kind: try required(gift, "gift"), name: name,
                    from: try required(sender, "from"),
                    count: try positive(count, "count", reader) ?? 1, value: try value(reader), duration: duration,
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
        case "like": return .like(from: sender ?? .unknown, count: try positive(count, "count", reader) ?? 1)
        case "seen": return .seen(by: try required(sender, "from"), message: try required(message, "message"))
        case "streak":
            let streak = try required(streak, "streak")
            return .streakEnd(id: try required(streak.id, "streak.id"), total: streak.total)
        case "batch":
            let total = try required(try positive(total, "total", reader), "total")
            return .batch(id: try required(id, "id"), total: total)
        case "retract": return .retract(id: try required(id, "id"))
        default: return .other(type)
        }
    }

    private func positive(
        _ member: (number: Int64, offset: Int)?, _ name: String, _ reader: JSONReader
    ) throws(JSONError) -> Int? {
        guard let (number, offset) = member else { return nil }
        guard number >= 1 else {
            throw reader.error("\(name): expected a whole number from 1 up, found \(number)", at: offset)
        }
        return Int(clamping: number)
    }

    private func value(_ reader: JSONReader) throws(JSONError) -> Int64? {
        if let value, value.number < 0 {
            throw reader.error("value: expected a whole number from 0 up, found \(value.number)", at: value.offset)
        }
        return value?.number
    }
}

extension JSONReader {
    fileprivate func missing(_ name: String) -> JSONError { error("\"\(name)\" is missing", at: 0) }

    fileprivate mutating func readDate(_ path: String) throws(JSONError) -> Int64 {
        let start = offset
        let text = try readText(path)
        guard let timestamp = Timestamp(text) else {
            throw error("\(path): expected a time such as 2026-11-21T10:00:00Z, found \"\(text)\"", at: start)
        }
        return timestamp.nanoseconds
    }

    /// Reads the sender of a line: a name, or an object with a name, an id or both. If one is missing, the other one
    /// replaces it.
    fileprivate mutating func readSender() throws(JSONError) -> Viewer {
        if peek() == UInt8(ascii: "\"") {
            let name = try readString()
            return Viewer(id: name, name: name)
        }
        let start = offset
        var name: String?
        var id: String?
        try readObject(at: "from", expected: "a text or an object") { reader, key throws(JSONError) in
            switch key {
            case "name": name = try reader.readText("from.name")
            case "id": id = try reader.readText("from.id")
            default: try reader.skipValue()
            }
        }
        guard let either = name ?? id else { throw error("from: \"name\" is missing", at: start) }
        return Viewer(id: id ?? either, name: either)
    }

    fileprivate mutating func readStreak() throws(JSONError) -> (id: String?, total: Int?, isFinal: Bool) {
        var result: (id: String?, total: Int?, isFinal: Bool) = (nil, nil, false)
        try readObject(at: "streak") { reader, key throws(JSONError) in
            switch key {
            case "id": result.id = try reader.readText("streak.id")
            case "total":
                let (number, offset) = try reader.readInteger("streak.total")
                guard number >= 1 else {
                    throw reader.error("streak.total: expected a whole number from 1 up, found \(number)", at: offset)
                }
                result.total = Int(clamping: number)
            case "final": result.isFinal = try reader.readFlag("streak.final")
            default: try reader.skipValue()
            }
        }
        return result
    }
}
