package import JSON
package import Playback
package import PlayerSettings

/// How a reader treats settings that it does not know.
public enum UnknownSettings: Sendable {
    /// Unknown settings and unknown choices of a setting are skipped, so that an older player works with a newer store.
    case ignore
    /// Unknown settings are errors, which suggest a known name, and so is a setting that is there twice: whatever is
    /// published must have an effect.
    case reject
}

extension JSONReader {
    /// Reads an object of settings, whose origin is the store.
    ///
    /// - Parameters:
    ///   - keys: The settings that are read.
    ///   - fixed: Those among them that cannot change now; each is an error.
    ///   - unknown: How other settings are treated.
    package mutating func readSettings(
        keys: [SettingKey], fixed: [SettingKey] = [], unknown: UnknownSettings
    ) throws(JSONError) -> [Assignment] {
        var assignments: [Assignment] = []
        try readMembers("settings such as {\"mode\": \"replace\"}") { reader, name throws(JSONError) in
            guard !fixed.contains(where: { $0.name == name }) else {
                throw reader.error(SettingKey.fixedProblem(name))
            }
            guard unknown == .ignore || !assignments.contains(where: { $0.key.name == name }) else {
                throw reader.duplicateMemberError()
            }
            if let assignment = try reader.readSetting(name, keys: keys, unknown: unknown) {
                assignments.replaceOrAppend(assignment)
            }
        }
        return assignments
    }

    /// Reads the value of the setting `name`; `nil` if the setting or its value is unknown and skipped.
    mutating func readSetting(
        _ name: String, keys: [SettingKey], unknown: UnknownSettings
    ) throws(JSONError) -> Assignment? {
        guard let key = keys.first(where: { $0.name == name }) else {
            if unknown == .ignore {
                try skipValue()
                return nil
            }
            throw error(Suggestion.unknown("setting", name, among: keys.map(\.name)))
        }
        let isWord = peek() == UInt8(ascii: "\"")
        if isWord, unknown == .ignore, case .choice(let words) = key.kind {
            let word = try readString()
            return words.contains(word) ? Assignment(key, .choice(word), origin: .store) : nil
        }
        return Assignment(key, try readValue(of: key), origin: .store)
    }

    private mutating func readValue(of key: SettingKey) throws(JSONError) -> SettingValue {
        let place = offset
        let text: String
        // The expected values are a text that is made only for an error.
        switch peek() {
        case UInt8(ascii: "\""): text = try self.readString()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): text = try readBool() ? "true" : "false"
        case let byte? where byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9:
            let number = try readExactNumber()
            guard !number.isTruncated, let value = try? key.value(from: number) else {
                throw mismatchError(key.expectedValues, at: place)
            }
            return value
        case UInt8(ascii: "n"):
            guard try readNull(), key.isOptional else { throw mismatchError(key.expectedValues, at: place) }
            return .none
        default: throw mismatchError(key.expectedValues)
        }
        guard let value = try? key.value(from: text) else { throw mismatchError(key.expectedValues, at: place) }
        return value
    }
}

extension SettingKey {
    /// Returns what is wrong with a change of a setting that counts only when the program starts.
    package static func fixedProblem(_ name: String) -> String {
        "expected a setting that can change while the program runs, found \"\(name)\""
    }
}

extension [Assignment] {
    /// Adds an assignment, in the place of one for the same setting if there is one.
    mutating func replaceOrAppend(_ assignment: Assignment) {
        if let index = firstIndex(where: { $0.key.name == assignment.key.name }) {
            self[index] = assignment
        } else {
            append(assignment)
        }
    }
}
