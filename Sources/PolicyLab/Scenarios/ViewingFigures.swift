public import ExactNumbers
package import Playback
import TerminalText

/// A range of prices. The price is the value of one gift, without its count.
public enum PriceTier: Int, CaseIterable, Comparable, Sendable {
    /// The tiers, each from ten times the one before it on.
    case free, ones, tens, hundreds, thousands

    /// Creates the tier of a price.
    public init(price: Int64) {
        switch price {
        case ..<1: self = .free
        case ..<10: self = .ones
        case ..<100: self = .tens
        case ..<1000: self = .hundreds
        default: self = .thousands
        }
    }

    /// The prices as text, such as `10-99`.
    public var label: String { ["0", "1-9", "10-99", "100-999", "1000+"][rawValue] }

    /// Compares two tiers by price.
    public static func < (left: PriceTier, right: PriceTier) -> Bool { left.rawValue < right.rawValue }
}

/// The one who dismissed a presentation.
public enum DismissalCause: String, CaseIterable, Sendable {
    /// The viewer, with the close key or button.
    case close
    /// The viewer, who cleared the stage.
    case clear
    /// The store, which withdrew the animation.
    case withdrawn

    /// Creates the cause of a presentation that ends as dismissed when this input is handled; `nil` if none does.
    package init?(of input: Input) {
        switch input {
        case .close: self = .close
        case .clear: self = .clear
        case .asset: self = .withdrawn
        case .arrival, .pause, .resume, .set, .speed, .scrub, .end: return nil
        }
    }

    /// The cause for people.
    package var label: String {
        switch self {
        case .close: "the viewer"
        case .clear: "clearing"
        case .withdrawn: "the store"
        }
    }
}

/// The number and the value of gifts that ended, and how many of them were seen less than each level.
public struct SeenTally: Hashable, Sendable {
    /// The shares of a presentation that count as levels, in millionths.
    public static let levels = [250_000, 500_000, 750_000, 1_000_000].map { Millionths($0) }

    /// The number of gifts.
    public internal(set) var gifts = 0
    /// Their value, price times count.
    public internal(set) var value: Int64 = 0
    /// The number of gifts that were seen less than each of ``levels``.
    public internal(set) var giftsBelow = SIMD4<Int>()
    /// Their value.
    public internal(set) var valueBelow = SIMD4<Int64>()

    /// Creates the tally of no gift.
    public init() {}

    /// The number and the value of the gifts of which less than half was seen.
    package var belowHalf: (gifts: Int, value: Int64) {
        let half = Self.levels.firstIndex(of: Millionths(500_000)) ?? 0
        return (giftsBelow[half], valueBelow[half])
    }

    /// Counts a gift of which this share was seen.
    public mutating func add(value worth: Int64, seen: Millionths) {
        gifts += 1
        value = value.addingSaturating(worth)
        for (level, share) in Self.levels.enumerated() where seen < share {
            giftsBelow[level] += 1
            valueBelow[level] = valueBelow[level].addingSaturating(worth)
        }
    }

    /// Adds the gifts of another tally.
    public mutating func merge(_ other: SeenTally) {
        gifts += other.gifts
        value = value.addingSaturating(other.value)
        giftsBelow &+= other.giftsBelow
        for level in 0..<4 { valueBelow[level] = valueBelow[level].addingSaturating(other.valueBelow[level]) }
    }
}

/// What the viewers saw of the gifts, whose gifts they were, and who ended them.
public struct ViewingFigures: Sendable {
    /// What one sender sent and what was seen of it.
    struct Sender: Sendable {
        /// The value, in millionths.
        var sent: Int128 = 0
        var seen: Int128 = 0
        var hasShown = false
        var tally = SeenTally()
    }

    /// All gifts.
    public private(set) var all = SeenTally()
    /// The gifts of each price tier.
    public private(set) var byTier: [PriceTier: SeenTally] = [:]
    /// The waiting times of the gifts that were shown, by price tier.
    public private(set) var waitingByTier: [PriceTier: Percentiles] = [:]
    /// The price tiers with gifts that ended or were shown.
    public var tiers: [PriceTier] { PriceTier.allCases.filter { byTier[$0] != nil || waitingByTier[$0] != nil } }
    /// The gifts of each kind; beyond ``maxNames`` kinds, those of the others are only in ``all``.
    public private(set) var byKind: [String: SeenTally] = [:]
    /// The number of dismissed presentations by who dismissed them.
    public private(set) var dismissals: [DismissalCause: Int] = [:]
    private var senders: [String: Sender] = [:]
    /// The value not seen, in millionths: of each gift, its value times the share that was not seen.
    private(set) var unseenMillionths: Int128 = 0
    /// The number of viewers of whom a gift was shown, in sessions that were merged into this one.
    private var mergedViewers = 0
    /// The fairness of the sessions that were merged, in millionths, and their number.
    private var mergedFairness: Int64 = 0
    private var mergedSessions = 0

    /// The maximum number of kinds and of senders that are counted each; a session with more is not a room.
    public static let maxNames = 10_000

    /// Creates figures of no gift.
    public init() {}

    /// Creates the figures of sessions that are over.
    init(
        all: SeenTally, byTier: [PriceTier: SeenTally], waitingByTier: [PriceTier: Percentiles],
        dismissals: [DismissalCause: Int], unseenMillionths: Int128, viewers: Int,
        fairness: (sum: Int64, sessions: Int)
    ) {
        self.all = all
        self.byTier = byTier
        self.waitingByTier = waitingByTier
        self.dismissals = dismissals
        self.unseenMillionths = unseenMillionths
        mergedViewers = viewers
        (mergedFairness, mergedSessions) = fairness
    }

    /// The gifts of each sender.
    public var bySender: [String: SeenTally] { senders.mapValues(\.tally).filter { $0.value.gifts > 0 } }

    /// The number of senders of whom a gift was shown; of several sessions their sum.
    public var viewers: Int { mergedViewers + senders.values.count { $0.hasShown } }

    /// The fairness between senders, from 0 to 1; `nil` if none sent anything of value. Of several sessions, their
    /// mean.
    ///
    /// It is Jain's index (Σx)² ÷ (n·Σx²) of the share x that was seen of the value that each of n senders sent: 1 if
    /// the same share of everyone's value was seen, 1 ÷ n if only one sender was seen at all.
    public var fairness: Millionths? {
        let (sum, sessions) = fairnessSum
        guard sessions > 0 else { return nil }
        return Millionths((2 * sum + Int64(sessions)) / (2 * Int64(sessions)))
    }

    /// The sum of the fairness of all sessions in millionths, and their number.
    var fairnessSum: (sum: Int64, sessions: Int) {
        (mergedFairness + (ownFairness ?? 0), mergedSessions + (ownFairness == nil ? 0 : 1))
    }

    private var ownFairness: Int64? {
        var (count, sum, squares) = (Int128(0), Int128(0), Int128(0))
        for sender in senders.values where sender.sent > 0 {
            let share = (sender.seen * 2_000_000 + sender.sent) / (2 * sender.sent)
            count += 1
            sum += share
            squares += share * share
        }
        guard count > 0 else { return nil }
        // Where nothing was seen of anyone, all are equal.
        guard squares > 0 else { return Millionths.one.count }
        let rounded = Int64((sum * sum * 2_000_000 + count * squares) / (2 * count * squares))
        return sum * sum == count * squares ? rounded : min(rounded, Millionths.one.count - 1)
    }

    /// The estimated size of what is counted by name, in bytes.
    var estimatedBytes: Int { (senders.count + byKind.count) * 350 }

    /// Returns the groups of gifts of the most value of which less than half was seen, with names that are safe to print.
    ///
    /// - Parameter count: The greatest number of groups.
    package static func leastSeen(_ groups: [String: SeenTally], _ count: Int) -> [(name: String, tally: SeenTally)] {
        let found = groups.filter { $0.value.belowHalf.gifts > 0 }
        return found.sorted { ($1.value.belowHalf.value, $0.key) < ($0.value.belowHalf.value, $1.key) }
            .prefix(count).map { ($0.key.terminalSafe(maxLength: 30), $0.value) }
    }

    // MARK: - Counting

    mutating func addWait(_ time: Nanoseconds, price: Int64, sender: String) {
        waitingByTier[PriceTier(price: price), default: Percentiles()].add(time)
        if senders[sender] != nil || senders.count < Self.maxNames {
            senders[sender, default: Sender()].hasShown = true
        }
    }

    /// Counts the end of a gift of which this share was seen.
    mutating func add(value: Int64, price: Int64, kind: String, sender: String, seen: Millionths) {
        unseenMillionths += Int128(value) * Int128(Millionths.one.count - seen.count)
        all.add(value: value, seen: seen)
        byTier[PriceTier(price: price), default: SeenTally()].add(value: value, seen: seen)
        if byKind[kind] != nil || byKind.count < Self.maxNames {
            byKind[kind, default: SeenTally()].add(value: value, seen: seen)
        }
        guard senders[sender] != nil || senders.count < Self.maxNames else { return }
        var person = senders[sender] ?? Sender()
        person.sent += Int128(value) * Int128(Millionths.one.count)
        person.seen += Int128(value) * Int128(seen.count)
        person.tally.add(value: value, seen: seen)
        senders[sender] = person
    }

    mutating func addDismissal(_ cause: DismissalCause) { dismissals[cause, default: 0] += 1 }

    mutating func merge(_ other: ViewingFigures) {
        all.merge(other.all)
        for (tier, tally) in other.byTier { byTier[tier, default: SeenTally()].merge(tally) }
        for (tier, times) in other.waitingByTier { waitingByTier[tier, default: Percentiles()].merge(times) }
        for (kind, tally) in other.byKind.sorted(by: { $0.key < $1.key })
        where byKind[kind] != nil || byKind.count < Self.maxNames {
            byKind[kind, default: SeenTally()].merge(tally)
        }
        dismissals.merge(other.dismissals, uniquingKeysWith: +)
        unseenMillionths += other.unseenMillionths
        // Senders of different sessions are different viewers, even of the same name.
        mergedViewers += other.viewers
        let (sum, sessions) = other.fairnessSum
        mergedFairness += sum
        mergedSessions += sessions
    }
}

/// How long the stage was empty.
struct StageTimes: Sendable {
    /// The session time with an empty stage.
    private(set) var empty: Nanoseconds = 0
    /// The longest of these times in one piece.
    private(set) var longestDrought: Nanoseconds = 0
    private var drought: Nanoseconds = 0

    init(empty: Nanoseconds = 0, longestDrought: Nanoseconds = 0) {
        self.empty = empty
        self.longestDrought = longestDrought
    }

    mutating func add(_ time: Nanoseconds, isEmpty: Bool) {
        guard isEmpty else { return }
        empty += time
        drought += time
        longestDrought = max(longestDrought, drought)
    }

    /// Notes that a presentation started.
    mutating func endDrought() { drought = 0 }

    mutating func merge(_ other: StageTimes) {
        empty = empty.addingSaturating(other.empty)
        longestDrought = max(longestDrought, other.longestDrought)
    }
}
