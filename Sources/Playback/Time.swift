/// A point on the session's clock, counted from the session's beginning, or a length of time; in nanoseconds.
///
/// No decision of the controller involves floating point: 2⁶³ nanoseconds are 292 years.
public typealias Nanoseconds = Int64

/// Stage time in femtoseconds: session time multiplied by the speed in millionths, which keeps every speed exact.
typealias StageTime = Int128

extension Nanoseconds {
    /// One second.
    public static let second: Nanoseconds = 1_000_000_000

    /// This length at normal speed, in stage time.
    var inStageTime: StageTime { StageTime(self) * StageTime(Millionths.one.count) }
}

/// A fraction in whole millionths: 0.3 is 300 000. Thresholds, progress and speed are held like this.
public struct Millionths: Hashable, Comparable, Sendable {
    /// How many millionths; never negative.
    public let count: Int64

    /// Makes a fraction of `count` millionths; a negative count becomes 0.
    public init(_ count: Int64) {
        self.count = max(0, count)
    }

    /// The whole: 1 000 000 millionths.
    public static let one = Millionths(1_000_000)
    /// Nothing.
    public static let zero = Millionths(0)

    /// Orders fractions by size.
    public static func < (left: Millionths, right: Millionths) -> Bool { left.count < right.count }

    /// `part` of `whole`, rounded half up to a millionth and at most 1; 0 when `whole` is nothing.
    init(_ part: StageTime, of whole: Nanoseconds) {
        guard whole > 0, part > 0 else {
            self = .zero
            return
        }
        let rounded = (2 * part + StageTime(whole)) / (2 * StageTime(whole))
        self = Millionths(Int64(min(rounded, StageTime(Millionths.one.count))))
    }
}

extension Millionths: CustomStringConvertible {
    /// The exact decimal without trailing zeros: `0.3`.
    public var description: String { ExactDecimal(count, digits: 6).description }
}

/// A whole number of 10⁻ᵈⁱᵍⁱᵗˢ that writes itself as an exact decimal without trailing zeros.
public struct ExactDecimal: CustomStringConvertible, Sendable {
    let value: Int64
    let digits: Int

    /// `value` times 10 to the power of minus `digits`; at most 18 digits.
    public init(_ value: Int64, digits: Int) {
        self.value = value
        self.digits = min(max(digits, 0), 18)
    }

    /// A time in seconds.
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
