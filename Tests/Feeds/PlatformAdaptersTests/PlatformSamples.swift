import Foundation
import PlatformAdapters
import RoomEvents
import TestSupport
import Testing

/// Real messages of platforms, which are not part of the project, and the expected meaning of each.
///
/// The expectation depends only on the type of the message and follows the documentation of the platform, not the code
/// under test.
struct PlatformSamples: CustomTestStringConvertible {
    /// The expected result of a message.
    enum Expectation: Equatable {
        /// Events of exactly these types, in any order.
        case events([String])
        /// No events.
        case nothing
        /// An error, because the line is damaged or is not a message; events before the damage count.
        case wrong
    }

    /// The folder of all samples.
    static let folder = ProjectFolder.root.deletingLastPathComponent().appending(path: "shared/feeds")
    static let exist = FileManager.default.fileExists(atPath: folder.path)

    let name: String
    let path: String
    let format: FeedFormat
    let expectation: @Sendable (String) -> Expectation

    var testDescription: String { name }

    static let all = [
        PlatformSamples(
            name: "Twitch chat", path: "real/twitch-irc/samples.txt", format: .twitchIRC,
            expectation: ChatExpectation.of),
        PlatformSamples(
            name: "EventSub, WebSocket", path: "real/eventsub/native.jsonl", format: .eventSub,
            expectation: NotificationExpectation.of),
        PlatformSamples(
            name: "EventSub, wrapped", path: "real/eventsub/wrapped.jsonl", format: .eventSub,
            expectation: NotificationExpectation.of),
        PlatformSamples(
            name: "EventSub, webhook", path: "real/eventsub/webhook-bodies.jsonl", format: .eventSub,
            expectation: NotificationExpectation.of),
        PlatformSamples(
            name: "TikTok", path: "real/tiktok/samples.jsonl", format: .tiktok, expectation: ConnectorExpectation.of),
        PlatformSamples(
            name: "Bilibili", path: "real/bilibili/samples.jsonl", format: .bilibili, expectation: CommandExpectation.of
        ),
    ]

    var lines: [String] {
        get throws { try Self.lines(of: path) }
    }

    static func lines(of path: String) throws -> [String] {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Returns the types of the events of one message, and whether the message is an error.
    func result(_ line: String) -> (events: [String], isNamed: Bool) {
        var adapter = format.adapter(map: AdapterTesting.map)
        var events: [FeedEvent] = []
        var isNamed = false
        do { try adapter.parse(line, arrival: .zero, into: &events) } catch { isNamed = true }
        adapter.finish(into: &events)
        return (events.map(\.kind.type), isNamed)
    }
}

extension FeedEvent.Kind {
    /// The type in the project's own format.
    var type: String {
        switch self {
        case .chat: "chat"
        case .join: "join"
        case .leave: "leave"
        case .like: "like"
        case .gift: "gift"
        case .seen: "seen"
        case .streakEnd: "streak"
        case .batch: "batch"
        case .retract: "retract"
        }
    }
}

/// A JSON value, read with Foundation's parser.
private struct JSONMembers {
    let value: Any?

    init(_ line: String) { value = try? JSONSerialization.jsonObject(with: Data(line.utf8)) }
    private init(value: Any?) { self.value = value }

    subscript(_ path: String) -> JSONMembers {
        path.split(separator: ".").reduce(self) { members, key in
            let inner = (members.value as? [String: Any])?[String(key)]
            return JSONMembers(value: inner is NSNull ? nil : inner)
        }
    }

    var text: String? { value as? String }
    var number: Int? { (value as? NSNumber)?.intValue ?? text.flatMap { Int($0) } }
    var list: [Any]? { value as? [Any] }
    var isTrue: Bool { !(text ?? "").trimmingCharacters(in: .whitespaces).isEmpty }
}

/// The expected meaning of lines of Twitch chat.
private enum ChatExpectation {
    static func of(_ line: String) -> PlatformSamples.Expectation {
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)[...]
        var tags: [String: String] = [:]
        if line.hasPrefix("@"), let first = words.popFirst() {
            for tag in first.dropFirst().split(separator: ";") {
                let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2, !parts[1].isEmpty { tags[String(parts[0])] = String(parts[1]) }
            }
        }
        if words.first?.hasPrefix(":") == true { words.removeFirst() }
        guard let command = words.popFirst(), command.allSatisfy({ $0.isLetter || $0.isNumber }) else { return .wrong }
        let says = words.count > 1 && !words.dropFirst().joined(separator: " ").drop { $0 == ":" }.isEmpty
        let chat = says ? ["chat"] : []
        let isOwn = tags["source-room-id"].map { $0 == tags["room-id"] } ?? true
        switch command {
        case "PRIVMSG": return .events((isOwn && (Int(tags["bits"] ?? "") ?? 0) > 0 ? ["gift"] : []) + chat)
        case "USERNOTICE":
            let pays: Set = [
                "sub", "resub", "subgift", "anonsubgift", "submysterygift", "anonsubmysterygift", "giftpaidupgrade",
                "anongiftpaidupgrade", "primepaidupgrade", "extendsub", "onetapgiftredeemed",
            ]
            let isPaid = isOwn && pays.contains(tags["msg-id"] ?? "") && tags["msg-param-was-gifted"] != "true"
            let events = (isPaid ? ["gift"] : []) + chat
            return events.isEmpty ? .nothing : .events(events)
        case "JOIN": return .events(["join"])
        case "PART", "QUIT": return .events(["leave"])
        case "CLEARMSG": return .events(["retract"])
        default: return .nothing
        }
    }
}

/// The expected meaning of EventSub messages.
private enum NotificationExpectation {
    static func of(_ line: String) -> PlatformSamples.Expectation {
        let message = JSONMembers(line)
        guard message.value != nil else { return .wrong }
        let body = message["metadata"].value == nil ? message : message["payload"]
        let event = body["event"]
        let gift = ["gift"]
        let chat = event["message.text"].isTrue || event["message"].isTrue ? ["chat"] : []
        let events: [String] =
            switch body["subscription.type"].text ?? message["metadata.subscription_type"].text {
            case "channel.cheer", "channel.bits.use": gift + chat
            case "channel.subscription.gift": gift
            case "channel.subscribe": event["is_gift"].number == 1 ? [] : gift
            case "channel.subscription.message": gift + chat
            case "channel.chat.message": (event["cheer.bits"].number == nil ? [] : gift) + chat
            case "channel.chat.message_delete": ["retract"]
            case "channel.chat.notification": (isPaid(event) ? gift : []) + chat
            default: []
            }
        return events.isEmpty ? .nothing : .events(events)
    }

    private static func isPaid(_ event: JSONMembers) -> Bool {
        switch event["notice_type"].text {
        case "sub", "sub_gift", "community_sub_gift", "gift_paid_upgrade", "prime_paid_upgrade": true
        case "resub": event["resub.is_gift"].number != 1
        default: false
        }
    }
}

/// The expected meaning of messages of connectors to TikTok.
private enum ConnectorExpectation {
    static func of(_ line: String) -> PlatformSamples.Expectation {
        let message = JSONMembers(line)
        if let first = message["messages"].list?.first, let data = try? JSONSerialization.data(withJSONObject: first) {
            return of(String(decoding: data, as: UTF8.self))
        }
        let content = message["data"]
        switch message["event"].text ?? message["type"].text {
        case "gift", "WebcastGiftMessage", "subscribe", "WebcastSubNotifyMessage": return .events(["gift"])
        case "chat", "WebcastChatMessage": return content["comment"].isTrue ? .events(["chat"]) : .nothing
        case "member", "WebcastMemberMessage": return .events(["join"])
        case "like", "WebcastLikeMessage": return .events(["like"])
        case "WebcastImDeleteMessage":
            let ids = content["deleteMsgIdsList"].list ?? []
            return ids.isEmpty ? .nothing : .events(ids.map { _ in "retract" })
        case nil: return .wrong
        default: return .nothing
        }
    }
}

/// The expected meaning of Bilibili commands.
private enum CommandExpectation {
    static func of(_ line: String) -> PlatformSamples.Expectation {
        let message = JSONMembers(line)
        guard let command = message["cmd"].text else { return .wrong }
        let content = message["data"]
        // The collections replace omitted parts by dots and crosses.
        let isWhole = (content["pb"].text?.count ?? 100) > 20
        switch String(command.prefix { $0 != ":" }) {
        case "SEND_GIFT_V2" where isWhole, "SEND_GIFT", "LIVE_OPEN_PLATFORM_SEND_GIFT", "GUARD_BUY", "USER_TOAST_MSG",
            "USER_TOAST_MSG_V2", "LIVE_OPEN_PLATFORM_GUARD":
            return .events(["gift"])
        case "SEND_GIFT_V2",
            "INTERACT_WORD_V2" where !isWhole:
            return .wrong
        case "SUPER_CHAT_MESSAGE", "SUPER_CHAT_MESSAGE_JPN", "LIVE_OPEN_PLATFORM_SUPER_CHAT":
            return .events(["gift", "chat"])
        case "SUPER_CHAT_MESSAGE_DELETE", "LIVE_OPEN_PLATFORM_SUPER_CHAT_DEL":
            return .events((content["ids"].list ?? content["message_ids"].list ?? []).map { _ in "retract" })
        case "DANMU_MSG", "LIVE_OPEN_PLATFORM_DM": return .events(["chat"])
        case "INTERACT_WORD_V2": return .events(["join"])
        case "INTERACT_WORD": return content["msg_type"].number == 1 ? .events(["join"]) : .nothing
        case "LIKE_INFO_V3_CLICK", "LIVE_OPEN_PLATFORM_LIKE": return .events(["like"])
        default: return .nothing
        }
    }
}
