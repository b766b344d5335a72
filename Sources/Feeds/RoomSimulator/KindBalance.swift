/// The gifts of the current minute, by which a room keeps the cheapest kind from being most of them.
///
/// A room in which everybody sends hearts shows nothing of a policy.
struct KindBalance: Sendable {
    private static let minute: Int64 = 60_000_000_000

    /// The index of the minute.
    private var index: Int64 = 0
    private var cheapestCount = 0
    private var otherCount = 0

    /// Returns whether `count` gifts of the cheapest kind may come: in this minute there are at least as many others.
    ///
    /// - Parameters:
    ///   - count: The number of gifts.
    ///   - time: The time of the first gift, in nanoseconds.
    ///   - end: The latest time of the last gift, which must lie in the same minute.
    func allowsCheapest(count: Int, from time: Int64, to end: Int64) -> Bool {
        guard time / Self.minute == index, end / Self.minute == index else { return false }
        return cheapestCount + count <= otherCount
    }

    /// Records gifts of the cheapest kind, all those of a streak at its beginning, or others.
    mutating func record(isCheapest: Bool, count: Int, at time: Int64) {
        if time / Self.minute != index { (index, cheapestCount, otherCount) = (time / Self.minute, 0, 0) }
        if isCheapest { cheapestCount += count } else { otherCount += count }
    }
}
