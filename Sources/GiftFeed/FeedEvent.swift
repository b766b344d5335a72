/// Something that happened in a room, and when.
public struct FeedEvent: Sendable, Equatable {
    /// When it happened, counted from the start of the feed; 0 or more.
    public var at: Duration
    /// What happened.
    public var kind: Kind

    /// What can happen in a room.
    public enum Kind: Sendable, Equatable {
        /// Somebody says something.
        case chat(ChatMessage)
        /// Somebody comes in.
        case join(Viewer)
        /// Somebody goes.
        case leave(Viewer)
        /// Somebody likes the stream `count` times at once; 1 or more.
        case like(from: Viewer, count: Int)
        /// Somebody sends a gift.
        case gift(GiftArrival)
        /// Somebody has seen the message of this id.
        case seen(by: Viewer, message: String)
        /// The run of this id is over, with so many gifts in all; 1 or more. It brings no gift of its own.
        case streakEnd(id: String, total: Int)
        /// So many gifts belong together. It brings no gift of its own: those that do name it as their batch.
        case batch(id: String, total: Int)
        /// What has this id, a gift or a message, is taken back.
        case retract(id: String)
    }

    /// An event of this kind at this time.
    public init(at: Duration, kind: Kind) {
        self.at = at
        self.kind = kind
    }
}

/// Somebody in a room.
public struct Viewer: Sendable, Hashable {
    /// Tells people of the same name apart; the same person has the same id in the whole feed.
    public var id: String
    /// What others see; any text.
    public var name: String

    /// One of whom nothing is known.
    public static let somebody = Viewer(id: "", name: "somebody")

    /// A viewer of this id and name.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A line of chat.
public struct ChatMessage: Sendable, Equatable {
    /// The message's own id in its feed.
    public var id: String
    /// Who says it.
    public var from: Viewer
    /// What is said, in one line.
    public var text: String

    /// A message of this text.
    public init(id: String, from: Viewer, text: String) {
        self.id = id
        self.from = from
        self.text = text
    }
}

/// A gift as a feed tells of it.
public struct GiftArrival: Sendable, Equatable {
    /// The event's own id: the same id twice is the same gift told twice.
    public var id: String
    /// The kind of gift, as the catalogue calls it, such as `rocket`.
    public var gift: String
    /// The kind's name for people, such as `Rocket`.
    public var name: String
    /// Who sends it.
    public var from: Viewer
    /// How many at once; 1 or more.
    public var count: Int
    /// The price of one, in coins; 0 or more.
    public var value: Int
    /// The run of gifts it belongs to, if the sender sends several of a kind.
    public var streak: Streak?
    /// The id of the batch it is a part of, such as one present for many.
    public var batch: String?

    /// A place in a run of the same gift by the same sender.
    public struct Streak: Sendable, Equatable {
        /// The run's id, the same for all of its gifts.
        public var id: String
        /// How many were sent in this run up to and with this gift; 1 or more.
        public var total: Int
        /// Whether the run ends with this gift.
        public var isFinal: Bool

        /// A place in the run `id`.
        public init(id: String, total: Int, isFinal: Bool) {
            self.id = id
            self.total = total
            self.isFinal = isFinal
        }
    }

    /// A gift of this kind from this sender.
    public init(
        id: String, gift: String, name: String, from: Viewer, count: Int = 1, value: Int, streak: Streak? = nil,
        batch: String? = nil
    ) {
        self.id = id
        self.gift = gift
        self.name = name
        self.from = from
        self.count = count
        self.value = value
        self.streak = streak
        self.batch = batch
    }
}
