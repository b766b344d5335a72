import GiftFeed

/// What people in the room see of it beside the gifts.
struct RoomState {
    /// A line under the stream.
    enum Line: Equatable {
        /// Somebody says something.
        case chat(name: String, text: String, isHost: Bool)
        /// Somebody comes in.
        case joined(name: String)
        /// Somebody sends a gift.
        case gift(name: String, gift: String, count: Int)
    }

    /// Whose room it is.
    let host: String
    /// What it is about.
    let title: String
    /// People present.
    private(set) var viewers: Int
    /// Likes so far.
    private(set) var likes = 0
    /// The last lines, the newest last.
    private(set) var lines: [Line] = []

    /// Lines that are kept: more than the tallest terminal shows.
    private static let mostLines = 200

    init(host: String, title: String, viewers: Int) {
        self.host = host
        self.title = title
        self.viewers = viewers
    }

    /// Takes what happened in the room.
    mutating func note(_ event: FeedEvent.Kind) {
        switch event {
        case .chat(let message):
            add(.chat(name: message.from.name, text: message.text, isHost: message.from.name == host))
        case .join(let viewer):
            viewers += 1
            add(.joined(name: viewer.name))
        case .leave: viewers = max(0, viewers - 1)
        case .like(_, let count): likes += count
        case .gift(let gift):
            add(.gift(name: gift.from.name, gift: gift.name, count: gift.streak?.total ?? gift.count))
        // They change nothing that is on the screen.
        case .seen, .streakEnd, .batch, .retract: break
        }
    }

    private mutating func add(_ line: Line) {
        lines.append(line)
        // In one go now and then, as taking the first away moves all others.
        if lines.count > 2 * Self.mostLines { lines.removeFirst(Self.mostLines) }
    }
}
