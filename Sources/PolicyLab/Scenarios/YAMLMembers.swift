import ExactNumbers
import PlayerSettings

/// The members of a YAML mapping, read by name and type; errors have the position, the member and the expected value.
struct YAMLMembers {
    /// The mapping.
    let mapping: YAMLValue
    private var values: [String: (key: YAMLValue, value: YAMLValue)] = [:]

    /// Reads a mapping that has no members except `known`; `subject` is its name in errors.
    init(_ value: YAMLValue, _ subject: String, known: [String]) throws(ConfigurationError) {
        guard let members = value.members else { throw value.mismatch(subject, expected: "a mapping") }
        mapping = value
        for member in members {
            guard let name = member.key.text else { throw member.key.mismatch(subject, expected: "a name") }
            guard known.contains(name) else {
                let hint = Suggestion.hint(for: name, among: known)
                let expected = hint.isEmpty ? ", expected one of \(known.joined(separator: ", "))" : hint
                throw member.key.error("\(subject): unknown member \"\(name)\"\(expected)")
            }
            values[name] = member
        }
    }

    /// The value of a member; `nil` if it is missing.
    subscript(name: String) -> YAMLValue? { values[name]?.value }

    /// Returns the key of a member, for its position; the mapping if the member is missing.
    func key(_ name: String) -> YAMLValue { values[name]?.key ?? mapping }

    /// Returns a required member.
    ///
    /// - Throws: `ConfigurationError` if it is missing.
    func required(_ name: String, _ subject: String) throws(ConfigurationError) -> YAMLValue {
        guard let value = self[name] else { throw mapping.error("\(subject): \"\(name)\" is missing") }
        return value
    }

    func duration(_ name: String) throws(ConfigurationError) -> Nanoseconds? {
        guard let value = self[name] else { return nil }
        return try value.duration(name)
    }

    func text(_ name: String) throws(ConfigurationError) -> String? {
        guard let value = self[name] else { return nil }
        return try value.nonEmptyText(name)
    }

    /// Returns a whole number of at least `least`; `nil` if the member is missing.
    func number(_ name: String, min least: Int) throws(ConfigurationError) -> Int? {
        guard let value = self[name] else { return nil }
        return try value.number(name, min: least)
    }

    /// Returns a case of an enumeration; `nil` if the member is missing.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _: Choice.Type
    ) throws(ConfigurationError) -> Choice? {
        guard let value = self[name] else { return nil }
        let words = Choice.allCases.map(\.rawValue)
        return try value.choice(name, among: words).flatMap { Choice(rawValue: $0) }
    }
}

extension YAMLValue {
    func duration(_ name: String) throws(ConfigurationError) -> Nanoseconds {
        let key = SettingKey(name, .duration, defaultValue: .none, summary: "")
        guard case .duration(let duration) = try settingValue(for: key) else {
            throw mismatch(name, expected: key.expectedValues)
        }
        return duration
    }

    func fraction(_ name: String) throws(ConfigurationError) -> Millionths {
        let key = SettingKey(name, .fraction, defaultValue: .none, summary: "")
        guard case .fraction(let fraction) = try settingValue(for: key) else {
            throw mismatch(name, expected: key.expectedValues)
        }
        return fraction
    }

    func nonEmptyText(_ name: String) throws(ConfigurationError) -> String {
        guard let text, !isEmpty else { throw mismatch(name, expected: "a text") }
        return text
    }

    func number(_ name: String, min least: Int) throws(ConfigurationError) -> Int {
        guard let text, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text), number >= least else {
            throw mismatch(name, expected: "a whole number from \(least) up")
        }
        return number
    }

    func choice(_ name: String, among words: [String]) throws(ConfigurationError) -> String? {
        guard let text, words.contains(text) else {
            let hint = text.map { Suggestion.hint(for: $0, among: words) } ?? ""
            throw error("\(name): expected \(words.joined(separator: " or ")), found \(errorDescription)\(hint)")
        }
        return text
    }

    private func settingValue(for key: SettingKey) throws(ConfigurationError) -> SettingValue {
        guard let text, !isEmpty else { throw mismatch(key.name, expected: key.expectedValues) }
        do {
            return try key.value(fromFile: text)
        } catch let fault {
            throw error(fault.problem)
        }
    }
}
