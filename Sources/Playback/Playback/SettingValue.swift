public import ExactNumbers

/// The value of a setting of any type.
public enum SettingValue: Hashable, Sendable {
    /// One of the setting's words.
    case choice(String)
    /// A fraction in millionths.
    case fraction(Millionths)
    /// A whole number, 0 or more.
    case count(Int)
    /// A duration.
    case duration(Nanoseconds)
    /// An amount of memory, in bytes.
    case size(Int)
    /// On or off.
    case bool(Bool)
    /// Any text.
    case text(String)
    /// No limit, or never.
    case none
}

/// A type of a property of ``Settings``, and how its values become those of a setting.
protocol SettingRepresentable: Sendable {
    static var settingKind: SettingKey.Kind { get }
    static var isOptionalSetting: Bool { get }
    /// The value of a setting.
    var settingValue: SettingValue { get }

    /// Creates the value, of which a negative number becomes 0; `nil` if the setting's value has another type.
    init?(_ value: SettingValue)
}

extension SettingRepresentable {
    static var isOptionalSetting: Bool { false }
}

extension SettingRepresentable where Self: RawRepresentable<String> & CaseIterable {
    static var settingKind: SettingKey.Kind { .choice(allCases.map(\.rawValue)) }
    var settingValue: SettingValue { .choice(rawValue) }

    init?(_ value: SettingValue) {
        guard case .choice(let word) = value else { return nil }
        self.init(rawValue: word)
    }
}

extension Settings.Mode: SettingRepresentable {}
extension Settings.Early: SettingRepresentable {}
extension Settings.Backlog: SettingRepresentable {}
extension Settings.Overflow: SettingRepresentable {}
extension Settings.Order: SettingRepresentable {}
extension Settings.Missing: SettingRepresentable {}
extension Settings.LoopWhile: SettingRepresentable {}

extension Millionths: SettingRepresentable {
    static var settingKind: SettingKey.Kind { .fraction }
    var settingValue: SettingValue { .fraction(self) }

    init?(_ value: SettingValue) {
        guard case .fraction(let fraction) = value else { return nil }
        self = fraction
    }
}

extension Int: SettingRepresentable {
    static var settingKind: SettingKey.Kind { .count }
    var settingValue: SettingValue { .count(self) }

    init?(_ value: SettingValue) {
        guard case .count(let count) = value else { return nil }
        self = Swift.max(0, count)
    }
}

extension Nanoseconds: SettingRepresentable {
    static var settingKind: SettingKey.Kind { .duration }
    var settingValue: SettingValue { .duration(self) }

    init?(_ value: SettingValue) {
        guard case .duration(let duration) = value else { return nil }
        self = Swift.max(0, duration)
    }
}

extension String: SettingRepresentable {
    static var settingKind: SettingKey.Kind { .text }
    var settingValue: SettingValue { .text(self) }

    init?(_ value: SettingValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Optional: SettingRepresentable where Wrapped: SettingRepresentable {
    static var settingKind: SettingKey.Kind { Wrapped.settingKind }
    static var isOptionalSetting: Bool { true }
    var settingValue: SettingValue { map(\.settingValue) ?? .none }

    init?(_ value: SettingValue) {
        if case .none = value {
            self = nil
        } else if let wrapped = Wrapped(value) {
            self = wrapped
        } else {
            return nil
        }
    }
}
