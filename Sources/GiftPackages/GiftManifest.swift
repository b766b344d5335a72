public import Choreography
public import Configuration
import Playback
public import StoreDocuments

/// What `gift.yaml` says of a gift; nothing in it has to be there.
///
///     name: Rocket
///     value: 500
///     tags: [space, large]
///     sign: {emoji: "🚀", ascii: "^^"}
///     settings: {early: hold}
///     enter: [slide: {from: left, for: 300ms}]
///     exit: fade
///     banner: {text: "{sender} takes off", only: no, stay: [pulse: 2]}
///     theme: dark
///     slots: {tint: "#ff8800", face: images/cat.png}
///     properties: {"Flame.**.Fill 1.Color": "#ff8800", "Badge.Image": images/badge.png}
public struct GiftManifest: Sendable, Equatable {
    /// A value of the animation that the gift wants otherwise.
    public struct Property: Sendable, Equatable {
        /// The key path, which may have wildcards.
        public var path: String
        /// The value it gets.
        public var value: ManifestValue
    }

    /// The gift's name for people.
    public var name: String?
    /// Its price in coins, from 0 up.
    public var value: Int64?
    /// What else is known of it, such as `small`, `large` or `fullscreen`.
    public var tags: [String]?
    /// A picture of it for a line of text.
    public var sign: GiftSign?
    /// Settings of playback that belong to this gift; their origin is the store.
    public var settings: [Assignment] = []
    /// How it comes onto the stage.
    public var enter: Choreography?
    /// How it leaves the stage.
    public var exit: Choreography?
    /// What its banner says and how it moves, and whether the gift has nothing but that.
    public var banner: BannerManners?
    /// The theme of its dotLottie archive that it is to have, `none` for none; nil for the archive's own choice.
    public var theme: ManifestValue?
    /// Values for the animation's slots, by the slots' names, in the order written; they beat those of the theme.
    public var slots: [Property] = []
    /// Values of the animation that it wants otherwise, in the order written.
    public var properties: [Property] = []

    /// A manifest that says nothing.
    public init() {}

    /// Reads a manifest.
    /// - Parameters:
    ///   - yaml: its text in UTF-8.
    ///   - file: its name in errors.
    ///   - keys: the settings that a gift can have.
    /// - Throws: `ConfigurationError`, which names line and column of what is wrong.
    public init(
        yaml: [UInt8], file: String, keys: [SettingKey] = SettingKey.gift
    ) throws(ConfigurationError) {
        guard let text = String(validating: yaml, as: UTF8.self) else {
            throw ConfigurationError(.wholeFile(path: file), "expected UTF-8 text")
        }
        try Self.checkAliases(text, file: file)
        guard let document = try YAMLValue.document(text, file: file), !document.isEmpty else { return }
        let fields = try YAMLFields(
            document, name: "gift",
            known: [
                "name", "value", "tags", "sign", "settings", "enter", "exit", "banner", "theme", "slots", "properties",
            ])
        name = try fields["name"]?.word("name")
        value = try fields["value"]?.count("value")
        tags = try fields["tags"]?.texts("tags")
        if let sign = fields["sign"] {
            let signs = try YAMLFields(sign, name: "sign", known: ["emoji", "ascii"])
            self.sign = GiftSign(emoji: try signs.text("emoji"), ascii: try signs.text("ascii"))
        }
        if let settings = fields["settings"] {
            guard let members = settings.members else { throw settings.mismatch("settings", expected: "a mapping") }
            self.settings = try Assignment.read(members, keys: keys, origin: .store)
        }
        enter = try fields["enter"].map { value throws(ConfigurationError) in try Self.movements(value, .enter) }
        exit = try fields["exit"].map { value throws(ConfigurationError) in try Self.movements(value, .exit) }
        banner = try fields["banner"].map { value throws(ConfigurationError) in try Self.banner(value) }
        if let theme = fields["theme"] {
            _ = try theme.word("theme")
            self.theme = try ManifestValue(theme, name: "theme")
        }
        if let slots = fields["slots"] { self.slots = try Self.properties(slots, "slots", each: "a slot's name") }
        if let properties = fields["properties"] {
            self.properties = try Self.properties(properties, "properties", each: "a key path")
        }
    }

    private static func movements(
        _ value: YAMLValue, _ occasion: Choreography.Occasion
    ) throws(ConfigurationError) -> Choreography {
        // Read as a value first, so that what is too deep or too much is refused before anybody goes into it.
        _ = try ManifestValue(value, name: occasion.rawValue)
        return try Choreography(value, for: occasion)
    }

    /// Words alone, or the fields of a banner.
    private static func banner(_ value: YAMLValue) throws(ConfigurationError) -> BannerManners {
        guard value.members != nil else { return BannerManners(text: try value.word("banner")) }
        let fields = try YAMLFields(value, name: "banner", known: ["text", "only", "enter", "stay", "exit"])
        let only = try fields["only"].map { value throws(ConfigurationError) -> Bool in
            switch value.text {
            case "yes", "true", "on": return true
            case "no", "false", "off": return false
            default: throw value.mismatch("only", expected: "yes or no")
            }
        }
        func movements(
            _ name: String, _ occasion: Choreography.Occasion
        ) throws(ConfigurationError) -> Choreography? {
            try fields[name].map { value throws(ConfigurationError) in try Self.movements(value, occasion) }
        }
        return BannerManners(
            text: try fields["text"]?.word("text"), isOnly: only ?? false, enter: try movements("enter", .enter),
            stay: try movements("stay", .banner), exit: try movements("exit", .exit))
    }

    /// How the gift carries itself.
    public var manners: GiftManners {
        GiftManners(enter: enter, exit: exit, banner: banner ?? BannerManners())
    }

    private static func properties(
        _ value: YAMLValue, _ field: String, each name: String
    ) throws(ConfigurationError) -> [Property] {
        guard let members = value.members else { throw value.mismatch(field, expected: "a mapping") }
        var properties: [Property] = []
        for (key, value) in members {
            guard let path = key.text, !path.isEmpty else { throw key.mismatch(field, expected: name) }
            properties.append(Property(path: path, value: try ManifestValue(value, name: path)))
        }
        return properties
    }

    /// Most marks of aliases in a manifest. Aliases of aliases grow like powers, and reading them takes as long as they are
    /// large: with so few there are some hundred values at most.
    private static let mostAliases = 16

    /// Refuses a text that has many marks of aliases, before anybody unfolds them.
    private static func checkAliases(_ text: String, file: String) throws(ConfigurationError) {
        var count = 0
        var previous: UInt8 = UInt8(ascii: " ")
        for byte in text.utf8 {
            // An alias begins a value: inside of a word the mark is a letter like others.
            if byte == UInt8(ascii: "*"), " \t\n\r[]{},:?-".utf8.contains(previous) { count += 1 }
            previous = byte
        }
        guard count <= mostAliases else {
            throw ConfigurationError(.wholeFile(path: file), "expected at most \(mostAliases) aliases")
        }
    }
}
