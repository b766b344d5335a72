public import GiftFeed

/// Makes events of the messages of Twitch EventSub, one JSON message a line.
///
/// Messages are told at least once: those with an id that was there before are passed over. Where several
/// subscriptions tell of the same thing, as `channel.cheer` and `channel.chat.message` do of a cheer, the first counts.
public struct EventSubAdapter: PlatformAdapter {
    private let map: GiftMap
    var history: MessageHistory<GiftBombs>
    private var twins = TwinFilter()

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

    /// Appends all that is held back.
    public mutating func finish(into events: inout [FeedEvent]) {
        history.finish(into: &events)
    }

    /// Takes a message.
    public mutating func take(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        try take(try JSONTree(line), arrival: arrival, into: &events)
    }

    mutating func take(_ message: JSONTree, arrival: Duration?, into events: inout [FeedEvent]) throws(FeedLineError) {
        guard let type = message["metadata.message_type"]?.text else {
            throw FeedLineError(problem: "metadata.message_type: expected a text")
        }
        let date = message["metadata.message_timestamp"]?.date
        let at = try history.begin(date: date, arrival: arrival, into: &events)
        let id = message["metadata.message_id"]?.word
        guard type == "notification", history.isNew(id) else { return }
        guard
            let subscription = message["metadata.subscription_type"]?.text ?? message["payload.subscription.type"]?.text
        else { throw FeedLineError(problem: "metadata.subscription_type: expected a text") }
        guard let event = message["payload.event"] else {
            throw FeedLineError(problem: "payload.event: expected an object")
        }
        let kinds = kinds(of: subscription, event, id: id ?? "", at: at)
        history.append(kinds, at: at, to: &events)
    }

    private mutating func kinds(
        of subscription: String, _ event: JSONTree, id: String, at time: Int64
    ) -> [FeedEvent.Kind] {
        switch subscription {
        case "channel.cheer", "channel.bits.use":
            let kind = event["type"]?.text ?? "cheer"
            guard let bits = event["bits"]?.number, bits > 0 else { return [] }
            return cheer(bits, event, kind: kind, id: id, from: subscription, viewer: viewer(event, "user"), at: time)
        case "channel.subscription.gift":
            return present(
                event["total"]?.number ?? 1, event["tier"]?.text, id: id, from: subscription,
                viewer: viewer(event, "user"), at: time)
        case "channel.subscribe":
            guard event["is_gift"]?.flag != true else { return [] }
            return ownSubscription(event["tier"]?.text, id: id, from: "sub", viewer: viewer(event, "user"), at: time)
        case "channel.subscription.message":
            let viewer = viewer(event, "user")
            return ownSubscription(event["tier"]?.text, id: id, from: "sub", viewer: viewer, at: time)
                + words(event, id: id, from: "sub", viewer: viewer, at: time)
        case "channel.chat.message":
            let viewer = viewer(event, "chatter_user")
            let chatID = event["message_id"]?.word ?? id
            guard let bits = event["cheer.bits"]?.number, bits > 0, !isOfAnotherChannel(event) else {
                return chat(event, id: chatID, from: viewer)
            }
            return cheer(bits, event, id: chatID, from: subscription, viewer: viewer, at: time)
        case "channel.chat.notification": return notice(event, id: event["message_id"]?.word ?? id, at: time)
        case "channel.chat.message_delete": return event["message_id"]?.word.map { [.retract(id: $0)] } ?? []
        default: return []
        }
    }

    private mutating func notice(_ event: JSONTree, id: String, at time: Int64) -> [FeedEvent.Kind] {
        let viewer = viewer(event, "chatter_user")
        let chat = chat(event, id: id, from: viewer)
        switch event["notice_type"]?.text {
        case "community_sub_gift":
            let total = event["community_sub_gift.total"]?.number ?? 1
            let gift = present(
                total, event["community_sub_gift.sub_tier"]?.text, id: id, from: "notice", viewer: viewer, at: time)
            if let key = event["community_sub_gift.id"]?.word {
                history.open.announce(key, count: max(1, total), at: time)
            }
            return gift + chat
        case "sub_gift":
            let plan = event["sub_gift.sub_tier"]?.text
            guard let key = event["sub_gift.community_gift_id"]?.word else {
                let months = event["sub_gift.duration_months"]?.number ?? 1
                return present(1, plan, months: months, id: id, from: "notice", viewer: viewer, at: time) + chat
            }
            let part = TwitchGifts.subscriptions(
                id: id, plan: plan ?? "1000", count: 1, months: 1, isPresent: true, from: viewer, map: map)
            guard let part else { return chat }
            return (history.open.take(history.named(part), partOf: key, at: time).map { [.gift($0)] } ?? []) + chat
        case "sub", "resub":
            let notice = event["sub", "resub"]
            let plan = notice?["is_prime"]?.flag == true ? "Prime" : notice?["sub_tier"]?.text
            return ownSubscription(plan, id: id, from: "notice", viewer: viewer, at: time)
                + words(event, id: id, from: "notice", viewer: viewer, at: time)
        default: return chat
        }
    }

    /// A cheer, or something else that bits buy, which is no twin of one.
    private mutating func cheer(
        _ bits: Int, _ event: JSONTree, kind: String = "cheer", id: String, from source: String, viewer: Viewer,
        at time: Int64
    ) -> [FeedEvent.Kind] {
        guard !twins.isTwin("\(kind)/\(viewer.id)/\(bits)", from: source, at: time) else { return [] }
        let gift = TwitchGifts.cheer(id: id, bits: bits, from: viewer, map: map)
        return (gift.map { [.gift($0)] } ?? []) + chat(event, id: id, from: viewer)
    }

    private mutating func present(
        _ count: Int, _ plan: String?, months: Int = 1, id: String, from source: String, viewer: Viewer, at time: Int64
    ) -> [FeedEvent.Kind] {
        let plan = plan ?? "1000"
        guard !twins.isTwin("present/\(viewer.id)/\(plan)/\(count)", from: source, at: time) else { return [] }
        return TwitchGifts.subscriptions(
            id: id, plan: plan, count: count, months: months, isPresent: true, from: viewer, map: map
        ).map { [.gift($0)] } ?? []
    }

    private mutating func ownSubscription(
        _ plan: String?, id: String, from source: String, viewer: Viewer, at time: Int64
    ) -> [FeedEvent.Kind] {
        guard !twins.isTwin("sub/\(viewer.id)", from: source, at: time) else { return [] }
        return TwitchGifts.subscriptions(
            id: id, plan: plan ?? "1000", count: 1, months: 1, isPresent: false, from: viewer, map: map
        ).map { [.gift($0)] } ?? []
    }

    /// What is said with a subscription, unless another source has told it.
    private mutating func words(
        _ event: JSONTree, id: String, from source: String, viewer: Viewer, at time: Int64
    ) -> [FeedEvent.Kind] {
        chat(event, id: id, from: viewer).filter { kind in
            guard case .chat(let message) = kind else { return true }
            return !twins.isTwin("words/\(viewer.id)/\(message.text)", from: source, at: time)
        }
    }

    private func chat(_ event: JSONTree, id: String, from viewer: Viewer) -> [FeedEvent.Kind] {
        guard let text = event["message.text", "message"]?.word else { return [] }
        return [.chat(ChatMessage(id: id, from: viewer, text: text))]
    }

    private func isOfAnotherChannel(_ event: JSONTree) -> Bool {
        event["source_broadcaster_user_id"]?.word.map { $0 != event["broadcaster_user_id"]?.text } ?? false
    }

    private func viewer(_ event: JSONTree, _ prefix: String) -> Viewer {
        guard let id = event[prefix + "_id"]?.word, event["is_anonymous"]?.flag != true,
            event["chatter_is_anonymous"]?.flag != true, !TwitchGifts.isAnonymous(login: event[prefix + "_login"]?.text)
        else { return TwitchGifts.anonymous }
        return Viewer(id: id, name: event[prefix + "_name", prefix + "_login"]?.word ?? id)
    }
}
