import GiftFeed
import Playback

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

    /// A gift that has just come in.
    struct Banner: Equatable {
        let name: String
        let gift: String
        let sign: String
        var count: Int
        var streak: String?
        var until: Nanoseconds
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
    /// Gifts that came in within the last seconds, the newest last.
    private(set) var banners: [Banner] = []

    /// Lines that are kept: more than the tallest terminal shows.
    private static let mostLines = 200
    private static let mostBanners = 8
    private static let bannerLength: Nanoseconds = 4 * .second

    init(host: String, title: String, viewers: Int) {
        self.host = host
        self.title = title
        self.viewers = viewers
    }

    /// Takes what happened in the room at `time`; `sign` stands for a gift.
    mutating func note(_ event: FeedEvent.Kind, at time: Nanoseconds, sign: String) {
        switch event {
        case .chat(let message):
            add(.chat(name: message.from.name, text: message.text, isHost: message.from.name == host))
        case .join(let viewer):
            viewers += 1
            add(.joined(name: viewer.name))
        case .leave: viewers = max(0, viewers - 1)
        case .like(_, let count): likes += count
        case .gift(let gift): note(gift, at: time, sign: sign)
        // They change nothing that is on the screen.
        case .seen, .streakEnd, .batch, .retract: break
        }
    }

    private mutating func note(_ gift: GiftArrival, at time: Nanoseconds, sign: String) {
        let until = time + Self.bannerLength
        let count = gift.streak?.total ?? gift.count
        if let streak = gift.streak?.id, let index = banners.firstIndex(where: { $0.streak == streak }) {
            banners[index].count = count
            banners[index].until = until
        } else {
            banners.append(
                Banner(
                    name: gift.from.name, gift: gift.name, sign: sign, count: count, streak: gift.streak?.id,
                    until: until))
            if banners.count > Self.mostBanners { banners.removeFirst() }
            add(.gift(name: gift.from.name, gift: gift.name, count: count))
        }
    }

    /// Takes away what has been shown for long enough; whether there was something.
    mutating func forget(at time: Nanoseconds) -> Bool {
        let count = banners.count
        banners.removeAll { $0.until <= time }
        return banners.count != count
    }

    /// When a banner goes next.
    var nextDue: Nanoseconds? { banners.map(\.until).min() }

    private mutating func add(_ line: Line) {
        lines.append(line)
        // In one go now and then, as taking the first away moves all others.
        if lines.count > 2 * Self.mostLines { lines.removeFirst(Self.mostLines) }
    }
}
