/// A session time, counted from the session's beginning, or a duration; in nanoseconds.
///
/// No decision of the controller uses floating-point numbers. 2⁶³ nanoseconds are 292 years.
public typealias Nanoseconds = Int64

/// A stage time in femtoseconds: session time multiplied by the speed in millionths, which keeps every speed exact.
typealias StageTime = Int128

extension Nanoseconds {
    /// One second.
    public static let second: Nanoseconds = 1_000_000_000

    /// The stage time of this duration at normal speed.
    var stageTime: StageTime { StageTime(self) * StageTime(Millionths.one.count) }
}

/// A fraction in whole millionths: 0.3 is 300 000. Thresholds, progress and speed have this type.
public struct Millionths: Hashable, Comparable, Sendable {
    /// The number of millionths; never negative.
    public let count: Int64

    /// Creates a fraction of `count` millionths; a negative count becomes 0.
    public init(_ count: Int64) {
        self.count = max(0, count)
    }

    /// The fraction 1, or 1 000 000 millionths.
    public static let one = Millionths(1_000_000)
    /// The fraction 0.
    public static let zero = Millionths(0)

    /// Compares two fractions by size.
    public static func < (left: Millionths, right: Millionths) -> Bool { left.count < right.count }

    /// The rule for rounding a fraction to whole millionths.
    enum Rounding {
        /// To the nearest, with halves up.
        case halfUp
        /// Down, so that a progress below a threshold is never displayed as the threshold.
        case down
    }

    /// Creates the fraction `part` / `whole`, at most 1; 0 if `whole` is 0.
    init(_ part: StageTime, of whole: Nanoseconds, rounded rounding: Rounding) {
        guard whole > 0, part > 0 else {
            self = .zero
            return
        }
        let whole = StageTime(whole)
        let rounded =
            switch rounding {
            case .halfUp: (2 * part + whole) / (2 * whole)
            case .down: part / whole
            }
        self = Millionths(Int64(min(rounded, StageTime(Millionths.one.count))))
    }
}

extension Millionths: CustomStringConvertible {
    /// The exact decimal without trailing zeros: `0.3`.
    public var description: String { ExactDecimal(count, digits: 6).description }

    /// The fraction in whole per cent, rounded half up, such as `31 %`.
    public var percent: String { "\((count + 5_000) / 10_000) %" }

    /// The fraction in whole per cent, rounded down.
    var percentRoundedDown: String { "\(count / 10_000) %" }
}

/// A decimal number, in units of 10⁻ᵈⁱᵍⁱᵗˢ, whose text is exact and has no trailing zeros.
public struct ExactDecimal: CustomStringConvertible, Sendable {
    let value: Int64
    let digits: Int

    /// Creates the number `value` × 10⁻ᵈⁱᵍⁱᵗˢ, with at most 18 digits.
    public init(_ value: Int64, digits: Int) {
        self.value = value
        self.digits = min(max(digits, 0), 18)
    }

    /// Creates a time in seconds.
    public init(seconds time: Nanoseconds) {
        self.init(time, digits: 9)
    }

    /// The decimal's text, such as `1.25`, `0.000001` or `3`.
    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the decimal's text to `output`.
    func append(to output: inout [UInt8]) {
        if value < 0 { output.append(UInt8(ascii: "-")) }
        var scale: UInt64 = 1
        for _ in 0..<digits { scale *= 10 }
        let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: scale)
        output.append(decimal: UInt(whole))
        guard fraction > 0 else { return }
        output.append(UInt8(ascii: "."))
        var rest = fraction
        while rest > 0 {
            scale /= 10
            let (digit, remainder) = rest.quotientAndRemainder(dividingBy: scale)
            output.append(UInt8(ascii: "0") + UInt8(digit))
            rest = remainder
        }
    }
}
