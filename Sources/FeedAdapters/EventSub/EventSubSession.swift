public import GiftFeed

/// The connections to Twitch EventSub without a socket: messages in, events and what to do out.
///
/// When the server moves, it gives an address to connect to. The old connection stays until the new one says welcome,
/// and messages of both count, so that nothing is lost.
public struct EventSubSession: Sendable {
    /// One of at most two connections.
    public enum Connection: Sendable {
        /// The one that messages come by.
        case current
        /// The one to the address that the server gave.
        case next
    }

    /// What the caller is to do.
    public enum Action: Equatable, Sendable {
        /// Subscribe over HTTP within ten seconds, with this session's id.
        case subscribe(session: String)
        /// Open the next connection, to this address.
        case connect(url: String)
        /// Close the current connection; the next one is the current one from now on.
        case replaceConnection
        /// This happened in the room.
        case event(FeedEvent)
        /// A message was wrong and is passed over.
        case fault(FeedLineError)
        /// A subscription was taken away; why.
        case revoked(subscription: String, status: String)
        /// Close all and connect anew, after a while; why.
        case reconnect(String)
    }

    private enum State: Equatable, Sendable {
        /// The connection is open, and the server has not said welcome.
        case opening
        /// Messages come.
        case welcome
        /// The server is moving; the next connection has not said welcome.
        case moving(until: Duration)
        /// A reconnect was given out; what comes now is passed over.
        case over
    }

    /// The server says welcome within so long, or the connection is given up.
    public static let patience: Duration = .seconds(10)
    /// The server keeps a connection for so long after it gave the address of another.
    public static let timeToMove: Duration = .seconds(30)
    /// What the network may add to the server's keepalive time.
    public static let slack: Duration = .seconds(2)

    private var adapter: EventSubAdapter
    private let allowsPlain: Bool
    private var state = State.over
    private var keepalive: Duration = .seconds(10)
    private var deadline: Duration = .zero

    /// A session; it begins with ``opened(at:)``.
    /// - Parameter allowsPlain: whether the server may send it to an address without encryption, as one on this machine
    ///   does.
    public init(map: GiftMap, allowsPlain: Bool = false) {
        self.allowsPlain = allowsPlain
        adapter = EventSubAdapter(map: map)
    }

    /// The first connection is open, or one anew.
    public mutating func opened(at time: Duration) {
        state = .opening
        deadline = time + Self.patience
    }

    /// When ``advance(to:)`` has something to do.
    public var nextDue: Duration? {
        let own: Duration? =
            switch state {
            case .over: nil
            case .moving(let until): until
            case .opening, .welcome: deadline
            }
        return [own, adapter.nextDue].compactMap { $0 }.min()
    }

    /// Takes a message of one of the connections.
    public mutating func take(_ text: String, from connection: Connection = .current, at time: Duration) -> [Action] {
        guard state != .over else { return [] }
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            do throws(FeedLineError) {
                return try take(try JSONTree(bytes), from: connection, at: time)
            } catch {
                return [.fault(error)]
            }
        }
    }

    /// One of the connections was closed, with a code where it had one.
    public mutating func closed(_ connection: Connection, code: UInt16?, at time: Duration) -> [Action] {
        switch (state, connection) {
        case (.over, _): return []
        // The server may close the old one as soon as the new one is there.
        case (.moving, .current): return []
        case (.moving, .next): return end("the new connection was closed\(Self.words(code))")
        default: return end("the connection was closed\(Self.words(code))")
        }
    }

    /// Does what is due at or before `time`.
    public mutating func advance(to time: Duration) -> [Action] {
        var events: [FeedEvent] = []
        adapter.advance(to: time, into: &events)
        let actions = events.map { Action.event($0) }
        switch state {
        case .moving(let until) where until <= time: return actions + end("the new connection said no welcome")
        case .opening where deadline <= time: return actions + end("the server said no welcome")
        case .welcome where deadline <= time: return actions + end("the server is silent")
        default: return actions
        }
    }

    private mutating func take(
        _ message: JSONTree, from connection: Connection, at time: Duration
    ) throws(FeedLineError) -> [Action] {
        if connection == .current { deadline = time + keepalive + Self.slack }
        switch message["metadata.message_type"]?.text {
        case "session_welcome": return try welcome(message, from: connection, at: time)
        case "session_keepalive": return []
        case "session_reconnect":
            guard let url = message["payload.session.reconnect_url"]?.word,
                url.hasPrefix("wss://") || allowsPlain && url.hasPrefix("ws://")
            else {
                throw FeedLineError(problem: "payload.session.reconnect_url: expected an address")
            }
            guard state == .welcome else { return [] }
            state = .moving(until: time + Self.timeToMove)
            return [.connect(url: url)]
        case "revocation":
            return [
                .revoked(
                    subscription: message["payload.subscription.type"]?.text ?? "",
                    status: message["payload.subscription.status"]?.text ?? "")
            ]
        default:
            var events: [FeedEvent] = []
            try adapter.take(message, arrival: time, into: &events)
            return events.map { .event($0) }
        }
    }

    private mutating func welcome(
        _ message: JSONTree, from connection: Connection, at time: Duration
    ) throws(FeedLineError) -> [Action] {
        guard let id = message["payload.session.id"]?.word else {
            throw FeedLineError(problem: "payload.session.id: expected a text")
        }
        if let seconds = message["payload.session.keepalive_timeout_seconds"]?.number {
            keepalive = .seconds(min(max(seconds, 1), 600))
        }
        deadline = time + keepalive + Self.slack
        switch (state, connection) {
        case (.moving, .next):
            state = .welcome
            return [.replaceConnection]
        case (.opening, .current):
            state = .welcome
            return [.subscribe(session: id)]
        default: return []
        }
    }

    private mutating func end(_ reason: String) -> [Action] {
        state = .over
        return [.reconnect(reason)]
    }

    /// What the code of a close means.
    private static func words(_ code: UInt16?) -> String {
        switch code {
        case nil, 1000?: ""
        case 4000?: ": internal server error"
        case 4001?: ": something was sent"
        case 4002?: ": a ping was not answered"
        case 4003?: ": nothing was subscribed to"
        case 4004?: ": it took too long to move"
        case 4005?: ": network time-out"
        case 4006?: ": network error"
        case 4007?: ": the address to move to is not valid"
        case let code?: ": code \(code)"
        }
    }
}
