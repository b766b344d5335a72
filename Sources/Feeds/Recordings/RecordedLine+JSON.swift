import ExactNumbers
import JSON
import Playback
import PlayerSettings
import RoomEvents

extension RecordingHeader {
    /// The line as a JSON object, without a line break.
    public var json: String {
        var line: [UInt8] = []
        line.beginObject()
        line.add("giftty", "recording")
        line.add("format", number: Self.formatVersion)
        line.add("program", program)
        if !seed.isEmpty { line.add("seed", seed) }
        if !profile.isEmpty { line.add("profile", profile) }
        line.add("host", host)
        line.add("title", title)
        line.add("viewers", number: viewers)
        line.add("columns", number: columns)
        line.add("rows", number: rows)
        line.add("settings") { line in
            for layer in LayeredSettings.Layer.allCases {
                let assignments = settings.assignments(of: layer)
                guard assignments.contains(where: { $0.playbackSetting != nil }) else { continue }
                line.begin(member: layer.name)
                line.append(assignments)
            }
        }
        let looks = LayeredSettings.Layer.allCases.map { ($0, settings.assignments(of: $0).filter(\.isAppearance)) }
            .filter { !$0.1.isEmpty }
        if !looks.isEmpty {
            line.add("looks") { line in
                for (layer, assignments) in looks {
                    line.begin(member: layer.name)
                    line.append(assignments, where: \.isAppearance)
                }
            }
        }
        if !comparedPolicies.isEmpty {
            line.add("versus") { line in
                for policy in comparedPolicies {
                    line.begin(member: policy.name)
                    line.append(policy.settings.map { Assignment($0.key, $0.value, origin: .policyDefault) })
                }
            }
        }
        if !tour.isEmpty {
            line.begin("tour")
            line.appendArray(tour) { $1.append(to: &$0) }
        }
        line.endObject()
        return String(decoding: line, as: UTF8.self)
    }
}

extension Assignment {
    /// Whether the setting changes the appearance only.
    fileprivate var isAppearance: Bool { SettingKey.appearance.contains(key) }

    /// The value as a recording has it: a path is reduced to its file name, because the folders are private.
    fileprivate var recordedValue: String {
        let text = value.description
        return key == .transition ? text.split(separator: "/").last.map(String.init) ?? text : text
    }
}

extension RecordedLine {
    /// The line as a JSON object, without a line break.
    public var json: String {
        if case .decision(let decision) = kind { return decision.text }
        var line: [UInt8] = []
        line.beginObject()
        line.add("at", decimal: ExactDecimal(seconds: at))
        switch kind {
        case .input(let input): input.appendMembers(to: &line)
        case .terminalInput(let input): input.appendMembers(to: &line)
        case .decision: break
        }
        line.endObject()
        return String(decoding: line, as: UTF8.self)
    }
}

extension SessionInput {
    /// The value of `to` for a gift that has a banner only.
    static let bannerTarget = "banner"

    fileprivate func appendMembers(to line: inout [UInt8]) {
        switch self {
        case .room(let event): event.appendMembers(to: &line)
        case .gift(let gift, let duration, let asset, let policy, let loop):
            FeedEvent.Kind.gift(gift).appendMembers(to: &line)
            line.add("duration", decimal: ExactDecimal(seconds: duration))
            if let loop { line.add(loop) }
            if asset != .ready { line.add("is", asset.rawValue) }
            if !policy.isEmpty {
                line.begin("policy")
                line.append(policy)
            }
        case .banner(let gift):
            FeedEvent.Kind.gift(gift).appendMembers(to: &line)
            line.add("to", Self.bannerTarget)
        case .control(let control):
            line.add("type", "do")
            line.add("do", control.rawValue)
        case .speed(let speed):
            line.add("type", "do")
            line.add("do", "speed")
            line.add("speed", decimal: ExactDecimal(speed))
        case .seek(let elapsed):
            line.add("type", "do")
            line.add("do", "seek")
            line.add("elapsed", decimal: ExactDecimal(seconds: elapsed))
        case .touch(let touch):
            line.add("type", "touch")
            switch touch {
            case .pointer(let pointer, let layers):
                line.add("pointer", pointer)
                line.add("layers", layers)
            case .key(let key): line.add("key", key)
            }
        case .settings(let layer, let assignments):
            line.add("type", "set")
            line.add("layer", layer.name)
            line.begin("set")
            line.append(assignments)
            if assignments.contains(where: \.isAppearance) {
                line.begin("looks")
                line.append(assignments, where: \.isAppearance)
            }
        case .asset(let kind, let state, let duration, let loop):
            line.add("type", "asset")
            line.add("asset", kind)
            line.add("is", state.rawValue)
            if let duration { line.add("duration", decimal: ExactDecimal(seconds: duration)) }
            if let loop { line.add(loop) }
        case .enter(let room):
            line.add("type", "enter")
            line.add("id", room.id)
            line.add("host", room.host)
            line.add("title", room.title)
            line.add("viewers", number: room.viewers)
            line.add("likes", number: room.likes)
        case .end: line.add("type", "end")
        }
    }
}

extension RecordedLine.TerminalInput {
    fileprivate func appendMembers(to line: inout [UInt8]) {
        switch self {
        case .key(let key):
            line.add("type", "key")
            line.add("key", key)
        case .mouse(let button, let action, let column, let row):
            line.add("type", "mouse")
            line.add("button", button)
            line.add("action", action)
            line.add("column", number: column)
            line.add("row", number: row)
        case .resize(let columns, let rows):
            line.add("type", "resize")
            line.add("columns", number: columns)
            line.add("rows", number: rows)
        }
    }
}

extension [UInt8] {
    /// Appends the loop of an animation as the times of its beginning and its end.
    ///
    /// One with planned rounds has another name, because a reader that does not know them would repeat all of it.
    fileprivate mutating func add(_ loop: GiftLoop) {
        add(loop.plannedRounds == nil ? "loop" : "rounds") {
            $0.add("from", decimal: ExactDecimal(seconds: loop.start))
            $0.add("to", decimal: ExactDecimal(seconds: loop.end))
            if let count = loop.plannedRounds { $0.add("count", number: count) }
        }
    }

    /// Appends a list of settings with their values in configuration syntax and their origins.
    ///
    /// - Parameters:
    ///   - assignments: The settings.
    ///   - isMeant: Returns whether to include a setting; by default, only policy settings are included.
    fileprivate mutating func append(
        _ assignments: [Assignment], where isMeant: (Assignment) -> Bool = { $0.playbackSetting != nil }
    ) {
        appendArray(assignments.filter(isMeant)) { json, assignment in
            json.appendObject {
                $0.add("name", assignment.key.name)
                $0.add("value", assignment.recordedValue)
                let word = assignment.origin.label
                if !word.isEmpty { $0.add("by", word) }
            }
        }
    }
}
