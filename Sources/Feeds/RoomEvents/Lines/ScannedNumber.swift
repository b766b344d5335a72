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

    /// Creates a number from its JSON text, which must be valid.
    package init(_ text: UnsafeBufferPointer<UInt8>) {
        isNegative = text.first == UInt8(ascii: "-")
        var isFraction = false
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "-"): break
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                var power = 0
                for byte in text[(index + 1)...] where byte &- UInt8(ascii: "0") < 10 {
                    power = min(power * 10 + Int(byte - UInt8(ascii: "0")), Self.maxExponent)
                }
                exponent += text[index + 1] == UInt8(ascii: "-") ? -power : power
                return
            case let byte: append(UInt64(byte - UInt8(ascii: "0")), isFraction: isFraction)
            }
        }
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
