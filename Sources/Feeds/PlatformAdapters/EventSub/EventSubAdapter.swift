import JSON
public import RoomEvents

/// An adapter for Twitch EventSub, with one JSON message per line: a message of a WebSocket or the body of a webhook.
///
/// EventSub delivers each message at least once, so the adapter ignores messages with a known id. Several subscriptions
/// can report the same thing, as `channel.cheer` and `channel.chat.message` do for a cheer; only the first report
/// counts.
public struct EventSubAdapter: PlatformAdapter {
    private let map: GiftMap
    var history: MessageHistory<MassGiftFilter>
    private var duplicateFilter = DuplicateFilter()

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

    /// Parses a message.
    public mutating func parse(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        try parse(try JSONValue(line: line), arrival: arrival, into: &events)
    }

    mutating func parse(_ message: JSONValue, arrival: Duration?, into events: inout [FeedEvent]) throws(FeedLineError)
    {
        // The body of a webhook is the payload of a WebSocket message. Its id and date were in the HTTP headers.
        let isBody = message["metadata"] == nil && message["subscription"] != nil
        let type = isBody ? "notification" : message["metadata.message_type"]?.looseText
        guard let type else { throw FeedLineError(problem: "metadata.message_type: expected a text") }
        let payload = isBody ? message : message["payload"]
        let date = message["metadata.message_timestamp"]?.date
        let at = try history.begin(date: date, arrival: arrival, into: &events)
        guard type == "notification" else { return }
        let subscription = message["metadata.subscription_type"]?.looseText ?? payload?["subscription.type"]?.looseText
        let event = payload?["event"]
        let id =
            message["metadata.message_id"]?.nonEmptyString
            ?? event?["message_id"]?.nonEmptyString.map { "\(subscription ?? "")/\($0)" }
        guard history.isNew(id) else { return }
        guard let subscription else { throw FeedLineError(problem: "metadata.subscription_type: expected a text") }
        guard let event else {
            // Webhook bodies for a challenge or a revocation contain no event.
            if isBody { return }
            throw FeedLineError(problem: "payload.event: expected an object")
        }
        let kinds = kinds(of: subscription, event, id: id ?? "", at: at)
        history.append(kinds, at: at, to: &events)
    }

    private mutating func kinds(
        of subscription: String, _ event: JSONValue, id: String, at time: Int64
    ) -> [FeedEvent.Kind] {
        switch subscription {
        case "channel.cheer", "channel.bits.use":
            let kind = event["type"]?.looseText ?? "cheer"
            guard let bits = event["bits"]?.integer, bits > 0 else { return [] }
            return bitsPurchase(
                bits, event, kind: kind, id: id, from: subscription, viewer: viewer(event, "user"), at: time)
        case "channel.subscription.gift":
            return giftedSubscriptions(
                event["total"]?.integer ?? 1, event["tier"]?.looseText, id: id, from: subscription,
                viewer: viewer(event, "user"), at: time)
        case "channel.subscribe":
            guard event["is_gift"]?.flag != true else { return [] }
            return ownSubscription(
                event["tier"]?.looseText, id: id, from: "sub", viewer: viewer(event, "user"), at: time)
        case "channel.subscription.message":
            let viewer = viewer(event, "user")
            return ownSubscription(event["tier"]?.looseText, id: id, from: "sub", viewer: viewer, at: time)
                + purchaseMessage(event, id: id, from: "sub", viewer: viewer, at: time)
        case "channel.chat.message": return message(event, id: event["message_id"]?.nonEmptyString ?? id, at: time)
        case "channel.chat.notification": return notice(event, id: event["message_id"]?.nonEmptyString ?? id, at: time)
        case "channel.chat.message_delete": return event["message_id"]?.nonEmptyString.map { [.retract(id: $0)] } ?? []
        default: return []
        }
    }

    private mutating func message(_ event: JSONValue, id: String, at time: Int64) -> [FeedEvent.Kind] {
        let viewer = viewer(event, "chatter_user")
        let source = "channel.chat.message"
        if let bits = event["cheer.bits"]?.integer, bits > 0, !isFromOtherChannel(event) {
            return bitsPurchase(bits, event, kind: "cheer", id: id, from: source, viewer: viewer, at: time)
        }
        // Two messages report the text of a power-up: this one, and the one that reports the bits.
        if event["message_type"]?.looseText?.hasPrefix("power_ups") == true {
            return purchaseMessage(event, id: id, from: source, viewer: viewer, at: time)
        }
        return chat(event, id: id, from: viewer)
    }

    private mutating func notice(_ event: JSONValue, id: String, at time: Int64) -> [FeedEvent.Kind] {
        let viewer = viewer(event, "chatter_user")
        let chat = chat(event, id: id, from: viewer)
        switch event["notice_type"]?.looseText {
        case "community_sub_gift":
            let total = event["community_sub_gift.total"]?.integer ?? 1
            let gift = giftedSubscriptions(
                total, event["community_sub_gift.sub_tier"]?.looseText, id: id, from: "notice", viewer: viewer, at: time
            )
            if let key = event["community_sub_gift.id"]?.nonEmptyString?.boundedID {
                history.pendingGifts.announce(key, count: max(1, total), at: time)
            }
            return gift + chat
        case "sub_gift":
            let plan = event["sub_gift.sub_tier"]?.looseText
            guard let key = event["sub_gift.community_gift_id"]?.nonEmptyString?.boundedID else {
                let months = event["sub_gift.duration_months"]?.integer ?? 1
                return giftedSubscriptions(1, plan, months: months, id: id, from: "notice", viewer: viewer, at: time)
                    + chat
            }
            let part = TwitchGifts.subscriptions(id: id, plan: plan, .gift, from: viewer, map: map)
            guard let part else { return chat }
            return
                (history.pendingGifts.receive(history.giftWithID(part), partOf: key, at: time).map { [.gift($0)] } ?? [])
                + chat
        case "sub", "resub":
            let notice = event["sub", "resub"]
            let words = purchaseMessage(event, id: id, from: "notice", viewer: viewer, at: time)
            guard notice?["is_gift"]?.flag != true else {
                // A viewer who announces that a gifted subscription continues has paid nothing, whichever message
                // reports it.
                _ = duplicateFilter.isDuplicate("sub/\(viewer.id)", from: "notice", at: time)
                return words
            }
            let plan = notice?["is_prime"]?.flag == true ? "Prime" : notice?["sub_tier"]?.looseText
            return ownSubscription(plan, id: id, from: "notice", viewer: viewer, at: time) + words
        case let name?:
            guard let upgrade = TwitchGifts.Occasion.upgrade(named: name) else { return chat }
            let plan = event["\(name).sub_tier"]?.looseText
            return ownSubscription(plan, upgrade, id: id, from: "notice", viewer: viewer, at: time) + chat
        default: return chat
        }
    }

    /// Returns the events of a cheer or of another purchase with bits. Different kinds of purchase are never
    /// duplicates.
    private mutating func bitsPurchase(
        _ bits: Int, _ event: JSONValue, kind: String, id: String, from source: String, viewer: Viewer, at time: Int64
    ) -> [FeedEvent.Kind] {
        guard !duplicateFilter.isDuplicate("\(kind)/\(viewer.id)/\(bits)", from: source, at: time) else { return [] }
        let gift =
            kind == "combo"
            ? TwitchGifts.oneTap(id: id, gift: nil, bits: bits, from: viewer, map: map)
            : TwitchGifts.cheer(id: id, bits: bits, from: viewer, map: map)
        let words =
            kind == "cheer"
            ? chat(event, id: id, from: viewer) : purchaseMessage(event, id: id, from: source, viewer: viewer, at: time)
        return (gift.map { [.gift($0)] } ?? []) + words
    }

    private mutating func giftedSubscriptions(
        _ count: Int, _ plan: String?, months: Int = 1, id: String, from source: String, viewer: Viewer, at time: Int64
    ) -> [FeedEvent.Kind] {
        guard !duplicateFilter.isDuplicate("present/\(viewer.id)/\(plan ?? "1000")/\(count)", from: source, at: time)
        else {
            return []
        }
        return TwitchGifts.subscriptions(
            id: id, plan: plan, count: count, months: months, .gift, from: viewer, map: map
        ).map { [.gift($0)] } ?? []
    }

    private mutating func ownSubscription(
        _ plan: String?, _ occasion: TwitchGifts.Occasion = .subscription, id: String, from source: String,
        viewer: Viewer,
        at time: Int64
    ) -> [FeedEvent.Kind] {
        guard !duplicateFilter.isDuplicate("sub/\(viewer.id)", from: source, at: time) else { return [] }
        return TwitchGifts.subscriptions(id: id, plan: plan, occasion, from: viewer, map: map).map { [.gift($0)] } ?? []
    }

    /// Returns the chat message that accompanies a purchase, unless another source has reported it.
    private mutating func purchaseMessage(
        _ event: JSONValue, id: String, from source: String, viewer: Viewer, at time: Int64
    ) -> [FeedEvent.Kind] {
        chat(event, id: id, from: viewer).filter { kind in
            guard case .chat(let message) = kind else { return true }
            return !duplicateFilter.isDuplicate("words/\(viewer.id)/\(message.text)", from: source, at: time)
        }
    }

    private func chat(_ event: JSONValue, id: String, from viewer: Viewer) -> [FeedEvent.Kind] {
        guard let text = event["message.text", "message"]?.nonEmptyString else { return [] }
        return [.chat(ChatMessage(id: id, from: viewer, text: text))]
    }

    private func isFromOtherChannel(_ event: JSONValue) -> Bool {
        event["source_broadcaster_user_id"]?.nonEmptyString.map { $0 != event["broadcaster_user_id"]?.looseText }
            ?? false
    }

    private func viewer(_ event: JSONValue, _ prefix: String) -> Viewer {
        guard let id = event[prefix + "_id"]?.nonEmptyString, event["is_anonymous"]?.flag != true,
            event["chatter_is_anonymous"]?.flag != true,
            !TwitchGifts.isAnonymous(login: event[prefix + "_login"]?.looseText)
        else { return TwitchGifts.anonymous }
        return Viewer(id: id, name: event[prefix + "_name", prefix + "_login"]?.nonEmptyString ?? id)
    }
}
