import GiftFeed
import TerminalText

/// The visible state of a room besides the gifts.
struct RoomState {
    /// A line of the chat.
    enum Line: Equatable {
        /// A viewer sends a message.
        case chat(name: String, text: String, isHost: Bool)
        /// A viewer joins the room.
        case joined(name: String)
        /// A viewer sends a gift.
        case gift(name: String, gift: String, count: Int)
        /// The total of a streak that ended.
        case run(name: String, gift: String, count: Int)
        /// A viewer's message or gift was retracted.
        case takenBack(name: String)

        /// The author of a message or gift, or `nil` for other lines and for retracted ones.
        var name: String? {
            switch self {
            case .chat(let name, _, _), .gift(let name, _, _), .run(let name, _, _): name
            case .joined, .takenBack: nil
            }
        }
    }

    /// The name of the host.
    let host: String
    /// The title of the stream.
    let title: String
    /// The number of viewers.
    private(set) var viewers: Int
    /// The number of likes.
    private(set) var likes: Int
    /// The chat.
    var chat: Chat
    /// The open streaks by id: the sender, the gift and the total so far.
    private var runs: [String: (name: String, gift: String, total: Int)] = [:]

    /// The maximum number of open streaks that are stored; a new streak beyond it discards all stored ones.
    private static let mostRuns = 1_000

    init(
        host: String, title: String, viewers: Int, likes: Int = 0, signs: Signs, own: String?, reducesMotion: Bool
    ) {
        chat = Chat(signs: signs, own: own, reducesMotion: reducesMotion)
        self.host = host.cut(to: TextLengths.name)
        self.title = title.cut(to: TextLengths.title)
        self.viewers = viewers
        self.likes = likes
    }

    /// Updates the state with an event of the feed.
    mutating func note(_ event: FeedEvent.Kind) {
        switch event {
        case .chat(let message):
            chat.add(
                .chat(name: message.from.name, text: message.text, isHost: message.from.name == host),
                message: message.id)
        case .join(let viewer):
            viewers += 1
            chat.add(.joined(name: viewer.name))
        case .leave(let viewer):
            viewers = max(0, viewers - 1)
            chat.leave(viewer.id)
        case .seen(let viewer, let message): chat.read(viewer.id, name: viewer.name, upTo: message)
        case .like(_, let count): likes += count
        case .gift(let gift):
            chat.add(
                .gift(name: gift.from.name, gift: gift.name, count: gift.streak?.total ?? gift.count),
                message: gift.id)
        case .streakEnd(let id, let total): endRun(id, total: total)
        case .retract(let id): chat.takeBack(id)
        // The gifts of a batch arrive as events of their own.
        case .batch: break
        }
    }

    /// Updates the streak of a gift, whether or not the chat shows that gift.
    mutating func noteRun(of gift: GiftArrival) {
        guard let streak = gift.streak else { return }
        if runs.count >= Self.mostRuns, runs[streak.id] == nil { runs.removeAll(keepingCapacity: true) }
        runs[streak.id] = (gift.from.name, gift.name, streak.total)
        if streak.isFinal { endRun(streak.id, total: streak.total) }
    }

    /// Adds the total of a streak to the chat; the line of its first gift does not have it.
    private mutating func endRun(_ id: String, total: Int) {
        guard let run = runs.removeValue(forKey: id), case let total = max(total, run.total), total > 1 else { return }
        chat.add(.run(name: run.name, gift: run.gift, count: total))
    }
}
