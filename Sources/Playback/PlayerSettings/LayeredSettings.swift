public import Playback

/// The source of a setting's value.
public enum Origin: Hashable, Sendable, CustomStringConvertible {
    /// The default of the policy.
    case policyDefault
    /// The default of the program with this name, which differs from the policy's.
    case programDefault(String)
    /// The store.
    case store
    /// The configuration file with this path.
    case file(String)
    /// The environment variable with this name.
    case environment(String)
    /// A command-line option, such as `--set`.
    case option(String)
    /// A key press.
    case key(String)
    /// A request of another program; it has the priority of a key press.
    case control

    /// The origin as the screen shows it: `config.yaml`, `key m`, `--set`, `GIFTTY_MODE`, `store` or `default`.
    public var description: String {
        switch self {
        case .policyDefault: "default"
        case .programDefault(let name): name
        case .store: "store"
        case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
        case .environment(let name): name
        case .option(let name): name
        case .key(let key): "key \(key)"
        case .control: "control"
        }
    }

    var layer: LayeredSettings.Layer? {
        switch self {
        case .policyDefault: nil
        case .programDefault: .program
        case .store: .store
        case .file: .file
        case .environment: .environment
        case .option: .option
        case .key, .control: .key
        }
    }
}

/// A value for a setting, with its origin.
public struct Assignment: Hashable, Sendable {
    /// The setting.
    public let key: SettingKey
    /// The value.
    public let value: SettingValue
    /// The origin of the value.
    public let origin: Origin

    /// Creates an assignment.
    public init(_ key: SettingKey, _ value: SettingValue, origin: Origin) {
        self.key = key
        self.value = value
        self.origin = origin
    }

    /// The setting for the playback controller; `nil` if the key is not one of the policy.
    public var playbackSetting: Setting? { key.playbackSetting(value) }
}

/// The current settings, composed of layers.
///
/// A key press overrides `--set`, which overrides the environment, the configuration file, the store, the program's
/// defaults and the policy's defaults, in this order.
///
///     var settings = LayeredSettings()
///     settings.replace(.file, with: watch.assignments)
///     settings.assign(Assignment(.mode, .choice("replace"), origin: .key("m")))
///     controller.handle(.set(settings.playback.all), at: now)
///     status = "\(settings.value(of: .mode)) · \(settings.origin(of: .mode))"    // replace · key m
public struct LayeredSettings: Sendable {
    /// The layers of settings, from the lowest to the highest priority.
    public enum Layer: Int, CaseIterable, Sendable {
        /// The program's defaults, where they differ from the policy's.
        case program
        /// The settings that the store publishes.
        case store
        /// The configuration file.
        case file
        /// The environment variables.
        case environment
        /// `--set` and the options that abbreviate it.
        case option
        /// The key presses and the requests of other programs since the program began.
        case key
    }

    /// The keys of all settings, in display order.
    public let keys: [SettingKey]
    private var layers: [[String: Assignment]]

    /// Creates settings without assignments.
    public init(keys: [SettingKey] = SettingKey.all) {
        self.keys = keys
        layers = Array(repeating: [:], count: Layer.allCases.count)
    }

    /// Replaces all assignments of a layer; of several for one setting, the last counts.
    public mutating func replace(_ layer: Layer, with assignments: [Assignment]) {
        layers[layer.rawValue] = Dictionary(assignments.map { ($0.key.name, $0) }) { _, last in last }
    }

    /// Adds an assignment to the layer of its origin; one with the origin `policyDefault` is ignored.
    public mutating func assign(_ assignment: Assignment) {
        guard let layer = assignment.origin.layer else { return }
        layers[layer.rawValue][assignment.key.name] = assignment
    }

    /// Returns the assignments of a layer in the order of the keys, followed by the arm of a roll-out.
    public func assignments(of layer: Layer) -> [Assignment] {
        let assignments = layers[layer.rawValue]
        return assignments.isEmpty ? [] : (keys + [.arm]).compactMap { assignments[$0.name] }
    }

    /// Returns the assignment with the highest priority.
    public func assignment(of key: SettingKey) -> Assignment {
        highest(key) ?? Assignment(key, key.defaultValue, origin: .policyDefault)
    }

    /// Returns the assignment with the highest priority; `nil` if no layer has the setting.
    private func highest(_ key: SettingKey) -> Assignment? {
        let name = key.name
        for layer in layers.reversed() where !layer.isEmpty {
            if let assignment = layer[name] { return assignment }
        }
        return nil
    }

    /// Returns the current value of a setting.
    public func value(of key: SettingKey) -> SettingValue { assignment(of: key).value }

    /// Returns the origin of a setting's current value.
    public func origin(of key: SettingKey) -> Origin { assignment(of: key).origin }

    /// The settings for the playback controller.
    public var playback: Settings {
        var settings = Settings()
        for key in SettingKey.playback {
            // All others have the defaults of the policy.
            if let setting = highest(key)?.playbackSetting { settings.apply(setting) }
        }
        // Only the store assigns the arm.
        if let arm = layers[Layer.store.rawValue][SettingKey.arm.name]?.playbackSetting { settings.apply(arm) }
        return settings
    }
}

extension LayeredSettings {
    /// The viewer in front of the stage, by id or name; `nil` if the setting is empty.
    public var viewer: String? {
        guard case .text(let viewer) = value(of: .viewer), !viewer.isEmpty else { return nil }
        return viewer
    }
}
