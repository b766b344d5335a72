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
    /// What is said.
    var chat: Chat

    init(host: String, title: String, viewers: Int, signs: Signs, reducesMotion: Bool) {
        chat = Chat(signs: signs, reducesMotion: reducesMotion)
        self.host = host
        self.title = title
        self.viewers = viewers
    }

    /// Takes what happened in the room.
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
            chat.add(.gift(name: gift.from.name, gift: gift.name, count: gift.streak?.total ?? gift.count))
        // They change nothing that is on the screen.
        case .streakEnd, .batch, .retract: break
        }
    }
}
