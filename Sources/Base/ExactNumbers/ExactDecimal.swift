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
    package func append(to output: inout [UInt8]) {
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
