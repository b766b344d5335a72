import ExactNumbers
public import RoomEvents

/// Statistics of a feed, collected event by event.
///
/// The memory depends on the number of senders, kinds and prices in the feed and not on its length.
public struct FeedFigures: Sendable {
    /// The gifts of one sender or one gift kind.
    public struct Tally: Equatable, Sendable {
        /// The name of the sender or the kind.
        public var name: String
        /// The number of gifts, including the count of each event.
        public var gifts = 0
        /// The value of the gifts, in coins.
        public var value = 0
    }

    /// Statistics of the streaks.
    public struct Streaks: Equatable, Sendable {
        /// The number of streaks.
        public var count = 0
        /// The number of gifts in all streaks.
        public var gifts = 0
        /// The number of streaks whose end the feed reported.
        public var ended = 0
        /// The number of gifts in the longest streak.
        public var maxGifts = 0
        /// The gift kind of the longest streak.
        public var longestGift = ""
        /// The sender of the longest streak.
        public var longestSender = ""
    }

    /// The number of events by type, such as `chat`.
    public private(set) var events: [String: Int] = [:]
    /// The number of gifts, including the count of each event.
    public private(set) var gifts = 0
    /// The number of gift events.
    public private(set) var giftEvents = 0
    /// The value of all gifts, in coins.
    public private(set) var value = 0
    /// The number of gift events whose id occurred among the last 10,000 different ones.
    public private(set) var duplicates = 0
    /// The number of events with a time before that of an earlier event.
    public private(set) var lateEvents = 0
    /// The latest time of an event.
    public private(set) var end: Duration = .zero
    /// Statistics of the streaks.
    public private(set) var streaks = Streaks()
    /// The gifts and their values over time.
    public private(set) var timeSeries = GiftTimeSeries()
    private var senders: [String: Tally] = [:]
    private var kinds: [String: Tally] = [:]
    private var prices: [Int: Int] = [:]
    private var openStreaks: [String: Int] = [:]
    private var recentIDs = RecentIDs()

    /// The most senders, kinds or prices that are counted separately.
    ///
    /// Further senders and kinds are counted together as ``othersName``; further prices are not counted.
    private static let maxNames = 200_000
    private static let othersName = "(others)"

    /// Creates empty statistics.
    public init() {}

    /// The number of events of all types.
    public var totalEvents: Int { events.values.reduce(0, +) }

    /// The number of different senders of gifts.
    public var senderCount: Int { senders.count }

    /// Returns the `count` senders with the highest value, in descending order.
    public func topSenders(_ count: Int) -> [Tally] { Self.top(count, of: senders) }

    /// Returns the `count` gift kinds with the highest value, in descending order.
    public func topKinds(_ count: Int) -> [Tally] { Self.top(count, of: kinds) }

    /// Returns the price that `share` of the gifts do not exceed; 0 without gifts. A share of 0.5 yields the median.
    public func price(atShare share: Double) -> Int {
        let wanted = Int((Double(gifts) * min(max(share, 0), 1)).rounded(.up))
        var count = 0
        let sorted = prices.sorted { $0.key < $1.key }
        for (price, gifts) in sorted {
            count = count.addingSaturating(gifts)
            if count >= wanted { return price }
        }
        return sorted.last?.key ?? 0
    }

    /// Adds an event to the statistics.
    public mutating func add(_ event: FeedEvent) {
        events[event.kind.type, default: 0] += 1
        if event.at < end { lateEvents += 1 }
        end = max(end, event.at)
        switch event.kind {
        case .gift(let gift): add(gift, at: event.at)
        case .streakEnd(let id, _): if openStreaks.removeValue(forKey: id) != nil { streaks.ended += 1 }
        default: break
        }
    }

    private mutating func add(_ gift: GiftArrival, at time: Duration) {
        guard recentIDs.insert(gift.id) else { return duplicates += 1 }
        let worth = gift.value.multipliedSaturating(by: gift.count)
        giftEvents += 1
        gifts = gifts.addingSaturating(gift.count)
        value = value.addingSaturating(worth)
        Self.add(gift.from.id, gift.from.name, gift.count, worth, to: &senders)
        Self.add(gift.gift, gift.gift, gift.count, worth, to: &kinds)
        if prices.count < Self.maxNames || prices[gift.value] != nil {
            prices[gift.value] = (prices[gift.value] ?? 0).addingSaturating(gift.count)
        }
        timeSeries.add(gifts: gift.count, value: worth, at: time)
        if let streak = gift.streak { add(streak, of: gift) }
    }

    private mutating func add(_ streak: GiftArrival.Streak, of gift: GiftArrival) {
        if openStreaks.count >= Self.maxNames { openStreaks.removeAll() }
        if openStreaks.updateValue(streak.total, forKey: streak.id) == nil { streaks.count += 1 }
        streaks.gifts = streaks.gifts.addingSaturating(gift.count)
        if streak.total > streaks.maxGifts {
            (streaks.maxGifts, streaks.longestGift, streaks.longestSender) = (streak.total, gift.gift, gift.from.name)
        }
        if streak.isFinal {
            openStreaks[streak.id] = nil
            streaks.ended += 1
        }
    }

    private static func add(_ id: String, _ name: String, _ gifts: Int, _ value: Int, to tallies: inout [String: Tally])
    {
        let isKnown = tallies.count < maxNames || tallies[id] != nil
        let (key, name) = isKnown ? (id, name) : (othersName, othersName)
        var tally = tallies[key] ?? Tally(name: name)
        tally.gifts = tally.gifts.addingSaturating(gifts)
        tally.value = tally.value.addingSaturating(value)
        tallies[key] = tally
    }

    private static func top(_ count: Int, of tallies: [String: Tally]) -> [Tally] {
        Array(
            tallies.sorted { left, right in
                (right.value.value, right.value.gifts, left.key) < (left.value.value, left.value.gifts, right.key)
            }.prefix(count).map(\.value))
    }
}
