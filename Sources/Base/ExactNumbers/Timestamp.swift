/// A date and time in the syntax of RFC 3339: `2026-11-21T10:00:00.25Z`, or with an offset such as `+01:00`.
package struct Timestamp: Equatable {
    /// The whole seconds since 1970-01-01T00:00:00Z.
    private let seconds: Int64
    /// The nanoseconds after the whole seconds; finer digits are cut off.
    private let fraction: Int64

    /// The time since 1970-01-01T00:00:00Z, clamped to ±292 years.
    package var nanoseconds: Nanoseconds {
        (Duration.seconds(seconds) + .nanoseconds(fraction)).inNanoseconds
    }

    /// Parses a date and time; nil for other texts and for years outside 1678...2261, the range of `nanoseconds`.
    package init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        func number(_ digits: Int, _ range: ClosedRange<Int64>) -> Int64? {
            guard rest.count >= digits, rest.prefix(digits).allSatisfy({ (48...57).contains($0) }) else { return nil }
            let value = rest.prefix(digits).reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
            rest = rest.dropFirst(digits)
            return range.contains(value) ? value : nil
        }
        func take(_ bytes: String) -> Bool {
            guard let first = rest.first, bytes.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(4, 1678...2261), take("-"), let month = number(2, 1...12), take("-"),
            let day = number(2, 1...31), take("Tt "), let hour = number(2, 0...23), take(":"),
            let minute = number(2, 0...59), take(":"), let second = number(2, 0...60)
        else { return nil }
        let days = Self.days(until: (year, month, day))
        guard Self.date(days: days) == (year, month, day) else { return nil }
        var fraction: Int64 = 0
        if take(".") {
            let digits = rest.prefix { (48...57).contains($0) }
            guard !digits.isEmpty else { return nil }
            for place in 0..<9 {
                fraction = fraction * 10 + (place < digits.count ? Int64(digits[digits.startIndex + place] - 48) : 0)
            }
            rest = rest.dropFirst(digits.count)
        }
        var offset: Int64 = 0
        if !take("Zz") {
            let isWest = rest.first == UInt8(ascii: "-")
            guard take("+-"), let hours = number(2, 0...23), take(":"), let minutes = number(2, 0...59) else {
                return nil
            }
            offset = (isWest ? -60 : 60) * (hours * 60 + minutes)
        }
        guard rest.isEmpty else { return nil }
        seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        self.fraction = fraction
    }

    /// Creates a timestamp from seconds since 1970-01-01T00:00:00Z.
    package init(secondsSince1970 seconds: Int64) {
        self.seconds = seconds
        fraction = 0
    }

    /// Creates a timestamp from milliseconds since 1970-01-01T00:00:00Z.
    package init(millisecondsSince1970 milliseconds: Int64) {
        seconds = milliseconds.quotientRoundedDown(by: 1_000)
        fraction = (milliseconds - seconds * 1_000) * 1_000_000
    }

    /// The time in UTC, rounded down to seconds: `2026-11-21T10:00:00Z`.
    package var text: String { "\(textWithoutZone)Z" }

    /// The time in UTC, rounded down to milliseconds: `2026-11-21T10:00:00.250Z`. The texts sort by time.
    package var textWithMilliseconds: String { "\(textWithoutZone).\(Self.digits(fraction / 1_000_000, 3))Z" }

    /// The time in UTC, rounded down to seconds, without a zone: `2026-11-21T10:00:00`.
    package var textWithoutZone: String {
        let days = seconds.quotientRoundedDown(by: 86_400)
        let time = seconds - days * 86_400
        let (year, month, day) = Self.date(days: days)
        return
            "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))T\(Self.digits(time / 3_600, 2)):"
            + "\(Self.digits(time / 60 % 60, 2)):\(Self.digits(time % 60, 2))"
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    // Years are counted from March to February, so that a leap day is the last day; 400 years have 146,097 days.

    /// Returns the number of days from 1 January 1970 to a date, which need not exist: 31 April is 1 May.
    private static func days(until date: (year: Int64, month: Int64, day: Int64)) -> Int64 {
        let year = date.year - (date.month < 3 ? 1 : 0)
        let dayOfYear = (153 * ((date.month + 9) % 12) + 2) / 5 + date.day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    /// Returns the date that is `days` days after 1 January 1970.
    private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.quotientRoundedDown(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
    }
}
