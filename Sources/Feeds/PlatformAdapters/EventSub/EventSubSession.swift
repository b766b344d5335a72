import JSON
public import RoomEvents

/// The protocol state of the connections to Twitch EventSub, without a socket: it receives messages and returns events
/// and actions.
///
/// When the server moves, it sends an address for a new connection. The old connection stays open until the server's
/// welcome on the new one. Messages of both connections count, so nothing is lost.
public struct EventSubSession: Sendable {
    /// One of at most two connections.
    public enum Connection: Sendable {
        /// The connection that delivers messages.
        case current
        /// The connection to the address that the server sent.
        case next
    }

    /// An action for the caller.
    public enum Action: Equatable, Sendable {
        /// Subscribe over HTTP within ten seconds, with this session id.
        case subscribe(session: String)
        /// Open the next connection, to this address.
        case connect(url: String)
        /// Close the current connection; the next connection becomes the current one.
        case replaceConnection
        /// An event happened in the room.
        case event(FeedEvent)
        /// A message was faulty and was ignored.
        case fault(FeedLineError)
        /// The server revoked a subscription, with this status as the reason.
        case revoked(subscription: String, status: String)
        /// Close all connections and connect again after a delay, for this reason.
        case reconnect(String)
    }

    private enum State: Equatable, Sendable {
        /// The connection is open, and the server's welcome has not arrived.
        case opening
        /// The welcome has arrived, and the server delivers messages.
        case welcome
        /// The server is moving, and its welcome on the next connection has not arrived.
        case moving(until: Duration)
        /// The session has returned `reconnect` and ignores later messages.
        case ended
    }

    /// The time limit for the server's welcome.
    public static let welcomeTimeout: Duration = .seconds(10)
    /// The time for which the server keeps the old connection after it sent the address of a new one.
    public static let moveTimeout: Duration = .seconds(30)
    /// The allowance for network delays, added to the server's keepalive time.
    public static let networkAllowance: Duration = .seconds(2)

    private var adapter: EventSubAdapter
    private let allowsUnencrypted: Bool
    private var state = State.ended
    private var keepalive: Duration = .seconds(10)
    private var deadline: Duration = .zero

    /// Creates a session, which begins with ``start(at:)``.
    ///
    /// - Parameters:
    ///   - map: The map from the platform's gifts to gift kinds.
    ///   - allowsUnencrypted: Whether the session accepts an unencrypted address from the server, for a server on the same
    ///     machine.
    public init(map: GiftMap, allowsUnencrypted: Bool = false) {
        self.allowsUnencrypted = allowsUnencrypted
        adapter = EventSubAdapter(map: map)
    }

    /// Starts the session; call it when the first connection, or a new one after a reconnect, is open.
    public mutating func start(at time: Duration) {
        state = .opening
        deadline = time + Self.welcomeTimeout
    }

    /// The time at which ``advance(to:)`` has work to do; nil if there is none.
    public var nextDue: Duration? {
        let own: Duration? =
            switch state {
            case .ended: nil
            case .moving(let until): until
            case .opening, .welcome: deadline
            }
        return [own, adapter.nextDue].compactMap { $0 }.min()
    }

    /// Handles a message of one of the connections and returns the resulting actions.
    public mutating func receive(_ text: String, from connection: Connection = .current, at time: Duration) -> [Action]
    {
        guard state != .ended else { return [] }
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            do throws(FeedLineError) {
                return try receive(try JSONValue(line: bytes), from: connection, at: time)
            } catch {
                return [.fault(error)]
            }
        }
    }

    /// Handles the end of a connection, with its close code if it has one.
    public mutating func handleClose(_ connection: Connection, code: UInt16?, at time: Duration) -> [Action] {
        switch (state, connection) {
        case (.ended, _): return []
        // The server may close the old connection as soon as the new one is open.
        case (.moving, .current): return []
        case (.moving, .next): return end("the new connection was closed\(Self.description(closeCode: code))")
        default: return end("the connection was closed\(Self.description(closeCode: code))")
        }
    }

    /// Performs the work that is due at or before `time` and returns the resulting actions.
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

    private mutating func receive(
        _ message: JSONValue, from connection: Connection, at time: Duration
    ) throws(FeedLineError) -> [Action] {
        if connection == .current { deadline = time + keepalive + Self.networkAllowance }
        switch message["metadata.message_type"]?.looseText {
        case "session_welcome": return try handleWelcome(message, from: connection, at: time)
        case "session_keepalive": return []
        case "session_reconnect":
            guard let url = message["payload.session.reconnect_url"]?.nonEmptyString,
                url.hasPrefix("wss://") || allowsUnencrypted && url.hasPrefix("ws://")
            else {
                throw FeedLineError(problem: "payload.session.reconnect_url: expected an address")
            }
            guard state == .welcome else { return [] }
            state = .moving(until: time + Self.moveTimeout)
            return [.connect(url: url)]
        case "revocation":
            return [
                .revoked(
                    subscription: message["payload.subscription.type"]?.looseText ?? "",
                    status: message["payload.subscription.status"]?.looseText ?? "")
            ]
        default:
            var events: [FeedEvent] = []
            try adapter.parse(message, arrival: time, into: &events)
            return events.map { .event($0) }
        }
    }

    private mutating func handleWelcome(
        _ message: JSONValue, from connection: Connection, at time: Duration
    ) throws(FeedLineError) -> [Action] {
        guard let id = message["payload.session.id"]?.nonEmptyString else {
            throw FeedLineError(problem: "payload.session.id: expected a text")
        }
        if let seconds = message["payload.session.keepalive_timeout_seconds"]?.integer {
            keepalive = .seconds(min(max(seconds, 1), 600))
        }
        deadline = time + keepalive + Self.networkAllowance
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
        state = .ended
        return [.reconnect(reason)]
    }

    /// Returns a description of a close code.
    private static func description(closeCode code: UInt16?) -> String {
        switch code {
        case nil, 1000?: ""
        case 4000?: ": internal server error"
        case 4001?: ": something was sent"
        case 4002?: ": a ping was not answered"
        case 4003?: ": nothing was subscribed to"
        case 4004?: ": it took too long to move"
        case 4005?: ": network time-out"
        case 4006?: ": network error"
        case 4007?: ": the reconnect address is not valid"
        case let code?: ": code \(code)"
        }
    }
}
