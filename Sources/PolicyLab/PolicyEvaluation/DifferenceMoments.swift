/// The number, the sum and the sum of the squares of differences.
///
/// All are whole numbers, so that they are the same in any order of the differences.
struct DifferenceMoments: Hashable, Sendable {
    private(set) var count = 0
    private(set) var sum: Int128 = 0
    /// The sum of the squares; it stops at the greatest number, which only absurd values reach.
    private(set) var squares: Int128 = 0

    /// Creates the moments of no difference.
    init() {}

    /// Creates moments from their numbers.
    init(count: Int, sum: Int128, squares: Int128) {
        (self.count, self.sum, self.squares) = (count, sum, squares)
    }

    mutating func add(_ difference: Int128) {
        let (square, isTooLarge) = difference.multipliedReportingOverflow(by: difference)
        merge(DifferenceMoments(count: 1, sum: difference, squares: isTooLarge ? .max : square))
    }

    mutating func merge(_ other: DifferenceMoments) {
        count += other.count
        sum += other.sum
        let (total, isTooLarge) = squares.addingReportingOverflow(other.squares)
        squares = isTooLarge ? .max : total
    }

    /// The mean; `nil` without differences.
    var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }

    /// The variance of the differences, of which these are a sample; `nil` with fewer than two, 0 if all are equal.
    var variance: Double? {
        guard count > 1 else { return nil }
        // Calculated in whole numbers where they fit: the difference of two large numbers of double precision is not exact.
        let (product, isProductTooLarge) = Int128(count).multipliedReportingOverflow(by: squares)
        let (square, isSquareTooLarge) = sum.multipliedReportingOverflow(by: sum)
        let spread =
            isProductTooLarge || isSquareTooLarge
            ? Double(count) * Double(squares) - Double(sum) * Double(sum) : Double(product - square)
        return max(0, spread) / Double(count) / Double(count - 1)
    }

    /// The mean in standard deviations of the differences (Cohen's d of pairs); 0 if all are 0, `nil` if all are equal and
    /// not 0, or with fewer than two.
    var effect: Double? {
        guard let mean, let variance else { return nil }
        guard variance > 0 else { return sum == 0 ? 0 : nil }
        return mean / variance.squareRoot()
    }
}
