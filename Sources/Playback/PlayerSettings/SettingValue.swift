public import ExactNumbers

/// The value of a setting of any type.
public enum SettingValue: Hashable, Sendable, CustomStringConvertible {
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

    /// The value as a configuration file has it, such as `replace`, `0.3`, `1.5s` or `none`.
    public var description: String {
        switch self {
        case .choice(let word), .text(let word): word
        case .fraction(let fraction): fraction.description
        case .count(let count): String(count)
        case .duration(let duration): duration.durationText
        case .size(let bytes): Quantity.text(ofSize: bytes)
        case .bool(let isOn): isOn ? "on" : "off"
        case .none: "none"
        }
    }
}
