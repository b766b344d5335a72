import FeedAdapters
public import GiftFeed
import Playback

/// An event as it is published: a feed line with the time of day, as those who read it have no beginning in common.
public enum PublishedEvent {
    /// The line of what happened at `date`, in nanoseconds since 1970.
    /// - Parameter run: stands before every id, so that what is published twice is not taken for one told twice; nil
    ///   leaves ids as they are.
    public static func line(_ kind: FeedEvent.Kind, date: Int64, run: String? = nil) -> [UInt8] {
        var line: [UInt8] = []
        line.beginObject()
        line.add("time", DateText.text(milliseconds: date / 1_000_000))
        (run.map { kind.withIDs(behind: $0 + "-") } ?? kind).appendMembers(to: &line)
        line.endObject()
        return line
    }
}

extension FeedEvent.Kind {
    /// The same with this before the ids of gifts, messages, runs and batches; those of people stay.
    fileprivate func withIDs(behind prefix: String) -> FeedEvent.Kind {
        switch self {
        case .gift(var gift):
            // Without an id it is told once, and taken for no other.
            if !gift.id.isEmpty { gift.id = prefix + gift.id }
            gift.streak = gift.streak.map { .init(id: prefix + $0.id, total: $0.total, isFinal: $0.isFinal) }
            gift.batch = gift.batch.map { prefix + $0 }
            return .gift(gift)
        case .chat(var message):
            // Without an id nobody can mean it.
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
