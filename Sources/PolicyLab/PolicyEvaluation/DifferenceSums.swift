/// The sums of the differences of one figure between two policies over many sessions.
///
/// All are whole numbers, so the sums of the parts of a set of sessions are those of the whole, in any order.
public struct DifferenceSums: Hashable, Sendable {
    /// The number of resamples of the bootstrap.
    public static let resamples = 1_000

    /// The differences of the sessions that have the figure under both policies.
    var moments = DifferenceMoments()
    /// The sum of the figure under the policy that the other one is compared with.
    var base: Int128 = 0
    /// For each resample, the sum of the differences of the sessions in it, that of the figure under the policy that the
    /// other one is compared with, and the number of sessions.
    var resampledSums = [Int128](repeating: 0, count: resamples)
    var resampledBases = [Int128](repeating: 0, count: resamples)
    var resampledCounts = [Int64](repeating: 0, count: resamples)
    /// Whether the resamples differ: not if all sessions are in one group, which is in each of them as a whole.
    var isResampled = true

    /// Creates sums of no session.
    init() {}

    /// Adds a session, which is in each resample as often as `weights` says.
    mutating func add(_ value: Int128, than other: Int128, weights: [UInt16]) {
        let difference = value - other
        moments.add(difference)
        base += other
        for (resample, weight) in weights.enumerated() where weight > 0 {
            resampledSums[resample] += difference * Int128(weight)
            resampledBases[resample] += other * Int128(weight)
            resampledCounts[resample] += Int64(weight)
        }
    }

    /// Adds the sessions of other sums.
    mutating func merge(_ other: DifferenceSums) {
        moments.merge(other.moments)
        base += other.base
        for resample in 0..<Self.resamples {
            resampledSums[resample] += other.resampledSums[resample]
            resampledBases[resample] += other.resampledBases[resample]
            resampledCounts[resample] += other.resampledCounts[resample]
        }
    }

    // MARK: - Statistics

    /// The number of sessions that have the figure under both policies.
    public var count: Int { moments.count }

    /// The sum of the differences.
    public var sum: Int128 { moments.sum }

    /// The mean difference of a session; `nil` without sessions.
    public var mean: Double? { moments.mean }

    /// The mean of the figure under the policy that the other one is compared with.
    public var baseMean: Double? { count > 0 ? Double(base) / Double(count) : nil }

    /// The range with the mean difference of 95 % of the resamples; `nil` with fewer than two sessions, or if all are in
    /// one group.
    public var interval: (low: Double, high: Double)? {
        guard count > 1, isResampled else { return nil }
        let means = (0..<Self.resamples).filter { resampledCounts[$0] > 0 }
            .map { Double(resampledSums[$0]) / Double(resampledCounts[$0]) }
        return BootstrapInterval(means).map { ($0.low, $0.high) }
    }

    /// The mean difference as a share of the figure's mean under the policy that the other one is compared with; `nil` if
    /// that is 0.
    public var change: Double? { base > 0 ? Double(sum) / Double(base) : nil }

    /// The range with the ``change`` of 95 % of the resamples, each as a share of the mean in its own sessions: a figure that
    /// is never below 0 is never less by more than all of it. `nil` where there is no ``interval`` or no change.
    public var changeInterval: (low: Double, high: Double)? {
        guard count > 1, isResampled, change != nil else { return nil }
        let changes = (0..<Self.resamples).filter { resampledBases[$0] > 0 }
            .map { Double(resampledSums[$0]) / Double(resampledBases[$0]) }
        return BootstrapInterval(changes).map { ($0.low, $0.high) }
    }

    /// The mean difference in standard deviations of the differences (Cohen's d of pairs); 0 if all sessions are equal,
    /// `nil` if all differ by the same, or with fewer than two sessions.
    public var effect: Double? { moments.effect }

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
        if count > 0, moments.squares == 0 { return .equal }
        guard let interval else { return .undecided }
        if interval.low > 0 { return .more }
        return interval.high < 0 ? .less : .undecided
    }
}
