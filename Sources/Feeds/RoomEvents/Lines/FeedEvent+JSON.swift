import ExactNumbers
import JSON

extension FeedEvent {
    /// The event as a feed line, without a line break. ``FeedLineAdapter`` reads the same event from it.
    public var json: String {
        var line: [UInt8] = []
        appendJSON(to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    /// Appends the event as a feed line, without a line break.
    public func appendJSON(to line: inout [UInt8]) {
        line.appendObject { line in
            line.add("at", decimal: ExactDecimal(seconds: at.nanosecondsSinceStart))
            kind.appendMembers(to: &line)
        }
    }
}

extension FeedEvent.Kind {
    /// Appends the event's data as members of the current object.
    package func appendMembers(to line: inout [UInt8]) {
        line.add("type", type)
        switch self {
        case .chat(let message):
            line.add("id", message.id)
            line.add(from: message.from)
            line.add("text", message.text)
        case .join(let viewer), .leave(let viewer): line.add(from: viewer)
        case .like(let viewer, let count):
            line.add(from: viewer)
            line.add("count", number: count)
        case .seen(let viewer, let message):
            line.add(from: viewer)
            line.add("message", message)
        case .gift(let gift): gift.appendMembers(to: &line)
        case .streakEnd(let id, let total):
            line.add(GiftArrival.Streak(id: id, total: total, isFinal: true))
        case .batch(let id, let total):
            line.add("id", id)
            line.add("total", number: total)
        case .retract(let id): line.add("id", id)
        }
    }

    /// The value of the member `type` in a feed line.
    package var type: String {
        switch self {
        case .chat: "chat"
        case .join: "join"
        case .leave: "leave"
        case .like: "like"
        case .seen: "seen"
        case .gift: "gift"
        case .streakEnd: "streak"
        case .batch: "batch"
        case .retract: "retract"
        }
    }
}

extension GiftArrival {
    fileprivate func appendMembers(to line: inout [UInt8]) {
        line.add("id", id)
        line.add("gift", gift)
        line.add("name", name)
        line.add(from: from)
        line.add("count", number: count)
        line.add("value", number: value)
        if let batch { line.add("batch", batch) }
        if let streak { line.add(streak) }
    }
}

extension [UInt8] {
    fileprivate mutating func add(from viewer: Viewer) {
        add("from") {
            $0.add("id", viewer.id)
            $0.add("name", viewer.name)
        }
    }

    fileprivate mutating func add(_ streak: GiftArrival.Streak) {
        add("streak") {
            $0.add("id", streak.id)
            $0.add("total", number: streak.total)
            $0.add("final", flag: streak.isFinal)
        }
    }
}
