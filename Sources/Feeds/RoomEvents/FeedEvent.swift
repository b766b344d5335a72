/// An event in a room, with its time.
public struct FeedEvent: Sendable, Equatable {
    /// The time of the event since the start of the feed; 0 or more.
    public var at: Duration
    /// The kind of event, with its data.
    public var kind: Kind

    /// A kind of event, with its data.
    public enum Kind: Sendable, Equatable {
        /// A viewer writes a chat message.
        case chat(ChatMessage)
        /// A viewer enters the room.
        case join(Viewer)
        /// A viewer leaves the room.
        case leave(Viewer)
        /// A viewer sends `count` likes at once; 1 or more.
        case like(from: Viewer, count: Int)
        /// A viewer sends a gift.
        case gift(GiftArrival)
        /// A viewer has read the message with this id.
        case seen(by: Viewer, message: String)
        /// The streak with this id ends with a total of `total` gifts; 1 or more. The event adds no gift.
        case streakEnd(id: String, total: Int)
        /// `total` gifts belong to one batch. The event adds no gift; the gifts name this id as their batch.
        case batch(id: String, total: Int)
        /// The platform withdraws the gift or message with this id.
        case retract(id: String)
    }

    /// Creates an event of a kind at a time.
    public init(at: Duration, kind: Kind) {
        self.at = at
        self.kind = kind
    }
}

/// A viewer of a room.
public struct Viewer: Sendable, Hashable {
    /// The id that distinguishes viewers with the same name. A viewer has the same id in the whole feed.
    public var id: String
    /// The display name; any text.
    public var name: String

    /// The placeholder for a viewer whose id and name are unknown.
    public static let unknown = Viewer(id: "", name: "somebody")

    /// Creates a viewer with an id and a name.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A chat message.
public struct ChatMessage: Sendable, Equatable {
    /// The id of the message, unique in its feed.
    public var id: String
    /// The author.
    public var from: Viewer
    /// The text, in one line.
    public var text: String

    /// Creates a message.
    public init(id: String, from: Viewer, text: String) {
        self.id = id
        self.from = from
        self.text = text
    }
}

/// A gift as a feed reports it.
public struct GiftArrival: Sendable, Equatable {
    /// The id of the event. If the same id arrives twice, both events report the same gift.
    public var id: String
    /// The id of the gift kind in the catalogue, such as `rocket`.
    public var gift: String
    /// The display name of the gift kind, such as `Rocket`.
    public var name: String
    /// The sender.
    public var from: Viewer
    /// The number of gifts sent at once; 1 or more.
    public var count: Int
    /// The price of one gift, in coins; 0 or more.
    public var value: Int
    /// The gift's position in its streak; nil if it belongs to none.
    public var streak: Streak?
    /// The id of the gift's batch, such as one present for many viewers; nil if it belongs to none.
    public var batch: String?

    /// A position in a streak: a series of gifts of one kind by one sender.
    public struct Streak: Sendable, Equatable {
        /// The id of the streak, the same for all of its gifts.
        public var id: String
        /// The number of gifts in this streak up to and including this one; 1 or more.
        public var total: Int
        /// Whether the streak ends with this gift.
        public var isFinal: Bool

        /// Creates a position in the streak `id`.
        public init(id: String, total: Int, isFinal: Bool) {
            self.id = id
            self.total = total
            self.isFinal = isFinal
        }
    }

    /// Creates a gift of a kind from a sender.
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
