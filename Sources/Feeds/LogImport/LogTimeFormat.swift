import ExactNumbers

/// The form in which a log writes times.
enum LogTimeFormat: Hashable, Sendable {
    /// A date in RFC 3339; one without a zone has the offset from UTC in minutes, if there is one.
    case date(offset: Int64?)
    /// A number of units of ten to the power of `-places` seconds, since any moment.
    case number(places: Int)
    /// A date in another form.
    case pattern(DatePattern)

    /// The names of the forms without a pattern.
    static let names = ["rfc3339", "s", "ms", "us", "ns"]

    /// What a time of this form looks like.
    var expected: String {
        switch self {
        case .date: "a date such as 2026-11-21T10:00:00Z"
        case .number(let places): "a number of \(Self.names[1 + places / 3])"
        case .pattern(let pattern): "a date such as \(pattern.text)"
        }
    }

    /// Returns the nanoseconds that a text stands for; `nil` if it has another form.
    func nanoseconds(_ text: String) -> Nanoseconds? {
        switch self {
        case .date(let offset):
            Timestamp(text)?.nanoseconds
                ?? offset.flatMap { offset in
                    Timestamp(text + "Z").map { $0.nanoseconds - offset * 60_000_000_000 }
                }
        case .number(let places):
            ExactDecimal(text).flatMap { number in try? number.product(places: 9 - places) }
        case .pattern(let pattern): pattern.nanoseconds(text)
        }
    }
}

/// A form of dates, such as `dd/MMM/yyyy:HH:mm:ss Z`.
///
/// | letters | meaning |
/// |---|---|
/// | `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss` | numbers of this many digits |
/// | `MMM` | the first three letters of the month's English name |
/// | `S` | one or more digits after the second |
/// | `Z` | `Z`, `+01:00` or `+0100` |
///
/// All other characters stand for themselves.
struct DatePattern: Hashable, Sendable {
    private enum Part: Hashable {
        case number(Character, digits: Int)
        case month, fraction, zone
        case literal(Character)
    }

    /// The pattern as it was written.
    let text: String
    private let parts: [Part]
    /// The offset from UTC, in minutes, of dates without one.
    private let offset: Int64

    /// Reads a pattern; `nil` if it does not have each of year, month, day, hour and minute once.
    ///
    /// - Parameter offset: The offset from UTC, in minutes; `nil` if the pattern must have a zone.
    init?(_ text: String, offset: Int64?) {
        var parts: [Part] = []
        var rest = text[...]
        while let letter = rest.first {
            let run = rest.prefix { $0 == letter }.count
            let length: Int
            switch letter {
            case "y": (parts, length) = (parts + [.number("y", digits: 4)], 4)
            case "M" where run >= 3: (parts, length) = (parts + [.month], 3)
            case "M", "d", "H", "m", "s": (parts, length) = (parts + [.number(letter, digits: 2)], 2)
            case "S": (parts, length) = (parts + [.fraction], run)
            case "Z": (parts, length) = (parts + [.zone], run)
            default: (parts, length) = (parts + [.literal(letter)], 1)
            }
            guard run >= length else { return nil }
            rest = rest.dropFirst(length)
        }
        func count(_ letter: Character) -> Int {
            parts.count { if case .number(letter, _) = $0 { true } else { letter == "M" && $0 == .month } }
        }
        guard "yMdHm".allSatisfy({ count($0) == 1 }), count("s") <= 1, offset != nil || parts.contains(.zone) else {
            return nil
        }
        self.text = text
        self.parts = parts
        self.offset = offset ?? 0
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Returns the nanoseconds since 1970 of a date; `nil` if it has another form or does not exist.
    func nanoseconds(_ date: String) -> Nanoseconds? {
        var rest = date[...]
        var numbers: [Character: Int] = [:]
        var (fraction, zone) = ("", "")
        for part in parts {
            switch part {
            case .number(let letter, let digits):
                let word = rest.prefix(digits)
                guard word.count == digits, word.utf8.allSatisfy({ $0 &- 0x30 <= 9 }) else { return nil }
                numbers[letter] = Int(word)
                rest = rest.dropFirst(digits)
            case .month:
                guard let month = Self.months.firstIndex(of: rest.prefix(3).lowercased()) else { return nil }
                numbers["M"] = month + 1
                rest = rest.dropFirst(3)
            case .fraction:
                fraction = String(rest.prefix { ("0"..."9").contains($0) })
                guard !fraction.isEmpty else { return nil }
                rest = rest.dropFirst(fraction.count)
            case .zone:
                let word = rest.first == "Z" ? rest.prefix(1) : rest.prefix { "+-:0123456789".contains($0) }
                guard !word.isEmpty else { return nil }
                zone = String(word)
                rest = rest.dropFirst(word.count)
            case .literal(let letter):
                guard rest.first == letter else { return nil }
                rest = rest.dropFirst()
            }
        }
        guard rest.isEmpty else { return nil }
        return timestamp(numbers, fraction: fraction, zone: zone)
    }

    private func timestamp(_ numbers: [Character: Int], fraction: String, zone: String) -> Nanoseconds? {
        func digits(_ letter: Character) -> String {
            let number = numbers[letter] ?? 0
            return number < 10 ? "0\(number)" : String(number)
        }
        // With four digits the colon of an offset is missing.
        let written = zone.count == 5 ? "\(zone.prefix(3)):\(zone.suffix(2))" : zone
        let text =
            "\(digits("y"))-\(digits("M"))-\(digits("d"))T\(digits("H")):\(digits("m")):\(digits("s"))"
            + (fraction.isEmpty ? "" : ".\(fraction)") + (zone.isEmpty ? "Z" : written)
        guard let time = Timestamp(text)?.nanoseconds else { return nil }
        return zone.isEmpty ? time - offset * 60_000_000_000 : time
    }

    /// Returns the minutes of an offset such as `+09:00`, `-0330` or `UTC`; `nil` for any other text.
    static func offset(_ text: String) -> Int64? {
        if ["UTC", "Z"].contains(text) { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard let sign = text.first, "+-".contains(sign), digits.count == 4,
            digits.utf8.allSatisfy({ $0 &- 0x30 <= 9 }), let number = Int64(digits), number % 100 < 60, number < 2_400
        else { return nil }
        return (sign == "-" ? -1 : 1) * (number / 100 * 60 + number % 100)
    }
}
