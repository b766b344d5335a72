public import ExactNumbers
public import Playback
import RoomEvents

/// How often gifts of each kind arrive, learned from the arrivals of a session.
///
/// All counts are halved every ``halfLife``, so that what arrived two minutes ago counts a quarter or less: a room
/// whose mood changes is followed, while a kind that comes seldom is not forgotten at once, as in a window. Everything is
/// counted in whole numbers, so the same arrivals give the same rates on every machine.
public struct ArrivalRates: Sendable {
    /// The session time after which all counts are halved.
    public static let halfLife: Nanoseconds = 60 * .second
    /// The maximum number of kinds; arrivals of more kinds are learned as soon as one of these is forgotten.
    public static let maxKinds = 10_000

    /// The weight of an arrival.
    private static let unit = 1 << 20
    /// The weight below which a kind is forgotten, after ten half-lives without an arrival.
    private static let forgotten = 1 << 10

    /// What is known of a kind.
    struct Kind: Sendable {
        /// The latest arrival.
        var latest: Arrival
        var weight: Int
        /// The weight of the arrivals that had the sender of the arrival before.
        var repeatedWeight = 0
    }

    private(set) var kinds: [Kind] = []
    private var indices: [String: Int] = [:]
    /// The observed time before the last halving, halved as often as the counts.
    private var observedBefore: Nanoseconds = 0
    private var lastHalving: Nanoseconds

    /// Creates rates without any arrival.
    ///
    /// - Parameter start: The session time from which arrivals are observed.
    public init(from start: Nanoseconds = 0) { lastHalving = start }

    /// Learns an arrival.
    ///
    /// - Parameters:
    ///   - arrival: The arrival.
    ///   - time: Its session time, not before that of the arrival before.
    public mutating func record(_ arrival: Arrival, at time: Nanoseconds) {
        advance(to: time)
        if let index = indices[arrival.kind] {
            let isRepeated = kinds[index].latest.sender == arrival.sender
            kinds[index].latest = arrival
            kinds[index].weight += Self.unit
            if isRepeated { kinds[index].repeatedWeight += Self.unit }
        } else if kinds.count < Self.maxKinds {
            indices[arrival.kind] = kinds.count
            kinds.append(Kind(latest: arrival, weight: Self.unit))
        }
    }

    /// The number of arrivals that count, each with its weight.
    var arrivals: Double { Double(kinds.reduce(0) { $0 + $1.weight }) / Double(Self.unit) }

    /// Returns the observed time that counts at a session time, in nanoseconds.
    func observedTime(at time: Nanoseconds) -> Double { Double(observedBefore) + Double(max(0, time - lastHalving)) }

    /// Halves the counts as often as is due at a session time.
    mutating func advance(to time: Nanoseconds) {
        while time - lastHalving >= Self.halfLife {
            guard !kinds.isEmpty else {
                // Nothing is left to be halved, however long the session goes on.
                let intervals = (time - lastHalving) / Self.halfLife
                observedBefore = Self.halfLife
                lastHalving += intervals * Self.halfLife
                return
            }
            observedBefore = (observedBefore + Self.halfLife) / 2
            lastHalving += Self.halfLife
            for index in kinds.indices {
                kinds[index].weight /= 2
                kinds[index].repeatedWeight /= 2
            }
            if kinds.contains(where: { $0.weight < Self.forgotten }) {
                kinds.removeAll { $0.weight < Self.forgotten }
                indices = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1.latest.kind, $0) })
            }
        }
    }
}

/// The arrivals of one possible future, drawn from rates.
struct FutureArrivals {
    private let kinds: [ArrivalRates.Kind]
    /// The sums of the weights up to and with each kind.
    private let cumulativeWeights: [Int]
    /// The mean time between arrivals in this future, in nanoseconds; `nil` if nothing arrives.
    private var meanInterval: Double?
    private var random = SeededRandom(seed: 0)
    private var count = 0

    private let shape: Double
    private let time: Double

    /// The shape and the time of what is believed before any arrival: about one gift in two seconds, which a few
    /// arrivals outweigh.
    private static let prior = (shape: 0.5, time: 1e9)

    init(_ rates: ArrivalRates, at now: Nanoseconds) {
        kinds = rates.kinds
        var sum = 0
        cumulativeWeights = rates.kinds.map { kind in
            sum += kind.weight
            return sum
        }
        shape = rates.arrivals + Self.prior.shape
        time = rates.observedTime(at: now) + Self.prior.time
    }

    /// Begins another future.
    ///
    /// How often gifts arrive is not known exactly, above all at the beginning, so each future has a rate of its own,
    /// drawn from those that explain what was seen: a gamma distribution, by the approximation of Wilson and Hilferty.
    mutating func begin(_ future: Int, seed: UInt64) {
        random = SeededRandom(seed: SeededRandom.mixed(SeededRandom.mixed(seed) &+ UInt64(truncatingIfNeeded: future)))
        count = 0
        guard !kinds.isEmpty else { return meanInterval = nil }
        var normal = -6.0
        for _ in 0..<12 { normal += Double(random.next() >> 11) / Double(1 << 53) }
        let root = max(0, 1 - 1 / (9 * shape) + normal / (3 * shape.squareRoot()))
        let rate = shape / time * root * root * root
        meanInterval = rate > 0 ? 1 / rate : nil
    }

    /// Returns the time until the next arrival; `nil` if none comes within a day.
    mutating func nextInterval() -> Nanoseconds? {
        guard let meanInterval else { return nil }
        let interval = meanInterval * (Double(random.nextExponential()) / Double(1 << 32))
        return interval < 86_400e9 ? Nanoseconds(interval) : nil
    }

    /// Returns the next arrival.
    mutating func next() -> Arrival? {
        guard let total = cumulativeWeights.last else { return nil }
        let point = random.nextInt(below: total)
        var (low, high) = (0, kinds.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulativeWeights[middle] > point { high = middle } else { low = middle + 1 }
        }
        var arrival = kinds[low].latest
        arrival.eventID = nil
        if random.nextInt(below: kinds[low].weight) >= kinds[low].repeatedWeight {
            count += 1
            arrival.sender = "?\(count)"
        }
        return arrival
    }
}
