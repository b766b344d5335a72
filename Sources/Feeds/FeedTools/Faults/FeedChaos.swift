public import ExactNumbers
public import PlayerSettings

/// The disturbances of a feed that the option `--chaos` sets.
///
///     duplicate=5%,reorder=200ms,drop=1%,burst=50@30s,disconnect=1/min
public struct FeedChaos: Sendable, Equatable {
    /// Many gifts at the same instant, repeated at a fixed interval.
    public struct Burst: Sendable, Equatable {
        /// The number of gifts, from 1 to ``FeedChaos/maxBurstGifts``.
        public var gifts: Int
        /// The interval between two bursts; above 0.
        public var interval: Nanoseconds

        /// Creates bursts of `gifts` gifts every `interval` nanoseconds.
        public init(gifts: Int, interval: Nanoseconds) {
            self.gifts = gifts
            self.interval = interval
        }
    }

    /// The probability that an event never arrives.
    public var dropProbability = Millionths(0)
    /// The probability that an event arrives a second time.
    ///
    /// The repetition comes up to 1 s later, or up to ``maxDelay`` later if that is longer.
    public var duplicateProbability = Millionths(0)
    /// The longest delay of an event. Each event gets a random delay, so that events overtake each other.
    public var maxDelay: Nanoseconds = 0
    /// Repetitions of recent gifts, as gifts with ids of their own, at the same instant.
    public var burst: Burst?
    /// The mean time from the end of an outage to the start of the next one. All events during an outage (1 to 5 s)
    /// are lost.
    ///
    /// For a source with a connection, this is the mean interval between ``DisconnectSchedule`` instead.
    public var meanDisconnectInterval: Nanoseconds?

    /// The largest number of gifts in one burst, since all of them are created at once.
    public static let maxBurstGifts = 100_000
    /// The longest permitted delay, 1 hour. Delayed events stay in memory, and a longer delay would amount to a loss.
    public static let maxReorderDelay: Nanoseconds = 3_600 * .second

    /// Creates a description without disturbances.
    public init() {}

    private static let names = ["duplicate", "reorder", "drop", "burst", "disconnect"]

    /// Parses the value of `--chaos`, a list of disturbances separated by commas.
    ///
    /// - Throws: `ConfigurationError` with what was expected and the option as its place.
    public init(_ text: String) throws(ConfigurationError) {
        func error(_ problem: String) -> ConfigurationError { ConfigurationError(.option("--chaos \(text)"), problem) }
        var seen: Set<String> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(sides[0])
            guard Self.names.contains(name) else { throw error(Suggestion.unknown("fault", name, among: Self.names)) }
            guard seen.insert(name).inserted else { throw error("\(name) is given twice") }
            let value = sides.count == 2 ? String(sides[1]) : ""
            guard set(name, value) else {
                throw error("\(name): expected \(Self.expected(name)), found \"\(value)\"")
            }
        }
    }

    private static func expected(_ name: String) -> String {
        switch name {
        case "duplicate", "drop": "\(Quantity.fractionForms), up to 1"
        case "reorder": "a time such as 200ms, up to 1h"
        case "burst": "a number of gifts and a distance such as 50@30s, up to \(maxBurstGifts) gifts"
        default: "a rate such as 1/min, 2/h or 1/30s"
        }
    }

    /// Sets one disturbance and returns whether `value` is valid for it.
    private mutating func set(_ name: String, _ value: String) -> Bool {
        switch name {
        case "duplicate": Self.probability(value).map { duplicateProbability = $0 } != nil
        case "drop": Self.probability(value).map { dropProbability = $0 } != nil
        case "reorder":
            Nanoseconds(durationText: value).flatMap { $0 <= Self.maxReorderDelay ? $0 : nil }.map { maxDelay = $0 }
                != nil
        case "burst": Self.burst(value).map { burst = $0 } != nil
        default: Self.interval(value).map { meanDisconnectInterval = $0 } != nil
        }
    }

    private static func probability(_ text: String) -> Millionths? {
        guard let share = try? Quantity.fraction(text), share <= .one else { return nil }
        return share
    }

    private static func burst(_ text: String) -> Burst? {
        let sides = text.split(separator: "@", omittingEmptySubsequences: false)
        guard sides.count == 2, let gifts = Int(sides[0]), (1...maxBurstGifts).contains(gifts),
            let every = Nanoseconds(durationText: String(sides[1])), every >= 1_000_000
        else { return nil }
        return Burst(gifts: gifts, interval: every)
    }

    /// Parses a rate such as `1/min` and returns the mean interval.
    private static func interval(_ text: String) -> Nanoseconds? {
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2, let times = Int64(sides[0]), (1...1_000_000).contains(times) else { return nil }
        let unit: Nanoseconds? =
            switch sides[1] {
            case "s": .second
            case "min", "m": 60 * .second
            case "h": 3_600 * .second
            default: Nanoseconds(durationText: String(sides[1]))
            }
        guard let unit, unit / times >= 1_000_000 else { return nil }
        return unit / times
    }
}
