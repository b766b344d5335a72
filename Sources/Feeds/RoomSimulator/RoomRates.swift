/// The mean intervals between the events of a simulated room, in nanoseconds; nil for events that never happen.
struct RoomRates: Sendable {
    let chat: Int64?
    let join: Int64?
    let leave: Int64?
    let like: Int64?
    /// Single gifts and first gifts of streaks.
    let gift: Int64?
    let burst: Int64?

    /// Computes the intervals from the rates of a profile.
    ///
    /// The profile's rate of gifts counts all gifts, so the initialiser subtracts the gifts that streaks and bursts
    /// add. If `giftsPerMinute` replaces the profile's rate, the rate of bursts changes in proportion.
    init(profile: RoomScript.Profile, giftsPerMinute: Double?) {
        chat = Self.meanInterval(profile.chatPerMinute)
        join = Self.meanInterval(profile.joinsPerMinute)
        leave = Self.meanInterval(profile.leavesPerMinute)
        like = Self.meanInterval(profile.likesPerMinute / max(1, Self.mean(profile.likesPerEvent)))

        let wanted = giftsPerMinute ?? profile.giftsPerMinute
        let scale = profile.giftsPerMinute > 0 ? wanted / profile.giftsPerMinute : 1
        let bursts = wanted > 0 ? profile.burst.perMinute * scale : 0
        let single = wanted - bursts * max(1, Self.mean(profile.burst.gifts))
        let inAll = 1 + profile.streak.probability * max(0, Self.mean(profile.streak.length) - 1)
        gift = Self.meanInterval(single / inAll)
        burst = Self.meanInterval(bursts)
    }

    private static func mean(_ range: ClosedRange<Int>) -> Double {
        (Double(range.lowerBound) + Double(range.upperBound)) / 2
    }

    /// Returns the mean interval for a rate. An event with a mean interval above 100 hours never happens; the shortest
    /// interval is 1 µs.
    private static func meanInterval(_ perMinute: Double) -> Int64? {
        let rarest = 1.0 / 6000
        guard perMinute >= rarest else { return nil }
        return Int64(max(1000, 60e9 / perMinute))
    }
}
