public import ExactNumbers
import PlayerSettings

/// The state machine of a gift's animation, as `stateMachine:` in `gift.yaml` says.
///
///     stateMachine: tap                  # the machine of this id, driven by clicks and time only
///     stateMachine:                      # none plays the animation as it is
///       id: tap                          # may be left out in a package with one machine
///       for: 6s                          # how long the gift plays; else as long as `play` says
///       inputs: {streak: count, name: sender, level: 3}
///       keys: {k: hop}
public struct GiftMachineOptions: Sendable, Equatable {
    /// What gives an input its value.
    public enum Source: String, CaseIterable, Sendable {
        /// The number of gifts, which grows with a streak.
        case count
        /// The sender's name.
        case sender
        /// The gift's display name.
        case gift
        /// The whole seconds since the presentation began, without pauses.
        case seconds
        /// The round of the animation's loop, from 1.
        case round
    }

    /// An entry of `inputs` or `keys`: the text of its value, with its place for errors.
    struct Entry: Sendable, Equatable {
        let name: String
        let value: String
        let place: ConfigurationError.Place
    }

    /// The id of the machine; `nil` for the only or the initial one.
    public var id: String?
    /// How long the gift plays, in nanoseconds; `nil` for as long as its animation.
    public var duration: Nanoseconds?
    /// The names of inputs with what gives them their values.
    var inputs: [Entry] = []
    /// The keys with the names of the inputs that they change.
    var keys: [Entry] = []
    /// The entries of `keys` that have no effect, because a room uses the key itself.
    ///
    /// Packages that were published before a room used a key still play without it; a store takes no new ones.
    var roomKeyErrors: [ConfigurationError] = []
    /// The place in the manifest.
    var place: ConfigurationError.Place

    /// Whether the animation plays as it is, without a machine.
    public var isNone: Bool { id == Self.none }

    static let none = "none"
    /// The keys that a room uses itself, so that they never reach a gift; apart from the space bar.
    package static let roomKeys = Set("0123456789ghlmqrstvxSX,.:<=>?[]")
    /// The valid durations: a tenth of a second to an hour.
    static let durationRange = Nanoseconds.second / 10...3_600 * .second
    /// The most entries of `inputs`, and of `keys`.
    private static let maxEntries = 100

    init(_ value: YAMLValue) throws(ConfigurationError) {
        place = value.place
        guard value.members != nil else {
            id = try value.nonEmptyText("stateMachine")
            return
        }
        let fields = try YAMLFields(value, name: "stateMachine", known: ["id", "for", "inputs", "keys"])
        id = try fields["id"]?.nonEmptyText("id")
        if let value = fields["for"] {
            let duration = try value.duration("for")
            guard Self.durationRange.contains(duration) else {
                throw value.mismatch("for", expected: "a duration from 100ms to 1h")
            }
            self.duration = duration
        }
        inputs = try Self.entries(fields, "inputs")
        keys = try Self.entries(fields, "keys")
        if let wrong = keys.first(where: { $0.name.count != 1 || $0.name == " " }) {
            throw ConfigurationError(wrong.place, "keys: expected a single character, found \"\(wrong.name)\"")
        }
        let used = keys.filter { $0.name.first.map(Self.roomKeys.contains) == true }
        keys.removeAll { used.contains($0) }
        roomKeyErrors = used.map { entry in
            ConfigurationError(
                entry.place,
                "keys: \(entry.name): expected a key that no room uses itself; rooms use \(String(Self.roomKeys.sorted()))"
            )
        }
    }

    private static func entries(_ fields: YAMLFields, _ name: String) throws(ConfigurationError) -> [Entry] {
        guard let value = fields[name] else { return [] }
        guard let members = value.members else { throw value.mismatch(name, expected: "a mapping") }
        guard members.count <= maxEntries else {
            throw value.error("\(name): expected at most \(maxEntries), found \(members.count)")
        }
        var entries: [Entry] = []
        for (key, value) in members {
            let label = try key.nonEmptyText(name)
            entries.append(Entry(name: label, value: try value.nonEmptyText(label), place: value.place))
        }
        return entries
    }
}
