import ExactNumbers
import JSON
import Playback
public import PlayerSettings

extension AppLog {
    /// Reads a log with a JSON object per line; empty lines are skipped.
    ///
    /// - Throws: `ConfigurationError` with the line and the member of the first error.
    public init(_ bytes: [UInt8], path: String) throws(ConfigurationError) {
        let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        try self.init(texts.enumerated().map { (number: $0.offset + 1, text: Array($0.element)) }, path: path)
    }

    /// Reads lines, each a JSON object, with their numbers in the log; empty lines are skipped.
    ///
    /// - Throws: `ConfigurationError` with the line and the member of the first error.
    public init(_ texts: [(number: Int, text: [UInt8])], path: String) throws(ConfigurationError) {
        var lines: [Line] = []
        var arrivals: [String: Int] = [:]
        for (number, text) in texts {
            guard text.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
            let line = try Self.line(text, number, path)
            if case .arrived(let gift) = line.event {
                if let first = arrivals.updateValue(number, forKey: gift.gift) {
                    throw ConfigurationError(
                        .file(path: path, line: number, column: 1),
                        "gift: expected a new gift, found \(gift.gift), which arrived on line \(first)")
                }
            }
            lines.append(line)
        }
        self.init(path: path, lines: lines)
    }

    private static func line(
        _ text: [UInt8], _ number: Int, _ path: String
    ) throws(ConfigurationError) -> Line {
        let result = text.withUnsafeBufferPointer { buffer -> Result<Line, ConfigurationError> in
            do throws(JSONError) {
                let members = try JSONReader.read(buffer) { reader throws(JSONError) in
                    try LoggedMembers(from: &reader)
                }
                return .success(Line(number: number, at: try members.time("at"), try members.event()))
            } catch {
                let problem = error.problem(found: error.token(in: buffer, end: "the end of the line"))
                let column = min(error.offset, buffer.count) + 1
                return .failure(
                    ConfigurationError(
                        .file(path: path, line: number, column: column),
                        error.member.map { "\($0): \(problem)" } ?? problem))
            }
        }
        return try result.get()
    }
}

/// The members of a line. Members of other names are the app's own and are ignored.
private struct LoggedMembers {
    private enum Value {
        case number(ExactDecimal), text(String), null, other
    }

    private var members: [String: (value: Value, offset: Int)] = [:]
    private var names: [String] = []

    init(from reader: inout JSONReader) throws(JSONError) {
        var members: [String: (value: Value, offset: Int)] = [:]
        var names: [String] = []
        try reader.readMembers { reader, name throws(JSONError) in
            let kind = try reader.peekKind()
            let offset = reader.offset
            let value: Value
            switch kind {
            case .number: value = .number(try reader.readExactNumber())
            case .string: value = .text(try reader.readString())
            case .null:
                _ = try reader.readNull()
                value = .null
            case .object, .array, .bool:
                _ = try JSONValue(from: &reader)
                value = .other
            }
            if members.updateValue((value, offset), forKey: name) == nil { names.append(name) }
        }
        self.members = members
        self.names = names
    }

    func event() throws(JSONError) -> AppLog.Event {
        let events = ["arrived", "started", "ended", "dismissed", "settings", "paused", "resumed"]
        switch try choice("event", events) {
        case "arrived": return .arrived(try arrival())
        case "started": return .started(gift: try gift("gift"))
        case "ended": return .ended(gift: try gift("gift"), try ending())
        case "dismissed": return .ended(gift: try gift("gift"), LoggedEnd(.dismissed))
        case "settings": return .settings(try settings())
        case "paused": return .paused
        default: return .resumed
        }
    }

    func time(_ name: String) throws(JSONError) -> Nanoseconds {
        guard case .number(let number) = try required(name, "a time in seconds, 0 or more").value,
            let time = number.nanoseconds, time >= 0, time < .max / 4
        else { throw mismatch(name, "a time in seconds, 0 or more") }
        return time
    }

    private func arrival() throws(JSONError) -> LoggedGift {
        var gift = LoggedGift(gift: try gift("gift"), kind: try text("name"))
        if has("from") { gift.sender = try text("from") }
        if has("count") { gift.count = Int(try whole("count", from: 1)) }
        if has("value") { gift.value = try whole("value", from: 0) }
        if has("duration") {
            let duration = try time("duration")
            guard duration >= 0 else { throw mismatch("duration", "a duration in seconds, 0 or more") }
            gift.duration = duration
        }
        if has("id") { gift.eventID = try self.gift("id") }
        return gift
    }

    private func ending() throws(JSONError) -> LoggedEnd {
        let outcomes = Outcome.Name.allCases.map(\.rawValue)
        var end = LoggedEnd(Outcome.Name(rawValue: try choice("outcome", outcomes)) ?? .completed)
        let reasons: [String]? =
            switch end.outcome {
            case .dropped: Outcome.DropReason.allCases.map(\.rawValue)
            case .unplayed: Outcome.UnplayedReason.allCases.map(\.rawValue)
            case .completed, .replaced, .dismissed, .merged: nil
            }
        if has("reason"), let reasons { end.reason = try choice("reason", reasons) }
        if has("progress") { end.progress = try fraction("progress") }
        if has("by"), end.outcome == .replaced { end.by = try gift("by") }
        if has("into"), end.outcome == .merged { end.into = try gift("into") }
        return end
    }

    private func settings() throws(JSONError) -> [Setting] {
        var settings: [Setting] = []
        for name in names where name != "at" && name != "event" {
            guard let key = SettingKey.policy.first(where: { $0.name == name }) else {
                throw error(name, Suggestion.unknown("setting", name, among: SettingKey.policy.map(\.name)))
            }
            let text: String
            switch members[name]?.value {
            case .number(let number)?: text = number.description
            case .text(let word)?: text = word
            case .null?: text = "none"
            case .other?, nil: throw mismatch(name, key.expectedValues)
            }
            do throws(SettingSyntaxError) {
                if let setting = key.playbackSetting(try key.value(from: text)) { settings.append(setting) }
            } catch {
                throw JSONError(offset: members[name]?.offset ?? 0, problem: error.problem)
            }
        }
        return settings
    }

    // MARK: - Values

    private func has(_ name: String) -> Bool {
        if case .null? = members[name]?.value { return false }
        return members[name] != nil
    }

    private func required(_ name: String, _ expected: String) throws(JSONError) -> (value: Value, offset: Int) {
        guard let member = members[name] else { throw error(name, "expected \(expected), found no such member") }
        return member
    }

    private func text(_ name: String) throws(JSONError) -> String {
        guard case .text(let text) = try required(name, "a text").value else { throw mismatch(name, "a text") }
        return text
    }

    /// Returns the number or the text that identifies a gift.
    private func gift(_ name: String) throws(JSONError) -> String {
        switch try required(name, "a gift's number").value {
        case .number(let number): return number.description
        case .text(let text) where !text.isEmpty: return text
        case .text, .null, .other: throw mismatch(name, "a gift's number")
        }
    }

    private func whole(_ name: String, from minimum: Int64) throws(JSONError) -> Int64 {
        let expected = "a whole number from \(minimum)"
        guard case .number(let number) = try required(name, expected).value, let integer = number.integer,
            integer >= minimum
        else { throw mismatch(name, expected) }
        return integer
    }

    private func fraction(_ name: String) throws(JSONError) -> Millionths {
        let expected = "a number from 0 to 1"
        guard case .number(let number) = try required(name, expected).value, !number.isNegative,
            let billionths = number.nanoseconds, billionths <= 1_000_000_000
        else { throw mismatch(name, expected) }
        return Millionths((billionths + 500) / 1000)
    }

    private func choice(_ name: String, _ words: [String]) throws(JSONError) -> String {
        let word = try text(name)
        guard words.contains(word) else { throw error(name, Suggestion.unknown(name, word, among: words)) }
        return word
    }

    private func mismatch(_ name: String, _ expected: String) -> JSONError {
        JSONError(
            offset: members[name]?.offset ?? 0, problem: "expected \(expected)", namesFound: true, member: name)
    }

    private func error(_ name: String, _ problem: String) -> JSONError {
        JSONError(offset: members[name]?.offset ?? 0, problem: problem, member: name)
    }
}
