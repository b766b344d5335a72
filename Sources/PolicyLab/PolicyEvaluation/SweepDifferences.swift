import CPlatform
public import Scenarios

/// How the sessions of a sweep differ with each value from the same sessions with the first value.
///
/// Many differences are tested at once, of which one in twenty would seem significant by chance. The method of Holm
/// keeps the probability of any wrong finding at 5 %, whatever the dependence between the tests.
public struct SweepDifferences: Sendable {
    /// The difference of one figure with one value.
    public struct Test: Sendable {
        /// The index of the value.
        public let value: Int
        /// The figure.
        public let figure: EvaluatedFigure
        /// The mean difference of a session.
        public let mean: Double
        /// The mean difference in standard deviations of the differences (Cohen's d of pairs); `nil` if all are equal and
        /// not 0.
        public let effect: Double?
        /// The probability of such a difference by chance: a paired t-test with two sides.
        public let probability: Double
        /// The probability after the correction; a difference is found if it is at most 5 %.
        public internal(set) var corrected = 1.0

        /// Whether the difference is found.
        public var isFound: Bool { corrected <= SweepDifferences.level }
    }

    /// The probability of any wrong finding.
    public static let level = 0.05

    /// The number of sessions.
    public private(set) var sessions = 0
    private var sums: [[PairedSums]]
    private var groups: [Set<UInt64>] = []

    /// Creates the differences of a sweep before its first session.
    public init(values: Int) {
        sums = Array(repeating: EvaluatedFigure.allCases.map { _ in PairedSums() }, count: max(0, values - 1))
    }

    /// The number of groups of each grouping.
    public var groupCounts: [Int] { groups.map(\.count) }

    /// Adds the figures of a session for each value; sessions of one of its groups depend on each other.
    public mutating func add(_ figures: [SessionFigures], groups: [UInt64] = []) {
        guard let first = figures.first else { return }
        sessions += 1
        if self.groups.isEmpty { self.groups = groups.map { _ in [] } }
        for (index, group) in groups.enumerated() { self.groups[index].insert(group) }
        for (place, figure) in EvaluatedFigure.allCases.enumerated() {
            guard let base = figure.amount(of: first) else { continue }
            for value in sums.indices where value + 1 < figures.count {
                guard let number = figure.amount(of: figures[value + 1]) else { continue }
                sums[value][place].add(number - base, groups: groups)
            }
        }
    }

    /// The differences that can be tested, corrected for their number, by figure and value.
    public var tests: [Test] {
        var tests: [Test] = []
        for (place, figure) in EvaluatedFigure.allCases.enumerated() {
            for value in sums.indices {
                guard let result = sums[value][place].result else { continue }
                tests.append(
                    Test(
                        value: value + 1, figure: figure, mean: result.mean, effect: result.effect,
                        probability: result.probability))
            }
        }
        var highest = 0.0
        let order = tests.indices.sorted { (tests[$0].probability, $0) < (tests[$1].probability, $1) }
        for (rank, index) in order.enumerated() {
            highest = max(highest, min(1, tests[index].probability * Double(tests.count - rank)))
            tests[index].corrected = highest
        }
        return tests
    }
}

/// The sums of the differences of pairs.
private struct PairedSums {
    /// The sum and the number of the differences of a group.
    private struct GroupSum {
        var sum: Int128 = 0
        var count: Int128 = 0
    }

    private var moments = DifferenceMoments()
    /// The sums of the groups of each grouping.
    private var groups: [[UInt64: GroupSum]] = []

    mutating func add(_ difference: Int128, groups: [UInt64]) {
        moments.add(difference)
        if self.groups.isEmpty { self.groups = groups.map { _ in [:] } }
        for (index, group) in groups.enumerated() {
            self.groups[index][group, default: GroupSum()].sum += difference
            self.groups[index][group, default: GroupSum()].count += 1
        }
    }

    /// The mean and the probability of such a mean by chance; `nil` with fewer than two pairs, or two groups.
    var result: (mean: Double, effect: Double?, probability: Double)? {
        guard let mean = moments.mean, let sessionVariance = moments.variance, groups.allSatisfy({ $0.count > 1 })
        else { return nil }
        let effect = moments.effect
        // Equal differences are either none or not by chance.
        let withoutSpread = (mean, effect, moments.sum == 0 ? 1.0 : 0)
        guard sessionVariance > 0 else { return withoutSpread }
        let variance = groups.isEmpty ? sessionVariance / Double(moments.count) : groupVariance
        guard variance > 0 else { return withoutSpread }
        let degrees = (groups.map(\.count).min() ?? moments.count) - 1
        let probability = StudentDistribution.probability(
            beyond: mean / variance.squareRoot(), degrees: Double(degrees))
        return (mean, effect, probability)
    }

    /// The variance of the mean if the sessions of a group depend on each other (Liang, Zeger: Longitudinal Data Analysis
    /// Using Generalized Linear Models, 1986); of several groupings the sum, which is rather too high.
    private var groupVariance: Double {
        groups.reduce(0) { total, groups in
            // In ascending order, so that the sum has the same last bit each time.
            let deviations = groups.sorted { $0.key < $1.key }.map { _, group in
                Double(Int128(moments.count) * group.sum - group.count * moments.sum)
            }
            let number = Double(groups.count)
            let scale = Double(moments.count) * Double(moments.count)
            return total + deviations.reduce(0) { $0 + $1 * $1 } / (scale * scale) * number / (number - 1)
        }
    }
}

/// The t distribution of Student.
enum StudentDistribution {
    /// Returns the probability of a value at least as far from 0 as `t`, on both sides.
    static func probability(beyond t: Double, degrees: Double) -> Double {
        incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5)
    }

    /// Returns the regularised incomplete beta function, by its continued fraction (Numerical Recipes, 6.4).
    private static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        let factor = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
        return x < (a + 1) / (a + b + 2)
            ? factor * fraction(x, a, b) / a : 1 - factor * fraction(1 - x, b, a) / b
    }

    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        func kept(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
        var c = 1.0
        var d = 1 / kept(1 - (a + b) * x / (a + 1))
        var result = d
        for step in 1...300 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            d = 1 / kept(1 + even * d)
            c = kept(1 + even / c)
            result *= d * c
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            d = 1 / kept(1 + odd * d)
            c = kept(1 + odd / c)
            result *= d * c
            if abs(d * c - 1) < 1e-14 { break }
        }
        return result
    }
}
