import JSON
import RoomEvents

/// A writer of events as connectors to TikTok live emit them.
struct TikTokWriter: PlatformWriter {
    /// The last gifts of open streaks; the end of a streak repeats its last gift.
    private var openStreaks: [String: GiftArrival] = [:]

    var openingLine: String {
        jsonObject {
            $0.add("event", "connected")
            $0.add("data") { $0.add("createTime", String(FeedWriter.start)) }
        }
    }

    mutating func lines(for kind: FeedEvent.Kind, at time: Int64) -> [String]? {
        switch kind {
        case .gift(let gift):
            if let streak = gift.streak { openStreaks[streak.id] = streak.isFinal ? nil : gift }
            return [
                line(for: gift, total: gift.streak?.total ?? gift.count, isFinal: gift.streak?.isFinal ?? true, time)
            ]
        case .streakEnd(let id, let total):
            guard var gift = openStreaks.removeValue(forKey: id) else { return nil }
            // The end is a message of its own, so it needs its own id.
            gift.id += "/end"
            return [line(for: gift, total: total, isFinal: true, time)]
        case .chat(let message):
            return [
                line("chat", id: message.id, from: message.from, time) { $0.add("comment", message.text) }
            ]
        case .join(let viewer): return [line("member", id: "", from: viewer, time) { _ in }]
        case .like(let viewer, let count):
            return [line("like", id: "", from: viewer, time) { $0.add("likeCount", number: count) }]
        default: return nil
        }
    }

    private func line(for gift: GiftArrival, total: Int, isFinal: Bool, _ time: Int64) -> String {
        line("gift", id: gift.id, from: gift.from, time) { content in
            content.add("giftId", gift.gift)
            content.add("giftName", gift.name)
            content.add("giftType", number: gift.streak == nil ? 2 : 1)
            content.add("diamondCount", number: gift.value)
            content.add("repeatCount", number: total)
            content.add("repeatEnd", flag: isFinal)
            if let streak = gift.streak { content.add("groupId", Self.group(of: streak.id, viewer: gift.from)) }
        }
    }

    /// Returns the group of a streak. If the group is a time, the streak's id has the sender's id after it.
    private static func group(of id: String, viewer: Viewer) -> String {
        let ending = "/" + viewer.id
        guard id.hasSuffix(ending), Int64(id.dropLast(ending.count)) != nil else { return id }
        return String(id.dropLast(ending.count))
    }

    private func line(
        _ event: String, id: String, from viewer: Viewer, _ time: Int64, _ fill: (inout [UInt8]) -> Void
    ) -> String {
        jsonObject {
            $0.add("event", event)
            $0.add("data") { content in
                if !id.isEmpty { content.add("msgId", id) }
                content.add("createTime", String(time))
                content.add("userId", viewer.id)
                content.add("uniqueId", viewer.name)
                content.add("nickname", viewer.name)
                fill(&content)
            }
        }
    }
}
