package import ExactNumbers
import Playback

/// The fields of a mapping, read by name and type; errors have the position, the field and the expected value.
package struct YAMLFields {
    /// The mapping.
    package let mapping: YAMLValue
    private let name: String
    private let fields: [String: (key: YAMLValue, value: YAMLValue)]

    /// Reads the fields of a mapping.
    ///
    /// - Parameters:
    ///   - value: The mapping.
    ///   - name: The mapping's name in errors.
    ///   - known: The permitted fields; `nil` permits all.
    /// - Throws: `ConfigurationError` if the value is not a mapping or has an unknown field.
    package init(_ value: YAMLValue, name: String, known: [String]?) throws(ConfigurationError) {
        guard let members = value.members else { throw value.mismatch(name, expected: "a mapping") }
        var fields: [String: (key: YAMLValue, value: YAMLValue)] = [:]
        for (key, value) in members {
            guard let text = key.text else { throw key.mismatch(name, expected: "the name of a field") }
            if let known, !known.contains(text) {
                throw key.error("\(name): \(Suggestion.unknown("field", text, among: known))")
            }
            fields[text] = (key, value)
        }
        mapping = value
        self.name = name
        self.fields = fields
    }

    /// The names and values of all fields, sorted by name.
    package var all: [(name: String, value: YAMLValue)] {
        fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.value) }
    }

    /// The field with this name; `nil` if it is missing.
    package subscript(field: String) -> YAMLValue? { fields[field]?.value }

    /// Returns the name of a field as the file has it, for its position; the mapping if the field is missing.
    package func key(_ field: String) -> YAMLValue { fields[field]?.key ?? mapping }

    /// Returns a required field.
    ///
    /// - Throws: `ConfigurationError` if it is missing.
    package func required(_ field: String) throws(ConfigurationError) -> YAMLValue {
        guard let value = self[field] else { throw mapping.error("\(name): \"\(field)\" is missing") }
        return value
    }

    /// Returns a non-empty text.
    package func text(_ field: String) throws(ConfigurationError) -> String {
        try required(field).nonEmptyText(field)
    }

    /// Returns a list of texts; an empty one if the field is missing.
    package func texts(_ field: String) throws(ConfigurationError) -> [String] {
        try self[field]?.texts(field) ?? []
    }

    /// Returns a whole number, 0 or more.
    package func count(_ field: String) throws(ConfigurationError) -> Int {
        try required(field).count(field)
    }

    /// Returns a duration.
    package func duration(_ field: String) throws(ConfigurationError) -> Nanoseconds {
        try required(field).duration(field)
    }

    /// Returns a number from 0 to `max`.
    package func number(_ field: String, max: Double) throws(ConfigurationError) -> Double {
        try required(field).number(field, max: max)
    }

    /// Returns a range from a list of two values, the first not greater than the second.
    package func range<Bound: Comparable>(
        _ field: String, _ read: (YAMLValue, String) throws(ConfigurationError) -> Bound
    ) throws(ConfigurationError) -> ClosedRange<Bound> {
        let value = try required(field)
        guard let elements = value.elements, elements.count == 2 else {
            throw value.mismatch(field, expected: "a range such as [1, 5]")
        }
        let lower = try read(elements[0], field)
        let upper = try read(elements[1], field)
        guard lower <= upper else { throw value.error("\(field): expected the smaller bound first") }
        return lower...upper
    }
}

extension YAMLValue {
    /// Returns the value as a non-empty text; `name` is its name in errors, as in the methods below.
    package func nonEmptyText(_ name: String) throws(ConfigurationError) -> String {
        guard let text, !text.isEmpty else { throw mismatch(name, expected: "a text") }
        return text
    }

    /// Returns the value as a list of texts.
    package func texts(_ name: String) throws(ConfigurationError) -> [String] {
        guard let elements else { throw mismatch(name, expected: "a list of texts") }
        var texts: [String] = []
        for element in elements {
            guard let text = element.text else { throw element.mismatch(name, expected: "a text") }
            texts.append(text)
        }
        return texts
    }

    /// Returns the value as a whole number of at least `minimum`.
    package func count(_ name: String, min minimum: Int = 0) throws(ConfigurationError) -> Int {
        guard let text, text.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(text), count >= minimum else {
            throw mismatch(name, expected: "a whole number from \(minimum) up")
        }
        return count
    }

    /// Returns the value as a duration.
    package func duration(_ name: String) throws(ConfigurationError) -> Nanoseconds {
        let key = SettingKey(name, .duration, defaultValue: .none, summary: "")
        guard case .duration(let duration) = try settingValue(of: key) else {
            throw mismatch(name, expected: key.expectedValues)
        }
        return duration
    }

    /// Returns the value as a number, 0 or more, with at most six decimal places.
    package func fraction(_ name: String) throws(ConfigurationError) -> Millionths {
        let key = SettingKey(name, .fraction, defaultValue: .none, summary: "")
        guard case .fraction(let fraction) = try settingValue(of: key) else {
            throw mismatch(name, expected: key.expectedValues)
        }
        return fraction
    }

    private func settingValue(of key: SettingKey) throws(ConfigurationError) -> SettingValue {
        guard let text, !isEmpty else { throw mismatch(key.name, expected: key.expectedValues) }
        return try key.assignment(text, origin: .policyDefault, place).value
    }

    /// Returns the value as a number from 0 to `max`.
    package func number(_ name: String, max: Double) throws(ConfigurationError) -> Double {
        guard let text, let number = Double(text), number >= 0, number <= max else {
            throw mismatch(name, expected: "a number from 0 to \(max)")
        }
        return number
    }

    /// Returns the value as one of the words.
    package func choice(_ name: String, among words: [String]) throws(ConfigurationError) -> String {
        guard let text, words.contains(text) else {
            let hint = text.map { Suggestion.hint(for: $0, among: words) } ?? ""
            throw error("\(name): expected \(words.alternatives), found \(errorDescription)\(hint)")
        }
        return text
    }

    /// Returns the value as a case of an enumeration.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _: Choice.Type
    ) throws(ConfigurationError) -> Choice {
        let words = Choice.allCases.map(\.rawValue)
        guard let choice = Choice(rawValue: try choice(name, among: words)) else {
            throw mismatch(name, expected: words.alternatives)
        }
        return choice
    }
}
