import ExactNumbers
import PlayerSettings
import RoomEvents

/// The known members of a line, read before the type of the line is known.
struct RecordedMembers {
    /// The texts by member name.
    private var texts: [String: String] = [:]
    /// The integers by member name, each within its permitted range.
    private var numbers: [String: Int] = [:]
    private(set) var at: Nanoseconds?
    private(set) var duration: Nanoseconds?
    private(set) var progress: Millionths?
    private(set) var speed: Millionths?
    private(set) var target: Nanoseconds?
    private(set) var from: Viewer?
    private(set) var streak: GiftArrival.Streak?
    /// The settings by the member that contains them: the layer's name in a header, otherwise `set` or `policy`.
    private(set) var settings: [String: [RecordedAssignment]] = [:]
    /// The settings of the appearance, from the member `looks`, in the same way.
    private(set) var appearanceSettings: [String: [RecordedAssignment]] = [:]

    /// The maximum session time; it leaves room for all durations that are added to times.
    static let maxSessionTime: Nanoseconds = 366 * 86_400 * .second

    /// The members with texts.
    private static let textMembers: Set<String> = [
        "giftty", "to", "program", "seed", "profile", "host", "title", "type", "event", "id", "gift", "name", "text",
        "do",
        "layer", "asset", "is", "key", "button", "action", "outcome", "reason", "message", "batch",
    ]

    /// The members with integers and their ranges. The ranges permit a sum of a million greatest counts without
    /// overflow.
    private static let numberMembers: [String: ClosedRange<Int64>] = [
        "format": 0...1_000_000, "viewers": 0...1_000_000_000, "likes": 0...999_999_999_999_999_999,
        "columns": 0...10_000, "rows": 0...10_000,
        "column": 0...10_000, "row": 0...10_000, "count": 1...1_000_000_000, "total": 1...1_000_000_000,
        "value": 0...999_999_999_999_999_999, "by": 1...999_999_999_999, "into": 1...999_999_999_999,
    ]

    /// Reads a line, which must be one object.
    init(_ line: ArraySlice<UInt8>) throws(RecordingFault) {
        do throws(FeedLineError) {
            self = try Self.read(line)
        } catch {
            throw RecordingFault(column: error.column, problem: error.problem)
        }
    }

    private init() {}

    private static func read(_ line: ArraySlice<UInt8>) throws(FeedLineError) -> RecordedMembers {
        var result = RecordedMembers()
        var fault: FeedLineError?
        line.withUnsafeBufferPointer { bytes in
            do throws(FeedLineError) {
                var scanner = JSONScanner(bytes)
                try scanner.readObject { (scanner, key) throws(FeedLineError) in
                    try result.read(try scanner.decoded(key), from: &scanner)
                }
                guard scanner.peek() == nil else {
                    throw scanner.error("expected one object a line, found \(scanner.nextTokenDescription()) after it")
                }
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return result
    }

    private mutating func read(_ key: String, from scanner: inout JSONScanner) throws(FeedLineError) {
        switch key {
        case "at": at = try scanner.time("at")
        case "duration": duration = try scanner.time("duration")
        case "progress": progress = try scanner.millionths("progress")
        case "speed": speed = try scanner.millionths("speed")
        case "elapsed": target = try scanner.time("elapsed")
        case "from" where scanner.peek() == UInt8(ascii: "{"): from = try scanner.viewer()
        case "streak": streak = try scanner.streak()
        case "set", "policy": settings[key] = try scanner.assignments(key)
        case "settings" where scanner.peek() == UInt8(ascii: "{"): settings.merge(try scanner.layers(key)) { $1 }
        case "looks" where scanner.peek() == UInt8(ascii: "{"): appearanceSettings = try scanner.layers(key)
        case "looks": appearanceSettings["set"] = try scanner.assignments(key)
        // `gift` is a kind in an input and a number in the trace; the trace has senders by name only.
        case "gift" where scanner.peek() != UInt8(ascii: "\""):
            numbers[key] = try scanner.integer(key, in: 1...999_999_999_999)
        case "from": from = Viewer(id: "", name: try scanner.text("from"))
        default:
            if Self.textMembers.contains(key) {
                texts[key] = try scanner.text(key)
            } else if let range = Self.numberMembers[key] {
                numbers[key] = try scanner.integer(key, in: range)
            } else {
                try scanner.skipValue()
            }
        }
    }

    // MARK: - Access

    /// Returns a text; `nil` if it is missing.
    func text(_ name: String) -> String? { texts[name] }

    /// Returns an integer; `nil` if it is missing.
    func number(_ name: String) -> Int? { numbers[name] }

    /// Returns a required text.
    func required(_ name: String) throws(RecordingFault) -> String {
        guard let text = texts[name] else { throw Self.missing(name) }
        return text
    }

    /// Returns a required integer.
    func requiredNumber(_ name: String) throws(RecordingFault) -> Int {
        guard let number = numbers[name] else { throw Self.missing(name) }
        return number
    }

    /// Returns a required case of an enumeration.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _: Choice.Type
    ) throws(RecordingFault) -> Choice {
        let text = try required(name)
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
            throw RecordingFault(column: 1, problem: "\(name): expected \(words), found \"\(text)\"")
        }
        return choice
    }

    static func missing(_ name: String) -> RecordingFault {
        RecordingFault(column: 1, problem: "\"\(name)\" is missing")
    }
}

/// A setting as a line contains it.
struct RecordedAssignment {
    let name: String
    let value: String
    let origin: String

    /// Returns the assignment of this setting in a layer.
    func assignment(in layer: LayeredSettings.Layer) throws(RecordingFault) -> Assignment {
        guard let key = (SettingKey.playback + [.arm]).first(where: { $0.name == name }) else {
            let hint = Suggestion.hint(for: name, among: SettingKey.playback.map(\.name))
            throw RecordingFault(column: 1, problem: "unknown setting \"\(name)\"\(hint)")
        }
        do {
            return Assignment(key, try key.value(fromFile: value), origin: layer.origin(label: origin))
        } catch {
            throw RecordingFault(column: 1, problem: error.problem)
        }
    }
}

extension RecordedAssignment {
    /// Returns the assignment of a setting of the appearance; `nil` if only a newer program knows it.
    func appearanceAssignment(in layer: LayeredSettings.Layer) -> Assignment? {
        guard let key = SettingKey.appearance.first(where: { $0.name == name }),
            let value = try? key.value(fromFile: value)
        else {
            return nil
        }
        return Assignment(key, value, origin: layer.origin(label: origin))
    }
}

extension JSONScanner {
    /// Reads settings by the name of their layer.
    fileprivate mutating func layers(_ path: String) throws(FeedLineError) -> [String: [RecordedAssignment]] {
        var layers: [String: [RecordedAssignment]] = [:]
        try readObject { (scanner, key) throws(FeedLineError) in
            let layer = try scanner.decoded(key)
            layers[layer] = try scanner.assignments("\(path).\(layer)")
        }
        return layers
    }

    fileprivate mutating func time(_ path: String) throws(FeedLineError) -> Nanoseconds {
        let start = offset
        let time = try seconds(path)
        guard time <= RecordedMembers.maxSessionTime else {
            throw error("\(path): expected at most a year", at: start)
        }
        return time
    }

    fileprivate mutating func integer(_ path: String, in range: ClosedRange<Int64>) throws(FeedLineError) -> Int {
        let (number, start) = try integer(path)
        guard range.contains(number) else {
            throw error(
                "\(path): expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(number)",
                at: start)
        }
        return Int(number)
    }

    fileprivate mutating func millionths(_ path: String) throws(FeedLineError) -> Millionths {
        // `seconds` returns nanoseconds; a trace has six decimals.
        Millionths(try seconds(path) / 1_000)
    }

    fileprivate mutating func viewer() throws(FeedLineError) -> Viewer {
        var viewer = Viewer(id: "", name: "")
        try readObject { (scanner, key) throws(FeedLineError) in
            if scanner.isEqual(key, to: "id") {
                viewer.id = try scanner.text("from.id")
            } else if scanner.isEqual(key, to: "name") {
                viewer.name = try scanner.text("from.name")
            } else {
                try scanner.skipValue()
            }
        }
        return viewer
    }

    fileprivate mutating func streak() throws(FeedLineError) -> GiftArrival.Streak {
        var streak = GiftArrival.Streak(id: "", total: 1, isFinal: false)
        try readObject { (scanner, key) throws(FeedLineError) in
            if scanner.isEqual(key, to: "id") {
                streak.id = try scanner.text("streak.id")
            } else if scanner.isEqual(key, to: "total") {
                streak.total = try scanner.integer("streak.total", in: 1...1_000_000_000)
            } else if scanner.isEqual(key, to: "final") {
                streak.isFinal = scanner.consume(word: "true")
                guard streak.isFinal || scanner.consume(word: "false") else {
                    throw scanner.mismatch("streak.final", expected: "true or false")
                }
            } else {
                try scanner.skipValue()
            }
        }
        return streak
    }

    fileprivate mutating func assignments(_ path: String) throws(FeedLineError) -> [RecordedAssignment] {
        guard consume("[") else { throw mismatch(path, expected: "a list") }
        var result: [RecordedAssignment] = []
        if consume("]") { return result }
        repeat {
            var texts: [String: String] = [:]
            try readObject { (scanner, key) throws(FeedLineError) in
                let name = try scanner.decoded(key)
                guard ["name", "value", "by"].contains(name) else { return try scanner.skipValue() }
                texts[name] = try scanner.text("\(path).\(name)")
            }
            guard let name = texts["name"] else { throw error("\(path): \"name\" is missing") }
            guard let value = texts["value"] else { throw error("\(path): \"value\" is missing") }
            result.append(RecordedAssignment(name: name, value: value, origin: texts["by"] ?? ""))
        } while consume(",")
        guard consume("]") else { throw mismatch(path, expected: "\",\" or \"]\"") }
        return result
    }
}
