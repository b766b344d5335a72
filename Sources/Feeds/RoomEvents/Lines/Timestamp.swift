/// A date and time in the syntax of RFC 3339: `2026-11-21T10:00:00.25Z`, or with an offset such as `+01:00`.
package struct Timestamp: Equatable {
    /// The time since 1970-01-01T00:00:00Z in nanoseconds; finer digits are cut off.
    package let nanoseconds: Int64

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
            let day = number(2, 1...Self.days(in: month, of: year)), take("Tt "), let hour = number(2, 0...23),
            take(":"),
            let minute = number(2, 0...59), take(":"), let second = number(2, 0...60)
        else { return nil }
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
        let seconds = Self.days(until: year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        nanoseconds = seconds * 1_000_000_000 + fraction
    }

    /// Creates a timestamp from seconds since 1970-01-01T00:00:00Z, clamped to the range of `nanoseconds`.
    package init(secondsSince1970 seconds: Int64) {
        let most = Int64.max / 1_000_000_000
        nanoseconds = max(-most, min(most, seconds)) * 1_000_000_000
    }

    /// The time in UTC, rounded down to seconds: `2026-11-21T10:00:00Z`.
    package var text: String {
        let seconds = Self.quotient(nanoseconds, 1_000_000_000)
        var day = Self.quotient(seconds, 86_400)
        let time = seconds - day * 86_400
        var year = 1970 + Self.quotient(day, 366) - (day < 0 ? 1 : 0)
        while Self.days(until: year + 1, 1, 1) <= day { year += 1 }
        day -= Self.days(until: year, 1, 1)
        var month: Int64 = 1
        while day >= Self.days(in: month, of: year) {
            day -= Self.days(in: month, of: year)
            month += 1
        }
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month))-\(two(day + 1))T\(two(time / 3_600)):\(two(time / 60 % 60)):\(two(time % 60))Z"
    }

    /// Returns the quotient, rounded down.
    private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        number / divisor - (number % divisor < 0 ? 1 : 0)
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the number of days from 1 January 1970 to a date.
    private static func days(until year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let before = year - 1
        let ofYears = before * 365 + before / 4 - before / 100 + before / 400
        let ofMonths = (1..<month).reduce(0) { $0 + days(in: $1, of: year) }
        // The number of days from 1 January of the year 1 to 1 January 1970.
        return ofYears + ofMonths + day - 1 - 719_162
    }
}
