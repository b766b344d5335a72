/// A fraction in whole millionths: 0.3 is 300 000. Thresholds, progress and speed have this type.
@frozen public struct Millionths: Hashable, Comparable, Sendable {
    /// The number of millionths; never negative.
    public let count: Int64

    /// Creates a fraction of `count` millionths; a negative count becomes 0.
    @inlinable public init(_ count: Int64) {
        self.count = max(0, count)
    }

    /// The fraction 1, or 1 000 000 millionths.
    @inlinable public static var one: Millionths { Millionths(1_000_000) }
    /// The fraction 0.
    @inlinable public static var zero: Millionths { Millionths(0) }

    /// Compares two fractions by size.
    @inlinable public static func < (left: Millionths, right: Millionths) -> Bool { left.count < right.count }

    /// The rule for rounding a fraction to whole millionths.
    @frozen public enum Rounding: Sendable {
        /// To the nearest, with halves up.
        case halfUp
        /// Down, so that a progress below a threshold is never displayed as the threshold.
        case down
    }

    /// Creates the fraction that `part` millionths of a unit are of `whole` units, at most 1; 0 if `whole` is 0.
    @inlinable public init(_ part: Int128, of whole: Nanoseconds, rounded rounding: Rounding) {
        guard whole > 0, part > 0 else {
            self = .zero
            return
        }
        let whole = Int128(whole)
        let rounded =
            switch rounding {
            case .halfUp: (2 * part + whole) / (2 * whole)
            case .down: part / whole
            }
        self = Millionths(Int64(min(rounded, Int128(Millionths.one.count))))
    }
}

extension Millionths: CustomStringConvertible {
    /// The exact decimal without trailing zeros: `0.3`.
    public var description: String { ExactDecimal(count, digits: 6).description }

    /// The fraction in whole per cent, rounded half up, such as `31 %`.
    public var percent: String { "\((count + 5_000) / 10_000) %" }

    /// The fraction in whole per cent, rounded down.
    public var percentRoundedDown: String { "\(count / 10_000) %" }
}
