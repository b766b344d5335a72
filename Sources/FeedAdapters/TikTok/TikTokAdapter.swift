public import GiftFeed

/// Makes events of what connectors to TikTok live emit, one JSON object a line: `{"event": "gift", "data": {…}}`, or
/// with `type` and the members beside it; a list of such is taken too.
///
/// A gift of type 1 counts up while its sender taps: each message brings what has been added, and the last one, with
/// `repeatEnd`, ends the run. Where that is lost, the run is over after ``patience``. Other gifts come once.
public struct TikTokAdapter: PlatformAdapter {
    /// A run of which nothing came for so long is over.
    public static let patience: Duration = .seconds(10)

    private let map: GiftMap
    var history: MessageHistory<OpenStreaks>

    /// An adapter that maps what is sent onto kinds of the catalogue.
    /// - Parameter stream: tells the feeds of several writers apart, so that no gift of one gets the id of another's.
    public init(map: GiftMap, stream: Int = 0) {
        self.map = map
        history = MessageHistory(stream: stream)
    }

    /// When something that is held back is due.
    public var nextDue: Duration? { history.nextDue }

    /// Appends what is due at or before `time`.
    public mutating func advance(to time: Duration, into events: inout [FeedEvent]) {
        history.advance(to: time, into: &events)
    }

    /// Takes a line of a connector.
    public mutating func take(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        let message = try JSONTree(line)
        for message in message.elements ?? [message] { try take(message, arrival: arrival, into: &events) }
    }

    private mutating func take(
        _ message: JSONTree, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        guard let name = message["event", "type", "eventName"]?.text else {
            throw FeedLineError(problem: "event: expected a text")
        }
        let content = message["data"] ?? message
        let date =
            content["createTime", "create_time", "timestamp", "common.createTime"]?.moment(unit: 1_000_000)
        let at = try history.begin(date: date, arrival: arrival, into: &events)
        let id = content["msgId", "msg_id", "common.msgId", "common.msg_id"]?.word
        let sort = Self.plain(name)
        // What was given and what was said with it may have one id, where other platforms tell both by one message.
        guard history.isNew(id.map { "\(sort)/\($0)" }) else { return }
        let kinds = try kinds(of: sort, content, id: id ?? "", at: at)
        history.append(kinds, at: at, to: &events)
    }

    /// `gift` of `GiftEvent` and `WebcastGiftMessage` too: libraries name the same things differently.
    private static func plain(_ name: String) -> String {
        var name = name.lowercased()[...]
        if name.hasPrefix("webcast") { name = name.dropFirst("webcast".count) }
        for end in ["message", "event"] where name.hasSuffix(end) && name.count > end.count {
            name = name.dropLast(end.count)
        }
        return String(name)
    }

    private mutating func kinds(
        of name: String, _ content: JSONTree, id: String, at time: Int64
    ) throws(FeedLineError) -> [FeedEvent.Kind] {
        switch name {
        case "gift": return try gift(content, id: id, at: time)
        case "chat", "comment":
            guard let text = content["comment", "content", "text"]?.word else { return [] }
            return [.chat(ChatMessage(id: id, from: viewer(content), text: text))]
        case "member", "join": return [.join(viewer(content))]
        case "like":
            let count = content["likeCount", "like_count", "count"]?.number ?? 1
            return [.like(from: viewer(content), count: min(max(count, 1), FeedLineAdapter.greatestCount))]
        default: return []
        }
    }

    private mutating func gift(
        _ content: JSONTree, id: String, at time: Int64
    ) throws(FeedLineError) -> [FeedEvent.Kind] {
        let number = content["giftId", "gift_id", "gift.gift_id", "gift.id", "giftDetails.id"]?.word
        let name = content["giftName", "gift_name", "giftDetails.giftName", "gift.name", "extendedGiftInfo.name"]?.word
        guard number != nil || name != nil else { throw FeedLineError(problem: "giftId: expected a number or a text") }
        let viewer = viewer(content)
        let value = content[
            "diamondCount", "diamond_count", "giftDetails.diamondCount", "gift.diamond_count",
            "extendedGiftInfo.diamond_count"]?.number
        let offer = GiftMap.Offer(
            platform: .tiktok, id: number, name: name ?? number ?? "", value: min(max(value ?? 1, 0), 1_000_000_000))
        guard let kind = map.kind(of: offer) else { return [] }
        let total = content["repeatCount", "repeat_count", "gift.repeat_count"]?.number ?? 1
        var gift = GiftArrival(
            id: id, gift: kind, name: offer.name, from: viewer,
            count: min(max(total, 1), FeedLineAdapter.greatestCount),
            value: offer.value)
        let type = content["giftType", "gift_type", "gift.gift_type", "giftDetails.giftType", "gift.type"]?.number
        guard type == 1 else { return [.gift(gift)] }
        let isFinal = content["repeatEnd", "repeat_end", "gift.repeat_end"]?.flag ?? false
        let group = content["groupId", "group_id"]?.word.flatMap { $0 == "0" ? nil : $0 }
        return place(&gift, group: group, number: number ?? offer.name, isFinal: isFinal, at: time)
    }

    /// What a message of a run brings: gifts that were added, or its end.
    private mutating func place(
        _ gift: inout GiftArrival, group: String?, number: String, isFinal: Bool, at time: Int64
    ) -> [FeedEvent.Kind] {
        let total = gift.count
        let key = "\(group ?? "")/\(number)/\(gift.from.id)"
        let known = history.open[key]
        let before = known?.total ?? 0
        let id = known?.id ?? Self.streakID(group: group, key: key, viewer: gift.from)
        // Of what is told again, or late, only what it adds counts.
        if known?.isOver == true, total <= before {
            guard group == nil, !isFinal else { return [] }
            // Without a group a new run looks like the old one beginning again.
            history.open.remove(key)
            return place(&gift, group: group, number: number, isFinal: isFinal, at: time)
        }
        if !isFinal, total <= before { return [] }
        history.open.set(
            key,
            OpenStreaks.Streak(
                id: id, total: max(total, before), due: time + Self.patience.nanosecondsSinceStart))
        if isFinal { history.open.end(key, total: max(total, before), at: time) }
        guard total > before else { return [.streakEnd(id: id, total: before)] }
        gift.count = total - before
        gift.streak = GiftArrival.Streak(id: id, total: total, isFinal: isFinal)
        return [.gift(gift)]
    }

    /// What the feed calls a run. TikTok's groups are moments in milliseconds, which two people can share.
    private static func streakID(group: String?, key: String, viewer: Viewer) -> String {
        guard let group else { return key }
        return Int64(group) == nil ? group : "\(group)/\(viewer.id)"
    }

    private func viewer(_ content: JSONTree) -> Viewer {
        let user = content["user"] ?? content
        let login = user["uniqueId", "unique_id", "display_id", "displayId"]?.word
        let id = user["userId", "user_id", "id", "id_str"]?.word ?? login
        let name = user["nickname", "nick_name"]?.word ?? login ?? id
        guard let id, let name else { return .somebody }
        return Viewer(id: id, name: name)
    }
}
