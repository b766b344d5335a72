/// Numbers of one kind by their ranks, such as the waiting times of all gifts that were shown.
public struct Distribution: Hashable, Sendable {
    /// How many there are.
    public let count: Int
    /// The smallest; 0 where there are none, like all that follow.
    public let least: Int64
    /// The 50th percentile.
    public let median: Int64
    /// The 95th percentile.
    public let percentile95: Int64
    /// The largest.
    public let greatest: Int64

    /// The ranks of these values. A percentile is the nearest rank: the smallest value that at least so many per cent of
    /// all values do not exceed.
    public init(_ values: some Sequence<Int64>) {
        let sorted = values.sorted()
        func rank(_ percent: Int) -> Int64 {
            guard !sorted.isEmpty else { return 0 }
            // ⌈percent · n / 100⌉ without a product that could overflow.
            let (hundreds, rest) = sorted.count.quotientAndRemainder(dividingBy: 100)
            return sorted[max(1, hundreds * percent + (rest * percent + 99) / 100) - 1]
        }
        count = sorted.count
        least = sorted.first ?? 0
        median = rank(50)
        percentile95 = rank(95)
        greatest = sorted.last ?? 0
    }
}
