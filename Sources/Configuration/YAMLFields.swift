package import Playback

/// The fields of a mapping, read by name and type; an error says where, what and what was expected.
package struct YAMLFields {
    private let mapping: YAMLValue
    private let name: String
    private let fields: [String: YAMLValue]

    /// The fields of `value`, which is called `name` in errors and has no other fields than `known`, unless that is nil.
    package init(_ value: YAMLValue, name: String, known: [String]?) throws(ConfigurationError) {
        guard let members = value.members else { throw value.mismatch(name, expected: "a mapping") }
        var fields: [String: YAMLValue] = [:]
        for (key, value) in members {
            guard let text = key.text else { throw key.mismatch(name, expected: "the name of a field") }
            if let known, !known.contains(text) {
                throw key.error("\(name): unknown field \"\(text)\"\(Suggestion.phrase(for: text, among: known))")
            }
            fields[text] = value
        }
        mapping = value
        self.name = name
        self.fields = fields
    }

    /// The names and values of all fields, in order of name.
    package var all: [(name: String, value: YAMLValue)] {
        fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    /// The field of this name; nil when there is none.
    package subscript(field: String) -> YAMLValue? { fields[field] }

    /// The field of this name, which must be there.
    package func required(_ field: String) throws(ConfigurationError) -> YAMLValue {
        guard let value = fields[field] else { throw mapping.error("\(name): expected a field \"\(field)\"") }
        return value
    }

    /// A text that is not empty.
    package func text(_ field: String) throws(ConfigurationError) -> String {
        try required(field).word(field)
    }

    /// A list of texts; empty when there is no such field.
    package func texts(_ field: String) throws(ConfigurationError) -> [String] {
        try fields[field]?.texts(field) ?? []
    }

    /// A whole number from 0 up.
    package func count(_ field: String) throws(ConfigurationError) -> Int64 {
        try required(field).count(field)
    }

    /// A length of time.
    package func duration(_ field: String) throws(ConfigurationError) -> Nanoseconds {
        try required(field).duration(field)
    }

    /// A number from 0 to `largest`.
    package func number(_ field: String, to largest: Double) throws(ConfigurationError) -> Double {
        try required(field).number(field, to: largest)
    }

    /// A list of two, the first not above the second.
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
    /// The text that this is, which is not empty; `name` is what it is called in errors, here and below.
    package func word(_ name: String) throws(ConfigurationError) -> String {
        guard let text, !text.isEmpty else { throw mismatch(name, expected: "a text") }
        return text
    }

    /// The texts that this is a list of.
    package func texts(_ name: String) throws(ConfigurationError) -> [String] {
        guard let elements else { throw mismatch(name, expected: "a list of texts") }
        var texts: [String] = []
        for element in elements {
            guard let text = element.text else { throw element.mismatch(name, expected: "a text") }
            texts.append(text)
        }
        return texts
    }

    /// The whole number from 0 up that this is.
    package func count(_ name: String) throws(ConfigurationError) -> Int64 {
        guard let text, let count = Int64(text), count >= 0 else {
            throw mismatch(name, expected: "a whole number from 0 up")
        }
        return count
    }

    /// The length of time that this is.
    package func duration(_ name: String) throws(ConfigurationError) -> Nanoseconds {
        guard let text, let duration = Nanoseconds(durationText: text) else {
            throw mismatch(name, expected: "a duration such as 250ms, 1.5s or 2m")
        }
        return duration
    }

    /// The number from 0 to `largest` that this is.
    package func number(_ name: String, to largest: Double) throws(ConfigurationError) -> Double {
        guard let text, let number = Double(text), number >= 0, number <= largest else {
            throw mismatch(name, expected: "a number from 0 to \(largest)")
        }
        return number
    }
}
