/// A number of a document as it was written, digit by digit, so that nothing is rounded before it must be.
struct JSONNumber {
    /// Whether a minus stands before it.
    let isNegative: Bool
    /// Its digits, 0 to 9, without zeros at the end.
    private var digits: [UInt8] = []
    /// Digits before the decimal point; more than there are stands for zeros, less than 0 for zeros after the point.
    private var point = 0

    /// Beyond this an exponent makes any number nothing or more than anything here counts.
    private static let greatestExponent = 10_000
    /// Digits that a number may have on either side of the point when it is spelled without its exponent.
    private static let longestPlainText = 40

    /// The number that `text`, which has JSON's form, spells.
    init(_ text: ArraySlice<UInt8>) {
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
            case _ where isPower: power = min(power * 10 + Int(byte - UInt8(ascii: "0")), Self.greatestExponent)
            default:
                digits.append(byte - UInt8(ascii: "0"))
                if !isFraction { point += 1 }
            }
        }
        point += isSmall ? -power : power
        while digits.last == 0 { digits.removeLast() }
    }

    /// The number if it is whole and fits; nil otherwise.
    var whole: Int64? { digits.count <= max(0, point) ? scaled(places: 0) : nil }

    /// The number times 10 to the power of `places`, rounded half away from zero; nil where it is too large.
    func scaled(places: Int) -> Int64? {
        if digits.isEmpty { return 0 }
        let length = point + places
        guard length >= 0 else { return 0 }
        var magnitude: Int64 = 0
        // Zeros in front count nothing, so the length of the number alone says nothing of its size.
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

    /// The number without an exponent, as settings are written; nil for one with more zeros than any of them has.
    var plainText: String? {
        guard point <= Self.longestPlainText, point >= -Self.longestPlainText else { return nil }
        var text = isNegative ? "-" : ""
        let places = min(point, 0)..<max(point, digits.count)
        if point <= 0 { text += "0" }
        for place in places {
            if place == point || (place == places.lowerBound && point <= 0) { text += "." }
            text += digits.indices.contains(place) ? String(digits[place]) : "0"
        }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
