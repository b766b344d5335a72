public import Playback

/// Percentiles of any number of durations in bounded memory.
///
/// Up to ``exactCount`` durations, the percentiles are exact. Beyond that, durations are counted in classes whose width
/// is at most 1/128 of the duration, and a percentile is the upper bound of its class, but at most the greatest
/// duration added.
public struct Percentiles: Equatable, Sendable {
    /// The maximum number of durations that are stored individually.
    public static let exactCount = 4_096

    private static let bitsOfPrecision = 7

    /// The number of durations.
    public private(set) var count = 0
    /// The greatest duration; 0 without any.
    public private(set) var greatest: Nanoseconds = 0
    private var few: [Nanoseconds] = []
    private var classes: [Int] = []

    /// Creates percentiles without durations.
    public init() {}

    /// Adds a duration; a negative one counts as 0.
    public mutating func add(_ length: Nanoseconds) {
        let length = max(0, length)
        count += 1
        greatest = max(greatest, length)
        if classes.isEmpty {
            few.append(length)
            if few.count > Self.exactCount { classify() }
        } else {
            classes[Self.index(of: length)] += 1
        }
    }

    /// Adds all durations of `other`.
    public mutating func merge(_ other: Percentiles) {
        for length in other.few { add(length) }
        guard !other.classes.isEmpty else { return }
        if classes.isEmpty { classify() }
        for (index, number) in other.classes.enumerated() { classes[index] += number }
        count += other.count
        greatest = max(greatest, other.greatest)
    }

    /// Switches from individual durations to classes.
    private mutating func classify() {
        classes = Array(repeating: 0, count: Self.index(of: .max) + 1)
        for length in few { classes[Self.index(of: length)] += 1 }
        few = []
    }

    /// The smallest duration that at least `percent` % of all do not exceed (nearest rank); `nil` without durations.
    public subscript(percent: Int) -> Nanoseconds? {
        guard count > 0 else { return nil }
        let rank = max(1, min(count, (count * min(max(percent, 0), 100) + 99) / 100))
        if classes.isEmpty { return few.sorted()[rank - 1] }
        var seen = 0
        for (index, number) in classes.enumerated() {
            seen += number
            if seen >= rank { return min(greatest, Self.greatestLength(in: index)) }
        }
        return greatest
    }

    /// Returns the index of a duration's class: durations below 128 have one class each; above, each power of two is
    /// divided into 128 classes.
    private static func index(of length: Nanoseconds) -> Int {
        let shift = max(0, 63 - length.leadingZeroBitCount - bitsOfPrecision)
        return (shift << bitsOfPrecision) + Int(length >> shift)
    }

    private static func greatestLength(in index: Int) -> Nanoseconds {
        let shift = max(0, (index >> bitsOfPrecision) - 1)
        let mantissa = Nanoseconds(index - (shift << bitsOfPrecision))
        return (mantissa << shift) + ((1 << shift) - 1)
    }
}
