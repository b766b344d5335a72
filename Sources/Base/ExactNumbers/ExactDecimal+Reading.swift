extension ExactDecimal {
    /// The limit for a written exponent. Beyond it every number is 0 or too large.
    private static let maxExponent = 1 << 40

    /// Reads a number in JSON's syntax; nil if the text is not exactly one number.
    public init?(_ text: some Collection<UInt8>) {
        var end = 0
        let number =
            text.withContiguousStorageIfAvailable { ExactDecimal($0, from: &end) }
            ?? Array(text).withUnsafeBufferPointer { ExactDecimal($0, from: &end) }
        guard let number, end == text.count else { return nil }
        self = number
    }

    /// Reads a number in JSON's syntax at `offset` and moves `offset` to its end; nil if there is no number.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int) {
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
        var digits = Digits()
        let isNegative = take("-")
        guard let first = digit() else { return nil }
        repeat {
            guard let value = digit() else { break }
            index += 1
            digits.append(value, isFraction: false)
        } while first != 0
        if take(".") {
            guard digit() != nil else { return nil }
            while let value = digit() {
                index += 1
                digits.append(value, isFraction: true)
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
            digits.exponent += isSmall ? -power : power
        }
        offset = index
        self.init(digits, isNegative: isNegative)
    }

    /// Reads a decimal as people write it in settings, such as `0.3`, `.5` or `2.`: without sign and exponent.
    package init?(plain text: some StringProtocol) {
        var digits = Digits()
        var (count, isFraction) = (0, false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(UInt64(byte - UInt8(ascii: "0")), isFraction: isFraction)
                count += 1
            case UInt8(ascii: ".") where !isFraction: isFraction = true
            default: return nil
            }
        }
        guard count > 0 else { return nil }
        self.init(digits, isNegative: false)
    }

    private init(_ digits: Digits, isNegative: Bool) {
        self.init(
            significand: digits.significand, exponent: digits.exponent, isNegative: isNegative,
            isTruncated: digits.isTruncated)
    }
}

/// The digits of a number while it is read.
private struct Digits {
    var significand: UInt64 = 0
    var exponent = 0
    var isTruncated = false

    mutating func append(_ value: UInt64, isFraction: Bool) {
        if significand < UInt64.max / 10 {
            significand = significand * 10 + value
            if isFraction { exponent -= 1 }
        } else {
            if value > 0 { isTruncated = true }
            if !isFraction { exponent += 1 }
        }
    }
}
