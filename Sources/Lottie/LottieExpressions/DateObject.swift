/// A date of a script: a number of milliseconds since the start of 1970, in universal time.
///
/// A script has no clock. The present is the start of 1970 plus the time of the composition, so that the same frame
/// always looks the same.
final class DateObject: ScriptObject {
    fileprivate(set) var milliseconds: Double

    init(milliseconds: Double) { self.milliseconds = milliseconds.rounded(.towardZero) }

    override func plainValue(in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? { .number(milliseconds) }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        guard let action = DateMethod.Action(name) else { return nil }
        return .object(DateMethod(action, of: self))
    }

    /// Whether the milliseconds are a time.
    fileprivate var isValid: Bool { milliseconds.isFinite && abs(milliseconds) <= DateFields.maxTime }

    /// The date as a text, such as `Thu Jan 01 1970 00:00:05 GMT+0000 (Coordinated Universal Time)`.
    var text: String { isValid ? DateFields(milliseconds).text(.full) : "Invalid Date" }
}

/// A part of a date, such as its month.
typealias DatePart = WritableKeyPath<DateFields, Int> & Sendable

/// The parts of a date in the Gregorian calendar.
struct DateFields {
    var year = 1970
    /// From 0 to 11.
    var month = 0
    /// From 1 to 31.
    var day = 1
    var hours = 0
    var minutes = 0
    var seconds = 0
    var milliseconds = 0
    /// From 0, Sunday, to 6.
    var weekday = 4

    /// The farthest time from 1970, in milliseconds (ECMAScript, time values).
    static let maxTime = 8.64e15
    private static let dayLength = 86_400_000

    init() {}

    /// Creates the parts of a time, which must not be farther away than `maxTime`.
    init(_ time: Double) {
        let whole = Int(max(-Self.maxTime, min(Self.maxTime, time)))
        let days = Int((Double(whole) / Double(Self.dayLength)).rounded(.down))
        var rest = whole - days * Self.dayLength
        milliseconds = rest % 1_000
        rest /= 1_000
        (hours, minutes, seconds) = (rest / 3_600, rest / 60 % 60, rest % 60)
        weekday = ((days + 4) % 7 + 7) % 7
        // Years from March, in eras of 400 years, which all have the same number of days.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = (shiftedMonth + 2) % 12
        year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
    }

    /// The time in milliseconds; parts beyond their range count on, such as a month 12.
    var time: Double {
        let months = year * 12 + month
        let year = Int((Double(months) / 12).rounded(.down))
        let month = months - year * 12
        let shiftedYear = month < 2 ? year - 1 : year
        let era = Int((Double(shiftedYear) / 400).rounded(.down))
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        let seconds = Double(days) * 86_400 + Double(hours) * 3_600 + Double(minutes) * 60 + Double(seconds)
        return seconds * 1_000 + Double(milliseconds)
    }

    /// A part with the name that the methods of dates use.
    static let parts: [String: DatePart] = [
        "FullYear": \.year, "Month": \.month, "Date": \.day, "Day": \.weekday, "Hours": \.hours, "Minutes": \.minutes,
        "Seconds": \.seconds, "Milliseconds": \.milliseconds,
    ]

    /// The parts in the order of the arguments of constructors.
    static let order: [DatePart] = [
        \.year, \.month, \.day, \.hours, \.minutes, \.seconds, \.milliseconds,
    ]
}

/// A method of a date.
private final class DateMethod: ScriptObject {
    enum Action {
        case time, offset, setTime
        case text(DateFields.Style)
        case get(DatePart)
        case set(DatePart)

        init?(_ name: String) {
            switch name {
            case "getTime", "valueOf": self = .time
            case "toISOString", "toJSON": self = .text(.iso)
            case "toString": self = .text(.full)
            case "toDateString": self = .text(.day)
            case "toTimeString": self = .text(.clock)
            case "toUTCString", "toGMTString": self = .text(.universal)
            case "toLocaleString": self = .text(.local)
            case "toLocaleDateString": self = .text(.localDay)
            case "toLocaleTimeString": self = .text(.localClock)
            case "getTimezoneOffset": self = .offset
            case "setTime": self = .setTime
            default:
                let start = name.dropFirst(3)
                let part = start.hasPrefix("UTC") ? start.dropFirst(3) : start
                guard let field = DateFields.parts[String(part)] else { return nil }
                if name.hasPrefix("get") {
                    self = .get(field)
                } else if name.hasPrefix("set"), part != "Day" {
                    self = .set(field)
                } else {
                    return nil
                }
            }
        }
    }

    private let action: Action
    private let date: DateObject

    init(_ action: Action, of date: DateObject) {
        self.action = action
        self.date = date
    }

    override var isCallable: Bool { true }

    override var references: [ScriptObject] { [date] }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let isValid = date.isValid
        switch action {
        case .time: return .number(date.milliseconds)
        case .text(let style):
            if style.isLocal, !arguments.isEmpty {
                throw machine.typeError("a date's local text takes no arguments here")
            }
            if isValid { return try machine.makeString(DateFields(date.milliseconds).text(style)) }
            if style == .iso { throw machine.rangeError("the date is invalid") }
            return .string("Invalid Date")
        case .offset: return .number(0)
        case .setTime: date.milliseconds = try machine.number(arguments.first ?? .undefined)
        case .get(let field): return .number(isValid ? Double(DateFields(date.milliseconds)[keyPath: field]) : .nan)
        case .set(let field):
            var fields = isValid ? DateFields(date.milliseconds) : DateFields()
            // Further arguments are the parts after this one.
            let start = DateFields.order.firstIndex(of: field) ?? 0
            for (place, value) in zip(DateFields.order[start...], arguments) {
                fields[keyPath: place] = try machine.integer(value)
            }
            date.milliseconds = fields.time
        }
        return .number(date.milliseconds)
    }
}

extension ScriptMachine {
    /// Returns the time of the composition in milliseconds.
    func compositionTime() throws(ScriptFailure) -> Double {
        let seconds = try number(scope?.value(of: "time", in: self) ?? .number(0))
        return seconds.isFinite ? (seconds * 1_000).rounded() : 0
    }

    /// Returns the time for the arguments of `new Date`.
    func constructedTime(_ arguments: Arguments) throws(ScriptFailure) -> Double {
        if arguments.count == 0 { return try compositionTime() }
        if arguments.count > 1 { return try time(ofFields: arguments) }
        let value = try primitive(arguments[0])
        if case .boxedString(let text) = value { return Self.time(in: text.string) ?? .nan }
        return try number(value)
    }

    /// Returns the time of a year, a month from 0, and the further parts of a date.
    func time(ofFields arguments: Arguments) throws(ScriptFailure) -> Double {
        var fields = DateFields()
        for (index, place) in DateFields.order.enumerated() where index < arguments.count {
            fields[keyPath: place] = try integer(arguments[index])
        }
        // Two digits mean the twentieth century.
        if (0...99).contains(fields.year) { fields.year += 1_900 }
        return fields.time
    }

    /// Returns the time in a text such as `2024-05-17` or `2024-05-17T08:30:00Z`, or nil.
    static func time(in text: String) -> Double? {
        let halves = text.split(separator: "T", maxSplits: 1)
        let day = (halves.first ?? "").split(separator: "-").map { Int($0) }
        guard (1...3).contains(day.count), let year = day[0] else { return nil }
        var fields = DateFields()
        fields.year = year
        if day.count > 1 { fields.month = (day[1] ?? 0) - 1 }
        if day.count > 2 { fields.day = day[2] ?? 0 }
        guard (0...11).contains(fields.month), (1...31).contains(fields.day), abs(year) < 10_000 else { return nil }
        if halves.count > 1 {
            guard let offset = Self.setClock(of: &fields, in: halves[1]) else { return nil }
            return fields.time - offset
        }
        return fields.time
    }

    /// Sets the hours to milliseconds of a text such as `08:30:00.5+01:00`; returns the distance to universal time in
    /// milliseconds, or nil if the text is no time.
    private static func setClock(of fields: inout DateFields, in text: Substring) -> Double? {
        let clock = text.prefix { $0.isNumber || $0 == ":" || $0 == "." }
        let halves = clock.split(separator: ".", maxSplits: 1)
        let parts = (halves.first ?? "").split(separator: ":").map { Int($0) }
        guard (2...3).contains(parts.count) else { return nil }
        for (place, part) in zip(DateFields.order[3...], parts) {
            guard let part, (0..<100).contains(part) else { return nil }
            fields[keyPath: place] = part
        }
        if halves.count > 1 {
            guard let milliseconds = Int((halves[1] + "00").prefix(3)) else { return nil }
            fields.milliseconds = milliseconds
        }
        let zone = text.dropFirst(clock.count)
        if zone.isEmpty || zone == "Z" { return 0 }
        let numbers = zone.dropFirst().split(separator: ":").map { Int($0) }
        guard let sign = ["+": 1.0, "-": -1.0][zone.prefix(1)], numbers.count == 2, let hours = numbers[0],
            let minutes = numbers[1], (0..<24).contains(hours), (0..<60).contains(minutes)
        else { return nil }
        return sign * Double(hours * 60 + minutes) * 60_000
    }
}
