import GiftFeed
public import Playback

/// When a connection is cut on purpose, as `disconnect=1/min` of ``FeedChaos`` says it: by chance from a seed, and
/// independently of each other.
///
/// Where there is a connection to cut, this takes the place of outages in which events are lost: what is lost then is what
/// nobody keeps for who is away.
public struct ConnectionCuts: Sendable {
    private let mean: Nanoseconds
    private var random: SeededRandom
    private var next: Int64?
    /// How many there were.
    public private(set) var count = 0

    /// Cuts with this mean distance, above 0; the same seed gives the same ones.
    public init(every mean: Nanoseconds, seed: UInt64) {
        self.mean = mean
        random = SeededRandom(seed: SeededRandom.mixed(seed ^ 5))
        next = random.wait(ofMean: mean)
    }

    /// When the next one is due; nil where that is beyond all time.
    public var nextDue: Duration? { next.map { .nanoseconds($0) } }

    /// Whether to cut now: at least one was due at or before `time`.
    public mutating func isDue(at time: Duration) -> Bool {
        let time = time.nanosecondsSinceStart
        guard let due = next, due <= time else { return false }
        // What is cut is cut: those that were missed meanwhile change nothing.
        next = random.wait(ofMean: mean).flatMap { wait in
            let (sum, overflow) = time.addingReportingOverflow(max(1, wait))
            return overflow ? nil : sum
        }
        count += 1
        return true
    }
}

extension SeededRandom {
    /// How long to wait for what happens at no particular time, so often in the mean: distances are exponential. Nil
    /// where that is beyond all time.
    mutating func wait(ofMean mean: Nanoseconds) -> Int64? {
        let wait = UInt64(mean).multipliedFullWidth(by: exponential())
        return wait.high < 1 << 31 ? Int64(wait.high << 32 | wait.low >> 32) : nil
    }
}
