public import Playback

/// Percentiles of many lengths of time in memory that does not grow with their number.
///
/// Up to ``exactCount`` lengths they are exact. Beyond, each length is counted in a class no wider than 1/128 of it, and
/// a percentile is the greatest length of its class, at most the greatest length seen.
public struct Percentiles: Equatable, Sendable {
    /// How many lengths are kept one by one.
    public static let exactCount = 4_096

    private static let bitsOfPrecision = 7

    /// How many lengths there were.
    public private(set) var count = 0
    /// The greatest of them; 0 where there were none.
    public private(set) var greatest: Nanoseconds = 0
    private var few: [Nanoseconds] = []
    private var classes: [Int] = []

    /// None yet.
    public init() {}

    /// Takes one length; a negative one counts as 0.
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

    /// Takes all lengths that `other` took.
    public mutating func merge(_ other: Percentiles) {
        for length in other.few { add(length) }
        guard !other.classes.isEmpty else { return }
        if classes.isEmpty { classify() }
        for (index, number) in other.classes.enumerated() { classes[index] += number }
        count += other.count
        greatest = max(greatest, other.greatest)
    }

    /// From here on lengths are counted in classes.
    private mutating func classify() {
        classes = Array(repeating: 0, count: Self.index(of: .max) + 1)
        for length in few { classes[Self.index(of: length)] += 1 }
        few = []
    }

    /// The least length that is not exceeded by `percent` of all, by nearest rank; nil where there are none.
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

    /// Lengths below 128 have a class each; above, each doubling is cut into 128 classes.
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
