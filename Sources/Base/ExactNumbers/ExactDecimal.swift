/// A decimal number as it was written: digits times a power of ten, so that nothing is rounded before it must be.
///
/// It keeps the first 19 digits, or more while they fit into 64 bits; no time and no count needs more.
public struct ExactDecimal: Sendable {
    /// The digits as an integer.
    public let significand: UInt64
    /// The power of ten by which the significand is multiplied.
    public let exponent: Int
    /// Whether the number has a minus sign.
    public let isNegative: Bool
    /// Whether digits other than 0 were cut off because they did not fit.
    public let isTruncated: Bool

    init(significand: UInt64, exponent: Int, isNegative: Bool = false, isTruncated: Bool = false) {
        self.significand = significand
        self.exponent = exponent
        self.isNegative = isNegative
        self.isTruncated = isTruncated
    }

    /// Creates the number `value` × 10⁻ᵈⁱᵍⁱᵗˢ.
    public init(_ value: Int64, digits: Int) {
        self.init(significand: value.magnitude, exponent: -digits, isNegative: value < 0)
    }

    /// Creates a time in seconds.
    public init(seconds time: Nanoseconds) { self.init(time, digits: 9) }

    /// Creates a fraction.
    public init(_ fraction: Millionths) { self.init(fraction.count, digits: 6) }
}

// MARK: - Conversion

extension ExactDecimal {
    /// The number as an integer; nil if it is not an integer or does not fit.
    public var integer: Int64? {
        guard let (value, isExact) = scaled(places: 0), isExact else { return nil }
        return value
    }

    /// The number of seconds in nanoseconds, rounded half away from zero; nil if it does not fit.
    public var nanoseconds: Nanoseconds? { scaled(places: 9)?.value }

    /// Returns the number times `factor` and ten to the power of `places`, which must be an integer.
    ///
    /// - Throws: `NumberFault.tooLarge` if the product does not fit, `.tooPrecise` if it has a fraction.
    package func product(_ factor: UInt64 = 1, places: Int) throws(NumberFault) -> Int64 {
        guard let (value, isExact) = scaled(places: places, factor: factor) else { throw .tooLarge }
        guard isExact else { throw .tooPrecise }
        return value
    }

    /// Returns the number times `factor` and ten to the power of `places`, rounded half away from zero, and whether the
    /// result is exact; nil if it does not fit.
    private func scaled(places: Int, factor: UInt64 = 1) -> (value: Int64, isExact: Bool)? {
        var magnitude = UInt128(significand) * UInt128(factor)
        var isExact = !isTruncated
        // No significand has more than 20 digits and no factor more than 18, so a larger power of ten changes nothing.
        let power = magnitude == 0 ? 0 : min(max(exponent + places, -39), 19)
        var scale: UInt128 = 1
        for _ in 0..<min(power.magnitude, 38) { scale *= 10 }
        if power > 0 {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: scale)
            if overflow { return nil }
            magnitude = product
        } else if power < 0 {
            let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: scale)
            isExact = isExact && rest == 0 && power >= -38
            magnitude = power < -38 ? 0 : quotient + (rest >= scale - rest ? 1 : 0)
        }
        guard let value = Int64(exactly: magnitude) else { return nil }
        return (isNegative ? -value : value, isExact)
    }
}

// MARK: - Comparison

extension ExactDecimal: Comparable {
    /// Returns whether two numbers are equal in value: 1.0 equals 1.
    public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool { left.order == right.order }

    /// Compares two numbers by value.
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool { left.order < right.order }

    /// The sign, the power of ten of the first digit, and the digits, filled with zeros to the same length.
    private var order: (sign: Int, power: Int, digits: Int128) {
        guard significand > 0 else { return (0, 0, 0) }
        var digits = Int128(significand)
        var power = exponent + 20
        while digits < 10_000_000_000_000_000_000 {
            digits *= 10
            power -= 1
        }
        if isTruncated { digits = digits * 2 + 1 } else { digits *= 2 }
        return isNegative ? (-1, -power, -digits) : (1, power, digits)
    }
}

// MARK: - Writing

extension ExactDecimal: CustomStringConvertible {
    /// The largest power of ten that is written with zeros.
    private static let maxZeros = 40

    /// The exact text without trailing zeros, such as `1.25`, `0.000001` or `3`; with an exponent if it is beyond ±40.
    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the decimal's text to `output`.
    package func append(to output: inout [UInt8]) {
        append(to: &output, minPlaces: 0)
    }

    /// The exact text with at least `places` digits after the point, such as `1.50`.
    package func text(minPlaces places: Int) -> String {
        var text: [UInt8] = []
        append(to: &text, minPlaces: places)
        return String(decoding: text, as: UTF8.self)
    }

    private func append(to output: inout [UInt8], minPlaces: Int) {
        if isNegative { output.append(UInt8(ascii: "-")) }
        let start = output.count
        output.append(decimal: UInt(significand))
        guard significand > 0, exponent.magnitude <= Self.maxZeros else {
            if significand > 0 { output += Array("e\(exponent)".utf8) }
            return
        }
        let zero = UInt8(ascii: "0")
        guard exponent < 0 else { return output.append(contentsOf: repeatElement(zero, count: exponent)) }
        var places = -exponent
        let missing = places + 1 - (output.count - start)
        if missing > 0 { output.insert(contentsOf: repeatElement(zero, count: missing), at: start) }
        while places > minPlaces, output.last == zero {
            output.removeLast()
            places -= 1
        }
        if places > 0 { output.insert(UInt8(ascii: "."), at: output.count - places) }
    }
}

extension [UInt8] {
    /// Appends an integer in decimal digits.
    package mutating func append(decimal magnitude: UInt, isNegative: Bool = false) {
        if isNegative { append(UInt8(ascii: "-")) }
        guard magnitude >= 10 else { return append(UInt8(ascii: "0") + UInt8(magnitude)) }
        let start = count
        var rest = magnitude
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            append(UInt8(ascii: "0") + UInt8(digit))
            rest = quotient
        }
        self[start...].reverse()
    }
}
