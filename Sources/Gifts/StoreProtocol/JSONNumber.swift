/// A JSON number with all its decimal digits, so that it is rounded at most once.
struct JSONNumber {
    /// Whether the number begins with a minus sign.
    let isNegative: Bool
    /// The digits, 0 to 9, without trailing zeros.
    private var digits: [UInt8] = []
    /// The position of the decimal point in `digits`.
    ///
    /// A position after the last digit stands for zeros before the point, a negative one for zeros after it.
    private var decimalPoint = 0

    /// The exponent to which larger ones are reduced; such a number is out of every range or rounds to 0.
    private static let maxExponent = 10_000
    /// The most digits or zeros on either side of the point in a text without an exponent.
    private static let maxPlainDigits = 40

    /// Creates a number from its JSON text, which must be valid.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        isNegative = text.first == UInt8(ascii: "-")
        var isFraction = false
        var isPower = false
        var isSmall = false
        var power = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): isPower = true
            case UInt8(ascii: "-"): isSmall = isPower
            case UInt8(ascii: "+"): break
            case _ where isPower: power = min(power * 10 + Int(byte - UInt8(ascii: "0")), Self.maxExponent)
            default:
                digits.append(byte - UInt8(ascii: "0"))
                if !isFraction { decimalPoint += 1 }
            }
        }
        decimalPoint += isSmall ? -power : power
        while digits.last == 0 { digits.removeLast() }
    }

    /// The number as an integer; `nil` if it is not whole or does not fit.
    var integer: Int64? { digits.count <= max(0, decimalPoint) ? scaled(places: 0) : nil }

    /// Returns the number multiplied by 10 to the power of `places`, rounded half away from zero; `nil` if it does not
    /// fit.
    func scaled(places: Int) -> Int64? {
        if digits.isEmpty { return 0 }
        let length = decimalPoint + places
        guard length >= 0 else { return 0 }
        var magnitude: Int64 = 0
        // Leading zeros count as digits too, so the number of digits does not limit the magnitude; only an overflow
        // does.
        for place in 0..<length {
            if magnitude == 0, place >= digits.count { return 0 }
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(place < digits.count ? Int64(digits[place]) : 0)
            if overflow || overflows { return nil }
            magnitude = sum
        }
        if length < digits.count, digits[length] >= 5 {
            let (sum, overflow) = magnitude.addingReportingOverflow(1)
            if overflow { return nil }
            magnitude = sum
        }
        return isNegative ? -magnitude : magnitude
    }

    /// The number as text without an exponent, as settings are written; `nil` if that needs more than 40 digits before
    /// the point or 40 zeros after it.
    var plainText: String? {
        guard decimalPoint <= Self.maxPlainDigits, decimalPoint >= -Self.maxPlainDigits else { return nil }
        var text = isNegative ? "-" : ""
        let places = min(decimalPoint, 0)..<max(decimalPoint, digits.count)
        if decimalPoint <= 0 { text += "0" }
        for place in places {
            if place == decimalPoint || (place == places.lowerBound && decimalPoint <= 0) { text += "." }
            text += digits.indices.contains(place) ? String(digits[place]) : "0"
        }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
