extension ExactDecimal {
    /// The limit for a written exponent. Beyond it every number is 0 or too large.
    private static let maxExponent = 1 << 40

    /// Reads a number such as `-12.50` or `1e3`; nil for any other text.
    ///
    /// Unlike JSON, it accepts zeros before a number, and a point without digits on one of its sides.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        var significand: UInt64 = 0
        var exponent = 0
        var digitCount = 0
        var isFraction = false
        var firstCut: UInt8?
        var isTruncated = false
        let isNegative = text.first == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit > 9 {
                guard text[index] == UInt8(ascii: "."), !isFraction else { break }
                isFraction = true
            } else {
                digitCount += 1
                if significand < UInt64.max / 10 {
                    significand = significand * 10 + UInt64(digit)
                    if isFraction { exponent -= 1 }
                } else {
                    firstCut = firstCut ?? digit
                    isTruncated = isTruncated || digit > 0
                    if !isFraction { exponent += 1 }
                }
            }
            index += 1
        }
        guard digitCount > 0 else { return nil }
        if index < text.count {
            guard text[index] | 0x20 == UInt8(ascii: "e"), let power = Self.power(text[(index + 1)...]) else {
                return nil
            }
            exponent += power
        }
        self.init(
            significand: significand, exponent: exponent, isNegative: isNegative, isTruncated: isTruncated,
            roundsUp: (firstCut ?? 0) >= 5)
    }

    /// Reads a number such as `-12.50` or `1e3`; nil for any other text.
    package init?(_ text: String) {
        var text = text
        guard let number = text.withUTF8({ ExactDecimal($0) }) else { return nil }
        self = number
    }

    private static func power(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let isSmall = text.first == UInt8(ascii: "-")
        let digits = isSmall || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else { return nil }
        let power = digits.reduce(0) { min($0 * 10 + Int($1 &- UInt8(ascii: "0")), maxExponent) }
        return isSmall ? -power : power
    }
}
