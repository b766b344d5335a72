import ExactNumbers
import Playback
public import PlayerSettings
import PolicyProperties

extension Scenario {
    /// Reads a scenario file.
    ///
    /// An error is one line: `late.yaml:12:5: gift: unknown kind "rokcet", did you mean "rocket"?`.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - path: The file's name in errors.
    ///   - catalogue: The kinds that the file can use without listing them.
    /// - Throws: `ConfigurationError` for the first error in the file.
    public init(
        _ text: String, path: String, catalogue: ScenarioCatalogue = ScenarioCatalogue()
    ) throws(ConfigurationError) {
        guard let document = try YAMLValue.document(text, file: path), !document.isEmpty else {
            throw ConfigurationError(.wholeFile(path: path), "expected a scenario with events, found nothing")
        }
        let fields = try YAMLFields(
            document, name: "scenario", known: ["name", "settings", "gifts", "events", "until", "expect"])
        let kinds = try KnownKinds(fields["gifts"], catalogue: catalogue)
        var events: [Event] = []
        for value in try list(fields["events"], "events") { events.append(try Event(value, kinds: kinds)) }
        var expectations: [Expectation] = []
        for value in try list(fields["expect"], "expect") { expectations.append(try Expectation(value)) }
        self.init(
            name: try fields["name"]?.nonEmptyText("name") ?? "",
            settings: try settingsList(fields["settings"], "settings"),
            events: events, until: try fields["until"]?.duration("until"), expectations: expectations)
    }
}

extension ScenarioCatalogue {
    /// Reads the part `gifts:` of a scenario file, with or without the other parts; its kinds come before those of
    /// `catalogue`.
    ///
    /// - Throws: `ConfigurationError` for the first error in the file.
    public init(
        gifts text: String, path: String, over catalogue: ScenarioCatalogue
    ) throws(ConfigurationError) {
        guard let document = try YAMLValue.document(text, file: path), !document.isEmpty,
            let gifts = document.members?.first(where: { $0.key.text == "gifts" })?.value
        else {
            throw ConfigurationError(.wholeFile(path: path), "expected kinds such as gifts: {heart: 1.5s}")
        }
        let kinds = try KnownKinds(gifts, catalogue: catalogue)
        self.init(names: kinds.names) { kinds.kind($0) }
    }
}

/// Returns the elements of a list; a missing value is an empty list.
func list(_ value: YAMLValue?, _ name: String) throws(ConfigurationError) -> [YAMLValue] {
    guard let value, !value.isEmpty else { return [] }
    guard let elements = value.elements else { throw value.mismatch(name, expected: "a list") }
    return elements
}

/// Returns the settings of a mapping from names to values.
func settingsList(
    _ value: YAMLValue?, _ name: String, keys: [SettingKey] = SettingKey.playback
) throws(ConfigurationError) -> [Setting] {
    guard let value, !value.isEmpty else { return [] }
    guard let members = value.members else { throw value.mismatch(name, expected: "settings such as {mode: replace}") }
    return try Assignment.read(members, keys: keys, origin: .policyDefault)
        .compactMap(\.playbackSetting)
}

/// The gift kinds that a scenario defines or takes from the catalogue.
struct KnownKinds: Sendable {
    private var listedKinds: [String: ScenarioGift] = [:]
    private let catalogue: ScenarioCatalogue

    init(_ value: YAMLValue?, catalogue: ScenarioCatalogue) throws(ConfigurationError) {
        self.catalogue = catalogue
        guard let value, !value.isEmpty else { return }
        guard let members = value.members else {
            throw value.mismatch("gifts", expected: "kinds such as {heart: 1.5s}")
        }
        for (key, value) in members {
            listedKinds[try key.nonEmptyText("gifts")] = try Self.kind(value, known: catalogue.find(key.text ?? ""))
        }
    }

    /// The names of all kinds.
    var names: [String] { listedKinds.keys.sorted() + catalogue.names }

    /// Returns the kind with a name; `nil` if it is unknown.
    func kind(_ name: String) -> ScenarioGift? { listedKinds[name] ?? catalogue.find(name) }

    /// Returns the kind with a name.
    func kind(_ name: YAMLValue, _ field: String) throws(ConfigurationError) -> (name: String, kind: ScenarioGift) {
        let text = try name.nonEmptyText(field)
        guard let kind = kind(text) else {
            throw name.error("\(field): \(Suggestion.unknown("kind", text, among: names))")
        }
        return (text, kind)
    }

    /// Reads a kind in short form, a duration, or in long form; missing fields come from the catalogue.
    private static func kind(_ value: YAMLValue, known: ScenarioGift?) throws(ConfigurationError) -> ScenarioGift {
        guard value.members != nil else { return ScenarioGift(duration: try value.duration("duration")) }
        let fields = try YAMLFields(
            value, name: "gifts", known: ["duration", "value", "intro", "loop", "outro", "rounds", "policy"])
        var kind = try length(fields, value, known: known)
        if let own = fields["policy"] {
            kind.policy = GiftPolicy(try settingsList(own, "policy", keys: SettingKey.gift))
        } else if let known {
            kind.policy = known.policy
        }
        return kind
    }

    /// Reads the length and the value of a kind.
    private static func length(
        _ fields: YAMLFields, _ value: YAMLValue, known: ScenarioGift?
    ) throws(ConfigurationError) -> ScenarioGift {
        let price = (try fields["value"]?.count("value")).map { Int64($0) } ?? known?.value ?? 0
        if let kind = try looping(fields, worth: price) { return kind }
        if let duration = try fields["duration"]?.duration("duration") {
            return ScenarioGift(duration: duration, value: price)
        }
        guard let known else { throw value.error("gifts: \"duration\" is missing") }
        return ScenarioGift(duration: known.duration, value: price, loop: known.loop)
    }

    /// Reads the lengths of intro, loop and outro, of which the intro and the outro may be missing, and the number of
    /// rounds into which the loop is divided; `nil` without a loop.
    private static func looping(_ fields: YAMLFields, worth value: Int64) throws(ConfigurationError) -> ScenarioGift? {
        guard let length = fields["loop"] else {
            for name in ["intro", "outro", "rounds"] where fields[name] != nil {
                throw fields.key(name).error("gifts: \"\(name)\" needs \"loop\"")
            }
            return nil
        }
        guard fields["duration"] == nil else {
            throw fields.key("duration").error("gifts: \"duration\" does not go with \"loop\"")
        }
        let intro = try fields["intro"]?.duration("intro") ?? 0
        let outro = try fields["outro"]?.duration("outro") ?? 0
        let end = intro.addingSaturating(try length.duration("loop"))
        let rounds = try fields["rounds"].map { value throws(ConfigurationError) in
            let count = try value.count("rounds")
            guard GiftLoop.plannedRange.contains(count) else {
                throw value.mismatch("rounds", expected: "a whole number from 2 to 1000")
            }
            return count
        }
        guard let loop = GiftLoop(start: intro, end: end, plannedRounds: rounds) else {
            throw length.error("loop: expected a duration above 0")
        }
        return ScenarioGift(duration: end.addingSaturating(outro), value: value, loop: loop)
    }
}

extension Scenario.Event {
    private enum Control: String, CaseIterable {
        case close, clear, pause, resume
    }

    private static let members = ["at", "gift", "from", "count", "id", "do", "set", "asset", "is", "speed", "seek"]
    /// The forms of an event, with the members that each permits besides `at`.
    private static let forms = [
        "gift": ["from", "count", "id"], "do": [], "set": [], "asset": ["is"], "speed": [], "seek": [],
    ]

    /// Reads an event.
    ///
    /// - Parameters:
    ///   - value: The event in the file.
    ///   - kinds: The known kinds.
    ///   - setMembers: Further members that a change of settings may have, which the caller reads.
    init(_ value: YAMLValue, kinds: KnownKinds, setMembers: [String] = []) throws(ConfigurationError) {
        let fields = try YAMLFields(value, name: "event", known: Self.members + setMembers)
        let at = try fields.required("at").duration("at")
        let given = Self.members.filter { Self.forms[$0] != nil && fields[$0] != nil }
        guard let form = given.first, given.count == 1 else {
            let found = given.isEmpty ? "none of them" : given.joined(separator: " and ")
            throw value.error("event: expected one of gift, do, set, asset, speed and seek, found \(found)")
        }
        for name in Self.members + setMembers where name != "at" && name != form && fields[name] != nil {
            let isPermitted = Self.forms[form]?.contains(name) == true || form == "set" && setMembers.contains(name)
            guard isPermitted else {
                throw fields.key(name).error("event: \"\(name)\" does not go with \"\(form)\"")
            }
        }
        self.init(at: at, try Self.input(form, fields, kinds))
    }

    private static func input(
        _ form: String, _ fields: YAMLFields, _ kinds: KnownKinds
    ) throws(ConfigurationError) -> Input {
        let value = try fields.required(form)
        switch form {
        case "gift":
            let (name, kind) = try kinds.kind(value, "gift")
            return .arrival(
                Arrival(
                    kind: name, sender: try fields.required("from").nonEmptyText("from"),
                    count: try fields["count"]?.count("count", min: 1) ?? 1, value: kind.value, duration: kind.duration,
                    eventID: try fields["id"]?.nonEmptyText("id"), policy: kind.policy, loop: kind.loop))
        case "set":
            guard !value.isEmpty else { throw value.mismatch("set", expected: "settings such as {mode: replace}") }
            return .set(try settingsList(value, "set"))
        case "asset":
            let (name, _) = try kinds.kind(value, "asset")
            guard let state = try fields["is"]?.choice("is", AssetState.self) else {
                throw fields.mapping.error("event: \"is\" is missing")
            }
            return .asset(kind: name, state)
        case "speed":
            let speed = try value.fraction("speed")
            guard PlaybackController.speedRange.contains(speed) else {
                throw value.mismatch("speed", expected: "a multiple of normal speed from 0.000001 to 1000")
            }
            return .speed(speed)
        case "seek": return .scrub(to: try value.duration("seek"))
        default:
            return switch try fields["do"]?.choice("do", Control.self) {
            case .clear: .clear
            case .pause: .pause
            case .resume: .resume
            case .close, nil: .close
            }
        }
    }
}

extension Expectation {
    private static let giftMembers = ["gift", "outcome", "reason", "progress", "at", "by", "into", "looped"]
    private static let totalMembers = Outcome.Name.allCases.map(\.rawValue) + ["order"]

    fileprivate init(_ value: YAMLValue) throws(ConfigurationError) {
        let names = Set(value.members?.compactMap(\.key.text) ?? [])
        let subject =
            if names.contains("gift") {
                try Self.gift(value)
            } else if names.contains("property") {
                try Self.property(value)
            } else {
                try Self.totals(value)
            }
        self.init(subject, place: value.place)
    }

    private static func gift(_ value: YAMLValue) throws(ConfigurationError) -> Subject {
        let fields = try YAMLFields(value, name: "expect", known: giftMembers)
        let number = try fields.required("gift").count("gift", min: 1)
        var end = GiftEnd()
        end.outcome = try fields["outcome"]?.choice("outcome", Outcome.Name.self)
        let reasons = Outcome.DropReason.allCases.map(\.rawValue) + Outcome.UnplayedReason.allCases.map(\.rawValue)
        end.reason = try fields["reason"]?.choice("reason", among: reasons)
        end.progress = try fields["progress"]?.fraction("progress")
        end.at = try fields["at"]?.duration("at")
        end.by = try fields["by"]?.count("by", min: 1)
        end.into = try fields["into"]?.count("into", min: 1)
        end.looped = try fields["looped"].map { value throws(ConfigurationError) in
            guard let elements = value.elements else { throw value.mismatch("looped", expected: "a list of durations") }
            var times: [Nanoseconds] = []
            for element in elements { times.append(try element.duration("looped")) }
            return times
        }
        return .gift(number: number, end)
    }

    private static func property(_ value: YAMLValue) throws(ConfigurationError) -> Subject {
        let fields = try YAMLFields(value, name: "expect", known: ["property", "name"])
        let text = try fields.required("property")
        return .property(
            try Property(text, named: try fields["name"]?.nonEmptyText("name") ?? "", field: "property"))
    }

    private static func totals(_ value: YAMLValue) throws(ConfigurationError) -> Subject {
        let fields = try YAMLFields(value, name: "expect", known: totalMembers + ["gift", "property"])
        var counts: [Outcome.Name: Int] = [:]
        for name in Outcome.Name.allCases {
            counts[name] = try fields[name.rawValue]?.count(name.rawValue, min: 0)
        }
        guard let value = fields["order"] else { return .totals(counts, order: nil) }
        var order: [Int] = []
        for element in try list(value, "order") { order.append(try element.count("order", min: 1)) }
        return .totals(counts, order: order)
    }
}
