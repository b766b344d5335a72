import PolicyEvaluation
import Scenarios

/// A figure of the sessions that were held out, with its interval.
public struct HeldOutFigure: Hashable, Sendable {
    /// The range that has the figure, or the difference, of 95 % of the resamples.
    public struct Interval: Hashable, Sendable {
        /// The lower end.
        public let low: Double
        /// The upper end.
        public let high: Double
    }

    /// The figure.
    public let figure: TuningFigure
    /// The exact amount; `nil` if no session has the figure.
    public let amount: FigureAmount?
    /// The interval of the amount; `nil` with fewer than two independent sessions.
    public let interval: Interval?
    /// The difference from the same figure with the sessions' own settings; `nil` where one of the two is missing.
    public let difference: Double?
    /// The interval of the difference, of pairs: each resample has the same sessions on both sides.
    public let differenceInterval: Interval?

    /// What the interval says about a limit.
    public enum Answer: String, Sendable {
        case kept, broken, undecided
    }

    /// Returns whether the whole interval keeps a limit, breaks it, or neither.
    public func answer(to constraint: TuningConstraint) -> Answer {
        guard amount != nil else { return .broken }
        guard let interval else { return .undecided }
        let ends = constraint.prefersMore ? (interval.low, interval.high) : (interval.high, interval.low)
        if constraint.isKept(ends.0) { return .kept }
        return constraint.isKept(ends.1) ? .undecided : .broken
    }
}

extension TuningConstraint {
    fileprivate func isKept(_ value: Double) -> Bool {
        switch comparison {
        case .below: value < limit.value
        case .atMost: value <= limit.value
        case .above: value > limit.value
        case .atLeast: value >= limit.value
        }
    }
}

/// The sums of a figure over the sessions of each resample.
struct ResampledFigure: Sendable {
    private let measure: TuningFigure.Measure
    private var sums: [Int128] = []
    private var counts: [Int128] = []
    /// Waiting times by class, with their number in each resample.
    private var classes: [Int: [Int64]] = [:]
    private var whole: FigureSum

    init(_ figure: TuningFigure) {
        measure = figure.measure
        whole = FigureSum(figure)
        guard case .mean = measure else { return }
        sums = Array(repeating: 0, count: DifferenceSums.resamples)
        counts = sums
    }

    /// Adds a session, which is in each resample as often as `weights` says.
    mutating func add(_ session: SessionFigures, weights: [UInt16]) {
        whole.add(session)
        switch measure {
        case .mean(let figure):
            guard let amount = figure.amount(of: session) else { return }
            for (resample, weight) in weights.enumerated() where weight > 0 {
                sums[resample] += amount * Int128(weight)
                counts[resample] += Int128(weight)
            }
        case .waiting(_, let tier):
            guard let times = FigureSum.waits(session, tier) else { return }
            for (index, count) in times.coarseClasses {
                Self.add(
                    weights, Int64(count), to: &classes[index, default: Array(repeating: 0, count: weights.count)])
            }
        }
    }

    private static func add(_ weights: [UInt16], _ count: Int64, to totals: inout [Int64]) {
        for (resample, weight) in weights.enumerated() { totals[resample] += count * Int64(weight) }
    }

    /// The exact figure.
    var amount: FigureAmount? { whole.amount }

    /// The figure of each resample as the ends of a range; `nil` in resamples without it.
    var resampled: [(low: Double, high: Double)?] {
        switch measure {
        case .mean:
            return zip(sums, counts).map { sum, count in
                guard count > 0 else { return nil }
                let mean = Double(sum) / Double(count)
                return (mean, mean)
            }
        case .waiting(let percent, _):
            let ordered = classes.sorted { $0.key < $1.key }
            return (0..<DifferenceSums.resamples).map { resample in
                let count = ordered.reduce(0) { $0 + $1.value[resample] }
                guard count > 0 else { return nil }
                let rank = max(1, (count * Int64(percent) + 99) / 100)
                var seen: Int64 = 0
                for (index, totals) in ordered {
                    seen += totals[resample]
                    if seen >= rank { return Percentiles.coarseRange(ofClass: index) }
                }
                return nil
            }
        }
    }
}

extension HeldOutFigure {
    /// Creates the figure of a policy beside that of the sessions' own settings.
    ///
    /// - Parameter isResampled: Whether the sessions are several that do not depend on each other; of a single one no
    ///   interval can be told.
    init(_ figure: TuningFigure, _ sums: ResampledFigure, beside own: ResampledFigure, isResampled: Bool = true) {
        self.figure = figure
        amount = sums.amount
        let (mine, theirs) = isResampled ? (sums.resampled, own.resampled) : ([], [])
        interval = Self.interval(mine, around: amount?.value)
        let difference = amount.flatMap { amount in own.amount.map { amount.value - $0.value } }
        self.difference = difference
        differenceInterval = Self.interval(
            zip(mine, theirs).map { one, other in
                guard let one, let other else { return nil }
                // The ranges of both are so narrow that their middles do.
                let middle = (one.low + one.high - other.low - other.high) / 2
                return (middle, middle)
            }, around: difference)
    }

    private static func interval(_ resampled: [(low: Double, high: Double)?], around value: Double?) -> Interval? {
        let found = resampled.compactMap { $0 }
        guard let value, let low = BootstrapInterval(found.map(\.low)), let high = BootstrapInterval(found.map(\.high))
        else { return nil }
        return Interval(low: min(low.low, value), high: max(high.high, value))
    }
}
