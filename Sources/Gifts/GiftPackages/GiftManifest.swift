public import GiftChoreography
public import Playback
public import PlayerSettings
public import StoreProtocol

/// The content of `gift.yaml`; every field is optional.
///
///     name: Rocket
///     value: 500
///     tags: [space, large]
///     sign: {emoji: "🚀", ascii: "^^"}
///     settings: {early: hold}
///     play: {from: 0.5s, speed: 1.5}
///     stateMachine: {id: tap, inputs: {streak: count}}
///     enter: [slide: {from: left, for: 300ms}]
///     exit: fade
///     banner: {text: "{sender} takes off", only: no, stay: [pulse: 2]}
///     theme: dark
///     slots: {tint: "#ff8800", face: images/cat.png}
///     properties: {"Flame.**.Fill 1.Color": "#ff8800", "Badge.Image": images/badge.png}
///     insert: {Window: images/face.png, Tail: {file: animations/smoke.json, order: below}}
public struct GiftManifest: Sendable, Equatable {
    /// A new value for a property or slot of the animation.
    public struct Property: Sendable, Equatable {
        /// The key path, possibly with wildcards, or a slot's id.
        public var path: String
        /// The new value.
        public var value: ManifestValue
    }

    /// The gift's display name.
    public var name: String?
    /// The gift's value in coins, 0 or more.
    public var value: Int64?
    /// The gift's tags, such as `small`, `large` or `fullscreen`.
    public var tags: [String]?
    /// The symbol of the gift in a line of text.
    public var symbol: GiftSymbol?
    /// The gift's own policy settings; their origin is the store.
    public var settings: [Assignment] = []
    /// The movements with which the gift enters the stage.
    public var enter: Choreography?
    /// The movements with which the gift leaves the stage.
    public var exit: Choreography?
    /// The text and movements of the gift's banner, and whether the gift has a banner only.
    public var banner: BannerOptions?
    /// What is played of the animation.
    public var play = PlayingOptions()
    /// The state machine of the animation and what drives it; `nil` for the initial one of the file, driven by clicks.
    public var stateMachine: GiftMachineOptions?
    /// The id of a theme of the dotLottie archive, or `none`; `nil` for the archive's initial theme.
    public var theme: ManifestValue?
    /// The values for the animation's slots, by the slots' ids, in file order; they override those of the theme.
    public var slots: [Property] = []
    /// The new values for the animation's properties, in file order.
    public var properties: [Property] = []
    /// What is put inside layers of the animation, in file order.
    public var insertions: [ManifestInsertion] = []

    /// Creates an empty manifest.
    public init() {}

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - yaml: The text in UTF-8.
    ///   - file: The file's name in errors.
    ///   - keys: The settings that a gift can have.
    /// - Throws: `ConfigurationError` with line and column of the error.
    public init(
        yaml: [UInt8], file: String, keys: [SettingKey] = SettingKey.gift
    ) throws(ConfigurationError) {
        guard let text = String(validating: yaml, as: UTF8.self) else {
            throw ConfigurationError(.wholeFile(path: file), "expected UTF-8 text")
        }
        guard let document = try YAMLValue.document(text, file: file), !document.isEmpty else { return }
        let fields = try YAMLFields(
            document, name: "gift",
            known: [
                "name", "value", "tags", "sign", "settings", "play", "stateMachine", "enter", "exit", "banner", "theme",
                "slots", "properties", "insert",
            ])
        name = try fields["name"]?.nonEmptyText("name")
        value = (try fields["value"]?.count("value")).map { Int64($0) }
        tags = try fields["tags"]?.texts("tags")
        if let sign = fields["sign"] {
            let signs = try YAMLFields(sign, name: "sign", known: ["emoji", "ascii"])
            self.symbol = GiftSymbol(emoji: try signs.text("emoji"), ascii: try signs.text("ascii"))
        }
        if let settings = fields["settings"] {
            guard let members = settings.members else { throw settings.mismatch("settings", expected: "a mapping") }
            self.settings = try Assignment.read(members, keys: keys, origin: .store)
        }
        if let play = fields["play"] { self.play = try PlayingOptions(play) }
        stateMachine = try fields["stateMachine"].map { value throws(ConfigurationError) in
            try GiftMachineOptions(value)
        }
        enter = try fields["enter"].map { value throws(ConfigurationError) in try Self.movements(value, .enter) }
        exit = try fields["exit"].map { value throws(ConfigurationError) in try Self.movements(value, .exit) }
        banner = try fields["banner"].map { value throws(ConfigurationError) in try Self.banner(value) }
        if let theme = fields["theme"] {
            _ = try theme.nonEmptyText("theme")
            self.theme = try ManifestValue(theme, name: "theme")
        }
        if let slots = fields["slots"] { self.slots = try Self.properties(slots, "slots", each: "a slot's name") }
        if let properties = fields["properties"] {
            self.properties = try Self.properties(properties, "properties", each: "a key path")
        }
        if let insert = fields["insert"] { insertions = try ManifestInsertion.all(insert) }
    }

    private static func movements(
        _ value: YAMLValue, _ occasion: Choreography.Occasion
    ) throws(ConfigurationError) -> Choreography {
        // The conversion limits depth and size before the movements are read recursively.
        _ = try ManifestValue(value, name: occasion.rawValue)
        return try Choreography(value, for: occasion)
    }

    /// Reads the text of a banner, or the fields of one.
    private static func banner(_ value: YAMLValue) throws(ConfigurationError) -> BannerOptions {
        guard value.members != nil else { return BannerOptions(text: try value.nonEmptyText("banner")) }
        let fields = try YAMLFields(value, name: "banner", known: ["text", "only", "enter", "stay", "exit"])
        let only = try fields["only"]?.flag("only")
        func movements(
            _ name: String, _ occasion: Choreography.Occasion
        ) throws(ConfigurationError) -> Choreography? {
            try fields[name].map { value throws(ConfigurationError) in try Self.movements(value, occasion) }
        }
        return BannerOptions(
            text: try fields["text"]?.nonEmptyText("text"), isBannerOnly: only ?? false,
            enter: try movements("enter", .enter),
            stay: try movements("stay", .banner), exit: try movements("exit", .exit))
    }

    /// What has no effect, for which a store refuses a new package: entries that were valid when it was published.
    public var ineffectiveEntries: [ConfigurationError] { stateMachine?.roomKeyErrors ?? [] }

    /// The movements and the banner of the gift.
    public var transitions: GiftTransitions {
        GiftTransitions(enter: enter, exit: exit, banner: banner ?? BannerOptions())
    }

    /// The maximum number of slots, and of properties: each of them is searched in the whole animation.
    private static let maxProperties = 500

    private static func properties(
        _ value: YAMLValue, _ field: String, each name: String
    ) throws(ConfigurationError) -> [Property] {
        guard let members = value.members else { throw value.mismatch(field, expected: "a mapping") }
        guard members.count <= maxProperties else {
            throw value.error("\(field): expected at most \(maxProperties), found \(members.count)")
        }
        var properties: [Property] = []
        for (key, value) in members {
            guard let path = key.text, !path.isEmpty else { throw key.mismatch(field, expected: name) }
            properties.append(Property(path: path, value: try ManifestValue(value, name: path)))
        }
        return properties
    }
}

extension YAMLValue {
    /// Returns the value as one of the words for yes and no.
    func flag(_ name: String) throws(ConfigurationError) -> Bool {
        switch text {
        case "yes", "true", "on": return true
        case "no", "false", "off": return false
        default: throw mismatch(name, expected: "yes or no")
        }
    }
}
