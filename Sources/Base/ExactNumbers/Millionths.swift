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

    /// The fraction in whole per cent, rounded half up, such as `31 %`; see ``percent(places:)``.
    public var percent: String { percent(places: 0) }

    /// Returns the fraction in per cent, rounded half up to a number of decimal places, without trailing zeros.
    ///
    /// What is not nothing never reads as 0 %, and what is not all never as 100 %: the text has more places then.
    public func percent(places: Int) -> String {
        var step = (0..<places).reduce(Int64(10_000)) { step, _ in step / 10 }
        for digits in places..<4 {
            let rounded = (count + step / 2) / step
            let isNone = rounded == 0 && count > 0
            let isAll = rounded * step >= Self.one.count && count < Self.one.count
            if !isNone, !isAll { return "\(ExactDecimal(rounded, digits: digits)) %" }
            step /= 10
        }
        return "\(ExactDecimal(count, digits: 4)) %"
    }

    /// The fraction, but at most the greatest one below 1: the share of something that is not complete, which may have
    /// been rounded to 1.
    public var belowOne: Millionths { min(self, Millionths(Self.one.count - 1)) }

    /// The fraction in whole per cent, rounded down; see ``percentRoundedDown(places:)``.
    public var percentRoundedDown: String { percentRoundedDown(places: 0) }

    /// Returns the fraction in per cent, rounded down to a number of decimal places, without trailing zeros, with more
    /// places where it would read as 0 % and is not.
    public func percentRoundedDown(places: Int) -> String {
        var step = (0..<places).reduce(Int64(10_000)) { step, _ in step / 10 }
        var digits = places
        while count > 0, count < step { (step, digits) = (step / 10, digits + 1) }
        return "\(ExactDecimal(count / step, digits: digits)) %"
    }
}
