import ExactNumbers
import JSON
import Playback
import PlayerSettings
import RoomEvents
import StoreProtocol
import TerminalText

extension ControlRequest {
    /// The members that say what is requested; a request has exactly one of them.
    private static let actions = [
        "do", "set", "unset", "send", "seek", "speed", "get", "subscribe", "unsubscribe",
    ]

    /// Reads a request from a line.
    ///
    /// - Throws: `ControlRefusal` if the line is not a JSON object with exactly one action and known members, nor a line
    ///   of a feed or of a recording.
    package init(line: ArraySlice<UInt8>) throws(ControlRefusal) {
        if let (type, id) = ControlLine.head(of: line) {
            do throws(ControlRefusal) {
                self.init(id: id, .line(try ControlLine(line, type: type)))
            } catch {
                throw ControlRefusal(error.description, id: id)
            }
            return
        }
        var members = Members()
        do throws(JSONError) {
            try line.withUnsafeBufferPointer { text throws(JSONError) in
                var reader = JSONReader(text)
                do throws(JSONError) {
                    try reader.readMembers("a request such as {\"do\": \"close\"}") { reader, name throws(JSONError) in
                        try members.read(name, from: &reader)
                    }
                    try reader.expectEnd()
                } catch {
                    // The place is named here, because the text is not available later.
                    let place = error.isSyntax ? "column \(error.offset + 1)" : error.path(in: text)
                    let problem = error.problem(found: error.token(in: text)).terminalSafe()
                    throw JSONError(offset: 0, problem: place.isEmpty ? problem : "\(place): \(problem)")
                }
            }
        } catch {
            throw ControlRefusal(error.problem, id: members.id)
        }
        guard let action = members.action, members.actionCount == 1 else {
            let problem = members.actionCount == 0 ? "found none" : "found \(members.actionCount)"
            throw ControlRefusal(
                "expected one of the members \(Self.actions.joined(separator: ", ")), \(problem)", id: members.id)
        }
        if let stray = members.strayMember(of: action) {
            throw ControlRefusal("\(stray): expected only together with \"send\"", id: members.id)
        }
        self.init(id: members.id, members.completed(action))
    }

    /// The settings that count only when a room starts, so that a change would do nothing.
    static let fixedKeys = SettingKey.configurable.filter { !SettingKey.all.contains($0) } + [.store, .room]

    /// The members of a request while it is read.
    private struct Members {
        var id: ControlID?
        /// The action that was read last.
        private(set) var action: Action?
        /// The number of actions.
        private(set) var actionCount = 0
        var sender: Viewer?
        var count: Int?
        var event: String?
        private var names: [String] = []

        /// The most gifts that a request can send at once.
        private static let maxCount: Int64 = 1_000_000_000

        mutating func read(_ name: String, from reader: inout JSONReader) throws(JSONError) {
            guard !names.contains(name) else { throw reader.duplicateMemberError() }
            names.append(name)
            switch name {
            case "id": id = try Self.readID(from: &reader)
            case "do": add(.control(try Self.readChoice(from: &reader)))
            case "set": add(.set(try Self.readSettings(from: &reader)))
            case "unset": add(.unset(try Self.readKeys(from: &reader)))
            case "send": add(.send(SentGift(kind: try Self.readText(from: &reader))))
            case "seek": add(.seek(try Self.readPosition(from: &reader)))
            case "speed": add(.speed(try Self.readSpeed(from: &reader)))
            case "get": add(.get(try Self.readChoice(from: &reader)))
            case "subscribe": add(.subscribe(try Self.readChoice(from: &reader)))
            case "unsubscribe": add(.unsubscribe(try Self.readChoice(from: &reader)))
            case "from": sender = try Self.readSender(from: &reader)
            case "event": event = try Self.readText(from: &reader)
            case "count":
                let place = reader.offset
                let expected = "a whole number from 1 to \(Self.maxCount)"
                guard let number = try reader.readExactNumber(expected).integer, 1...Self.maxCount ~= number else {
                    throw reader.mismatchError(expected, at: place)
                }
                count = Int(number)
            default:
                let known = ["id"] + ControlRequest.actions + ["from", "count", "event"]
                throw reader.error(Suggestion.unknown("member", name, among: known, maxListed: 20))
            }
        }

        private mutating func add(_ action: Action) {
            self.action = action
            actionCount += 1
        }

        /// Returns the first member that belongs to a gift, if the request sends none.
        func strayMember(of action: Action) -> String? {
            if case .send = action { return nil }
            return sender != nil ? "from" : count != nil ? "count" : event != nil ? "event" : nil
        }

        /// Returns the action with the members that belong to it.
        func completed(_ action: Action) -> Action {
            guard case .send(let gift) = action else { return action }
            return .send(SentGift(kind: gift.kind, sender: sender, count: count ?? 1, event: event))
        }

        // MARK: - Values

        private static func readID(from reader: inout JSONReader) throws(JSONError) -> ControlID? {
            let expected = "a text or a whole number"
            let place = reader.offset
            if reader.peek() == UInt8(ascii: "\"") {
                return .text(String(try reader.readString().prefix(ControlID.maxLength)))
            }
            if reader.peek() == UInt8(ascii: "n"), try reader.readNull() { return nil }
            guard let number = try reader.readExactNumber(expected).integer else {
                throw reader.mismatchError(expected, at: place)
            }
            return .number(number)
        }

        private static func readText(from reader: inout JSONReader) throws(JSONError) -> String {
            let place = reader.offset
            let text = try reader.readString("a text")
            guard !text.isEmpty, text.utf8.count <= maxTextLength else {
                throw reader.mismatchError("a text of 1 to \(maxTextLength) bytes", at: place)
            }
            return text
        }

        /// Reads a sender as a feed's line has it: a name, or an object with a name, an id or both.
        private static func readSender(from reader: inout JSONReader) throws(JSONError) -> Viewer {
            let expected = "a text, or an object with id and name"
            let place = reader.offset
            if reader.peek() == UInt8(ascii: "\"") {
                let name = try readText(from: &reader)
                return Viewer(id: name, name: name)
            }
            var (id, name) = (String?.none, String?.none)
            try reader.readMembers(expected) { reader, member throws(JSONError) in
                guard member == "id" ? id == nil : name == nil || member != "name" else {
                    throw reader.duplicateMemberError()
                }
                switch member {
                case "id": id = try readText(from: &reader)
                case "name": name = try readText(from: &reader)
                default: throw reader.error(Suggestion.unknown("member", member, among: ["id", "name"]))
                }
            }
            guard let either = name ?? id else { throw reader.mismatchError(expected, at: place) }
            return Viewer(id: id ?? either, name: either)
        }

        /// The longest text of a gift, in bytes.
        private static let maxTextLength = 200

        private static func readChoice<Choice: RawRepresentable<String> & CaseIterable>(
            from reader: inout JSONReader
        ) throws(JSONError) -> Choice {
            let place = reader.offset
            let word = try reader.readString("a text")
            guard let choice = Choice(rawValue: word) else {
                let words = Choice.allCases.map(\.rawValue)
                let hint = Suggestion.hint(for: word, among: words)
                throw reader.error("expected \(words.joined(separator: ", ")), found \"\(word)\"\(hint)", at: place)
            }
            return choice
        }

        private static func readSettings(from reader: inout JSONReader) throws(JSONError) -> [Assignment] {
            try reader.readSettings(keys: SettingKey.configurable, fixed: ControlRequest.fixedKeys, unknown: .reject)
                .map {
                    Assignment($0.key, $0.value, origin: .control)
                }
        }

        private static func readKeys(from reader: inout JSONReader) throws(JSONError) -> [SettingKey] {
            var keys: [SettingKey] = []
            try reader.readArray("a list of settings") { reader throws(JSONError) in
                let place = reader.offset
                let name = try reader.readString("the name of a setting")
                guard let key = SettingKey.configurable.first(where: { $0.name == name }) else {
                    let names = SettingKey.configurable.map(\.name)
                    throw reader.error(Suggestion.unknown("setting", name, among: names), at: place)
                }
                guard !ControlRequest.fixedKeys.contains(key) else {
                    throw reader.error(SettingKey.fixedProblem(name), at: place)
                }
                keys.append(key)
            }
            return keys
        }

        private static func readPosition(from reader: inout JSONReader) throws(JSONError) -> Position {
            let expected = "seconds from 0 up, or a share such as \"30%\""
            let place = reader.offset
            if reader.peek() == UInt8(ascii: "\"") {
                let text = try reader.readString()
                if let share = try? Quantity.fraction(percent: text), share <= .one { return .progress(share) }
                throw reader.mismatchError(expected, at: place)
            }
            let number = try reader.readExactNumber(expected)
            guard !number.isNegative, let time = number.nanoseconds else {
                throw reader.mismatchError(expected, at: place)
            }
            return .elapsed(time)
        }

        private static func readSpeed(from reader: inout JSONReader) throws(JSONError) -> Millionths {
            let range = PlaybackController.speedRange
            let expected = "a speed from \(ExactDecimal(range.lowerBound)) to \(ExactDecimal(range.upperBound))"
            let place = reader.offset
            let text = try reader.readExactNumber(expected).description
            guard let speed = try? Quantity.fraction(text), range.contains(speed) else {
                throw reader.mismatchError(expected, at: place)
            }
            return speed
        }
    }
}
