public import GiftFeed

/// Makes events of the commands of Bilibili live and its open platform, one JSON object a line.
///
/// Each `SEND_GIFT` brings gifts, and those of a combo count up. `COMBO_SEND` says how many there were: it ends the
/// combo and brings what was lost on the way. Where it doesn't come, the combo is over when it has left the screen.
/// Values are in batteries, of which 10 are a yuan; what costs silver costs nothing.
public struct BilibiliAdapter: PlatformAdapter {
    /// A combo whose message doesn't say how long it stays is on the screen for so long.
    static let usualStay = 5
    /// What the network may add.
    static let slack: Int64 = 5_000_000_000

    let map: GiftMap
    var history: MessageHistory<OpenStreaks>

    /// An adapter that maps what is sent onto kinds of the catalogue.
    /// - Parameter stream: tells the feeds of several writers apart, so that no gift of one gets the id of another's.
    public init(map: GiftMap, stream: Int = 0) {
        self.map = map
        history = MessageHistory(stream: stream)
    }

    /// When a combo is over for want of more.
    public var nextDue: Duration? { history.nextDue }

    /// Ends the combos that are over at `time`.
    public mutating func advance(to time: Duration, into events: inout [FeedEvent]) {
        history.advance(to: time, into: &events)
    }

    /// Takes a command.
    public mutating func take(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        let message = try JSONTree(line)
        for message in message.elements ?? [message] { try take(message, arrival: arrival, into: &events) }
    }

    private mutating func take(
        _ message: JSONTree, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        guard let command = message["cmd"]?.text else { throw FeedLineError(problem: "cmd: expected a text") }
        // Some carry their version behind a colon.
        let name = String(command.prefix { $0 != ":" })
        let content = message["data"] ?? message
        let date =
            message["send_time"]?.moment(unit: 1_000_000)
            ?? content["timestamp", "start_time", "ts"]?.moment(unit: 1_000_000_000)
            ?? message["info.0.4"]?.moment(unit: 1_000_000)
        let at = try history.begin(date: date, arrival: arrival, into: &events)
        let id =
            content["tid", "rnd", "msg_id", "message_id", "id"]?.word ?? message["msg_id"]?.word
            ?? message["info.0.5"]?.word.map { "\($0)/\(message["info.2.0"]?.word ?? "")" }
        guard history.isNew(id.map { "\(name)/\($0)" }) else { return }
        let kinds = try kinds(of: name, message, content, id: id ?? "", at: at)
        history.append(kinds, at: at, to: &events)
    }

    private mutating func kinds(
        of name: String, _ message: JSONTree, _ content: JSONTree, id: String, at time: Int64
    ) throws(FeedLineError) -> [FeedEvent.Kind] {
        switch name {
        case "SEND_GIFT", "LIVE_OPEN_PLATFORM_SEND_GIFT": return try gift(content, id: id, at: time)
        case "SEND_GIFT_V2":
            // Its gifts are a message of protobuf, whose fields nobody has written down.
            throw FeedLineError(problem: "cmd: gifts in SEND_GIFT_V2 cannot be read; expected SEND_GIFT")
        case "COMBO_SEND": return combo(content, at: time)
        case "GUARD_BUY", "LIVE_OPEN_PLATFORM_GUARD": return guardship(content, id: id)
        case "SUPER_CHAT_MESSAGE", "LIVE_OPEN_PLATFORM_SUPER_CHAT": return superChat(content, id: id)
        case "SUPER_CHAT_MESSAGE_DELETE", "LIVE_OPEN_PLATFORM_SUPER_CHAT_DEL":
            return (content["ids", "message_ids"]?.elements ?? []).compactMap { $0.word.map { .retract(id: $0) } }
        case "DANMU_MSG":
            guard let text = message["info.1"]?.word else { return [] }
            let viewer = Viewer(id: message["info.2.0"]?.word ?? "", name: message["info.2.1"]?.word ?? "")
            return [.chat(ChatMessage(id: id, from: viewer, text: text))]
        case "LIVE_OPEN_PLATFORM_DM":
            guard let text = content["msg"]?.word else { return [] }
            return [.chat(ChatMessage(id: id, from: viewer(content), text: text))]
        case "INTERACT_WORD": return content["msg_type"]?.number == 1 ? [.join(viewer(content))] : []
        case "LIVE_OPEN_PLATFORM_LIVE_ROOM_ENTER": return [.join(viewer(content))]
        case "LIKE_INFO_V3_CLICK", "LIVE_OPEN_PLATFORM_LIKE":
            let count = content["like_count", "click_count"]?.number ?? 1
            return [.like(from: viewer(content), count: min(max(count, 1), FeedLineAdapter.greatestCount))]
        default: return []
        }
    }

    func viewer(_ content: JSONTree) -> Viewer {
        let user = content["user_info"] ?? content
        let name = user["uname", "username"]?.word ?? content["uname", "username"]?.word
        // Where names are hidden, all have the id 0.
        let id = [user["uid"]?.word, content["uid"]?.word].compactMap { $0 == "0" ? nil : $0 }.first
        guard let either = id ?? user["open_id"]?.word ?? content["open_id"]?.word ?? name else { return .somebody }
        return Viewer(id: either, name: name ?? either)
    }
}
