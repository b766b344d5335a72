import ExactNumbers
import Playback
import PlayerSettings
package import RoomEvents

extension RecordingHeader {
    /// Reads the first line of a recording.
    init(line: ArraySlice<UInt8>) throws(RecordingFault) {
        let members = try RecordedMembers(line)
        guard members.text("giftty") == "recording" else {
            throw RecordingFault(
                column: 1, problem: "expected the first line of a recorded session, {\"giftty\":\"recording\",…}")
        }
        let program = members.text("program") ?? "another program"
        let format = try members.requiredNumber("format")
        guard format <= Self.formatVersion else {
            throw RecordingFault(
                column: 1,
                problem:
                    "recorded by \(program) in format \(format); this giftty reads formats up to \(Self.formatVersion), "
                    + "a newer one is needed")
        }
        guard format > 0 else { throw RecordingFault(column: 1, problem: "format: expected 1, found 0") }
        var settings = LayeredSettings()
        // Without the settings of an unknown layer, the session would continue differently.
        for (name, assignments) in members.settings.sorted(by: { $0.key < $1.key }) {
            let layer = try LayeredSettings.Layer(recorded: name)
            settings.replace(layer, with: try Self.assignments(assignments, in: layer))
        }
        for (name, looks) in members.appearanceSettings {
            guard let layer = LayeredSettings.Layer(name: name) else { continue }
            for look in looks.compactMap({ $0.appearanceAssignment(in: layer) }) { settings.assign(look) }
        }
        var policies: [Policy] = []
        for (name, settings) in members.policies {
            let assignments = try Self.assignments(settings, in: .option)
            policies.append(Policy(name, assignments.compactMap(\.playbackSetting)))
        }
        self.init(
            program: program, seed: members.text("seed") ?? "", profile: members.text("profile") ?? "",
            host: members.text("host") ?? "", title: members.text("title") ?? "",
            viewers: members.number("viewers") ?? 0, columns: members.number("columns") ?? 80,
            rows: members.number("rows") ?? 24, settings: settings,
            comparedPolicies: policies, tour: members.tour)
    }

    fileprivate static func assignments(
        _ recorded: [RecordedAssignment], in layer: LayeredSettings.Layer
    ) throws(RecordingFault) -> [Assignment] {
        var assignments: [Assignment] = []
        for assignment in recorded { assignments.append(try assignment.assignment(in: layer)) }
        return assignments
    }
}

extension RecordedLine {
    /// The types of lines, except those of the trace.
    fileprivate enum LineType: String, CaseIterable {
        case gift, chat, join, leave, like, seen, streak, batch, retract, `do`, touch, set, asset, enter, key, mouse,
            resize, end
    }

    /// Reads a line whose time is at least `earliest`.
    init(_ line: ArraySlice<UInt8>, number: Int, after earliest: Nanoseconds) throws(RecordingFault) {
        let members = try RecordedMembers(line)
        guard let at = members.at else { throw RecordedMembers.missing("at") }
        guard at >= earliest else {
            throw RecordingFault(column: 1, problem: FeedTimeline.orderProblem(at, after: earliest))
        }
        guard members.text("event") == nil else {
            let text = String(decoding: line.trimmed, as: UTF8.self)
            self.init(at: at, .decision(RecordedDecision(text: text, ending: .init(members))), number: number)
            return
        }
        let type = try members.required("type")
        guard let form = LineType(rawValue: type) else {
            throw RecordingFault(
                column: 1, problem: Suggestion.unknown("type", type, among: LineType.allCases.map(\.rawValue)))
        }
        self.init(at: at, try Kind(form, members), number: number)
    }
}

extension SessionInput {
    /// Reads the input in a line of a recording, whose time must be there but is not looked at.
    ///
    /// - Throws: `FeedLineError` if the line is not valid, or has no input of the session.
    package init(line: ArraySlice<UInt8>) throws(FeedLineError) {
        do throws(RecordingFault) {
            guard let input = try RecordedLine(line, number: 1, after: 0).input else {
                throw RecordingFault(column: 1, problem: "type: expected an input of the session")
            }
            self = input
        } catch {
            throw FeedLineError(column: error.column, problem: error.problem)
        }
    }
}

extension RecordedLine.Kind {
    fileprivate init(_ form: RecordedLine.LineType, _ members: RecordedMembers) throws(RecordingFault) {
        switch form {
        case .key: self = .terminalInput(.key(try members.required("key")))
        case .mouse:
            self = .terminalInput(
                .mouse(
                    button: try members.required("button"), action: try members.required("action"),
                    column: try members.requiredNumber("column"), row: try members.requiredNumber("row")))
        case .resize:
            self = .terminalInput(
                .resize(columns: try members.requiredNumber("columns"), rows: try members.requiredNumber("rows")))
        default: self = .input(try SessionInput(form, members))
        }
    }
}

extension SessionInput {
    fileprivate init(_ form: RecordedLine.LineType, _ members: RecordedMembers) throws(RecordingFault) {
        switch form {
        case .streak, .batch, .retract: self = .room(try Self.eventReference(form, members))
        case .do: self = try Self.action(members)
        case .touch:
            if let key = members.text("key") {
                self = .touch(.key(key))
            } else {
                self = .touch(.pointer(try members.required("pointer"), layers: members.layers))
            }
        case .set:
            let layer = try LayeredSettings.Layer(recorded: try members.required("layer"))
            guard let recorded = members.settings["set"] else { throw RecordedMembers.missing("set") }
            var assignments: [Assignment] = []
            for assignment in recorded { assignments.append(try assignment.assignment(in: layer)) }
            assignments += members.appearanceSettings["set"]?.compactMap { $0.appearanceAssignment(in: layer) } ?? []
            self = .settings(layer, assignments)
        case .asset:
            self = .asset(
                kind: try members.required("asset"), try members.choice("is", AssetState.self),
                duration: members.duration, loop: members.loop)
        case .enter:
            self = .enter(
                RecordedRoom(
                    id: members.text("id") ?? "", host: try members.required("host"),
                    title: members.text("title") ?? "", viewers: members.number("viewers") ?? 0,
                    likes: members.number("likes") ?? 0))
        case .end: self = .end
        default: self = try Self.event(form, members)
        }
    }

    /// The actions of a `do` line, some of them with a value.
    private enum Action: String, CaseIterable {
        case close, clear, pause, resume, speed, seek
    }

    private static func action(_ members: RecordedMembers) throws(RecordingFault) -> SessionInput {
        switch try members.choice("do", Action.self) {
        case .close: return .control(.close)
        case .clear: return .control(.clear)
        case .pause: return .control(.pause)
        case .resume: return .control(.resume)
        case .speed:
            guard let speed = members.speed else { throw RecordedMembers.missing("speed") }
            return .speed(speed)
        case .seek:
            guard let target = members.target else { throw RecordedMembers.missing("elapsed") }
            return .seek(to: target)
        }
    }

    private static func event(
        _ form: RecordedLine.LineType, _ members: RecordedMembers
    ) throws(RecordingFault) -> SessionInput {
        guard let from = members.from else { throw RecordedMembers.missing("from") }
        switch form {
        case .chat:
            let text = try members.required("text")
            return .room(.chat(ChatMessage(id: members.text("id") ?? "", from: from, text: text)))
        case .join: return .room(.join(from))
        case .leave: return .room(.leave(from))
        case .like: return .room(.like(from: from, count: members.number("count") ?? 1))
        case .seen: return .room(.seen(by: from, message: try members.required("message")))
        default:
            let to = members.text("to")
            guard to == nil || to == bannerTarget else {
                throw RecordingFault(column: 1, problem: "to: expected \"\(bannerTarget)\", found \"\(to ?? "")\"")
            }
            guard let duration = members.duration ?? (to == nil ? nil : 0) else {
                throw RecordedMembers.missing("duration")
            }
            let kind = try members.required("gift")
            let gift = GiftArrival(
                id: try members.required("id"), gift: kind, name: members.text("name") ?? kind, from: from,
                count: members.number("count") ?? 1, value: members.number("value") ?? 0, streak: members.streak,
                batch: members.text("batch"))
            if to != nil { return .banner(gift) }
            let asset = members.text("is") == nil ? .ready : try members.choice("is", AssetState.self)
            let policy = try RecordingHeader.assignments(members.settings["policy"] ?? [], in: .store)
            return .gift(gift, duration: duration, asset: asset, policy: policy, loop: members.loop)
        }
    }

    /// Reads an event about earlier events, which has no sender.
    private static func eventReference(
        _ form: RecordedLine.LineType, _ members: RecordedMembers
    ) throws(RecordingFault) -> FeedEvent.Kind {
        switch form {
        case .streak:
            guard let streak = members.streak else { throw RecordedMembers.missing("streak") }
            return .streakEnd(id: streak.id, total: streak.total)
        case .batch: return .batch(id: try members.required("id"), total: try members.requiredNumber("total"))
        default: return .retract(id: try members.required("id"))
        }
    }
}

extension LayeredSettings.Layer {
    /// Creates the layer that a recording names.
    fileprivate init(recorded name: String) throws(RecordingFault) {
        guard let layer = Self(name: name) else {
            throw RecordingFault(column: 1, problem: "layer: unknown layer \"\(name)\"")
        }
        self = layer
    }
}

extension RecordedDecision.Ending {
    /// Reads the end of a gift from a trace line; invalid members remain to be found by a comparison of the lines.
    fileprivate init?(_ members: RecordedMembers) {
        guard members.text("event") == "ended", let gift = members.number("gift"),
            let outcome = members.text("outcome").flatMap(Outcome.Name.init(rawValue:))
        else { return nil }
        self.init(
            gift: gift, outcome: outcome, reason: members.text("reason"), progress: members.progress,
            by: members.number("by"), into: members.number("into"))
    }
}

extension ArraySlice<UInt8> {
    /// The slice without leading and trailing spaces.
    fileprivate var trimmed: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
