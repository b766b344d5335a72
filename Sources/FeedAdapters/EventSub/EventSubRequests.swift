import GiftFeed
import Playback

/// What is asked of Twitch's API to be told a channel's events, and what it answers, without a connection.
/// - SeeAlso: Twitch API reference, "Get Users" and "Create EventSub Subscription".
public enum EventSubRequests {
    /// A kind of event to be told.
    public struct Subscription: Equatable, Sendable {
        /// Its name, such as `channel.cheer`.
        public let type: String
        /// Whether somebody is named as whom the events are read, as for chat.
        let namesReader: Bool

        /// The body of the request.
        /// - Parameters:
        ///   - session: the id that the WebSocket's welcome told.
        ///   - broadcaster: the id of whose channel it is.
        ///   - reader: the id of whose token it is.
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

    /// What tells of gifts, cheers and chat. Several tell of the same thing, as a token may allow one and not another.
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

    /// The id of the user that an answer to a question for users tells of; nil where it tells of none.
    public static func userID(in answer: [UInt8]) -> String? {
        tree(answer)?["data.0.id"]?.word
    }

    /// What an answer says is wrong, cut short and in one line; nil where it says nothing.
    public static func message(in answer: [UInt8]) -> String? {
        guard let text = tree(answer)?["message", "error"]?.word else { return nil }
        let plain = text.unicodeScalars.prefix(200).map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) }
        return String(plain)
    }

    private static func tree(_ answer: [UInt8]) -> JSONTree? {
        answer.withUnsafeBufferPointer { try? JSONTree($0) }
    }
}
