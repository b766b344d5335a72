/// The reason why a text is not a valid number.
package enum NumberFault: Error {
    case notANumber, tooPrecise, tooLarge
}

/// Quantities as people write them in settings, read with their digits, so that nothing is rounded.
package enum Quantity {
    /// A unit, which multiplies the number before it by `factor` and ten to the power of `places`.
    private typealias Unit = (suffix: String, factor: UInt64, places: Int)

    /// The forms of a duration, for messages.
    package static let durationForms = "a duration such as 250ms, 1.5s or 2m"
    /// The forms of a fraction, for messages.
    package static let fractionForms = "a fraction such as 0.3 or 30%"

    private static let times: [Unit] = [
        ("ns", 1, 0), ("us", 1, 3), ("µs", 1, 3), ("ms", 1, 6), ("s", 1, 9), ("m", 60, 9), ("h", 3_600, 9), ("", 1, 9),
    ]
    private static let sizes: [Unit] = [("GB", 1, 9), ("MB", 1, 6), ("KB", 1, 3), ("B", 1, 0), ("", 1, 6)]

    /// Returns the nanoseconds of `250ms`, `1.5s`, `2m` or a plain number of seconds.
    package static func duration(_ text: String) throws(NumberFault) -> Nanoseconds { try number(text, in: times) }

    /// Returns the bytes of `64MB`, `1.5GB`, `512KB`, `100B` or a plain number of megabytes; the case of letters is
    /// ignored.
    package static func size(_ text: String) throws(NumberFault) -> Int {
        guard let bytes = Int(exactly: try number(text.uppercased(), in: sizes)) else { throw .tooLarge }
        return bytes
    }

    /// Returns a size in the largest unit that gives a whole number, such as `64MB`; `0` for 0.
    package static func text(ofSize bytes: Int) -> String {
        for (unit, suffix) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB")] where bytes % unit == 0 {
            return bytes == 0 ? "0" : "\(bytes / unit)\(suffix)"
        }
        return "\(bytes)B"
    }

    /// Returns the millionths of a decimal such as `0.3`, or of a percentage such as `30%`.
    package static func fraction(_ text: String) throws(NumberFault) -> Millionths {
        if let fraction = try fraction(percent: text) { return fraction }
        return Millionths(try number(text, in: [("", 1, 6)]))
    }

    /// Returns the millionths of a percentage such as `30%`; `nil` for a text without the percent sign.
    package static func fraction(percent text: String) throws(NumberFault) -> Millionths? {
        trimmed(text).hasSuffix("%") ? Millionths(try number(text, in: [("%", 1, 4)])) : nil
    }

    /// Returns a whole number, 0 or more.
    package static func count(_ text: String) throws(NumberFault) -> Int {
        let text = trimmed(text)
        guard !text.isEmpty, text.utf8.allSatisfy(isDigit) else { throw .notANumber }
        guard let number = Int(text) else { throw .tooLarge }
        return number
    }

    private static func number(_ text: String, in units: [Unit]) throws(NumberFault) -> Int64 {
        let text = trimmed(text)
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { throw .notANumber }
        let digits = trimmed(text.dropLast(unit.suffix.count))
        guard digits.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }), let number = ExactDecimal(digits)
        else { throw .notANumber }
        return try number.product(unit.factor, places: unit.places)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let kept = text.drop { $0 == " " || $0 == "\t" }
        guard let last = kept.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(kept[...last])
    }
}

extension Nanoseconds {
    /// Reads `250ms`, `1.5s`, `2m` or a plain number of seconds exactly; returns `nil` for anything else.
    public init?(durationText text: String) {
        guard let duration = try? Quantity.duration(text) else { return nil }
        self = duration
    }

    /// The exact duration in seconds, such as `1.5s`.
    public var durationText: String { "\(ExactDecimal(seconds: self))s" }
}
