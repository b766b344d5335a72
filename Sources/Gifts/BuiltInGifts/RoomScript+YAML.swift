public import PlayerSettings
public import RoomSimulator
import StoreProtocol

extension RoomScript {
    /// Parses a room in YAML. `file` is its name in errors.
    public init(yaml: String, file: String) throws(ConfigurationError) {
        guard let document = try YAMLValue.document(yaml, file: file) else {
            throw ConfigurationError(.wholeFile(path: file), "expected a room, found nothing")
        }
        let room = try YAMLFields(
            document, name: "room",
            known: [
                "host", "title", "languages", "viewers", "chat", "greetings", "thanks", "cheers", "profiles",
                "lobby",
            ])
        let thanks = try YAMLFields(try room.required("thanks"), name: "thanks", known: ["one", "many"])
        var profiles: [String: Profile] = [:]
        for (name, value) in try YAMLFields(try room.required("profiles"), name: "profiles", known: nil).all {
            profiles[name] = try Profile(value, name: name)
        }
        let lobby = try Self.neighbours(room["lobby"], profiles: profiles)
        self.init(
            host: try room.text("host"), title: try room.text("title"), viewers: try room.texts("viewers"),
            chat: try room.texts("chat"), greetings: try room.texts("greetings"),
            thanksForOne: try thanks.texts("one"), thanksForMany: try thanks.texts("many"),
            cheers: try room.texts("cheers"), profiles: profiles, lobby: lobby)
    }

    private static func neighbours(
        _ list: YAMLValue?, profiles: [String: Profile]
    ) throws(ConfigurationError) -> [LobbyRoom] {
        guard let list else { return [] }
        guard let elements = list.elements else { throw list.mismatch("lobby", expected: "a list") }
        var neighbours: [LobbyRoom] = []
        for element in elements {
            let fields = try YAMLFields(
                element, name: "room", known: ["id", "host", "title", "profile", "direct", "chat"])
            let neighbour = LobbyRoom(
                id: try fields.text("id"), host: try fields.text("host"), title: try fields.text("title"),
                profile: try fields.text("profile"), isDirect: try boolean(fields["direct"], "direct"),
                chat: try fields["chat"] == nil ? [] : fields.texts("chat"))
            guard GiftID.isValid(neighbour.id) else {
                throw try fields.required("id").mismatch("id", expected: GiftID.expectedForm)
            }
            guard profiles[neighbour.profile] != nil else {
                throw try fields.required("profile").mismatch("profile", expected: "the name of a profile")
            }
            guard !neighbours.contains(where: { $0.id == neighbour.id }) else {
                throw element.error("lobby: duplicate id \"\(neighbour.id)\"")
            }
            neighbours.append(neighbour)
        }
        return neighbours
    }
}

extension RoomScript.Profile {
    fileprivate init(_ value: YAMLValue, name: String) throws(ConfigurationError) {
        let fields = try YAMLFields(
            value, name: name,
            known: [
                "giftsPerMinute", "chatPerMinute", "joinsPerMinute", "leavesPerMinute", "likesPerMinute",
                "likesAtOnce", "favourite", "streak", "burst", "weights",
                "limitCheapest", "opening",
            ])
        // Higher rates would only fill the memory.
        let largest = 1_000_000.0
        let streak = try YAMLFields(
            try fields.required("streak"), name: "streak", known: ["probability", "length", "spacing"])
        let burst = try YAMLFields(
            try fields.required("burst"), name: "burst", known: ["perMinute", "gifts", "within"])
        self.init(
            giftsPerMinute: try fields.number("giftsPerMinute", max: largest),
            chatPerMinute: try fields.number("chatPerMinute", max: largest),
            joinsPerMinute: try fields.number("joinsPerMinute", max: largest),
            leavesPerMinute: try fields.number("leavesPerMinute", max: largest),
            likesPerMinute: try fields.number("likesPerMinute", max: largest),
            likesAtOnce: try fields.range("likesAtOnce", positiveInteger),
            repeatProbability: try fields.number("favourite", max: 1),
            streak: Streak(
                probability: try streak.number("probability", max: 1),
                length: try streak.range("length", positiveInteger),
                spacing: try streak.range("spacing", duration)),
            burst: Burst(
                perMinute: try burst.number("perMinute", max: largest),
                gifts: try burst.range("gifts", positiveInteger),
                maxDuration: .nanoseconds(try burst.duration("within"))),
            weights: try Self.weights(try fields.required("weights")),
            limitsCheapest: try boolean(fields["limitCheapest"], "limitCheapest"),
            opening: try Self.opening(fields["opening"]))
    }

    private static func opening(_ value: YAMLValue?) throws(ConfigurationError) -> [Opening] {
        guard let value else { return [] }
        guard let elements = value.elements else { throw value.mismatch("opening", expected: "a list") }
        var parts: [Opening] = []
        for element in elements {
            let fields = try YAMLFields(element, name: "opening", known: ["what", "at"])
            let act = try fields.required("what").choice("what", Opening.Act.self)
            parts.append(Opening(act, at: try fields.range("at", duration)))
        }
        return parts
    }

    private static func weights(_ value: YAMLValue) throws(ConfigurationError) -> [String: Double] {
        var weights: [String: Double] = [:]
        for (gift, weight) in try YAMLFields(value, name: "weights", known: nil).all {
            weights[gift] = try weight.number(gift, max: 1_000_000)
        }
        return weights
    }
}

/// Returns a Boolean value; false if it is missing.
private func boolean(_ value: YAMLValue?, _ name: String) throws(ConfigurationError) -> Bool {
    guard let value else { return false }
    switch value.text {
    case "yes", "true", "on": return true
    case "no", "false", "off": return false
    default: throw value.mismatch(name, expected: "yes or no")
    }
}

private func positiveInteger(_ value: YAMLValue, _ name: String) throws(ConfigurationError) -> Int {
    let count = try value.count(name)
    guard count >= 1, count <= 1_000 else { throw value.mismatch(name, expected: "numbers from 1 to 1000") }
    return Int(count)
}

private func duration(_ value: YAMLValue, _ name: String) throws(ConfigurationError) -> Duration {
    .nanoseconds(try value.duration(name))
}
