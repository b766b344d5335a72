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
    /// Whether the first digit that was cut off is 5 or more.
    let roundsUp: Bool

    init(
        significand: UInt64, exponent: Int, isNegative: Bool = false, isTruncated: Bool = false, roundsUp: Bool = false
    ) {
        self.significand = significand
        self.exponent = exponent
        self.isNegative = isNegative
        self.isTruncated = isTruncated
        self.roundsUp = roundsUp
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
        var (magnitude, isExact) = (UInt128(significand) * UInt128(factor), !isTruncated)
        var power = exponent + places
        while power < 0, magnitude > 0 {
            isExact = isExact && magnitude % 10 == 0
            magnitude /= 10
            power += 1
        }
        while power > 0, (1...UInt128(Int64.max)).contains(magnitude) {
            magnitude *= 10
            power -= 1
        }
        guard let value = Int64(exactly: magnitude) else { throw .tooLarge }
        guard isExact else { throw .tooPrecise }
        return isNegative ? -value : value
    }

    /// Returns the number times ten to the power of `places`, rounded half away from zero, and whether the result is
    /// exact; nil if it does not fit.
    private func scaled(places: Int) -> (value: Int64, isExact: Bool)? {
        var (magnitude, isExact) = (significand, !isTruncated)
        let power = magnitude == 0 ? 0 : exponent + places
        if power > 0 {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: Self.powerOfTen(min(power, 19)))
            if overflow { return nil }
            magnitude = product
        } else if power < 0 {
            // A significand has at most 20 digits, so with a larger divisor everything rounds to 0.
            guard power >= -19 else { return (0, false) }
            let divisor = Self.powerOfTen(-power)
            let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: divisor)
            isExact = isExact && rest == 0
            magnitude = quotient + (rest >= divisor - rest ? 1 : 0)
        } else if roundsUp {
            magnitude += 1
        }
        guard let value = Int64(exactly: magnitude) else { return nil }
        return (isNegative ? -value : value, isExact)
    }

    /// Returns a power of ten from 0 to 19.
    private static func powerOfTen(_ power: Int) -> UInt64 {
        var result: UInt64 = 1
        for _ in 0..<power { result *= 10 }
        return result
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
    private static let maxZeros = 19

    /// The exact text without trailing zeros, such as `1.25`, `0.000001` or `3`; with an exponent beyond ±19.
    public var description: String { String(decoding: bytes(minPlaces: 0), as: UTF8.self) }

    /// The exact text with all its decimal places, such as `1.50`.
    package var fixedText: String { String(decoding: bytes(minPlaces: -exponent), as: UTF8.self) }

    private func bytes(minPlaces: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, minPlaces: minPlaces)
        return bytes
    }

    /// Appends the decimal's text to `output`, with `minPlaces` decimal places even if they are zeros.
    package func append(to output: inout [UInt8], minPlaces: Int = 0) {
        if isNegative { output.append(UInt8(ascii: "-")) }
        guard (-Self.maxZeros..<0).contains(exponent) else { return appendInteger(to: &output) }
        var scale = Self.powerOfTen(-exponent)
        var (whole, rest) = significand.quotientAndRemainder(dividingBy: scale)
        output.append(digits: UInt(whole))
        var places = 0
        while rest > 0 || places < minPlaces {
            if places == 0 { output.append(UInt8(ascii: ".")) }
            scale /= 10
            (whole, rest) = rest.quotientAndRemainder(dividingBy: scale)
            output.append(UInt8(ascii: "0") + UInt8(whole))
            places += 1
        }
    }

    private func appendInteger(to output: inout [UInt8]) {
        output.append(digits: UInt(significand))
        guard significand > 0, exponent != 0 else { return }
        let isShort = (0...Self.maxZeros).contains(exponent)
        output += isShort ? Array(repeating: UInt8(ascii: "0"), count: exponent) : Array("e\(exponent)".utf8)
    }
}

extension [UInt8] {
    /// Appends an integer in decimal digits, with a minus sign if it is negative.
    package mutating func append(integer: Int) {
        if integer < 0 { append(UInt8(ascii: "-")) }
        append(digits: integer.magnitude)
    }

    /// Appends an integer in decimal digits.
    package mutating func append(digits integer: UInt) {
        guard integer >= 10 else { return append(UInt8(ascii: "0") + UInt8(integer)) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.endIndex
            var rest = integer
            while rest > 0 {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                start -= 1
                digits.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(digit))
                rest = quotient
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }
}
