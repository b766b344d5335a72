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
        /// Somebody has sent so many of a gift, one after the other.
        case run(name: String, gift: String, count: Int)
        /// What somebody said or sent was taken back.
        case takenBack(name: String)

        /// Who said or sent it; nil where it is neither, or taken back already.
        var name: String? {
            switch self {
            case .chat(let name, _, _), .gift(let name, _, _), .run(let name, _, _): name
            case .joined, .takenBack: nil
            }
        }
    }

    /// Whose room it is.
    let host: String
    /// What it is about.
    let title: String
    /// People present.
    private(set) var viewers: Int
    /// Likes so far.
    private(set) var likes: Int
    /// What is said.
    var chat: Chat
    /// The runs of gifts that have begun and not ended: who sends what, and how many so far.
    private var runs: [String: (name: String, gift: String, total: Int)] = [:]

    /// Runs whose senders are remembered; more are never open at a time.
    private static let mostRuns = 1_000

    init(
        host: String, title: String, viewers: Int, likes: Int = 0, signs: Signs, own: String?, reducesMotion: Bool
    ) {
        chat = Chat(signs: signs, own: own, reducesMotion: reducesMotion)
        self.host = host
        self.title = title
        self.viewers = viewers
        self.likes = likes
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
            chat.add(
                .gift(name: gift.from.name, gift: gift.name, count: gift.streak?.total ?? gift.count),
                message: gift.id)
        case .streakEnd(let id, let total): endRun(id, total: total)
        case .retract(let id): chat.takeBack(id)
        // The gifts of a batch come for themselves.
        case .batch: break
        }
    }

    /// Takes note of a gift of a run, whether it is told by a line of its own or not.
    mutating func noteRun(of gift: GiftArrival) {
        guard let streak = gift.streak else { return }
        if runs.count >= Self.mostRuns, runs[streak.id] == nil { runs.removeAll(keepingCapacity: true) }
        runs[streak.id] = (gift.from.name, gift.name, streak.total)
        if streak.isFinal { endRun(streak.id, total: streak.total) }
    }

    /// Says how many a run had, which its first gift did not.
    private mutating func endRun(_ id: String, total: Int) {
        guard let run = runs.removeValue(forKey: id), case let total = max(total, run.total), total > 1 else { return }
        chat.add(.run(name: run.name, gift: run.gift, count: total))
    }
}
