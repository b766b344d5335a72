import ExactNumbers
import Playback
import PlayerSettings

/// Functions that append the members of a document to a buffer, built on the functions that write traces.
extension [UInt8] {
    mutating func begin(member name: String) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(quoted: name)
        append(UInt8(ascii: ":"))
    }

    /// Appends a member with a finite number.
    mutating func add(_ key: StaticString, double: Double) {
        begin(key)
        if let whole = Int64(exactly: double) {
            append(contentsOf: String(whole).utf8)
        } else {
            append(contentsOf: double.description.utf8)
        }
    }

    mutating func add(_ key: StaticString, texts: [String]) {
        begin(key)
        appendArray(texts) { $0.append(quoted: $1) }
    }

    mutating func add(_ key: StaticString, settings: [Assignment]) {
        begin(key)
        append(settings: settings)
    }

    mutating func append(settings: [Assignment]) {
        beginObject()
        for setting in settings { add(setting) }
        endObject()
    }

    mutating func add(_ setting: Assignment) {
        begin(member: setting.key.name)
        switch setting.value {
        case .choice(let text), .text(let text): append(quoted: text)
        case .fraction(let fraction): append(contentsOf: fraction.description.utf8)
        case .count(let count): append(contentsOf: String(count).utf8)
        case .duration(let duration): append(contentsOf: ExactDecimal(seconds: duration).description.utf8)
        case .bool(let isOn): append(contentsOf: (isOn ? "true" : "false").utf8)
        case .size: append(quoted: setting.value.description)
        case .none: append(contentsOf: "null".utf8)
        }
    }

    mutating func appendArray<Item>(_ items: [Item], _ write: (inout [UInt8], Item) -> Void) {
        append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            write(&self, item)
        }
        append(UInt8(ascii: "]"))
    }
}
