import JSON
import LottieDocument

/// An object of a state machine's file, whose members are taken one after the other; those that are left are unknown.
struct MachineObject {
    let path: String
    private var members: [(key: String, value: JSONValue)]

    /// Creates an object from a value.
    ///
    /// - Throws: `LottieError` if the value is not an object, or names a member twice.
    init(_ value: JSONValue, at path: String, _ expected: String) throws(LottieError) {
        guard let members = value.object else { throw .mismatch(expected, found: value, at: path) }
        self.path = path
        self.members = members
        var known: Set<String> = []
        for (key, _) in members where !known.insert(key).inserted {
            throw LottieError(path: self.path(of: key), problem: "expected one value, found several")
        }
    }

    /// The names of the members that nothing has taken.
    var leftNames: [String] { members.map(\.key) }

    /// Returns the path of a member.
    func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Takes a member; one that is `null` counts as absent.
    mutating func take(_ key: String) -> JSONValue? {
        guard let index = members.firstIndex(where: { $0.key == key }) else { return nil }
        let value = members.remove(at: index).value
        if case .null = value { return nil }
        return value
    }

    /// Takes a member that must exist.
    mutating func required(_ key: String, _ expected: String) throws(LottieError) -> JSONValue {
        guard let value = take(key) else {
            throw LottieError(path: path(of: key), problem: "expected \(expected), found none")
        }
        return value
    }

    /// Takes a text that must exist.
    mutating func string(_ key: String, _ expected: String) throws(LottieError) -> String {
        let value = try required(key, expected)
        guard let text = value.string else { throw .mismatch(expected, found: value, at: path(of: key)) }
        return text
    }

    /// Removes a text from the object and returns it; `nil` if it is missing.
    mutating func optionalString(_ key: String, _ expected: String) throws(LottieError) -> String? {
        guard let value = take(key) else { return nil }
        guard let text = value.string else { throw .mismatch(expected, found: value, at: path(of: key)) }
        return text
    }

    /// Removes a Boolean value and returns it; `nil` if it is missing.
    mutating func optionalBool(_ key: String) throws(LottieError) -> Bool? {
        guard let value = take(key) else { return nil }
        guard let flag = value.bool else { throw .mismatch("true or false", found: value, at: path(of: key)) }
        return flag
    }

    /// Removes a finite number and returns it; `nil` if it is missing.
    mutating func optionalNumber(_ key: String) throws(LottieError) -> Double? {
        guard let value = take(key) else { return nil }
        guard let number = value.number, number.isFinite else {
            throw .mismatch("a number", found: value, at: path(of: key))
        }
        return number
    }

    /// Removes one of the words of an enumeration and returns it; `nil` if it is missing.
    mutating func optionalWord<Word: CaseIterable & RawRepresentable<String>>(
        _ key: String
    ) throws(LottieError) -> Word? {
        let expected = "one of " + Word.allCases.map(\.rawValue).joined(separator: ", ")
        guard let text = try optionalString(key, expected) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw LottieError(path: path(of: key), problem: "expected \(expected), found \"\(text)\"")
        }
        return word
    }

    /// Takes a list with the paths of its elements; an empty one if there is none.
    mutating func list(_ key: String, _ expected: String) throws(LottieError) -> [(value: JSONValue, path: String)] {
        guard let value = take(key) else { return [] }
        let place = path(of: key)
        guard let elements = value.array else { throw .mismatch(expected, found: value, at: place) }
        return elements.enumerated().map { ($1, "\(place)[\($0)]") }
    }
}

extension LottieError {
    /// Returns the error that something else was expected than this value.
    static func mismatch(_ expected: String, found value: JSONValue, at path: String) -> LottieError {
        let found =
            switch value {
            case .object: JSONKind.object.description
            case .array: JSONKind.array.description
            case .string: JSONKind.string.description
            case .number, .integer: JSONKind.number.description
            case .bool: JSONKind.bool.description
            case .null: JSONKind.null.description
            }
        return LottieError(path: path, problem: "expected \(expected), found \(found)")
    }
}
