public import RoomEvents

/// The protocol state of a connection to Twitch chat, without a socket: it receives lines and returns events and lines
/// to send.
///
///     for line in session.start(at: now) { socket.send(line) }
///     for action in session.receive(line, at: now) { … }
///     for action in session.advance(to: now) { … }
public struct TwitchChatSession: Sendable {
    /// An action for the caller.
    public enum Action: Equatable, Sendable {
        /// Send this line, followed by a carriage return and a line feed.
        case send(String)
        /// The session has joined the channel; earlier connection problems are over.
        case joined
        /// An event happened in the room.
        case event(FeedEvent)
        /// A line was faulty and was ignored.
        case fault(FeedLineError)
        /// Connect again after a delay, for this reason.
        case reconnect(String)
        /// Give up, because connecting again would not help, for this reason.
        case fail(String)
    }

    /// A variant of IRC.
    public enum Dialect: Sendable {
        /// Twitch's variant, with a token as the password and its own tags.
        case twitch
        /// Standard IRC, for any other server.
        case standard
    }

    private enum State: Sendable {
        /// The server's welcome has not arrived.
        case registering
        /// The welcome has arrived, and the session has requested to join the channel.
        case joining
        /// The session is in the channel and receives events.
        case joined
        /// The session has returned its last action and ignores later lines.
        case ended
    }

    /// The time without a line after which the session sends a ping. The server sends its own pings about every five
    /// minutes.
    public static let idleTimeout: Duration = .seconds(360)
    /// The time limit for the server's answer.
    public static let answerTimeout: Duration = .seconds(10)

    private let channel: String
    private var nick: String
    private let token: String?
    private let dialect: Dialect
    private var adapter: TwitchChatAdapter
    private var state = State.registering
    private var deadline: Duration = .zero
    private var isAwaitingPong = false

    /// Creates a session for a channel.
    ///
    /// - Parameters:
    ///   - channel: The channel's name, with or without `#`, in upper or lower case.
    ///   - nick: The login. Without a token, use `justinfan` and any number, with which the session can only read.
    ///   - token: An OAuth token without the prefix `oauth:`, or the password of another server.
    ///   - dialect: The variant of IRC that the server uses.
    ///   - map: The map from the platform's gifts to gift kinds.
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

    /// Starts the session, also after a reconnect.
    ///
    /// - Returns: The lines to send when the connection is open.
    public mutating func start(at time: Duration) -> [String] {
        state = .registering
        resetIdleTimer(at: time)
        switch dialect {
        case .twitch:
            return [
                "CAP REQ :twitch.tv/tags twitch.tv/commands twitch.tv/membership",
                "PASS \(token.map { "oauth:" + $0 } ?? "none")", "NICK \(nick)",
            ]
        case .standard:
            // One request for each capability, because a server that lacks one of several rejects the whole request.
            return (token.map { ["PASS :\($0)"] } ?? []) + [
                "CAP REQ :message-tags", "CAP REQ :server-time", "NICK \(nick)", "USER \(nick) 0 * :giftty", "CAP END",
            ]
        }
    }

    /// The time at which ``advance(to:)`` has work to do; nil if there is none.
    public var nextDue: Duration? {
        if case .ended = state { return adapter.nextDue }
        return [adapter.nextDue, deadline].compactMap { $0 }.min()
    }

    /// Handles a line without its line break and returns the resulting actions.
    public mutating func receive(_ line: UnsafeBufferPointer<UInt8>, at time: Duration) -> [Action] {
        if case .ended = state { return [] }
        resetIdleTimer(at: time)
        guard !line.isEmpty else { return [] }
        do throws(FeedLineError) {
            return try receive(try IRCMessage(line), at: time)
        } catch {
            return [.fault(error)]
        }
    }

    /// Performs the work that is due at or before `time` and returns the resulting actions.
    public mutating func advance(to time: Duration) -> [Action] {
        var events: [FeedEvent] = []
        adapter.advance(to: time, into: &events)
        var actions = events.map { Action.event($0) }
        if case .ended = state { return actions }
        guard deadline <= time else { return actions }
        if isAwaitingPong {
            actions += end(.reconnect("the server is silent"))
        } else {
            isAwaitingPong = true
            deadline = time + Self.answerTimeout
            actions.append(.send("PING :giftty"))
        }
        return actions
    }

    private mutating func resetIdleTimer(at time: Duration) {
        isAwaitingPong = false
        deadline = time + Self.idleTimeout
    }

    private mutating func end(_ action: Action) -> [Action] {
        state = .ended
        return [action]
    }

    private mutating func receive(_ message: IRCMessage, at time: Duration) throws(FeedLineError) -> [Action] {
        switch message.command {
        case "PING": return [.send("PONG :\(message.parameters.last ?? "")")]
        case "PONG": return []
        case "001":
            state = .joining
            // The server may have shortened the nick.
            if let given = message.parameters.first, Self.isNick(given) { nick = given }
            return [.send("JOIN \(channel)")]
        case "433":
            // 433: the nick is in use.
            nick = Self.alternativeNick(after: nick)
            return [.send("NICK \(nick)")]
        case "432":
            return end(.fail("the name \(ServerReason.line(nick, fallback: "without letters")) is not allowed there"))
        case "464": return end(.fail("the password is wrong"))
        case "465": return end(.fail(ServerReason.line(message.parameters.last, fallback: "banned")))
        case "403", "471", "473", "474", "475":
            let reason = ServerReason.line(message.parameters.last, fallback: "no such channel")
            return end(.fail("\(channel): \(reason)"))
        case "RECONNECT": return end(.reconnect("the server asks for it"))
        case "ERROR":
            let reason = ServerReason.line(message.parameters.last, fallback: "the server closes the connection")
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
            try adapter.parse(message, arrival: time, into: &events)
            return events.map { .event($0) }
        }
    }

    /// Whether the session accepts a nick from the server.
    ///
    /// It must not be `*`, which means "not known yet", and must be short, because the session sends it back.
    private static func isNick(_ name: String) -> Bool {
        !name.isEmpty && name != "*" && name.utf8.count <= maxNickLength
    }

    /// The longest nick, in bytes. Servers allow up to 30, Twitch 25.
    private static let maxNickLength = 64

    /// Returns another nick, if possible not longer: the next number instead of the one at its end.
    private static func alternativeNick(after nick: String) -> String {
        let digits = nick.reversed().prefix { ("0"..."9").contains($0) }.count
        guard digits > 0, digits < 18, let number = Int(nick.suffix(digits)) else { return nick + "_" }
        let next = String(number + 1)
        return nick.dropLast(digits) + (next.count > digits ? "0" : next)
    }

    /// Returns the reason for which a notice refuses access; nil if it does not.
    private func refusal(_ message: IRCMessage) -> String? {
        let text = message.parameters.last ?? ""
        if ["msg_channel_suspended", "msg_banned"].contains(message.tag("msg-id")) {
            return ServerReason.line(text, fallback: "the channel can't be entered")
        }
        guard case .registering = state else { return nil }
        let refusals = ["Login authentication failed", "Improperly formatted auth", "Login unsuccessful"]
        return refusals.contains { text.hasPrefix($0) } ? ServerReason.line(text, fallback: "refused") : nil
    }
}
