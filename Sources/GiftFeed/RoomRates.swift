/// The mean waits of what happens in a room, in nanoseconds; nil for what never does.
struct RoomRates: Sendable {
    let chat: Int64?
    let join: Int64?
    let leave: Int64?
    let like: Int64?
    /// Gifts that come for themselves or open a streak.
    let gift: Int64?
    let burst: Int64?

    /// The rate of gifts is that of all of them, so what streaks and bursts bring is taken off first; with a rate of
    /// gifts from outside, bursts come more or less often in proportion.
    init(profile: RoomScript.Profile, giftsPerMinute: Double?) {
        chat = Self.wait(profile.chatPerMinute)
        join = Self.wait(profile.joinsPerMinute)
        leave = Self.wait(profile.leavesPerMinute)
        like = Self.wait(profile.likesPerMinute / max(1, Self.mean(profile.likesAtOnce)))

        let wanted = giftsPerMinute ?? profile.giftsPerMinute
        let scale = profile.giftsPerMinute > 0 ? wanted / profile.giftsPerMinute : 1
        let bursts = wanted > 0 ? profile.burst.perMinute * scale : 0
        let single = wanted - bursts * max(1, Self.mean(profile.burst.gifts))
        let inAll = 1 + profile.streak.probability * max(0, Self.mean(profile.streak.length) - 1)
        gift = Self.wait(single / inAll)
        burst = Self.wait(bursts)
    }

    private static func mean(_ range: ClosedRange<Int>) -> Double {
        (Double(range.lowerBound) + Double(range.upperBound)) / 2
    }

    /// What comes less than once in a hundred hours never comes; nothing comes more than once in a microsecond.
    private static func wait(_ perMinute: Double) -> Int64? {
        let rarest = 1.0 / 6000
        guard perMinute >= rarest else { return nil }
        return Int64(max(1000, 60e9 / perMinute))
    }
}
