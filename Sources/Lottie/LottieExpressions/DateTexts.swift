extension DateFields {
    /// A form in which a date is written.
    enum Style {
        /// `1970-01-01T00:00:05.250Z`
        case iso
        /// `Thu Jan 01 1970 00:00:05 GMT+0000 (Coordinated Universal Time)`
        case full
        /// `Thu Jan 01 1970`
        case day
        /// `00:00:05 GMT+0000 (Coordinated Universal Time)`
        case clock
        /// `Thu, 01 Jan 1970 00:00:05 GMT`
        case universal
        /// `1/1/1970, 12:00:05 AM`, and its two parts, as browsers write them in English
        case local, localDay, localClock

        /// Whether browsers write the form in the language of the user.
        var isLocal: Bool { self == .local || self == .localDay || self == .localClock }
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the date in universal time as a text (ECMAScript, Date.prototype.toString and the functions after it).
    func text(_ style: Style) -> String {
        let clock = "\(digits(hours, 2)):\(digits(minutes, 2)):\(digits(seconds, 2))"
        let plainYear = (year < 0 ? "-" : "") + digits(year, 4)
        let (weekday, monthName) = (Self.weekdays[weekday], Self.months[month])
        switch style {
        case .iso:
            let longYear = (year < 0 ? "-" : "+") + digits(year, 6)
            let start = (0...9_999).contains(year) ? digits(year, 4) : longYear
            return "\(start)-\(digits(month + 1, 2))-\(digits(day, 2))T\(clock).\(digits(milliseconds, 3))Z"
        case .full: return "\(text(.day)) \(text(.clock))"
        case .day: return "\(weekday) \(monthName) \(digits(day, 2)) \(plainYear)"
        case .clock: return "\(clock) GMT+0000 (Coordinated Universal Time)"
        case .universal: return "\(weekday), \(digits(day, 2)) \(monthName) \(plainYear) \(clock) GMT"
        case .local: return "\(text(.localDay)), \(text(.localClock))"
        case .localDay: return "\(month + 1)/\(day)/\(year)"
        case .localClock:
            let hour = hours % 12 == 0 ? 12 : hours % 12
            return "\(hour):\(digits(minutes, 2)):\(digits(seconds, 2)) \(hours < 12 ? "AM" : "PM")"
        }
    }

    private func digits(_ number: Int, _ count: Int) -> String {
        let text = String(abs(number))
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
