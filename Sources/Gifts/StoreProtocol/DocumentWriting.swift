import ExactNumbers
import JSON
import PlayerSettings

/// Functions that append the members of a document to a buffer, built on the functions that write traces.
extension [UInt8] {
    /// Appends a member with a finite number.
    mutating func add(_ key: StaticString, double: Double) {
        begin(key)
        append(number: double)
    }

    mutating func add(_ key: StaticString, settings: [Assignment]) {
        begin(key)
        append(settings: settings)
    }

    mutating func append(settings: [Assignment]) {
        appendObject { json in for setting in settings { json.add(setting) } }
    }

    mutating func add(_ setting: Assignment) {
        begin(member: setting.key.name)
        switch setting.value {
        case .choice(let text), .text(let text): append(jsonString: text)
        case .fraction(let fraction): append(contentsOf: fraction.description.utf8)
        case .count(let count): append(contentsOf: String(count).utf8)
        case .duration(let duration): append(contentsOf: ExactDecimal(seconds: duration).description.utf8)
        case .bool(let isOn): append(contentsOf: (isOn ? "true" : "false").utf8)
        case .size: append(jsonString: setting.value.description)
        case .none: append(contentsOf: "null".utf8)
        }
    }
}
