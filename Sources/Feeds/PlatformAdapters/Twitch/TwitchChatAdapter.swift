import ExactNumbers
public import RoomEvents

/// An adapter for the lines of Twitch chat.
///
/// A cheer is one gift whose value is its number of bits. A mass gift of subscriptions is one gift with their count;
/// the lines for its recipients add nothing. A viewer's own subscription is also a gift, unless it continues a gifted
/// one; the text sent with it is a chat message. In a shared chat, messages of other channels are chat messages and
/// never gifts.
public struct TwitchChatAdapter: PlatformAdapter {
    private let map: GiftMap
    var history: MessageHistory<MassGiftFilter>

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

    /// Parses a line of chat.
    public mutating func parse(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        guard !line.isEmpty else { return }
        try parse(try IRCMessage(line), arrival: arrival, into: &events)
    }

    mutating func parse(
        _ message: IRCMessage, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        let stamp = message.tag("tmi-sent-ts").flatMap { Int64($0) }.flatMap { milliseconds -> Int64? in
            let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
            return overflow ? nil : product
        }
        let date = stamp ?? message.tag("time").flatMap { Timestamp($0)?.nanoseconds }
        let at = try history.begin(date: date, arrival: arrival, into: &events)
        let kinds = kinds(of: message, at: at)
        history.append(kinds, at: at, to: &events)
    }

    private mutating func kinds(of message: IRCMessage, at time: Int64) -> [FeedEvent.Kind] {
        // One line reports a cheer with its text, but a stored feed may have them as two lines with the same id. The
        // same holds for a gift and the text sent with it.
        let sort = message.tags["bits"] == nil ? message.command : "bits"
        let key = message.tag("id").map { "\(sort)/\($0)" }
        switch message.command {
        case "PRIVMSG":
            guard history.isNew(key) else { return [] }
            return kinds(ofChat: message)
        case "USERNOTICE":
            guard history.isNew(key) else { return [] }
            return kinds(ofNotice: message, at: time)
        case "CLEARMSG": return message.tag("target-msg-id").map { [.retract(id: $0)] } ?? []
        case "JOIN": return message.source.map { [.join(Viewer(id: $0, name: $0))] } ?? []
        case "PART", "QUIT": return message.source.map { [.leave(Viewer(id: $0, name: $0))] } ?? []
        default: return []
        }
    }

    private func kinds(ofChat message: IRCMessage) -> [FeedEvent.Kind] {
        let viewer = viewer(of: message)
        var kinds: [FeedEvent.Kind] = []
        if let bits = message.tag("bits").flatMap({ Int($0) }), bits > 0, !isFromOtherChannel(message),
            let gift = TwitchGifts.cheer(id: message.tag("id") ?? "", bits: bits, from: viewer, map: map)
        {
            kinds.append(.gift(gift))
        }
        return kinds + chat(message, from: viewer)
    }

    private func chat(_ message: IRCMessage, from viewer: Viewer) -> [FeedEvent.Kind] {
        guard message.parameters.count > 1, var text = message.parameters.last, !text.isEmpty else { return [] }
        let action = "\u{1}ACTION "
        if text.hasPrefix(action) { text = String(text.dropFirst(action.count).prefix { $0 != "\u{1}" }) }
        return [.chat(ChatMessage(id: message.tag("id") ?? "", from: viewer, text: text))]
    }

    private mutating func kinds(ofNotice message: IRCMessage, at time: Int64) -> [FeedEvent.Kind] {
        let viewer = viewer(of: message)
        let chat = chat(message, from: viewer)
        guard !isFromOtherChannel(message), let name = message.tag("msg-id") else { return chat }
        return gifts(ofNotice: name, message, from: viewer, at: time).map { .gift($0) } + chat
    }

    private mutating func gifts(
        ofNotice name: String, _ message: IRCMessage, from viewer: Viewer, at time: Int64
    ) -> [GiftArrival] {
        switch name {
        case "submysterygift", "anonsubmysterygift":
            guard let count = number(message, "msg-param-mass-gift-count"), count > 0 else { return [] }
            history.pendingGifts.announce(massGiftKey(message, from: viewer), count: count, at: time)
            return subscriptions(message, count: count, .gift, from: viewer)
        case "subgift", "anonsubgift":
            guard let gift = subscriptions(message, .gift, from: viewer).first else { return [] }
            let key = massGiftKey(message, from: viewer)
            guard history.pendingGifts.isAnnounced(key, at: time) || mayBelongToMassGift(message) else { return [gift] }
            return history.pendingGifts.receive(history.giftWithID(gift), partOf: key, at: time).map { [$0] } ?? []
        case "sub", "resub":
            // A viewer who announces that a gifted subscription continues has paid nothing.
            guard message.tag("msg-param-was-gifted") != "true" else { return [] }
            return subscriptions(message, .subscription, from: viewer)
        case "onetapgiftredeemed":
            guard let bits = number(message, "msg-param-bits-spent"), bits > 0 else { return [] }
            let gift = TwitchGifts.oneTap(
                id: message.tag("id") ?? "", gift: message.tag("msg-param-gift-id"), bits: bits, from: viewer, map: map)
            return gift.map { [$0] } ?? []
        default:
            guard let upgrade = TwitchGifts.Occasion.upgrade(named: name) else { return [] }
            return subscriptions(message, upgrade, from: viewer)
        }
    }

    private func subscriptions(
        _ message: IRCMessage, count: Int = 1, _ occasion: TwitchGifts.Occasion, from viewer: Viewer
    ) -> [GiftArrival] {
        var months = 1
        if case .gift = occasion { months = number(message, "msg-param-gift-months") ?? 1 }
        let gift = TwitchGifts.subscriptions(
            id: message.tag("id") ?? "", plan: message.tag("msg-param-sub-plan"), count: count, months: months,
            occasion, from: viewer, map: map)
        return gift.map { [$0] } ?? []
    }

    private func number(_ message: IRCMessage, _ tag: String) -> Int? { message.tag(tag).flatMap { Int($0) } }

    /// Whether a gifted subscription can be a part of a mass gift whose announcement has not arrived yet.
    ///
    /// It can if it names the mass gift, or if its sender's number of single gifts is 0. For anonymous senders that
    /// number is missing; then it can if it has an origin.
    private func mayBelongToMassGift(_ message: IRCMessage) -> Bool {
        if message.tag("msg-param-community-gift-id") != nil { return true }
        guard let sent = message.tag("msg-param-sender-count") else { return origin(of: message) != nil }
        return sent == "0" && message.tag("msg-param-origin-id") != Self.emptyOrigin
    }

    /// Returns the key that a mass gift and its parts have in common. The id of the origin is not enough, because
    /// several senders may share it.
    private func massGiftKey(_ message: IRCMessage, from viewer: Viewer) -> String {
        (message.tag("msg-param-community-gift-id") ?? "\(origin(of: message) ?? "")/\(viewer.id)").boundedID
    }

    /// Returns the origin of a gifted subscription; nil if it has no origin but itself.
    private func origin(of message: IRCMessage) -> String? {
        message.tag("msg-param-origin-id").flatMap { $0 == Self.emptyOrigin ? nil : $0 }
    }

    /// The origin of a gift without an origin: the SHA-1 digest of empty input.
    private static let emptyOrigin = "da 39 a3 ee 5e 6b 4b 0d 32 55 bf ef 95 60 18 90 af d8 07 09"

    private func isFromOtherChannel(_ message: IRCMessage) -> Bool {
        message.tag("source-room-id").map { $0 != message.tag("room-id") } ?? false
    }

    private func viewer(of message: IRCMessage) -> Viewer {
        // Notices come from the server. Some anonymous notices name the streamer as the sender, who has not sent
        // anything.
        let isNotice = message.command == "USERNOTICE"
        let isHidden = isNotice && ["anonsubgift", "anonsubmysterygift"].contains(message.tag("msg-id"))
        let name = message.tag("display-name") ?? message.tag("msg-param-user-display-name")
        let login = message.tag("login") ?? (isNotice ? name?.lowercased() : nil) ?? message.source ?? ""
        if isHidden || TwitchGifts.isAnonymous(login: login) { return TwitchGifts.anonymous }
        return Viewer(id: message.tag("user-id") ?? login, name: name ?? login)
    }
}
