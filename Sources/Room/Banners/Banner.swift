public import ExactNumbers

/// A line of text with a gift's sender, the gift and its count.
public struct Banner: Sendable {
    /// The banner's number, from 1, in order of creation.
    public let number: Int
    /// The gift with which the banner began.
    public let arrival: BannerArrival
    /// The number of gifts since the banner's creation.
    public private(set) var count: Int
    /// A note about the last gift that did not play on stage, such as its outcome.
    public internal(set) var note: String?
    /// The time at which it entered its lane, or began to wait for one.
    public internal(set) var enteredAt: Nanoseconds
    /// The time of the last growth of the count; `nil` before the first.
    public private(set) var grewAt: Nanoseconds?
    /// The time at which it leaves, or stops waiting, unless it grows.
    public internal(set) var expiresAt: Nanoseconds
    /// The time at which it began to leave; `nil` before.
    public internal(set) var exitStartedAt: Nanoseconds?
    /// The motion between lanes.
    var laneMotion = LaneMotion(lane: 0)
    /// The trajectories of entering, staying and leaving.
    let trajectories: BannerTrajectories
    private var streak: BannerArrival.StreakPosition?

    init(_ arrival: BannerArrival, number: Int, at time: Nanoseconds, expiresAt: Nanoseconds, reducesMotion: Bool) {
        self.number = number
        self.arrival = arrival
        trajectories = BannerTrajectories(arrival.movements, isReduced: reducesMotion)
        count = max(1, arrival.streak?.total ?? arrival.count)
        streak = arrival.streak
        enteredAt = time
        self.expiresAt = expiresAt
    }

    /// The total value of its gifts. Gifts without a value count as 1 each.
    public var totalValue: Int64 { max(1, arrival.value).multipliedSaturating(by: Int64(count)) }

    /// Adds gifts to the count.
    ///
    /// - Returns: Whether the count has grown; a feed can report late, or report gifts again that are already counted.
    mutating func grow(by next: BannerArrival, at time: Nanoseconds) -> Bool {
        var added = max(1, next.count)
        if let next = next.streak {
            let counted = streak?.id == next.id ? streak?.total ?? 0 : 0
            added = next.total - counted
            guard added > 0 else { return false }
            streak = next
        }
        count = count.addingSaturating(added)
        grewAt = time
        note = nil
        return true
    }
}
