public import ExactNumbers
import RoomEvents

/// The random times at which a connection is cut on purpose, for `disconnect=1/min` of ``FeedChaos``.
///
/// The cuts are independent of each other and follow from a seed. For a source with a connection, cuts replace the
/// simulated outages of ``FeedDisturbance``: the events that are lost are then those that the server does not keep for
/// absent clients.
public struct DisconnectSchedule: Sendable {
    private let mean: Nanoseconds
    private var random: SeededRandom
    private var nextTime: Int64?
    /// The number of cuts so far.
    public private(set) var count = 0

    /// Creates cuts with a mean interval of `mean` (above 0). The same seed produces the same cuts.
    public init(every mean: Nanoseconds, seed: UInt64) {
        self.mean = mean
        random = SeededRandom(seed: SeededRandom.mixed(seed ^ 5))
        nextTime = random.nextInterval(mean: mean)
    }

    /// The time of the next cut; `nil` if it exceeds the range of `Int64` nanoseconds.
    public var nextDue: Duration? { nextTime.map { .nanoseconds($0) } }

    /// Returns whether a cut was due at or before `time`, and if so, schedules the next one.
    public mutating func consumeDue(at time: Duration) -> Bool {
        let time = time.nanosecondsSinceStart
        guard let due = nextTime, due <= time else { return false }
        // A connection that is already cut cannot be cut again, so missed cuts are skipped.
        nextTime = random.nextInterval(mean: mean).flatMap { wait in
            let (sum, overflow) = time.addingReportingOverflow(max(1, wait))
            return overflow ? nil : sum
        }
        count += 1
        return true
    }
}

extension SeededRandom {
    /// Returns a random interval between two independent events, from an exponential distribution with this mean.
    ///
    /// - Returns: The interval; `nil` if it exceeds the range of `Int64` nanoseconds.
    mutating func nextInterval(mean: Nanoseconds) -> Int64? {
        let wait = UInt64(mean).multipliedFullWidth(by: nextExponential())
        return wait.high < 1 << 31 ? Int64(wait.high << 32 | wait.low >> 32) : nil
    }
}
