import JSON
public import RoomEvents

/// An adapter for the output of connectors to TikTok live, one JSON object per line.
///
/// The object is `{"event": "gift", "data": {…}}`, or it has `type` with the members of the data beside it. A list of
/// such objects is also accepted, as well as an object with the list in its member `messages`.
///
/// A gift of type 1 is a streak that grows while its sender taps: each message contains the total so far, and the last
/// one, with `repeatEnd`, ends the streak. If that message is lost, the streak ends after ``streakTimeout``. Other gifts
/// arrive once. A subscription is also a gift.
public struct TikTokAdapter: PlatformAdapter {
    /// The time after which a streak without further messages ends.
    public static let streakTimeout: Duration = .seconds(10)

    private let map: GiftMap
    var history: MessageHistory<StreakTracker>

    /// Creates an adapter.
    ///
    /// - Parameters:
    ///   - map: The map from the platform's gifts to gift kinds.
    ///   - stream: The number of the writer, if there are several. It makes generated ids different for different
    ///     writers.
    public init(map: GiftMap, stream: Int = 0) {
        self.map = map
        history = MessageHistory(stream: stream)
    }

    /// Parses a line of a connector.
    public mutating func parse(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        let message = try JSONValue(line: line)
        // A line can contain several messages with a common date.
        let batch = message["messages"]?.array
        let sent = batch == nil ? nil : message["timestamp"]?.nanoseconds(unit: Self.millisecond)
        var failure: FeedLineError?
        for message in batch ?? message.array ?? [message] {
            do throws(FeedLineError) {
                try parse(message, sentAt: sent, arrival: arrival, into: &events)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private static let millisecond: Int64 = 1_000_000

    private mutating func parse(
        _ message: JSONValue, sentAt: Int64?, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        guard let name = message.firstString("event", "type", "eventName", "method", "common.method") else {
            throw FeedLineError(problem: "event: expected a text")
        }
        let content = message["data"] ?? message
        let date =
            content["createTime", "create_time", "timestamp", "common.createTime", "common.create_time"]?
            .nanoseconds(unit: Self.millisecond) ?? content["event.createTime"]?.nanoseconds(unit: Self.millisecond)
            ?? sentAt
        let at = try history.begin(date: date, arrival: arrival, into: &events)
        let id = content["msgId", "msg_id", "common.msgId", "common.msg_id", "event.msgId"]?.nonEmptyString
        let sort = Self.baseName(name)
        // A gift and the comment with it may have the same id, where other platforms report both in one message.
        guard history.isNew(id.map { "\(sort)/\($0)" }) else { return }
        let kinds = try kinds(of: sort, content, id: id ?? "", at: at)
        history.append(kinds, at: at, to: &events)
    }

    /// Returns a name without prefix and suffix, such as `gift` for `GiftEvent` and `WebcastGiftMessage`: libraries use
    /// different names for the same events.
    private static func baseName(_ name: String) -> String {
        var name = name.lowercased()[...]
        if name.hasPrefix("webcast") { name = name.dropFirst("webcast".count) }
        for end in ["message", "event"] where name.hasSuffix(end) && name.count > end.count {
            name = name.dropLast(end.count)
        }
        return String(name)
    }

    private mutating func kinds(
        of name: String, _ content: JSONValue, id: String, at time: Int64
    ) throws(FeedLineError) -> [FeedEvent.Kind] {
        switch name {
        case "gift": return try gift(content, id: id, at: time)
        case "chat", "comment":
            guard let text = content["comment", "content", "text"]?.nonEmptyString else { return [] }
            return [.chat(ChatMessage(id: id, from: viewer(content), text: text))]
        case "member", "join": return [.join(viewer(content))]
        case "like":
            let count = content["likeCount", "like_count", "count"]?.integer ?? 1
            return [.like(from: viewer(content), count: min(max(count, 1), FeedLineAdapter.maxCount))]
        case "subscribe", "subnotify": return subscription(content, id: id)
        case "imdelete":
            let ids = content["deleteMsgIdsList", "delete_msg_ids_list", "deleteMsgIds"]?.array ?? []
            return ids.compactMap { $0.nonEmptyString.map { .retract(id: $0) } }
        default: return []
        }
    }

    /// The value of a month's subscription in coins, estimated from its price at one cent per coin: no message contains
    /// the price.
    static let subscriptionValue = 500

    /// Returns the gift for a subscription, for the first or a later month.
    private func subscription(_ content: JSONValue, id: String) -> [FeedEvent.Kind] {
        let offer = GiftMap.PlatformGift(
            platform: .tiktok, name: "Subscription", categories: ["subscribe"], value: Self.subscriptionValue)
        return map.kind(of: offer).map { kind in
            [.gift(GiftArrival(id: id, gift: kind, name: offer.name, from: viewer(content), value: offer.value))]
        } ?? []
    }

    private mutating func gift(
        _ content: JSONValue, id: String, at time: Int64
    ) throws(FeedLineError) -> [FeedEvent.Kind] {
        let number =
            content["giftId", "gift_id", "gift.gift_id", "gift.id", "giftDetails.id", "giftDetails.giftId"]?
            .nonEmptyString
        let name =
            content[
                "giftName", "gift_name", "giftDetails.giftName", "gift.name", "gift.giftName", "extendedGiftInfo.name"]?
            .nonEmptyString
        guard number != nil || name != nil else { throw FeedLineError(problem: "giftId: expected a number or a text") }
        let viewer = viewer(content)
        let value =
            content[
                "diamondCount", "diamond_count", "giftDetails.diamondCount", "gift.diamondCount", "gift.diamond_count",
                "giftDetails.diamond_count", "extendedGiftInfo.diamond_count", "extendedGiftInfo.diamondCount"]?.integer
        let offer = GiftMap.PlatformGift(
            platform: .tiktok, id: number, name: name ?? number ?? "", value: min(max(value ?? 1, 0), 1_000_000_000))
        guard let kind = map.kind(of: offer) else { return [] }
        let total = content["repeatCount", "repeat_count", "gift.repeat_count"]?.integer ?? 1
        var gift = GiftArrival(
            id: id, gift: kind, name: offer.name, from: viewer,
            count: min(max(total, 1), FeedLineAdapter.maxCount),
            value: offer.value)
        let type =
            content[
                "giftType", "gift_type", "gift.gift_type", "giftDetails.giftType", "gift.type", "gift.giftType",
                "extendedGiftInfo.type"]?.integer
        guard type == 1 else { return [.gift(gift)] }
        let isFinal = content["repeatEnd", "repeat_end", "gift.repeat_end"]?.flag ?? false
        let group = content["groupId", "group_id"]?.nonEmptyString.flatMap { $0 == "0" ? nil : $0 }
        return streakEvents(&gift, group: group, number: number ?? offer.name, isFinal: isFinal, at: time)
    }

    /// Returns the events of a message of a streak: added gifts or its end.
    private mutating func streakEvents(
        _ gift: inout GiftArrival, group: String?, number: String, isFinal: Bool, at time: Int64
    ) -> [FeedEvent.Kind] {
        let total = gift.count
        let key = "\(group ?? "")/\(number)/\(gift.from.id)".boundedID
        let known = history.pendingGifts[key]
        let before = known?.total ?? 0
        let id =
            known?.id
            ?? history.pendingGifts.uniqueID(Self.streakID(group: group, key: key, viewer: gift.from), for: key)
        // A repeated or late message counts only with the gifts that it adds.
        if known?.hasEnded == true, total <= before {
            guard group == nil, !isFinal else { return [] }
            // Without a group, a new streak looks like a repetition of the old one.
            history.pendingGifts.remove(key)
            return streakEvents(&gift, group: group, number: number, isFinal: isFinal, at: time)
        }
        if !isFinal, total <= before { return [] }
        history.pendingGifts.set(
            key,
            StreakTracker.Streak(
                id: id, total: max(total, before), due: time + Self.streakTimeout.nanosecondsSinceStart))
        if isFinal { history.pendingGifts.end(key, total: max(total, before), at: time) }
        guard total > before else { return [.streakEnd(id: id, total: before)] }
        gift.count = total - before
        gift.streak = GiftArrival.Streak(id: id, total: total, isFinal: isFinal)
        return [.gift(gift)]
    }

    /// Returns the id of a streak in the feed. TikTok's groups are times in milliseconds, which two senders can share.
    private static func streakID(group: String?, key: String, viewer: Viewer) -> String {
        guard let group else { return key }
        return (Int64(group) == nil ? group : "\(group)/\(viewer.id)").boundedID
    }

    private func viewer(_ content: JSONValue) -> Viewer {
        let user = content["user"] ?? content
        let login = user["uniqueId", "unique_id", "display_id", "displayId", "username"]?.nonEmptyString
        // Strings come first, because some connectors convert ids that are numbers to floating-point numbers.
        let ids = ["userId", "user_id", "idStr", "id_str", "id"].lazy.compactMap { user[$0]?.nonEmptyString }
        let id = ids.first { $0 != "0" } ?? login
        let name = user["nickname", "nick_name", "nickName"]?.nonEmptyString ?? login ?? id
        guard let id = id ?? name, let name else { return .unknown }
        return Viewer(id: id, name: name)
    }
}
