public import GiftFeed

/// Makes events of the lines of Twitch chat.
///
/// A cheer is one gift, as dear as its bits. A present of many subscriptions is one gift of that count, whatever comes
/// for those who get it. A subscription of one's own is a gift too, and what is said with it is chat. What belongs to
/// another channel of a shared chat is chat and never a gift.
public struct TwitchChatAdapter: PlatformAdapter {
    private let map: GiftMap
    var history: MessageHistory<GiftBombs>

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

    /// Takes a line of chat.
    public mutating func take(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        guard !line.isEmpty else { return }
        try take(try IRCMessage(line), arrival: arrival, into: &events)
    }

    mutating func take(
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
        // A cheer's gift and its words are told by one line, but may be written as two.
        // So may what was given and what was said with it.
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
        if let bits = message.tag("bits").flatMap({ Int($0) }), bits > 0, !isOfAnotherChannel(message),
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
        guard !isOfAnotherChannel(message) else { return chat }
        switch message.tag("msg-id") {
        case "submysterygift", "anonsubmysterygift":
            guard let count = message.tag("msg-param-mass-gift-count").flatMap({ Int($0) }), count > 0,
                let gift = subscriptions(message, count: count, isPresent: true, from: viewer)
            else { return chat }
            history.open.announce(bombKey(message), count: gift.count, at: time)
            return [.gift(gift)] + chat
        case "subgift", "anonsubgift":
            guard let gift = subscriptions(message, count: 1, isPresent: true, from: viewer) else { return chat }
            guard isPart(message) else { return [.gift(gift)] + chat }
            let part = history.named(gift)
            return (history.open.take(part, partOf: bombKey(message), at: time).map { [.gift($0)] } ?? []) + chat
        case "sub", "resub":
            return (subscriptions(message, count: 1, isPresent: false, from: viewer).map { [.gift($0)] } ?? []) + chat
        default: return chat
        }
    }

    private func subscriptions(
        _ message: IRCMessage, count: Int, isPresent: Bool, from viewer: Viewer
    ) -> GiftArrival? {
        TwitchGifts.subscriptions(
            id: message.tag("id") ?? "", plan: message.tag("msg-param-sub-plan") ?? "1000", count: count,
            months: isPresent ? message.tag("msg-param-gift-months").flatMap { Int($0) } ?? 1 : 1, isPresent: isPresent,
            from: viewer, map: map)
    }

    /// Whether a gifted subscription is a part of a present for many.
    private func isPart(_ message: IRCMessage) -> Bool {
        message.tag("msg-param-community-gift-id") != nil || message.tag("msg-param-sender-count") == "0"
    }

    /// What a present and its parts have in common. The origin's id alone is not enough: all anonymous ones share it.
    private func bombKey(_ message: IRCMessage) -> String {
        message.tag("msg-param-community-gift-id")
            ?? "\(message.tag("msg-param-origin-id") ?? "")/\(message.tag("user-id") ?? message.tag("login") ?? "")"
    }

    private func isOfAnotherChannel(_ message: IRCMessage) -> Bool {
        message.tag("source-room-id").map { $0 != message.tag("room-id") } ?? false
    }

    private func viewer(of message: IRCMessage) -> Viewer {
        let login = message.tag("login") ?? message.source ?? ""
        if TwitchGifts.isAnonymous(login: login) { return TwitchGifts.anonymous }
        return Viewer(id: message.tag("user-id") ?? login, name: message.tag("display-name") ?? login)
    }
}
