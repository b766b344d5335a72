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
    /// A key press; without a name, a click, a drag or the wheel of the mouse.
    case key(String)
    /// A request of another program; it has the priority of a key press.
    case control

    /// The origin as the screen shows it: `config.yaml`, `key m`, `mouse`, `--set`, `GIFTTY_MODE`, `store` or `default`.
    public var description: String {
        switch self {
        case .policyDefault: "default"
        case .programDefault(let name): name
        case .store: "store"
        case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
        case .environment(let name): name
        case .option(let name): name
        case .key(let key): key.isEmpty ? "mouse" : "key \(key)"
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
    /// The settings for the playback controller.
    public private(set) var playback = Settings()
    private var layers: [PlacedAssignments]
    /// The assignments with the highest priority. They change seldom and are read in every frame.
    private var current: [String: Assignment] = [:]
    /// The positions of the keys, and of the arm of a roll-out after them, by name.
    private let order: [String: Int]

    /// Creates settings without assignments.
    public init(keys: [SettingKey] = SettingKey.all) {
        self.keys = keys
        layers = Array(repeating: PlacedAssignments(), count: Layer.allCases.count)
        order = Dictionary((keys + [.arm]).enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// Replaces all assignments of a layer; of several for one setting, the last counts.
    ///
    /// - Returns: The new assignments of the settings whose values have changed, in the order of the keys, followed by
    ///   the arm of a roll-out; those that no layer assigns any more have their default.
    @discardableResult
    public mutating func replace(_ layer: Layer, with assignments: [Assignment]) -> [Assignment] {
        let old = layers[layer.rawValue]
        var new = PlacedAssignments()
        for assignment in assignments {
            // Most assignments replace one for the same setting.
            let position = old.index(of: assignment.key).map { old.positions[$0] }
            new.set(assignment, at: position ?? self.position(of: assignment.key))
        }
        layers[layer.rawValue] = new
        var changes = PlacedAssignments()
        for (assignment, position) in zip(old.all, old.positions) where new[assignment.key] == nil {
            if let change = update(assignment.key) { changes.set(change, at: position) }
        }
        for (assignment, position) in zip(new.all, new.positions) where old[assignment.key] != assignment {
            if let change = update(assignment.key) { changes.set(change, at: position) }
        }
        return changes.withPosition
    }

    /// Adds an assignment to the layer of its origin; one with the origin `policyDefault` is ignored.
    public mutating func assign(_ assignment: Assignment) {
        guard let layer = assignment.origin.layer else { return }
        layers[layer.rawValue].set(assignment, at: position(of: assignment.key))
        _ = update(assignment.key)
    }

    /// Determines the current assignment of a setting anew; returns it if its value has changed.
    private mutating func update(_ key: SettingKey) -> Assignment? {
        let old = assignment(of: key)
        var highest: Assignment?
        // Only the store assigns the arm.
        for layer in layers.indices.reversed() where highest == nil && (key != .arm || layer == Layer.store.rawValue) {
            highest = layers[layer][key]
        }
        current[key.name] = highest
        let new = highest ?? Assignment(key, key.defaultValue, origin: .policyDefault)
        guard new.value != old.value else { return nil }
        if let setting = new.playbackSetting ?? key.playbackSetting(key.defaultValue) { playback.apply(setting) }
        return new
    }

    /// Returns the assignments of a layer in the order of the keys, followed by the arm of a roll-out.
    ///
    /// - Parameter added: Assignments that replace those of the layer for the same settings; of several for one setting,
    ///   the last counts.
    public func assignments(of layer: Layer, adding added: [Assignment] = []) -> [Assignment] {
        var assignments = layers[layer.rawValue]
        for assignment in added { assignments.set(assignment, at: position(of: assignment.key)) }
        return assignments.withPosition
    }

    private func position(of key: SettingKey) -> Int { order[key.name] ?? PlacedAssignments.noPosition }

    /// Returns the assignment with the highest priority.
    public func assignment(of key: SettingKey) -> Assignment {
        current[key.name] ?? Assignment(key, key.defaultValue, origin: .policyDefault)
    }

    /// Returns the current value of a setting.
    public func value(of key: SettingKey) -> SettingValue { current[key.name]?.value ?? key.defaultValue }

    /// Returns the origin of a setting's current value.
    public func origin(of key: SettingKey) -> Origin { current[key.name]?.origin ?? .policyDefault }
}

/// Assignments in the order of their settings, one for each.
///
/// They are so few that a search takes less time than a table, and a change of one of them needs no sorting.
private struct PlacedAssignments: Sendable {
    /// The assignments.
    private(set) var all: [Assignment] = []
    /// The positions of their settings, in ascending order.
    private(set) var positions: [Int] = []

    /// The position of settings that have none; they come last.
    static let noPosition = Int.max

    subscript(key: SettingKey) -> Assignment? { index(of: key).map { all[$0] } }

    func index(of key: SettingKey) -> Int? { all.firstIndex { $0.key == key } }

    /// The assignments of the settings that have a position.
    var withPosition: [Assignment] {
        guard positions.last == Self.noPosition else { return all }
        return Array(all[..<(positions.firstIndex(of: Self.noPosition) ?? all.endIndex)])
    }

    /// Adds an assignment, in the place of one for the same setting if there is one.
    mutating func set(_ assignment: Assignment, at position: Int) {
        if let index = index(of: assignment.key) { return all[index] = assignment }
        let index = positions.firstIndex { $0 > position } ?? positions.endIndex
        all.insert(assignment, at: index)
        positions.insert(position, at: index)
    }
}

extension LayeredSettings {
    /// The viewer in front of the stage, by id or name; `nil` if the setting is empty.
    public var viewer: String? {
        guard case .text(let viewer) = value(of: .viewer), !viewer.isEmpty else { return nil }
        return viewer
    }
}
