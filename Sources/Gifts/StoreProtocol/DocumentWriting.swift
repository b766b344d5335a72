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
        // A size has its unit.
        if case .size = setting.value { append(jsonString: setting.value.description) } else { append(setting.value) }
    }
}
