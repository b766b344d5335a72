/// One setting of the policy with its value, as a change of settings lists it.
///
/// The keys of the settings make them: `Setting.replaceAt(Millionths(500_000))`.
public struct Setting: Hashable, Sendable {
    /// The setting.
    public let key: SettingKey
    /// Its value, of the key's type.
    public let value: SettingValue

    init(key: SettingKey, value: SettingValue) {
        self.key = key
        self.value = value
    }

    /// The key of a policy setting whose property of ``Settings`` has the type `Value`.
    public struct TypedKey<Value: Sendable>: Sendable {
        /// The key without the type.
        public let key: SettingKey
        private let settingValue: @Sendable (Value) -> SettingValue

        /// Creates a key; `hasNone` is false for an optional text that may be the word `none`.
        init(
            _ name: String, _ path: any WritableKeyPath<Settings, Value> & Sendable,
            hasNone: Bool = Value.isOptionalSetting, _ summary: String
        ) where Value: SettingRepresentable {
            key = SettingKey(name, path, hasNone: hasNone, summary: summary)
            settingValue = { $0.settingValue }
        }

        /// Returns the setting with a value.
        public func callAsFunction(_ value: Value) -> Setting { Setting(key: key, value: settingValue(value)) }
    }
}

extension Settings {
    /// The setting with this key and its value; `nil` if the key is not one of the policy.
    public subscript(key: SettingKey) -> Setting? {
        key.property.map { Setting(key: key, value: $0.value(self)) }
    }

    /// All settings with their values, in table order.
    public var all: [Setting] { SettingKey.policy.compactMap { self[$0] } }

    /// The settings that the first line of a trace lists, in table order: the mode, the threshold and those that are
    /// not defaults.
    public var stated: [Setting] {
        all.filter { $0.key == .mode || $0.key == .replaceAt || $0.value != $0.key.defaultValue }
    }

    /// Applies one setting; a negative duration or limit becomes 0.
    public mutating func apply(_ setting: Setting) { setting.key.property?.set(&self, setting.value) }

    /// Returns the settings, in table order, whose values differ from those of `other`.
    ///
    /// - Parameter keys: The settings that can differ.
    public func differences(from other: Settings, among keys: [SettingKey] = SettingKey.policy) -> [Setting] {
        guard self != other else { return [] }
        // The order of the table counts, and each key counts once.
        let policy = keys.count == 1 ? keys : SettingKey.policy.filter { keys.contains($0) }
        return policy.compactMap { self[$0] }.filter { other[$0.key] != $0 }
    }
}
