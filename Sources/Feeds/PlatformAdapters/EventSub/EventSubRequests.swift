import JSON
import RoomEvents

/// The requests to Twitch's API that subscribe to a channel's events, and the parsers of its responses, without a
/// connection.
///
/// - SeeAlso: Twitch API reference, "Get Users" and "Create EventSub Subscription".
public enum EventSubRequests {
    /// A subscription to one type of event.
    public struct Subscription: Equatable, Sendable {
        /// The subscription type, such as `channel.cheer`.
        public let type: String
        /// Whether the condition names the user who reads the events, as chat requires.
        let requiresReader: Bool

        /// Returns the body of the subscription request.
        ///
        /// - Parameters:
        ///   - session: The session id from the welcome message of the WebSocket.
        ///   - broadcaster: The user id of the channel's owner.
        ///   - reader: The user id of the token's owner.
        public func body(session: String, broadcaster: String, reader: String) -> [UInt8] {
            var json: [UInt8] = []
            json.appendObject { body in
                body.add("type", type)
                body.add("version", "1")
                body.add("condition") { condition in
                    condition.add("broadcaster_user_id", broadcaster)
                    if requiresReader { condition.add("user_id", reader) }
                }
                body.add("transport") { transport in
                    transport.add("method", "websocket")
                    transport.add("session_id", session)
                }
            }
            return json
        }
    }

    /// The subscriptions for gifts, cheers and chat. Several report the same thing, because a token may allow one and
    /// not another.
    public static let subscriptions = [
        Subscription(type: "channel.cheer", requiresReader: false),
        Subscription(type: "channel.subscription.gift", requiresReader: false),
        Subscription(type: "channel.subscribe", requiresReader: false),
        Subscription(type: "channel.subscription.message", requiresReader: false),
        Subscription(type: "channel.bits.use", requiresReader: false),
        Subscription(type: "channel.chat.notification", requiresReader: true),
        Subscription(type: "channel.chat.message", requiresReader: true),
        Subscription(type: "channel.chat.message_delete", requiresReader: true),
    ]

    /// Returns the id of the first user in a response; nil if it contains none.
    public static func userID(in answer: [UInt8]) -> String? {
        tree(answer)?["data.0.id"]?.nonEmptyString
    }

    /// Returns the error message in a response, in one short line; nil if it contains none.
    public static func message(in answer: [UInt8]) -> String? {
        guard let text = tree(answer)?["message", "error"]?.nonEmptyString else { return nil }
        return ServerReason.line(text, fallback: "no reason given")
    }

    private static func tree(_ answer: [UInt8]) -> JSONValue? {
        answer.withUnsafeBufferPointer { try? JSONValue(line: $0) }
    }
}
