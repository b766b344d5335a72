public import GiftFeed

/// A connection to Twitch chat without a socket: lines in, events and lines to send out.
///
///     for line in session.start(at: now) { socket.send(line) }
///     for action in session.take(line, at: now) { … }
///     for action in session.advance(to: now) { … }
public struct TwitchChatSession: Sendable {
    /// What the caller is to do.
    public enum Action: Equatable, Sendable {
        /// Send this line, with a carriage return and a line feed behind it.
        case send(String)
        /// The channel has been entered; what was wrong before is well again.
        case joined
        /// This happened in the room.
        case event(FeedEvent)
        /// A line was wrong and is passed over.
        case fault(FeedLineError)
        /// Connect again, after a while; why.
        case reconnect(String)
        /// Give up: connecting again would not help; why.
        case fail(String)
    }

    /// Whose rules a server follows.
    public enum Dialect: Sendable {
        /// Twitch's: a token for a password, and its own tags.
        case twitch
        /// Those of any other server.
        case plain
    }

    private enum State: Sendable {
        /// The server has not said welcome.
        case registering
        /// It has, and the channel was asked for.
        case joining
        /// Events come.
        case joined
        /// A last action was given out; what comes now is passed over.
        case over
    }

    /// After so long without a line the server is asked whether it is there; it asks by itself every five minutes.
    public static let silence: Duration = .seconds(360)
    /// So long it has to answer.
    public static let patience: Duration = .seconds(10)

    private let channel: String
    private var nick: String
    private let token: String?
    private let dialect: Dialect
    private var adapter: TwitchChatAdapter
    private var state = State.registering
    private var deadline: Duration = .zero
    private var isAsking = false

    /// A connection to a channel.
    /// - Parameters:
    ///   - channel: its name, with or without `#`, in any case.
    ///   - nick: the login; without a token any `justinfan` with a number, who can only read.
    ///   - token: an OAuth token, without `oauth:` before it; the password of a server that isn't Twitch's.
    public init(
        channel: String, nick: String, token: String? = nil, dialect: Dialect = .twitch, map: GiftMap
    ) {
        let name = channel.lowercased().filter { $0 != "#" && !$0.isWhitespace && !$0.isNewline }
        self.channel = "#" + name
        self.nick = nick.lowercased().filter { !$0.isWhitespace && !$0.isNewline }
        self.token = token?.filter { !$0.isNewline && !($0.isWhitespace && dialect == .twitch) }
        self.dialect = dialect
        adapter = TwitchChatAdapter(map: map)
    }

    /// What to send when the connection is open, also when it was opened again.
    public mutating func start(at time: Duration) -> [String] {
        state = .registering
        hear(at: time)
        switch dialect {
        case .twitch:
            return [
                "CAP REQ :twitch.tv/tags twitch.tv/commands twitch.tv/membership",
                "PASS \(token.map { "oauth:" + $0 } ?? "none")", "NICK \(nick)",
            ]
        case .plain:
            // One request each, as a server that lacks one of several grants none.
            return (token.map { ["PASS :\($0)"] } ?? []) + [
                "CAP REQ :message-tags", "CAP REQ :server-time", "NICK \(nick)", "USER \(nick) 0 * :giftty", "CAP END",
            ]
        }
    }

    /// When ``advance(to:)`` has something to do.
    public var nextDue: Duration? {
        if case .over = state { return adapter.nextDue }
        return [adapter.nextDue, deadline].compactMap { $0 }.min()
    }

    /// Takes a line without its line break.
    public mutating func take(_ line: UnsafeBufferPointer<UInt8>, at time: Duration) -> [Action] {
        if case .over = state { return [] }
        hear(at: time)
        guard !line.isEmpty else { return [] }
        do throws(FeedLineError) {
            return try take(try IRCMessage(line), at: time)
        } catch {
            return [.fault(error)]
        }
    }

    /// Does what is due at or before `time`.
    public mutating func advance(to time: Duration) -> [Action] {
        var events: [FeedEvent] = []
        adapter.advance(to: time, into: &events)
        var actions = events.map { Action.event($0) }
        if case .over = state { return actions }
        guard deadline <= time else { return actions }
        if isAsking {
            actions += end(.reconnect("the server is silent"))
        } else {
            isAsking = true
            deadline = time + Self.patience
            actions.append(.send("PING :giftty"))
        }
        return actions
    }

    private mutating func hear(at time: Duration) {
        isAsking = false
        deadline = time + Self.silence
    }

    private mutating func end(_ action: Action) -> [Action] {
        state = .over
        return [action]
    }

    private mutating func take(_ message: IRCMessage, at time: Duration) throws(FeedLineError) -> [Action] {
        switch message.command {
        case "PING": return [.send("PONG :\(message.parameters.last ?? "")")]
        case "PONG": return []
        case "001":
            state = .joining
            // It may have cut it short.
            if let given = message.parameters.first, !given.isEmpty, given != "*" { nick = given }
            return [.send("JOIN \(channel)")]
        case "433":
            // The nick is taken.
            nick = Self.nick(after: nick)
            return [.send("NICK \(nick)")]
        case "432": return end(.fail("the name \(nick) is not allowed there"))
        case "464": return end(.fail("the password is wrong"))
        case "465": return end(.fail(message.parameters.last ?? "banned"))
        case "403", "471", "473", "474", "475":
            return end(.fail("\(channel): \(message.parameters.last ?? "no such channel")"))
        case "RECONNECT": return end(.reconnect("the server asks for it"))
        case "ERROR":
            let reason = message.parameters.last ?? "the server closes the connection"
            let isRefusal = state == .registering && reason.lowercased().contains("password")
            return end(isRefusal ? .fail(reason) : .reconnect(reason))
        case "NOTICE":
            guard let reason = refusal(message) else { return [] }
            return end(.fail(reason))
        case "JOIN" where message.source == nick:
            state = .joined
            return [.joined]
        case "PART" where message.source == nick: return end(.reconnect("the channel was left"))
        default:
            var events: [FeedEvent] = []
            try adapter.take(message, arrival: time, into: &events)
            return events.map { .event($0) }
        }
    }

    /// Another nick, no longer where that can be: the next number behind it.
    private static func nick(after nick: String) -> String {
        let digits = nick.reversed().prefix { ("0"..."9").contains($0) }.count
        guard digits > 0, digits < 18, let number = Int(nick.suffix(digits)) else { return nick + "_" }
        let next = String(number + 1)
        return nick.dropLast(digits) + (next.count > digits ? "0" : next)
    }

    /// Why a notice says that there is no way in; nil where it says something else.
    private func refusal(_ message: IRCMessage) -> String? {
        let text = message.parameters.last ?? ""
        if ["msg_channel_suspended", "msg_banned"].contains(message.tag("msg-id")) { return text }
        guard case .registering = state else { return nil }
        let refusals = ["Login authentication failed", "Improperly formatted auth", "Login unsuccessful"]
        return refusals.contains { text.hasPrefix($0) } ? text : nil
    }
}
