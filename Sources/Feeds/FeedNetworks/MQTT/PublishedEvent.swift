import ExactNumbers
import JSON
import PlatformAdapters
public import RoomEvents

/// An event in published form: a feed line with the time of day, because publishers and readers have no common start
/// time.
public enum PublishedEvent {
    /// Returns the line for an event.
    ///
    /// - Parameters:
    ///   - kind: The event.
    ///   - date: The time of day, in nanoseconds since 1970.
    ///   - idPrefix: The prefix for all ids, so that readers do not treat a second publication as a repetition; nil to keep
    ///     the ids.
    public static func line(_ kind: FeedEvent.Kind, date: Int64, idPrefix: String? = nil) -> [UInt8] {
        var line: [UInt8] = []
        line.beginObject()
        line.add("time", Timestamp(millisecondsSince1970: date / 1_000_000).textWithMilliseconds)
        (idPrefix.map { kind.withIDPrefix($0 + "-") } ?? kind).appendMembers(to: &line)
        line.endObject()
        return line
    }
}

extension FeedEvent.Kind {
    /// Returns a copy with a prefix for the ids of gifts, messages, streaks and batches. The ids of viewers do not
    /// change.
    fileprivate func withIDPrefix(_ prefix: String) -> FeedEvent.Kind {
        switch self {
        case .gift(var gift):
            // A gift without an id is never a duplicate, so it needs no prefix.
            if !gift.id.isEmpty { gift.id = prefix + gift.id }
            gift.streak = gift.streak.map { .init(id: prefix + $0.id, total: $0.total, isFinal: $0.isFinal) }
            gift.batch = gift.batch.map { prefix + $0 }
            return .gift(gift)
        case .chat(var message):
            // No event can refer to a message without an id.
            if !message.id.isEmpty { message.id = prefix + message.id }
            return .chat(message)
        case .seen(let viewer, let message): return .seen(by: viewer, message: prefix + message)
        case .streakEnd(let id, let total): return .streakEnd(id: prefix + id, total: total)
        case .batch(let id, let total): return .batch(id: prefix + id, total: total)
        case .retract(let id): return .retract(id: prefix + id)
        case .join, .leave, .like: return self
        }
    }
}
