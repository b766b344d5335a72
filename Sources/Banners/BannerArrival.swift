public import Playback

/// A gift as its banner is told of it.
public struct BannerArrival: Hashable, Sendable {
    /// What makes two gifts one streak: the same sender and the same kind.
    public struct Key: Hashable, Sendable {
        /// The sender's id.
        public var sender: String
        /// The kind of gift.
        public var kind: String

        /// A streak of this sender and kind.
        public init(sender: String, kind: String) {
            self.sender = sender
            self.kind = kind
        }
    }

    /// Whose streak of what it belongs to.
    public var key: Key
    /// The sender's name.
    public var sender: String
    /// The gift's name.
    public var gift: String
    /// A picture of the gift, for a line of text.
    public var sign: String
    /// The price of one, from 0 up.
    public var value: Int64
    /// How many at once; 1 or more.
    public var count: Int
    /// The run in which the feed counts, and how many were sent in it so far, this one too.
    public var run: Run?

    /// What its banner says instead of the usual words; a line of text.
    public var words: String?
    /// How its banner moves.
    public var movements: BannerMovements

    /// A place in a run that a feed counts.
    public struct Run: Hashable, Sendable {
        /// The run's id.
        public var id: String
        /// How many were sent so far; 1 or more.
        public var total: Int

        /// A place in a run.
        public init(id: String, total: Int) {
            self.id = id
            self.total = total
        }
    }

    /// A gift.
    public init(
        key: Key, sender: String, gift: String, sign: String, value: Int64, count: Int = 1, run: Run? = nil,
        words: String? = nil, movements: BannerMovements = BannerMovements()
    ) {
        self.key = key
        self.sender = sender
        self.gift = gift
        self.sign = sign
        self.value = value
        self.count = count
        self.run = run
        self.words = words
        self.movements = movements
    }
}

/// How banners share the room there is.
public struct BannerPolicy: Hashable, Sendable {
    /// Which banner has the first lane, and which one waiting comes next.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        /// The one of the greatest value.
        case size
        /// The one that came first.
        case arrival
    }

    /// How many banners are shown at once, from 0 up; with 0 gifts are only counted.
    public var lanes: Int
    /// How long a banner stays after its last gift.
    public var stay: Nanoseconds
    /// Who goes before whom.
    public var order: Order
    /// Whether banners stand where they belong at once, and only fade.
    public var reducesMotion: Bool

    /// A policy; there are 0 to 50 lanes, and banners stay for a second to an hour.
    public init(
        lanes: Int = 3, stay: Nanoseconds = 4 * .second, order: Order = .size, reducesMotion: Bool = false
    ) {
        self.lanes = min(max(0, lanes), 50)
        self.stay = min(max(.second, stay), 3_600 * .second)
        self.order = order
        self.reducesMotion = reducesMotion
    }
}
