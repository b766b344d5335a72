public import ExactNumbers

/// A gift with the data for its banner.
public struct BannerArrival: Hashable, Sendable {
    /// The identity of a streak: the same sender and the same kind.
    public struct Key: Hashable, Sendable {
        /// The sender's id.
        public var sender: String
        /// The gift kind.
        public var kind: String

        /// Creates the identity of a streak.
        public init(sender: String, kind: String) {
            self.sender = sender
            self.kind = kind
        }
    }

    /// The streak to which the gift belongs.
    public var key: Key
    /// The sender's name.
    public var sender: String
    /// The gift's name.
    public var gift: String
    /// The symbol of the gift in a line of text.
    public var symbol: String
    /// The value of one gift, 0 or more.
    public var value: Int64
    /// The count, 1 or more.
    public var count: Int
    /// The feed's own count of a streak, including this gift.
    public var streak: StreakPosition?

    /// The text of the banner instead of the default.
    public var text: String?
    /// The movements of the banner.
    public var movements: BannerMovements

    /// A position in a streak that the feed counts.
    public struct StreakPosition: Hashable, Sendable {
        /// The streak's id in the feed.
        public var id: String
        /// The number of gifts so far, 1 or more.
        public var total: Int

        /// Creates a position in a streak.
        public init(id: String, total: Int) {
            self.id = id
            self.total = total
        }
    }

    /// Creates a gift for a banner.
    public init(
        key: Key, sender: String, gift: String, symbol: String, value: Int64, count: Int = 1,
        streak: StreakPosition? = nil,
        text: String? = nil, movements: BannerMovements = BannerMovements()
    ) {
        self.key = key
        self.sender = sender
        self.gift = gift
        self.symbol = symbol
        self.value = value
        self.count = count
        self.streak = streak
        self.text = text
        self.movements = movements
    }
}

/// The rules by which banners share the lanes.
public struct BannerPolicy: Hashable, Sendable {
    /// The order of banners in lanes and of waiting ones.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        /// By total value, greatest first.
        case size
        /// By creation, earliest first.
        case arrival
    }

    /// The number of lanes, 0 or more; with 0, gifts are only counted.
    public var lanes: Int
    /// The time for which a banner stays after its last gift.
    public var stay: Nanoseconds
    /// The order of the banners.
    public var order: Order
    /// Whether banners take their positions at once and only fade.
    public var reducesMotion: Bool

    /// Creates a policy; lanes are clamped to 0 to 50, the stay to one second to one hour.
    public init(
        lanes: Int = 3, stay: Nanoseconds = 4 * .second, order: Order = .size, reducesMotion: Bool = false
    ) {
        self.lanes = min(max(0, lanes), 50)
        self.stay = min(max(.second, stay), 3_600 * .second)
        self.order = order
        self.reducesMotion = reducesMotion
    }
}
