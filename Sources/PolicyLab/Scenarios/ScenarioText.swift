import ExactNumbers
import Playback
import PlayerSettings
import TerminalText

extension Scenario {
    /// Returns the text of a scenario file that reads back as this scenario.
    ///
    /// - Parameters:
    ///   - kinds: The known kinds; those that the scenario uses are listed with durations and values.
    ///   - heading: The lines of a comment at the top.
    /// - Returns: The text; `nil` if the session is ended by an event, which has no form in scenario files.
    public func fileText(kinds: [(name: String, kind: ScenarioGift)], heading: [String] = []) -> String? {
        var lines = heading.map {
            $0.isEmpty ? "#" : "# " + $0.split(whereSeparator: \.isNewline).joined(separator: " ").terminalSafe()
        }
        if !name.isEmpty { lines.append("name: \(YAMLWriter.scalar(name))") }
        if !settings.isEmpty { lines.append("settings: \(YAMLWriter.mapping(settings))") }
        let used = Set(events.compactMap(\.input.giftKind))
        let kinds = kinds.filter { used.contains($0.name) }
        lines += Self.text(ofKinds: kinds)
        lines.append(events.isEmpty ? "events: []" : "events:")
        for event in events {
            guard let members = event.input.fileMembers else { return nil }
            lines.append("  - \(YAMLWriter.mapping([("at", event.at.durationText)] + members))")
        }
        if let until { lines.append("until: \(until.durationText)") }
        if !expectations.isEmpty { lines.append("expect:") }
        lines += expectations.map { "  - \(YAMLWriter.mapping($0.fileMembers))" }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Scenario {
    /// Returns the lines of the part `gifts:` of a scenario file; none without kinds.
    public static func text(ofKinds kinds: [(name: String, kind: ScenarioGift)]) -> [String] {
        guard !kinds.isEmpty else { return [] }
        return ["gifts:"]
            + kinds.map { name, kind in
                var members = kind.lengthMembers + [("value", String(kind.value))]
                if !kind.policy.settings.isEmpty {
                    members.append(("policy", YAMLWriter.mapping(kind.policy.settings)))
                }
                return "  \(YAMLWriter.scalar(name)): \(YAMLWriter.mapping(members))"
            }
    }
}

/// The YAML elements of scenario files.
private enum YAMLWriter {
    /// Returns a text as a scalar, quoted if it could have another meaning.
    static func scalar(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        let isWord = text.first?.isLetter == true
        let isTaken = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "none"].contains(text.lowercased())
        if isPlain, isWord, !isTaken { return text }
        return text.quotedForYAML
    }

    static func mapping(_ members: [(String, String)]) -> String {
        "{\(members.map { "\($0): \($1)" }.joined(separator: ", "))}"
    }

    static func mapping(_ settings: [Setting]) -> String {
        mapping(settings.map { ($0.key.name, $0.value.description) })
    }
}

extension ScenarioGift {
    fileprivate var lengthMembers: [(String, String)] {
        guard let loop else { return [("duration", duration.durationText)] }
        let lengths = [
            ("intro", loop.start.durationText), ("loop", loop.length.durationText),
            ("outro", (duration - loop.end).durationText),
        ]
        return lengths + (loop.plannedRounds.map { [("rounds", "\($0)")] } ?? [])
    }
}

extension Input {
    fileprivate var giftKind: String? {
        switch self {
        case .arrival(let arrival): arrival.kind
        case .asset(let kind, _, _, _): kind
        case .close, .clear, .pause, .resume, .set, .speed, .scrub, .end: nil
        }
    }

    /// The members of the input's event in a scenario file, except its time; `nil` if there is no such event.
    fileprivate var fileMembers: [(String, String)]? {
        switch self {
        case .arrival(let arrival):
            var members = [("gift", YAMLWriter.scalar(arrival.kind)), ("from", YAMLWriter.scalar(arrival.sender))]
            if arrival.count != 1 { members.append(("count", String(arrival.count))) }
            if let id = arrival.eventID { members.append(("id", YAMLWriter.scalar(id))) }
            return members
        case .close: return [("do", "close")]
        case .clear: return [("do", "clear")]
        case .pause: return [("do", "pause")]
        case .resume: return [("do", "resume")]
        case .set(let settings): return [("set", YAMLWriter.mapping(settings))]
        case .asset(let kind, let state, _, _): return [("asset", YAMLWriter.scalar(kind)), ("is", state.rawValue)]
        case .speed(let speed): return [("speed", speed.description)]
        case .scrub(let elapsed): return [("seek", elapsed.durationText)]
        case .end: return nil
        }
    }
}

extension Expectation {
    fileprivate var fileMembers: [(String, String)] {
        switch subject {
        case .gift(let number, let end):
            var members = [("gift", String(number))]
            if let outcome = end.outcome { members.append(("outcome", outcome.rawValue)) }
            if let reason = end.reason { members.append(("reason", YAMLWriter.scalar(reason))) }
            if let by = end.by { members.append(("by", String(by))) }
            if let into = end.into { members.append(("into", String(into))) }
            if let progress = end.progress { members.append(("progress", progress.description)) }
            if let at = end.at { members.append(("at", at.durationText)) }
            if let looped = end.looped { members.append(("looped", "[\(looped.list)]")) }
            return members
        case .totals(let counts, let order):
            var members = Outcome.Name.allCases.compactMap { name in counts[name].map { (name.rawValue, String($0)) } }
            if let order { members.append(("order", "[\(order.map(String.init).joined(separator: ", "))]")) }
            return members
        case .property(let property):
            let members = [("property", property.text.quotedForYAML)]
            return property.name.isEmpty ? members : members + [("name", YAMLWriter.scalar(property.name))]
        }
    }
}
