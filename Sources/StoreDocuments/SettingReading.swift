import Configuration
import Playback

/// How a reader treats settings that it does not know.
public enum UnknownSettings: Sendable {
    /// Unknown settings and unknown choices of a setting are skipped, so that an older player works with a newer store.
    case ignored
    /// Unknown settings are errors, which suggest a known name: whatever is published must have an effect.
    case refused
}

extension DocumentReader {
    /// Reads an object of settings.
    mutating func settings(
        keys: [SettingKey], unknown: UnknownSettings
    ) throws(StoreDocumentError) -> [Assignment] {
        var assignments: [Assignment] = []
        try object("settings such as {\"mode\": \"replace\"}") { reader, name throws(StoreDocumentError) in
            if let assignment = try reader.setting(name, keys: keys, unknown: unknown) {
                assignments.put(assignment)
            }
        }
        return assignments
    }

    /// Reads the value of the setting `name`; `nil` if the setting or its value is unknown and skipped.
    mutating func setting(
        _ name: String, keys: [SettingKey], unknown: UnknownSettings
    ) throws(StoreDocumentError) -> Assignment? {
        guard let key = keys.first(where: { $0.name == name }) else {
            if unknown == .ignored {
                try skip()
                return nil
            }
            throw error("unknown setting\(Suggestion.phrase(for: name, among: keys.map(\.name)))")
        }
        let isWord = peek() == UInt8(ascii: "\"")
        if isWord, unknown == .ignored, case .choice(let words) = key.kind {
            let word = try text()
            return words.contains(word) ? Assignment(key, .choice(word), origin: .store) : nil
        }
        return Assignment(key, try value(of: key), origin: .store)
    }

    private mutating func value(of key: SettingKey) throws(StoreDocumentError) -> SettingValue {
        let place = offset
        let text: String
        switch peek() {
        case UInt8(ascii: "\""): text = try self.text()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): text = try truth() ? "true" : "false"
        case UInt8(ascii: "n"):
            guard null(), key.isOptional else { throw mismatch(key.expectation, at: place) }
            return .none
        case UInt8(ascii: "{"), UInt8(ascii: "["): throw mismatch(key.expectation)
        default:
            guard let plain = try number(key.expectation).plainText else { throw mismatch(key.expectation, at: place) }
            text = plain
        }
        guard let value = try? key.value(text) else { throw mismatch(key.expectation, at: place) }
        return value
    }

}

extension [Assignment] {
    /// Adds an assignment, in the place of one for the same setting if there is one.
    mutating func put(_ assignment: Assignment) {
        if let index = firstIndex(where: { $0.key.name == assignment.key.name }) {
            self[index] = assignment
        } else {
            append(assignment)
        }
    }
}
