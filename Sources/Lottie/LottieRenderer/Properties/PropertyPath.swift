/// A key path, which selects properties of an animation by the names that lead to them.
///
///     Balloon.Group 1.Fill 1.Color      one property
///     Balloon.*.Fill 1.Color            `*` matches any single name
///     Balloon.**.Color                  `**` matches any number of names, including none
///     "Dr. Who".Text                    a name with a dot needs quotes or a backslash: Dr\. Who.Text
///     "Two\nlines".Text                 `\n`, `\r`, `\t` and `\u{202e}` stand for characters that are not seen
///
/// The names are those of the layers, groups and items, then that of the property. The layers of a precomposition
/// follow the name of the layer that shows it. The properties of a transform are in `Transform`, which may be omitted.
/// An item without a name has its kind and number, such as `Group 2`. Matching is exact, including case and spaces.
public struct PropertyPath: Sendable, Hashable {
    /// A segment of a key path.
    public enum Segment: Sendable, Hashable {
        /// This name.
        case name(String)
        /// Any single name.
        case anyName
        /// Any number of names, including none.
        case anyNames
    }

    /// The segments; the last one is a name.
    public let segments: [Segment]
    /// The maximum number of segments, about twice the maximum nesting depth of compositions.
    static let maxSegments = 63

    /// Creates a key path from the names that lead to a property and the property's own name.
    ///
    /// - Precondition: There are 1 to 63 names.
    public init(names: [String]) {
        precondition((1...Self.maxSegments).contains(names.count), "a path has 1 to \(Self.maxSegments) names")
        segments = names.map { .name($0) }
    }

    /// Parses a key path.
    ///
    /// - Throws: `PropertyPathError` with the column if the text is not a valid key path.
    public init(parsing text: some StringProtocol) throws(PropertyPathError) {
        var parser = PathParser(text)
        segments = try parser.parsePath()
        if let rest = parser.remainder { throw PropertyPathError(column: rest.column, problem: "expected a dot") }
    }

    /// Parses an assignment of the form `PATH=VALUE`; the path ends at the first `=` outside quotes.
    ///
    /// - Parameter text: The assignment.
    /// - Returns: The path and the text after the sign, which is nil if there is no sign.
    /// - Throws: `PropertyPathError` with the column if the path is not valid.
    public static func parse(
        assignment text: String
    ) throws(PropertyPathError) -> (path: PropertyPath, value: String?) {
        try parse(assignment: text, endsInName: true, appending: nil)
    }

    /// Parses an assignment whose path may end in a wildcard if `endsInName` is false, and appends the name of a property.
    static func parse(
        assignment text: String, endsInName: Bool, appending property: String?
    ) throws(PropertyPathError) -> (path: PropertyPath, value: String?) {
        var parser = PathParser(text, end: "=")
        let most = property == nil ? Self.maxSegments : Self.maxSegments - 1
        let segments = try parser.parsePath(maxSegments: most, endsInName: endsInName)
        let path = PropertyPath(segments: segments + (property.map { [.name($0)] } ?? []))
        return (path, parser.remainder.map { String($0.text.dropFirst()) })
    }

    /// Parses the key path of layers and appends the name of a property.
    init(parsingLayer text: some StringProtocol, property: String) throws(PropertyPathError) {
        var parser = PathParser(text)
        segments = try parser.parsePath(maxSegments: Self.maxSegments - 1, endsInName: false) + [.name(property)]
        if let rest = parser.remainder { throw PropertyPathError(column: rest.column, problem: "expected a dot") }
    }

    private init(segments: [Segment]) { self.segments = segments }

    /// Returns the key path with another name of a property.
    func replacingProperty(with name: String) -> PropertyPath {
        PropertyPath(segments: segments.dropLast() + [.name(name)])
    }

    /// The key path without the property, as text.
    var containerDescription: String { PropertyPath(segments: Array(segments.dropLast())).description }

    /// Returns the key path with a name instead of the segment at `index`.
    package func replacing(_ index: Int, with name: String) -> PropertyPath {
        var segments = segments
        segments[index] = .name(name)
        return PropertyPath(segments: segments)
    }
}

extension PropertyPath: CustomStringConvertible {
    /// The key path as text that can be parsed again.
    public var description: String {
        segments.map { segment in
            switch segment {
            case .name(let name): Self.quotedIfNeeded(name)
            case .anyName: "*"
            case .anyNames: "**"
            }
        }.joined(separator: ".")
    }

    /// Returns a name, in quotes if it needs them.
    package static func quotedIfNeeded(_ name: String) -> String {
        let isPlain =
            name != "*" && name != "**" && !name.isEmpty
            && !name.unicodeScalars.contains { PathEscape.specialScalars.contains($0) || PathEscape.isNeeded(for: $0) }
        if isPlain { return name }
        return "\"" + name.unicodeScalars.map(PathEscape.text).joined() + "\""
    }
}

/// A syntax error in a key path.
public struct PropertyPathError: Error, Equatable, CustomStringConvertible {
    /// The position of the error as a character number, from 1.
    public var column: Int
    /// The description of what was expected at that position.
    public var problem: String

    /// The position and the problem in one line.
    public var description: String { "column \(column): \(problem)" }
}

extension PropertyPath.Segment? {
    /// Whether there is a segment and it is a name.
    fileprivate var isName: Bool { if case .name = self { true } else { false } }
}

/// A parser of key paths.
private struct PathParser {
    private let characters: [Character]
    private let end: Character?
    private var position = 0

    /// Creates a parser; `end` is a character that ends the path outside quotes.
    init(_ text: some StringProtocol, end: Character? = nil) {
        characters = Array(text)
        self.end = end
    }

    /// The text that remains, starting with the character that ended the path, and its column; nil if there is none.
    var remainder: (text: String, column: Int)? {
        position < characters.count ? (String(characters[position...]), position + 1) : nil
    }

    private func error(_ problem: String, at place: Int? = nil) -> PropertyPathError {
        PropertyPathError(column: (place ?? self.position) + 1, problem: problem)
    }

    mutating func parsePath(
        maxSegments: Int = PropertyPath.maxSegments, endsInName: Bool = true
    ) throws(PropertyPathError) -> [PropertyPath.Segment] {
        var segments: [PropertyPath.Segment] = []
        var last = 0
        repeat {
            if !segments.isEmpty { position += 1 }
            last = position
            guard segments.count < maxSegments else { throw error("expected at most \(maxSegments) names") }
            segments.append(try parseSegment())
        } while position < characters.count && characters[position] == "."
        guard !endsInName || segments.last.isName else { throw error("expected the name of a property", at: last) }
        return segments
    }

    private mutating func parseSegment() throws(PropertyPathError) -> PropertyPath.Segment {
        if position < characters.count, characters[position] == "\"" { return .name(try parseQuotedName()) }
        let start = position
        var name = ""
        var isEscaped = false
        while position < characters.count, characters[position] != ".", characters[position] != end {
            isEscaped = isEscaped || characters[position] == "\\"
            name.append(try parseCharacter())
        }
        if name.isEmpty { throw error("expected a name, * or **", at: start) }
        if isEscaped { return .name(name) }
        return name == "*" ? .anyName : name == "**" ? .anyNames : .name(name)
    }

    private mutating func parseQuotedName() throws(PropertyPathError) -> String {
        let start = position
        var name = ""
        position += 1
        while position < characters.count, characters[position] != "\"" { name.append(try parseCharacter()) }
        guard position < characters.count else { throw error("expected a closing quote", at: start) }
        position += 1
        if name.isEmpty { throw error("expected a name", at: start) }
        guard position == characters.count || characters[position] == "." || characters[position] == end else {
            throw error("expected a dot")
        }
        return name
    }

    /// Parses a character, or what a backslash and the characters after it stand for.
    private mutating func parseCharacter() throws(PropertyPathError) -> Character {
        let start = position
        position += 1
        guard characters[start] == "\\" else { return characters[start] }
        guard position < characters.count else { throw error("expected a character after the backslash") }
        position += 1
        let letter = characters[position - 1]
        if letter == "u" { return try parseScalarNumber(from: start) }
        return PathEscape.letters.first { $0.letter == letter }.map { Character($0.scalar) } ?? letter
    }

    /// Parses the number of a scalar in braces.
    private mutating func parseScalarNumber(from start: Int) throws(PropertyPathError) -> Character {
        // The longest number has six digits.
        let text = characters[position...].prefix(8)
        guard text.first == "{", let end = text.firstIndex(of: "}"),
            let number = UInt32(String(text[(position + 1)..<end]), radix: 16), let scalar = Unicode.Scalar(number)
        else { throw error("expected the number of a character such as \\u{202e}", at: start) }
        position = end + 1
        return Character(scalar)
    }
}
