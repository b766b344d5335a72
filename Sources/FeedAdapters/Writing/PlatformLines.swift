import GiftFeed
import Playback

/// Says events in the words of a platform. What it proposes need not mean the same: ``FeedWriter`` looks at that.
protocol PlatformLines: Sendable {
    /// A line that says when the feed begins, and nothing else.
    var opening: String { get }

    /// Lines that tell of what happened at `time`, in milliseconds since 1970; nil where the platform has no word for it.
    mutating func lines(for kind: FeedEvent.Kind, at time: Int64) -> [String]?
}

/// JSON of several levels, each member in its place.
struct JSONText {
    private var bytes: [UInt8] = []

    /// An object whose members `fill` adds.
    init(_ fill: (inout [UInt8]) -> Void) {
        bytes.beginObject()
        fill(&bytes)
        bytes.endObject()
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension [UInt8] {
    /// A member that is an object.
    mutating func add(_ key: StaticString, _ fill: (inout [UInt8]) -> Void) {
        begin(key)
        beginObject()
        fill(&self)
        endObject()
    }

    mutating func add(_ key: StaticString, _ texts: [String]) {
        begin(key)
        append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(quoted: text)
        }
        append(UInt8(ascii: "]"))
    }

    mutating func add(_ key: StaticString, flag: Bool) {
        begin(key)
        append(contentsOf: (flag ? "true" : "false").utf8)
    }
}

/// Dates in milliseconds since 1970 as RFC 3339 writes them.
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

    /// The date of a day from the first of January 1970 on, by counting years from March to February.
    private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // From the first of March of the year 0; 400 years have 146 097 days.
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
