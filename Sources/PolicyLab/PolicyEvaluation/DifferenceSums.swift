/// The sums of the differences of one figure between two policies over many sessions.
///
/// All are whole numbers, so the sums of the parts of a set of sessions are those of the whole, in any order.
public struct DifferenceSums: Hashable, Sendable {
    /// The number of resamples of the bootstrap.
    public static let resamples = 1_000

    /// The number of sessions that have the figure under both policies.
    public internal(set) var count = 0
    /// The sum of the differences.
    public internal(set) var sum: Int128 = 0
    /// The sum of the squares of the differences.
    var squares: Int128 = 0
    /// The sum of the figure under the policy that the other one is compared with.
    var base: Int128 = 0
    /// For each resample, the sum of the differences of the sessions in it, and their number.
    var resampledSums = [Int128](repeating: 0, count: resamples)
    var resampledCounts = [Int64](repeating: 0, count: resamples)

    /// Creates sums of no session.
    init() {}

    /// Adds a session, which is in each resample as often as `weights` says.
    mutating func add(_ value: Int64, than other: Int64, weights: [UInt8]) {
        let difference = Int128(value) - Int128(other)
        count += 1
        sum += difference
        squares += difference * difference
        base += Int128(other)
        for (resample, weight) in weights.enumerated() where weight > 0 {
            resampledSums[resample] += difference * Int128(weight)
            resampledCounts[resample] += Int64(weight)
        }
    }

    /// Adds the sessions of other sums.
    mutating func merge(_ other: DifferenceSums) {
        count += other.count
        sum += other.sum
        squares += other.squares
        base += other.base
        for resample in 0..<Self.resamples {
            resampledSums[resample] += other.resampledSums[resample]
            resampledCounts[resample] += other.resampledCounts[resample]
        }
    }

    // MARK: - Statistics

    /// The mean difference of a session; `nil` without sessions.
    public var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }

    /// The mean of the figure under the policy that the other one is compared with.
    public var baseMean: Double? { count > 0 ? Double(base) / Double(count) : nil }

    /// The range with the mean difference of 95 % of the resamples; `nil` with fewer than two sessions.
    public var interval: (low: Double, high: Double)? {
        guard count > 1 else { return nil }
        let means = (0..<Self.resamples).filter { resampledCounts[$0] > 0 }
            .map { Double(resampledSums[$0]) / Double(resampledCounts[$0]) }.sorted()
        guard means.count > 1 else { return nil }
        let tail = means.count / 40
        return (means[tail], means[means.count - 1 - tail])
    }

    /// The mean difference in standard deviations of the differences (Cohen's d of pairs); 0 if all sessions are equal,
    /// `nil` if all differ by the same, or with fewer than two sessions.
    public var effect: Double? {
        guard count > 1, let mean else { return nil }
        let spread = Int128(count) * squares - sum * sum
        guard spread > 0 else { return sum == 0 ? 0 : nil }
        let variance = Double(spread) / Double(count) / Double(count - 1)
        return mean / variance.squareRoot()
    }

    /// What the differences say.
    public enum Verdict: String, Sendable {
        /// No session differs.
        case equal
        /// The interval has only greater values, or only smaller ones.
        case more, less
        /// The interval has 0, or there are too few sessions for one.
        case undecided
    }

    /// What the differences say.
    public var verdict: Verdict {
        if count > 0, squares == 0 { return .equal }
        guard let interval else { return .undecided }
        if interval.low > 0 { return .more }
        return interval.high < 0 ? .less : .undecided
    }
}

/// How often a session is in each resample of a bootstrap.
///
/// The numbers have a Poisson distribution of mean 1, as if sessions were drawn with replacement from very many. They
/// depend on nothing but the seed and the session, so that each part of the sessions can be resampled alone.
struct ResampleWeights {
    private var state: UInt64

    init(seed: UInt64, session: UInt64) {
        state = Self.mixed(seed) ^ session
    }

    /// The upper limits, in 65536ths, of the draws for 0, 1, 2, … times.
    private static let limits: [UInt16] = [24_109, 48_219, 60_273, 64_291, 65_296, 65_497, 65_530, 65_535]

    /// Returns the weights of the session.
    mutating func weights() -> [UInt8] {
        var weights: [UInt8] = []
        weights.reserveCapacity(DifferenceSums.resamples)
        while weights.count < DifferenceSums.resamples {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = Self.mixed(state)
            for _ in 0..<4 {
                let draw = UInt16(truncatingIfNeeded: bits)
                weights.append(UInt8(Self.limits.firstIndex { draw < $0 } ?? Self.limits.count))
                bits >>= 16
            }
        }
        return Array(weights.prefix(DifferenceSums.resamples))
    }

    /// SplitMix64's mixing of bits.
    private static func mixed(_ state: UInt64) -> UInt64 {
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
