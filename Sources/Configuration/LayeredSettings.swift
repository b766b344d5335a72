public import Playback

/// Where the value of a setting comes from.
public enum Origin: Hashable, Sendable, CustomStringConvertible {
    /// Nobody set it.
    case standard
    /// The back end published it.
    case store
    /// A configuration file with this path.
    case file(String)
    /// An environment variable with this name.
    case environment(String)
    /// An option of the command line, such as `--set`.
    case option(String)
    /// A key that was pressed.
    case key(String)

    /// What the screen shows: `config.yaml`, `key m`, `--set`, `GIFTTY_MODE`, `store` or `default`.
    public var description: String {
        switch self {
        case .standard: "default"
        case .store: "store"
        case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
        case .environment(let name): name
        case .option(let name): name
        case .key(let key): "key \(key)"
        }
    }

    var layer: LayeredSettings.Layer? {
        switch self {
        case .standard: nil
        case .store: .store
        case .file: .file
        case .environment: .environment
        case .option: .option
        case .key: .key
        }
    }
}

/// A setting that was given a value, and by what.
public struct Assignment: Hashable, Sendable {
    /// Which setting.
    public let key: SettingKey
    /// Its value.
    public let value: SettingValue
    /// Who said so.
    public let origin: Origin

    /// A setting with a value.
    public init(_ key: SettingKey, _ value: SettingValue, origin: Origin) {
        self.key = key
        self.value = value
        self.origin = origin
    }

    /// The setting for the playback controller; `nil` if the key is another part's.
    public var playbackSetting: Setting? { key.playbackSetting(value) }
}

/// All settings as they are in force: a key pressed beats `--set`, which beats the environment, which beats the
/// configuration file, which beats what the back end publishes, which beats the defaults.
///
///     var settings = LayeredSettings()
///     settings.replace(.file, with: watch.assignments)
///     settings.assign(Assignment(.mode, .choice("replace"), origin: .key("m")))
///     controller.handle(.set(settings.playback.all), at: now)
///     status = "\(settings.value(of: .mode)) · \(settings.origin(of: .mode))"    // replace · key m
public struct LayeredSettings: Sendable {
    /// The sources of settings, weakest first.
    public enum Layer: Int, CaseIterable, Sendable {
        /// What the back end publishes.
        case store
        /// The configuration file.
        case file
        /// Environment variables.
        case environment
        /// `--set` and the options that are short for it.
        case option
        /// Keys pressed since the program began.
        case key
    }

    /// The settings there are, in the order in which they are shown.
    public let keys: [SettingKey]
    private var layers: [[String: Assignment]]

    /// Nothing but defaults.
    public init(keys: [SettingKey] = SettingKey.all) {
        self.keys = keys
        layers = Array(repeating: [:], count: Layer.allCases.count)
    }

    /// Makes these assignments all that a layer says; of several for one setting the last one counts.
    public mutating func replace(_ layer: Layer, with assignments: [Assignment]) {
        layers[layer.rawValue] = Dictionary(assignments.map { ($0.key.name, $0) }) { _, last in last }
    }

    /// Adds an assignment to the layer of its origin; one without a layer, a default, is ignored.
    public mutating func assign(_ assignment: Assignment) {
        guard let layer = assignment.origin.layer else { return }
        layers[layer.rawValue][assignment.key.name] = assignment
    }

    /// What a layer says, in the order of the settings; the arm of a trial comes last.
    public func assignments(of layer: Layer) -> [Assignment] {
        (keys + [.arm]).compactMap { layers[layer.rawValue][$0.name] }
    }

    /// The assignment in force.
    public func assignment(of key: SettingKey) -> Assignment {
        for layer in layers.reversed() {
            if let assignment = layer[key.name] { return assignment }
        }
        return Assignment(key, key.standard, origin: .standard)
    }

    /// The value in force.
    public func value(of key: SettingKey) -> SettingValue { assignment(of: key).value }

    /// Where the value in force comes from.
    public func origin(of key: SettingKey) -> Origin { assignment(of: key).origin }

    /// The settings for the playback controller.
    public var playback: Settings {
        var settings = Settings()
        for key in SettingKey.playback {
            if let setting = assignment(of: key).playbackSetting { settings.apply(setting) }
        }
        // Whoever sets things by hand doesn't choose the arm.
        if let arm = layers[Layer.store.rawValue][SettingKey.arm.name]?.playbackSetting { settings.apply(arm) }
        return settings
    }
}

extension LayeredSettings {
    /// Who looks on, by id or name; nil where that is nobody in the feed.
    public var viewer: String? {
        guard case .text(let viewer) = value(of: .viewer), !viewer.isEmpty else { return nil }
        return viewer
    }
}
