public import GiftFeed

/// What a feed brought, counted event by event, in memory that depends on who and what is in it and not on its length.
public struct FeedFigures: Sendable {
    /// Somebody, or a kind, and what came of it.
    public struct Tally: Equatable, Sendable {
        /// The name.
        public var name: String
        /// Gifts, each of several at once counted.
        public var gifts = 0
        /// What they are worth together, in coins.
        public var value = 0
    }

    /// Runs of gifts.
    public struct Streaks: Equatable, Sendable {
        /// How many began.
        public var count = 0
        /// Gifts in all of them.
        public var gifts = 0
        /// How many were told to end.
        public var ended = 0
        /// The longest, in gifts, and whose it is: kind and sender.
        public var longest = 0
        /// The kind of the longest.
        public var longestGift = ""
        /// The sender of the longest.
        public var longestSender = ""
    }

    /// Events by their type, such as `chat`.
    public private(set) var events: [String: Int] = [:]
    /// Gifts, each of several at once counted.
    public private(set) var gifts = 0
    /// Events that bring gifts.
    public private(set) var arrivals = 0
    /// What all gifts are worth together, in coins.
    public private(set) var value = 0
    /// Gifts with an id that was there before, within the last 10 000.
    public private(set) var duplicates = 0
    /// Events that are earlier than the one before.
    public private(set) var late = 0
    /// The time of the last event.
    public private(set) var end: Duration = .zero
    /// Runs of gifts.
    public private(set) var streaks = Streaks()
    /// Gifts and their values over time.
    public private(set) var course = FeedCourse()
    private var senders: [String: Tally] = [:]
    private var kinds: [String: Tally] = [:]
    private var prices: [Int: Int] = [:]
    private var openStreaks: [String: Int] = [:]
    private var recent: Set<String> = []
    private var ring: [String] = []
    private var oldest = 0

    /// Senders, kinds and prices that are told apart; those of a feed that names ever new ones count as one.
    private static let mostNames = 200_000
    private static let mostRecent = 10_000
    private static let others = "(others)"

    /// Nothing yet.
    public init() {}

    /// All events.
    public var eventsInAll: Int { events.values.reduce(0, +) }

    /// How many different people sent gifts.
    public var senderCount: Int { senders.count }

    /// The senders, who gave most first.
    public func senders(_ count: Int) -> [Tally] { Self.first(count, of: senders) }

    /// The kinds, the one that brought most first.
    public func kinds(_ count: Int) -> [Tally] { Self.first(count, of: kinds) }

    /// The price that `share` of the gifts do not exceed, 0 where there are none; a share of 0.5 is the median.
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

    /// Counts an event.
    public mutating func add(_ event: FeedEvent) {
        events[event.kind.type, default: 0] += 1
        if event.at < end { late += 1 }
        end = max(end, event.at)
        switch event.kind {
        case .gift(let gift): add(gift, at: event.at)
        case .streakEnd(let id, _): if openStreaks.removeValue(forKey: id) != nil { streaks.ended += 1 }
        default: break
        }
    }

    private mutating func add(_ gift: GiftArrival, at time: Duration) {
        guard isNew(gift.id) else { return duplicates += 1 }
        let worth = gift.value.multipliedSaturating(by: gift.count)
        arrivals += 1
        gifts = gifts.addingSaturating(gift.count)
        value = value.addingSaturating(worth)
        Self.add(gift.from.id, gift.from.name, gift.count, worth, to: &senders)
        Self.add(gift.gift, gift.gift, gift.count, worth, to: &kinds)
        if prices.count < Self.mostNames || prices[gift.value] != nil {
            prices[gift.value] = (prices[gift.value] ?? 0).addingSaturating(gift.count)
        }
        course.add(gifts: gift.count, value: worth, at: time)
        if let streak = gift.streak { add(streak, of: gift) }
    }

    private mutating func add(_ streak: GiftArrival.Streak, of gift: GiftArrival) {
        if openStreaks.count >= Self.mostNames { openStreaks.removeAll() }
        if openStreaks.updateValue(streak.total, forKey: streak.id) == nil { streaks.count += 1 }
        streaks.gifts = streaks.gifts.addingSaturating(gift.count)
        if streak.total > streaks.longest {
            (streaks.longest, streaks.longestGift, streaks.longestSender) = (streak.total, gift.gift, gift.from.name)
        }
        if streak.isFinal {
            openStreaks[streak.id] = nil
            streaks.ended += 1
        }
    }

    private mutating func isNew(_ id: String) -> Bool {
        guard !id.isEmpty else { return true }
        guard recent.insert(id).inserted else { return false }
        if ring.count < Self.mostRecent {
            ring.append(id)
        } else {
            recent.remove(ring[oldest])
            ring[oldest] = id
            oldest = (oldest + 1) % Self.mostRecent
        }
        return true
    }

    private static func add(_ id: String, _ name: String, _ gifts: Int, _ value: Int, to tallies: inout [String: Tally])
    {
        let isKnown = tallies.count < mostNames || tallies[id] != nil
        let (key, name) = isKnown ? (id, name) : (others, others)
        var tally = tallies[key] ?? Tally(name: name)
        tally.gifts = tally.gifts.addingSaturating(gifts)
        tally.value = tally.value.addingSaturating(value)
        tallies[key] = tally
    }

    private static func first(_ count: Int, of tallies: [String: Tally]) -> [Tally] {
        Array(
            tallies.sorted { left, right in
                (right.value.value, right.value.gifts, left.key) < (left.value.value, left.value.gifts, right.key)
            }.prefix(count).map(\.value))
    }
}

extension Int {
    func addingSaturating(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    func multipliedSaturating(by other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
