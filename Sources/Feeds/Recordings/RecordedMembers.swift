import ExactNumbers
import JSON
import Playback
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
    private var repeatableLoop: GiftLoop?
    private var plannedLoop: GiftLoop?
    private(set) var progress: Millionths?
    private(set) var speed: Millionths?
    private(set) var target: Nanoseconds?
    private(set) var from: Viewer?
    private(set) var streak: GiftArrival.Streak?
    /// The names of layers under the pointer.
    private(set) var layers: [String] = []
    /// The settings by the member that contains them: the layer's name in a header, otherwise `set` or `policy`.
    private(set) var settings: [String: [RecordedAssignment]] = [:]
    /// The settings of the appearance, from the member `looks`, in the same way.
    private(set) var appearanceSettings: [String: [RecordedAssignment]] = [:]
    /// The compared policies by name, from the member `versus`, in order.
    private(set) var policies: [(name: String, settings: [RecordedAssignment])] = []

    /// The steps of the guided tour, from the member `tour`.
    private(set) var tour: [RecordedTourStep] = []

    /// The maximum session time; it leaves room for all durations that are added to times.
    static let maxSessionTime: Nanoseconds = 366 * 86_400 * .second

    /// The valid numbers of planned rounds of a loop.
    fileprivate static let plannedRange =
        Int64(GiftLoop.plannedRange.lowerBound)...Int64(GiftLoop.plannedRange.upperBound)

    /// The members with texts.
    private static let textMembers: Set<String> = [
        "giftty", "to", "program", "seed", "profile", "host", "title", "type", "event", "id", "gift", "name", "text",
        "do",
        "layer", "asset", "is", "key", "button", "action", "outcome", "reason", "message", "batch",
        "pointer",
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
            self = try line.withUnsafeBufferPointer { bytes throws(FeedLineError) in
                try JSONReader.readLine(bytes) { reader throws(JSONError) in
                    var members = RecordedMembers()
                    try reader.expectLineObject()
                    try reader.readMembers { reader, key throws(JSONError) in try members.read(key, from: &reader) }
                    try reader.expectLineEnd(after: "object")
                    return members
                }
            }
        } catch {
            throw RecordingFault(column: error.column, problem: error.problem)
        }
    }

    /// The loop. One with planned rounds goes before the other one, wherever it stands.
    var loop: GiftLoop? { plannedLoop ?? repeatableLoop }

    private init() {}

    private mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "at": at = try reader.readTime("at")
        case "duration": duration = try reader.readTime("duration")
        case "loop" where reader.peek() == UInt8(ascii: "{"): repeatableLoop = try reader.readLoop(key)
        case "rounds" where reader.peek() == UInt8(ascii: "{"): plannedLoop = try reader.readLoop(key)
        case "progress": progress = try reader.readMillionths("progress")
        case "speed": speed = try reader.readMillionths("speed")
        case "elapsed": target = try reader.readTime("elapsed")
        case "from" where reader.peek() == UInt8(ascii: "{"): from = try reader.readViewer()
        case "streak": streak = try reader.readStreak()
        case "layers" where reader.peek() == UInt8(ascii: "["): layers = try reader.readTexts(key)
        case "set", "policy": settings[key] = try reader.readAssignments(key)
        case "settings" where reader.peek() == UInt8(ascii: "{"): settings.merge(try reader.readLayers(key)) { $1 }
        case "looks" where reader.peek() == UInt8(ascii: "{"): appearanceSettings = try reader.readLayers(key)
        case "versus" where reader.peek() == UInt8(ascii: "{"): policies = try reader.readPolicies(key)
        case "tour" where reader.peek() == UInt8(ascii: "["): tour = try reader.readTour(key)
        case "looks": appearanceSettings["set"] = try reader.readAssignments(key)
        // `gift` is a kind in an input and a number in the trace; the trace has senders by name only.
        case "gift" where reader.peek() != UInt8(ascii: "\""):
            numbers[key] = try reader.readInteger(key, in: 1...999_999_999_999)
        case "from": from = Viewer(id: "", name: try reader.readText("from"))
        default:
            if Self.textMembers.contains(key) {
                texts[key] = try reader.readText(key)
            } else if let range = Self.numberMembers[key] {
                numbers[key] = try reader.readInteger(key, in: range)
            } else {
                try reader.skipValue()
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
            let words = Choice.allCases.map(\.rawValue).alternatives
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
        guard let key = SettingKey.policy.first(where: { $0.name == name }) else {
            throw RecordingFault(
                column: 1, problem: Suggestion.unknown("setting", name, among: SettingKey.playback.map(\.name)))
        }
        do {
            return Assignment(key, try key.value(from: value), origin: layer.origin(label: origin))
        } catch {
            throw RecordingFault(column: 1, problem: error.problem)
        }
    }
}

extension RecordedAssignment {
    /// Returns the assignment of a setting of the appearance; `nil` if only a newer program knows it.
    func appearanceAssignment(in layer: LayeredSettings.Layer) -> Assignment? {
        guard let key = SettingKey.appearance.first(where: { $0.name == name }),
            let value = try? key.value(from: value)
        else {
            return nil
        }
        return Assignment(key, value, origin: layer.origin(label: origin))
    }
}

extension JSONReader {
    /// Reads settings by the name of their layer.
    fileprivate mutating func readLayers(_ path: String) throws(JSONError) -> [String: [RecordedAssignment]] {
        var layers: [String: [RecordedAssignment]] = [:]
        try readMembers { reader, layer throws(JSONError) in
            layers[layer] = try reader.readAssignments("\(path).\(layer)")
        }
        return layers
    }

    /// Reads the settings of policies, in the order of the policies.
    fileprivate mutating func readPolicies(
        _ path: String
    ) throws(JSONError) -> [(name: String, settings: [RecordedAssignment])] {
        var policies: [(name: String, settings: [RecordedAssignment])] = []
        try readMembers { reader, name throws(JSONError) in
            policies.append((name, try reader.readAssignments("\(path).\(name)")))
        }
        return policies
    }

    mutating func readTime(_ path: String) throws(JSONError) -> Nanoseconds {
        let start = offset
        let time = try readSeconds(path)
        guard time <= RecordedMembers.maxSessionTime else {
            throw error("\(path): expected at most a year", at: start)
        }
        return time
    }

    /// Reads the times at which a loop begins and ends; `rounds` also has the number of its planned rounds.
    fileprivate mutating func readLoop(_ path: String) throws(JSONError) -> GiftLoop {
        let place = offset
        var start: Nanoseconds = 0
        var end: Nanoseconds = 0
        var count = 0
        try readObject(at: path) { reader, key throws(JSONError) in
            switch key {
            case "from": start = try reader.readTime("\(path).from")
            case "to": end = try reader.readTime("\(path).to")
            case "count" where path == "rounds":
                count = try reader.readInteger("\(path).count", in: RecordedMembers.plannedRange)
            default: try reader.skipValue()
            }
        }
        guard let loop = GiftLoop(start: start, end: end, plannedRounds: path == "rounds" ? count : nil) else {
            throw error(
                path == "rounds" && end > start
                    ? "rounds: \"count\" is missing" : "\(path): expected an end after the beginning", at: place)
        }
        return loop
    }

    fileprivate mutating func readInteger(_ path: String, in range: ClosedRange<Int64>) throws(JSONError) -> Int {
        let (number, start) = try readInteger(path)
        guard range.contains(number) else {
            throw error(
                "\(path): expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(number)",
                at: start)
        }
        return Int(number)
    }

    fileprivate mutating func readMillionths(_ path: String) throws(JSONError) -> Millionths {
        // `readSeconds` returns nanoseconds; a trace has six decimals.
        Millionths(try readSeconds(path) / 1_000)
    }

    fileprivate mutating func readViewer() throws(JSONError) -> Viewer {
        var viewer = Viewer(id: "", name: "")
        try readObject { reader, key throws(JSONError) in
            switch key {
            case "id": viewer.id = try reader.readText("from.id")
            case "name": viewer.name = try reader.readText("from.name")
            default: try reader.skipValue()
            }
        }
        return viewer
    }

    fileprivate mutating func readStreak() throws(JSONError) -> GiftArrival.Streak {
        var streak = GiftArrival.Streak(id: "", total: 1, isFinal: false)
        try readObject(at: "streak") { reader, key throws(JSONError) in
            switch key {
            case "id": streak.id = try reader.readText("streak.id")
            case "total": streak.total = try reader.readInteger("streak.total", in: 1...1_000_000_000)
            case "final": streak.isFinal = try reader.readFlag("streak.final")
            default: try reader.skipValue()
            }
        }
        return streak
    }

    fileprivate mutating func readTexts(_ path: String) throws(JSONError) -> [String] {
        var texts: [String] = []
        try readArray { reader throws(JSONError) in texts.append(try reader.readText(path)) }
        return texts
    }

    fileprivate mutating func readAssignments(_ path: String) throws(JSONError) -> [RecordedAssignment] {
        guard peek() == UInt8(ascii: "[") else { throw mismatchError(path, expected: "a list") }
        var result: [RecordedAssignment] = []
        try readArray { reader throws(JSONError) in
            var texts: [String: String] = [:]
            try reader.readMembers { reader, name throws(JSONError) in
                guard ["name", "value", "by"].contains(name) else { return try reader.skipValue() }
                texts[name] = try reader.readText("\(path).\(name)")
            }
            guard let name = texts["name"] else { throw reader.error("\(path): \"name\" is missing") }
            guard let value = texts["value"] else { throw reader.error("\(path): \"value\" is missing") }
            result.append(RecordedAssignment(name: name, value: value, origin: texts["by"] ?? ""))
        }
        return result
    }
}
