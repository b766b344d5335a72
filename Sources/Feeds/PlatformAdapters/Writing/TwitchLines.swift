import ExactNumbers
import JSON
import RoomEvents

/// A writer of events as lines of Twitch chat.
struct TwitchChatWriter: PlatformWriter {
    private static let channel = "#giftty"

    var openingLine: String {
        "@time=\(Timestamp(millisecondsSince1970: FeedWriter.start).textWithMilliseconds) :tmi.twitch.tv 001 giftty :Welcome"
    }

    mutating func lines(for kind: FeedEvent.Kind, at time: Int64) -> [String]? {
        switch kind {
        case .chat(let message):
            return [line("PRIVMSG", tags(message.id, message.from, time), from: message.from, text: message.text)]
        case .join(let viewer): return ["@tmi-sent-ts=\(time) :\(viewer.name) JOIN \(Self.channel)"]
        case .leave(let viewer): return ["@tmi-sent-ts=\(time) :\(viewer.name) PART \(Self.channel)"]
        case .retract(let id):
            return [
                "@target-msg-id=\(IRCMessage.escaped(id));tmi-sent-ts=\(time) :tmi.twitch.tv CLEARMSG \(Self.channel) :"
            ]
        case .gift(let gift):
            var tags = tags(gift.id, gift.from, time)
            guard let plan = TwitchGifts.plan(ofName: gift.name) else {
                tags["bits"] = String(gift.value)
                return [line("PRIVMSG", tags, from: gift.from, text: "")]
            }
            tags["login"] = login(of: gift.from)
            tags["msg-param-sub-plan"] = plan
            tags["msg-param-gift-months"] = String(gift.value / TwitchGifts.value(ofPlan: plan))
            if gift.count == 1 {
                tags["msg-id"] = "subgift"
            } else {
                tags["msg-id"] = "submysterygift"
                tags["msg-param-mass-gift-count"] = String(gift.count)
                tags["msg-param-community-gift-id"] = gift.id
            }
            return [line("USERNOTICE", tags, from: nil, text: "")]
        default: return nil
        }
    }

    private func tags(_ id: String, _ viewer: Viewer, _ time: Int64) -> [String: String] {
        if viewer == TwitchGifts.anonymous { return ["id": id, "tmi-sent-ts": String(time)] }
        return ["id": id, "user-id": viewer.id, "display-name": viewer.name, "tmi-sent-ts": String(time)]
    }

    private func line(_ command: String, _ tags: [String: String], from viewer: Viewer?, text: String) -> String {
        let tags = tags.sorted { $0.key < $1.key }.map { "\($0.key)=\(IRCMessage.escaped($0.value))" }
        let source = viewer.map { login(of: $0) }.map { "\($0)!\($0)@\($0).tmi.twitch.tv" } ?? "tmi.twitch.tv"
        return "@\(tags.joined(separator: ";")) :\(source) \(command) \(Self.channel)\(text.isEmpty ? "" : " :" + text)"
    }

    private func login(of viewer: Viewer) -> String {
        if viewer == TwitchGifts.anonymous { return "ananonymousgifter" }
        let login = GiftMap.slug(viewer.name).replacing("-", with: "_")
        return login
    }
}

/// A writer of events as messages of Twitch EventSub.
struct EventSubWriter: PlatformWriter {
    private var messageCount = 0

    var openingLine: String {
        envelope("session_welcome", id: "welcome", nil, FeedWriter.start) { payload in
            payload.add("session") { session in
                session.add("id", "giftty")
                session.add("status", "connected")
                session.add("keepalive_timeout_seconds", number: 10)
            }
        }
    }

    mutating func lines(for kind: FeedEvent.Kind, at time: Int64) -> [String]? {
        messageCount += 1
        let id = "giftty-\(messageCount)"
        switch kind {
        case .chat(let message):
            return [
                notification("channel.chat.message", id: id, time) { event in
                    event.add("message_id", message.id)
                    event.add(message.from, prefix: ("chatter_user_id", "chatter_user_name"))
                    event.add("message") { $0.add("text", message.text) }
                }
            ]
        case .retract(let target):
            return [
                notification("channel.chat.message_delete", id: id, time) { $0.add("message_id", target) }
            ]
        case .gift(let gift):
            let plan = TwitchGifts.plan(ofName: gift.name)
            return [
                notification(plan == nil ? "channel.cheer" : "channel.subscription.gift", id: gift.id, time) { event in
                    event.add("is_anonymous", flag: gift.from == TwitchGifts.anonymous)
                    event.add(gift.from, prefix: ("user_id", "user_name"))
                    if let plan {
                        event.add("tier", plan)
                        event.add("total", number: gift.count)
                    } else {
                        event.add("bits", number: gift.value)
                    }
                }
            ]
        default: return nil
        }
    }

    private func notification(
        _ type: String, id: String, _ time: Int64, _ fill: (inout [UInt8]) -> Void
    ) -> String {
        envelope("notification", id: id, type, time) { payload in
            payload.add("subscription") { $0.add("type", type) }
            payload.add("event", fill)
        }
    }

    private func envelope(
        _ type: String, id: String, _ subscription: String?, _ time: Int64, _ fill: (inout [UInt8]) -> Void
    ) -> String {
        jsonObject { message in
            message.add("metadata") { metadata in
                metadata.add("message_id", id)
                metadata.add("message_type", type)
                metadata.add("message_timestamp", Timestamp(millisecondsSince1970: time).textWithMilliseconds)
                if let subscription {
                    metadata.add("subscription_type", subscription)
                    metadata.add("subscription_version", "1")
                }
            }
            message.add("payload", fill)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func add(_ viewer: Viewer, prefix: (id: StaticString, name: StaticString)) {
        guard viewer != TwitchGifts.anonymous else { return }
        add(prefix.id, viewer.id)
        add(prefix.name, viewer.name)
    }
}
