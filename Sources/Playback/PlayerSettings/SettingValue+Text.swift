import ExactNumbers
public import Playback

extension SettingValue: CustomStringConvertible {
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

extension SettingValue {
    /// The value as everybody may see it: `…` stands for the passwords of the URLs in a text.
    public var shown: SettingValue {
        guard case .text(let text) = self else { return self }
        return .text(text.withoutURLPasswords)
    }
}

extension Setting: CustomStringConvertible {
    /// The name and the value, such as `replaceAt 0.3`.
    public var description: String { "\(key.name) \(value)" }
}
