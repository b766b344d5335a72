/// A decimal number as it was written: digits times a power of ten, so that nothing is rounded before it must be.
package struct ScannedNumber: Equatable {
    /// Its first digits, at most nineteen of them, as a whole number.
    package private(set) var digits: UInt64 = 0
    /// The power of ten that goes with them.
    private(set) var exponent = 0
    package private(set) var isNegative = false

    /// An exponent beyond this makes any number nothing or too large.
    private static let greatestExponent = 1_000

    /// Reads a number in JSON's form that begins at `offset`, and moves that behind it; nil where there is none.
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
                power = min(power * 10 + Int(value), Self.greatestExponent)
            }
            exponent += isSmall ? -power : power
        }
        offset = index
    }

    private mutating func append(_ value: UInt64, isFraction: Bool) {
        // What does not fit any more is far below any unit that is asked for, or far above any range.
        if digits < UInt64.max / 10 {
            digits = digits * 10 + value
            if isFraction { exponent -= 1 }
        } else if !isFraction {
            exponent += 1
        }
    }

    /// The number times ten to the power of `places`, rounded half up; nil where it is too large.
    package func rounded(places: Int) -> Int64? {
        scaled(places: places)?.value
    }

    /// The number if it is whole and fits; nil otherwise.
    package var whole: Int64? {
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
            // Twenty digits at most: a greater divisor leaves nothing but what is rounded away.
            for _ in 0..<min(-power, 19) { divisor *= 10 }
            let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: divisor)
            isExact = rest == 0 && (power >= -19 || magnitude == 0)
            magnitude = power >= -19 ? quotient + (rest >= divisor - rest ? 1 : 0) : 0
        }
        guard let value = Int64(exactly: magnitude) else { return nil }
        return (isNegative ? -value : value, isExact)
    }
}
