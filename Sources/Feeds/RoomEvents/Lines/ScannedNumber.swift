/// A decimal number as it was written, as digits times a power of ten, so that no rounding happens earlier than
/// necessary.
package struct ScannedNumber: Equatable {
    /// The leading digits, at most 20, as an integer.
    package private(set) var digits: UInt64 = 0
    /// The power of ten by which the digits are multiplied.
    private(set) var exponent = 0
    package private(set) var isNegative = false

    /// The limit for a written exponent. Beyond it every number is 0 or too large.
    private static let maxExponent = 1_000

    /// Parses a number in JSON's syntax at `offset` and moves `offset` to its end; nil if there is no number.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int) {
        var index = offset
        func digit() -> UInt64? {
            guard index < bytes.count, case let value = bytes[index] &- UInt8(ascii: "0"), value < 10 else {
                return nil
            }
            return UInt64(value)
        }
        func take(_ scalar: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: scalar) else { return false }
            index += 1
            return true
        }
        isNegative = take("-")
        guard let first = digit() else { return nil }
        repeat {
            guard let value = digit() else { break }
            index += 1
            append(value, isFraction: false)
        } while first != 0
        if take(".") {
            guard digit() != nil else { return nil }
            while let value = digit() {
                index += 1
                append(value, isFraction: true)
            }
        }
        if take("e") || take("E") {
            let isSmall = take("-")
            if !isSmall { _ = take("+") }
            guard digit() != nil else { return nil }
            var power = 0
            while let value = digit() {
                index += 1
                power = min(power * 10 + Int(value), Self.maxExponent)
            }
            exponent += isSmall ? -power : power
        }
        offset = index
    }

    private mutating func append(_ value: UInt64, isFraction: Bool) {
        // Digits that no longer fit are far below the requested precision, or the number is out of range.
        if digits < UInt64.max / 10 {
            digits = digits * 10 + value
            if isFraction { exponent -= 1 }
        } else if !isFraction {
            exponent += 1
        }
    }

    /// Returns the number times ten to the power of `places`, rounded to the nearest integer, with halves away from
    /// zero; nil if the result is too large.
    package func rounded(places: Int) -> Int64? {
        scaled(places: places)?.value
    }

    /// The number as an integer; nil if it is not an integer or does not fit.
    package var integer: Int64? {
        guard let scaled = scaled(places: 0), scaled.isExact else { return nil }
        return scaled.value
    }

    private func scaled(places: Int) -> (value: Int64, isExact: Bool)? {
        var magnitude = digits
        var isExact = true
        var power = exponent + places
        while power > 0, magnitude > 0 {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            magnitude = product
            power -= 1
        }
        if power < 0 {
            var divisor: UInt64 = 1
            // The digits have at most 20 places, so with a larger divisor everything rounds to 0.
            for _ in 0..<min(-power, 19) { divisor *= 10 }
            let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: divisor)
            isExact = rest == 0 && (power >= -19 || magnitude == 0)
            magnitude = power >= -19 ? quotient + (rest >= divisor - rest ? 1 : 0) : 0
        }
        guard let value = Int64(exactly: magnitude) else { return nil }
        return (isNegative ? -value : value, isExact)
    }
}
