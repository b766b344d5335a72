import JSON
public import RoomEvents

/// An adapter for the commands of Bilibili live and its open platform, one JSON object per line.
///
/// `SEND_GIFT` contains one gift, `SEND_GIFT_V2` a list of gifts; the gifts of a combo have a growing total.
/// `COMBO_SEND` contains the final total of a combo: it ends the combo and supplies lost gifts. Without it, a combo
/// ends when it disappears from the screen. Up to three commands announce a rank in the fleet, and only the first one
/// counts. Values are in batteries; 10 batteries are worth 1 yuan. Gifts that are paid in silver have the value 0.
public struct BilibiliAdapter: PlatformAdapter {
    /// The time that a combo stays on the screen if the message does not contain it, in seconds.
    static let defaultComboSeconds = 5
    /// The allowance for network delays, in nanoseconds.
    static let networkAllowance: Int64 = 5_000_000_000

    let map: GiftMap
    var history: MessageHistory<StreakTracker>
    var duplicateFilter = DuplicateFilter()

    /// Creates an adapter.
    ///
    /// - Parameters:
    ///   - map: The map from the platform's gifts to gift kinds.
    ///   - stream: The number of the writer, if there are several. It makes generated ids different for different
    ///     writers.
    public init(map: GiftMap, stream: Int = 0) {
        self.map = map
        history = MessageHistory(stream: stream)
    }

    /// Parses a command.
    public mutating func parse(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        let message = try JSONValue(line: line)
        for message in message.array ?? [message] { try parse(message, arrival: arrival, into: &events) }
    }

    private mutating func parse(
        _ message: JSONValue, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        let unpacked = try BilibiliContents(message)
        var failure = unpacked.contentError
        for content in unpacked.contents {
            do throws(FeedLineError) {
                try parse(unpacked.command, message, content, arrival: arrival, into: &events)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private mutating func parse(
        _ command: String, _ message: JSONValue, _ content: JSONValue, arrival: Duration?,
        into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        let date =
            message["send_time"]?.nanoseconds(unit: 1_000_000)
            ?? content["timestamp", "start_time", "ts", "guard_info.start_time"]?.nanoseconds(unit: 1_000_000_000)
            ?? message["info.0.4"]?.nanoseconds(unit: 1_000_000)
        let at = try history.begin(date: date, arrival: arrival, into: &events)
        let id = Self.id(of: command, message, content)
        guard history.isNew(id.map { "\(command)/\($0)" }) else { return }
        let kinds = try kinds(of: command, message, content, id: id ?? "", at: at)
        history.append(kinds, at: at, to: &events)
    }

    /// Returns the id that distinguishes a message from all others and with which it can be withdrawn; nil if it has
    /// none.
    private static func id(of command: String, _ message: JSONValue, _ content: JSONValue) -> String? {
        func known(_ path: String) -> String? { content[path]?.nonEmptyString.flatMap { $0 == "0" ? nil : $0 } }
        switch command {
        // The command that deletes a super chat refers to `message_id`, not to the message's own id.
        case "LIVE_OPEN_PLATFORM_SUPER_CHAT": return known("message_id") ?? known("msg_id")
        case "USER_TOAST_MSG", "USER_TOAST_MSG_V2":
            return known("payflow_id") ?? known("pay_info.payflow_id") ?? message["msg_id"]?.nonEmptyString
        default:
            return ["tid", "rnd", "msg_id", "message_id", "id"].lazy.compactMap { known($0) }.first
                ?? message["msg_id"]?.nonEmptyString
                ?? message["info.0.5"]?.nonEmptyString.map { "\($0)/\(author(of: message).id)" }
        }
    }

    private mutating func kinds(
        of name: String, _ message: JSONValue, _ content: JSONValue, id: String, at time: Int64
    ) throws(FeedLineError) -> [FeedEvent.Kind] {
        switch name {
        case "SEND_GIFT", "LIVE_OPEN_PLATFORM_SEND_GIFT": return try gift(content, id: id, at: time)
        case "COMBO_SEND": return combo(content, at: time)
        case "GUARD_BUY", "USER_TOAST_MSG", "USER_TOAST_MSG_V2", "LIVE_OPEN_PLATFORM_GUARD":
            return guardGift(content, id: id, from: name, at: time)
        case "SUPER_CHAT_MESSAGE", "LIVE_OPEN_PLATFORM_SUPER_CHAT": return superChat(content, id: id)
        case "SUPER_CHAT_MESSAGE_DELETE", "LIVE_OPEN_PLATFORM_SUPER_CHAT_DEL":
            return (content["ids", "message_ids"]?.array ?? []).compactMap {
                $0.nonEmptyString.map { .retract(id: $0) }
            }
        case "DANMU_MSG":
            guard let text = message["info.1"]?.nonEmptyString else { return [] }
            return [.chat(ChatMessage(id: id, from: Self.author(of: message), text: text))]
        case "LIVE_OPEN_PLATFORM_DM":
            guard let text = content["msg"]?.nonEmptyString else { return [] }
            return [.chat(ChatMessage(id: id, from: viewer(content), text: text))]
        // Other values of `msg_type` stand for follows, shares and likes.
        case "INTERACT_WORD": return content["msg_type"]?.integer == 1 ? [.join(viewer(content))] : []
        case "LIVE_OPEN_PLATFORM_LIVE_ROOM_ENTER": return [.join(viewer(content))]
        case "LIKE_INFO_V3_CLICK", "LIVE_OPEN_PLATFORM_LIKE":
            let count = content["like_count", "click_count"]?.integer ?? 1
            return [.like(from: viewer(content), count: min(max(count, 1), FeedLineAdapter.maxCount))]
        default: return []
        }
    }

    /// Returns the author of a chat message, whose data is in the list `info`.
    private static func author(of message: JSONValue) -> Viewer {
        viewer(
            id: message["info.2.0"]?.nonEmptyString, names: [message["info.2.1"], message["info.0.15.user.base.name"]])
    }

    func viewer(_ content: JSONValue) -> Viewer {
        let users = [content["user_info"], content["sender_uinfo"], content["uinfo"], content].compactMap { $0 }
        let ids = users.map { $0["uid"] } + users.map { $0["open_id"] }
        return Self.viewer(
            id: ids.lazy.compactMap { $0?.nonEmptyString }.first { $0 != "0" },
            names: users.map { $0["uname", "username", "base.name"] })
    }

    /// Returns a viewer with the first of these names.
    ///
    /// If the platform hides the users' identities, all have the id 0; then the name is the id.
    private static func viewer(id: String?, names: [JSONValue?]) -> Viewer {
        let name = names.lazy.compactMap { $0?.nonEmptyString }.first
        guard let either = (id == "0" ? nil : id) ?? name else { return .unknown }
        return Viewer(id: either, name: name ?? either)
    }
}
