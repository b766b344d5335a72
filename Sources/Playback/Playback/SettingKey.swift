/// A configurable setting with its name, type, default and meaning.
///
/// The settings of the policy are in ``policy``; the player and other parts of a program add their own keys. Keys are
/// equal if their names are.
public struct SettingKey: Sendable {
    /// The type of a setting's values.
    public enum Kind: Hashable, Sendable {
        /// One of these words.
        case choice([String])
        /// A decimal, 0 or more, with at most 6 digits after the decimal point.
        case fraction
        /// A whole number, 0 or more.
        case count
        /// A duration, such as `250ms`, or a number of seconds.
        case duration
        /// An amount of memory, such as `64MB`, or a number of megabytes.
        case size
        /// `on` or `off`; also `true` and `false`, `yes` and `no`.
        case bool
        /// Any text.
        case text
    }

    /// The setting's name in files and on the command line, such as `replaceAt`.
    public var name: String { definition.name }
    /// The type of its values.
    public var kind: Kind { definition.kind }
    /// The valid counts, or the valid durations in nanoseconds; `nil` for all from 0.
    public var limits: ClosedRange<Int64>? { definition.limits }
    /// Whether `none` is a valid value.
    public var isOptional: Bool { definition.isOptional }
    /// The default value.
    public var defaultValue: SettingValue { definition.defaultValue }
    /// A one-line description of the setting.
    public var summary: String { definition.summary }
    /// The property of ``Settings``; `nil` if the setting is not one of the policy.
    var property: Property? { definition.property }

    // Every assignment has a copy of its key, so copies share what never changes.
    private let definition: Definition

    private final class Definition: Sendable {
        let name: String
        let kind: Kind
        let limits: ClosedRange<Int64>?
        let isOptional: Bool
        let defaultValue: SettingValue
        let summary: String
        let property: Property?

        init(
            _ name: String, _ kind: Kind, _ limits: ClosedRange<Int64>?, isOptional: Bool, defaultValue: SettingValue,
            summary: String, _ property: Property?
        ) {
            self.name = name
            self.kind = kind
            self.limits = limits
            self.isOptional = isOptional
            self.defaultValue = defaultValue
            self.summary = summary
            self.property = property
        }
    }

    /// A property of ``Settings`` with a value of any type.
    struct Property: Sendable {
        let value: @Sendable (Settings) -> SettingValue
        /// Sets the property, unless the value has another type.
        let set: @Sendable (inout Settings, SettingValue) -> Void
        /// Returns whether a value has the property's type.
        let accepts: @Sendable (SettingValue) -> Bool
    }

    /// Creates the key of a setting that is not one of the policy; `name` is in camel case.
    public init(
        _ name: String, _ kind: Kind, in limits: ClosedRange<Int64>? = nil, isOptional: Bool = false,
        defaultValue: SettingValue, summary: String
    ) {
        definition = Definition(
            name, kind, limits, isOptional: isOptional, defaultValue: defaultValue, summary: summary, nil)
    }

    /// Creates the key of a policy setting, whose type and default are those of its property.
    init<Value: SettingRepresentable>(
        _ name: String, _ path: any WritableKeyPath<Settings, Value> & Sendable, hasNone: Bool, summary: String
    ) {
        let property = Property(
            value: { $0[keyPath: path].settingValue },
            set: { settings, value in
                if let value = Value(value) { settings[keyPath: path] = value }
            },
            accepts: { Value($0) != nil })
        definition = Definition(
            name, Value.settingKind, nil, isOptional: hasNone,
            defaultValue: Settings()[keyPath: path].settingValue, summary: summary, property)
    }

    /// Returns the policy setting of this key with a value; `nil` if the key is not one of the policy or the value has
    /// another type.
    public func playbackSetting(_ value: SettingValue) -> Setting? {
        guard let property, property.accepts(value) else { return nil }
        return Setting(key: self, value: value)
    }
}

extension SettingKey: Hashable {
    /// Compares two keys by name.
    public static func == (left: SettingKey, right: SettingKey) -> Bool {
        left.definition === right.definition || left.name == right.name
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
