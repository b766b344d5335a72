public import Playback

/// A line that says who sent what, and how many.
public struct Banner: Sendable {
    /// Its number, from 1, in the order in which banners came.
    public let number: Int
    /// The gift it began with.
    public let arrival: BannerArrival
    /// How many were sent since it came.
    public private(set) var count: Int
    /// What became of the last of them, where it came to nothing on the stage.
    public internal(set) var note: String?
    /// When it came to its lane, or began to wait for one.
    public internal(set) var cameAt: Nanoseconds
    /// When its count grew last; nil while it has not.
    public private(set) var grewAt: Nanoseconds?
    /// When it leaves, or stops waiting, unless it grows.
    public internal(set) var until: Nanoseconds
    /// When it began to leave; nil while it stays.
    public internal(set) var leftAt: Nanoseconds?
    /// How it goes from lane to lane.
    var way = BannerWay(lane: 0)
    /// How it comes, stays and leaves.
    let course: BannerCourse
    private var run: BannerArrival.Run?

    init(_ arrival: BannerArrival, number: Int, at time: Nanoseconds, until: Nanoseconds, reducesMotion: Bool) {
        self.number = number
        self.arrival = arrival
        course = BannerCourse(arrival.movements, isReduced: reducesMotion)
        count = max(1, arrival.run?.total ?? arrival.count)
        run = arrival.run
        cameAt = time
        self.until = until
    }

    /// The value of all its gifts. Gifts without a price count by their number.
    public var size: Int64 {
        let (product, overflow) = max(1, arrival.value).multipliedReportingOverflow(by: Int64(count))
        return overflow ? .max : product
    }

    /// Counts more of its gifts.
    /// - Returns: Whether there are more; a feed may tell late, or twice, of what it has counted already.
    mutating func grow(by next: BannerArrival, at time: Nanoseconds) -> Bool {
        var added = max(1, next.count)
        if let next = next.run {
            let counted = run?.id == next.id ? run?.total ?? 0 : 0
            added = next.total - counted
            guard added > 0 else { return false }
            run = next
        }
        let (sum, overflow) = count.addingReportingOverflow(added)
        count = overflow ? .max : sum
        grewAt = time
        note = nil
        return true
    }
}
