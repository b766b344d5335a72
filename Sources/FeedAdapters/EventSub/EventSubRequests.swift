import GiftFeed
import Playback

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
        let namesReader: Bool

        /// Returns the body of the subscription request.
        ///
        /// - Parameters:
        ///   - session: The session id from the welcome message of the WebSocket.
        ///   - broadcaster: The user id of the channel's owner.
        ///   - reader: The user id of the token's owner.
        public func body(session: String, broadcaster: String, reader: String) -> [UInt8] {
            let text = JSONText { body in
                body.add("type", type)
                body.add("version", "1")
                body.add("condition") { condition in
                    condition.add("broadcaster_user_id", broadcaster)
                    if namesReader { condition.add("user_id", reader) }
                }
                body.add("transport") { transport in
                    transport.add("method", "websocket")
                    transport.add("session_id", session)
                }
            }
            return Array(text.text.utf8)
        }
    }

    /// The subscriptions for gifts, cheers and chat. Several report the same thing, because a token may allow one and
    /// not another.
    public static let subscriptions = [
        Subscription(type: "channel.cheer", namesReader: false),
        Subscription(type: "channel.subscription.gift", namesReader: false),
        Subscription(type: "channel.subscribe", namesReader: false),
        Subscription(type: "channel.subscription.message", namesReader: false),
        Subscription(type: "channel.bits.use", namesReader: false),
        Subscription(type: "channel.chat.notification", namesReader: true),
        Subscription(type: "channel.chat.message", namesReader: true),
        Subscription(type: "channel.chat.message_delete", namesReader: true),
    ]

    /// Returns the id of the first user in a response; nil if it contains none.
    public static func userID(in answer: [UInt8]) -> String? {
        tree(answer)?["data.0.id"]?.word
    }

    /// Returns the error message in a response, in one short line; nil if it contains none.
    public static func message(in answer: [UInt8]) -> String? {
        guard let text = tree(answer)?["message", "error"]?.word else { return nil }
        return ServerReason.line(text, or: "no reason given")
    }

    private static func tree(_ answer: [UInt8]) -> JSONTree? {
        answer.withUnsafeBufferPointer { try? JSONTree($0) }
    }
}
