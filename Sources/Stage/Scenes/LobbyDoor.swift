import GiftFeed
import Playback

/// A room of the lobby as its door shows it.
///
/// It has a clock of its own, which runs while somebody is in the room or looks at the lobby.
struct LobbyDoor {
    /// What is seen of a room without going in.
    struct Figures: Equatable {
        var viewers: Int
        var likes = 0
        /// What was said last.
        var words: (name: String, text: String)?
        /// The gift that was sent last, and when on the room's own clock.
        var gift: (kind: String, since: Nanoseconds)?

        static func == (one: Figures, other: Figures) -> Bool {
            one.viewers == other.viewers && one.likes == other.likes && one.words?.name == other.words?.name
                && one.words?.text == other.words?.text && one.gift?.kind == other.gift?.kind
                && one.gift?.since == other.gift?.since
        }
    }

    /// What recordings call it; empty for the room that the session began in.
    let id: String
    let host: String
    let title: String
    let mood: String
    private(set) var figures: Figures
    /// How far it has come.
    private(set) var clock: Nanoseconds = 0
    private var simulation: SimulatedRoom?
    private var coming: FeedEvent?

    /// Gifts in less than this after one another don't drive each other from the door's picture.
    private static let shortestLook: Nanoseconds = 1_500_000_000

    /// The room that the session began in, whose feed is not the lobby's.
    init(host: String, title: String, mood: String, viewers: Int) {
        id = ""
        self.host = host
        self.title = title
        self.mood = mood
        figures = Figures(viewers: viewers)
    }

    init(_ room: LobbyRoom) {
        id = room.id
        host = room.host
        title = room.title
        mood = room.mood
        figures = Figures(viewers: room.simulation.present.count)
        simulation = room.simulation
        coming = simulation?.next()
    }

    /// When something happens next on its own clock; nil where nothing does.
    var nextDue: Nanoseconds? { coming?.at.nanoseconds }

    /// The next event up to a time of its own clock, which it comes to; nil where there is none, and the clock has come to
    /// that time.
    mutating func next(upTo time: Nanoseconds) -> FeedEvent? {
        guard let event = coming, event.at.nanoseconds <= time else {
            clock = max(clock, time)
            return nil
        }
        coming = simulation?.next()
        clock = max(clock, event.at.nanoseconds)
        note(event.kind)
        return event
    }

    /// Shows what was seen inside.
    mutating func note(viewers: Int, likes: Int) {
        figures.viewers = viewers
        figures.likes = likes
    }

    private mutating func note(_ event: FeedEvent.Kind) {
        switch event {
        case .chat(let message): figures.words = (message.from.name, message.text)
        case .join: figures.viewers += 1
        case .leave: figures.viewers = max(0, figures.viewers - 1)
        case .like(_, let count): figures.likes += count
        case .gift(let gift):
            if let shown = figures.gift, clock - shown.since < Self.shortestLook { return }
            figures.gift = (gift.gift, clock)
        case .seen, .streakEnd, .batch, .retract: break
        }
    }
}
