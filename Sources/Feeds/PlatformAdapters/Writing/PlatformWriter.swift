import JSON
import RoomEvents

/// A writer of events in the form of a platform. Its lines need not read back as the same event; ``FeedWriter`` checks
/// that.
protocol PlatformWriter: Sendable {
    /// A line that contains the start time of the feed and no event.
    var openingLine: String { get }

    /// Returns lines for an event at `time`, in milliseconds since 1970; nil if the platform has no representation of it.
    mutating func lines(for kind: FeedEvent.Kind, at time: Int64) -> [String]?
}

extension PlatformWriter {
    /// Returns a JSON object, whose members `fill` appends.
    func jsonObject(_ fill: (inout [UInt8]) -> Void) -> String {
        var json: [UInt8] = []
        json.appendObject(fill)
        return String(decoding: json, as: UTF8.self)
    }
}

/// Dates in the syntax of RFC 3339, from milliseconds since 1970.
package enum DateText {
    package static func text(milliseconds: Int64) -> String {
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        let (year, month, day) = date(days: days)
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { digits($0, 2) }.joined(
            separator: ":")
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(time).\(digits(rest % 1_000, 3))Z"
    }

    /// Returns the date that is `days` days after 1 January 1970. It counts years from March to February, so that a
    /// leap day is the last day.
    private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Days since 1 March of the year 0; 400 years have 146,097 days.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
    }
}
