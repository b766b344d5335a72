import ExactNumbers
import JSON

extension [UInt8] {
    mutating func add(_ outcome: Outcome) {
        add("outcome", outcome.name.rawValue)
        if let reason = outcome.reason { add("reason", reason) }
        if let progress = outcome.progress { add("progress", decimal: ExactDecimal(progress)) }
        if case .replaced(let by, _) = outcome { add("by", number: by) }
        if case .merged(let into) = outcome { add("into", number: into) }
    }

    mutating func add(_ setting: Setting) {
        begin(member: setting.key.name)
        append(setting.value)
    }

    /// Appends the value of a setting.
    package mutating func append(_ value: SettingValue) {
        switch value {
        case .choice(let text), .text(let text): append(jsonString: text)
        case .fraction(let fraction): ExactDecimal(fraction).append(to: &self)
        case .count(let number), .size(let number): ExactDecimal(Int64(number), digits: 0).append(to: &self)
        case .duration(let duration): ExactDecimal(seconds: duration).append(to: &self)
        case .bool(let isOn): append(contentsOf: (isOn ? "true" : "false").utf8)
        case .none: append(contentsOf: "null".utf8)
        }
    }
}
