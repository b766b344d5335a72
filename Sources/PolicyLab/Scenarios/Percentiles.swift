public import ExactNumbers

/// Percentiles of any number of durations in bounded memory.
///
/// Up to ``exactCount`` durations, the percentiles are exact. Beyond that, durations are counted in classes whose width
/// is at most 1/128 of the duration, and a percentile is the upper bound of its class, but at most the greatest
/// duration added. The shortest and the longest duration are always exact.
public struct Percentiles: Equatable, Sendable {
    /// The maximum number of durations that are stored individually.
    public static let exactCount = 4_096

    private static let bitsOfPrecision = 7

    /// The number of durations.
    public private(set) var count = 0
    /// The shortest duration; 0 without any.
    public private(set) var minimum: Nanoseconds = 0
    /// The greatest duration; 0 without any.
    public private(set) var maximum: Nanoseconds = 0
    /// The sum of the durations.
    public private(set) var total: Int128 = 0
    private var exactValues: [Nanoseconds] = []
    private var classCounts: [Int] = []

    /// Creates percentiles without durations.
    public init() {}

    /// Adds a duration; a negative one counts as 0.
    public mutating func add(_ length: Nanoseconds) {
        let length = max(0, length)
        minimum = count == 0 ? length : min(minimum, length)
        count += 1
        maximum = max(maximum, length)
        total += Int128(length)
        if classCounts.isEmpty {
            exactValues.append(length)
            if exactValues.count > Self.exactCount { switchToClasses() }
        } else {
            classCounts[Self.index(of: length)] += 1
        }
    }

    /// Adds all durations of `other`.
    public mutating func merge(_ other: Percentiles) {
        for length in other.exactValues { add(length) }
        guard !other.classCounts.isEmpty else { return }
        if classCounts.isEmpty { switchToClasses() }
        for (index, number) in other.classCounts.enumerated() { classCounts[index] += number }
        minimum = count == 0 ? other.minimum : min(minimum, other.minimum)
        count += other.count
        maximum = max(maximum, other.maximum)
        total += other.total
    }

    /// The durations as they are stored: each one, or the number in each class that has any.
    package enum Contents {
        /// All durations, in ascending order.
        case exact([Nanoseconds])
        /// The classes, in ascending order, the shortest and the greatest duration, and the sum.
        case classes([(index: Int, count: Int)], minimum: Nanoseconds, maximum: Nanoseconds, total: Int128)
    }

    /// The durations as they are stored, which depends only on which durations were added.
    package var contents: Contents {
        if classCounts.isEmpty { return .exact(exactValues.sorted()) }
        let classes = classCounts.enumerated().filter { $0.element > 0 }.map { (index: $0.offset, count: $0.element) }
        return .classes(classes, minimum: minimum, maximum: maximum, total: total)
    }

    /// Creates percentiles with these contents; `nil` for a class that does not exist.
    package init?(_ contents: Contents) {
        switch contents {
        case .exact(let lengths): for length in lengths { add(length) }
        case .classes(let classes, let minimum, let maximum, let total):
            switchToClasses()
            for (index, number) in classes {
                guard classCounts.indices.contains(index), number > 0 else { return nil }
                classCounts[index] += number
                count += number
            }
            (self.minimum, self.maximum, self.total) = (minimum, maximum, total)
        }
    }

    /// Switches from individual durations to classes.
    private mutating func switchToClasses() {
        classCounts = Array(repeating: 0, count: Self.index(of: .max) + 1)
        for length in exactValues { classCounts[Self.index(of: length)] += 1 }
        exactValues = []
    }

    /// The smallest duration that at least `percent` % of all do not exceed (nearest rank); `nil` without durations.
    public subscript(percent: Int) -> Nanoseconds? {
        guard count > 0 else { return nil }
        let rank = max(1, min(count, (count * min(max(percent, 0), 100) + 99) / 100))
        if rank == 1 { return minimum }
        if classCounts.isEmpty { return exactValues.sorted()[rank - 1] }
        var seen = 0
        for (index, number) in classCounts.enumerated() {
            seen += number
            if seen >= rank { return min(maximum, Self.maxDuration(inClass: index)) }
        }
        return maximum
    }

    /// Returns the index of a duration's class: durations below 2ᵇⁱᵗˢ have one class each; above, each power of two is
    /// divided into 2ᵇⁱᵗˢ classes.
    private static func index(of length: Nanoseconds, bits: Int = bitsOfPrecision) -> Int {
        let shift = max(0, 63 - length.leadingZeroBitCount - bits)
        return (shift << bits) + Int(length >> shift)
    }

    private static func minDuration(inClass index: Int, bits: Int = bitsOfPrecision) -> Nanoseconds {
        let shift = max(0, (index >> bits) - 1)
        return Nanoseconds(index - (shift << bits)) << shift
    }

    private static func maxDuration(inClass index: Int, bits: Int = bitsOfPrecision) -> Nanoseconds {
        let shift = max(0, (index >> bits) - 1)
        return minDuration(inClass: index, bits: bits) + ((1 << shift) - 1)
    }

    // MARK: - Coarse classes

    private static let coarseBits = 5

    /// The durations in fewer classes, in ascending order, whose width is at most 1/32 of the duration.
    package var coarseClasses: [(index: Int, count: Int)] {
        var counts: [Int: Int] = [:]
        for length in exactValues { counts[Self.index(of: length, bits: Self.coarseBits), default: 0] += 1 }
        for (index, number) in classCounts.enumerated() where number > 0 {
            counts[Self.index(of: Self.minDuration(inClass: index), bits: Self.coarseBits), default: 0] += number
        }
        return counts.sorted { $0.key < $1.key }.map { (index: $0.key, count: $0.value) }
    }

    /// Returns the shortest and the longest duration of a coarse class.
    package static func coarseRange(ofClass index: Int) -> (low: Double, high: Double) {
        (Double(minDuration(inClass: index, bits: coarseBits)), Double(maxDuration(inClass: index, bits: coarseBits)))
    }
}
