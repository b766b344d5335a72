/// Which properties of an animation are meant: the names of the layers, groups and items on the way, then the property's own.
///
///     Balloon.Group 1.Fill 1.Color      one property
///     Balloon.*.Fill 1.Color            `*` stands for one name, whichever
///     Balloon.**.Color                  `**` for any number of names, none too
///     "Dr. Who".Text                    quotes hold dots in a name, and so does a backslash: Dr\. Who.Text
///
/// Layers of a composition in the composition stand below the name of the layer that shows it. A transform's properties
/// stand in `Transform`, which may be left away. What has no name is called by its kind and number, as `Group 2`. Names count
/// as they are written, capitals and spaces too.
public struct PropertyPath: Sendable, Hashable {
    /// A part of a path.
    public enum Segment: Sendable, Hashable {
        /// This name.
        case name(String)
        /// One name, whichever.
        case anyName
        /// Any number of names, none too.
        case anyNames
    }

    /// The parts; the last one is a name.
    public let segments: [Segment]
    /// Most parts: twice as many as compositions can lie in each other.
    static let mostSegments = 63

    /// The path to one property by the names on the way and its own.
    ///
    /// - Precondition: there is at least one name, and at most 63.
    public init(names: [String]) {
        precondition((1...Self.mostSegments).contains(names.count), "a path has 1 to \(Self.mostSegments) names")
        segments = names.map { .name($0) }
    }

    /// Reads a path.
    /// - Throws: `PropertyPathError`, which names the column.
    public init(parsing text: some StringProtocol) throws(PropertyPathError) {
        var parser = PathParser(text)
        segments = try parser.path()
        if let rest = parser.rest { throw PropertyPathError(column: rest.column, problem: "expected a dot") }
    }

    /// Reads the path before the first `=` that stands in no quotes: what somebody wrote as `PATH=VALUE`.
    /// - Returns: the path, and the text after the sign; nil where there is no sign.
    /// - Throws: `PropertyPathError`, which names the column.
    public static func parsing(
        assignment text: String
    ) throws(PropertyPathError) -> (path: PropertyPath, value: String?) {
        var parser = PathParser(text, end: "=")
        let path = PropertyPath(segments: try parser.path())
        return (path, parser.rest.map { String($0.text.dropFirst()) })
    }

    private init(segments: [Segment]) { self.segments = segments }

    /// The path with a name in place of the part at `index`.
    package func replacing(_ index: Int, with name: String) -> PropertyPath {
        var segments = segments
        segments[index] = .name(name)
        return PropertyPath(segments: segments)
    }
}

extension PropertyPath: CustomStringConvertible {
    /// The path as it can be read again.
    public var description: String {
        segments.map { segment in
            switch segment {
            case .name(let name): Self.written(name)
            case .anyName: "*"
            case .anyNames: "**"
            }
        }.joined(separator: ".")
    }

    /// A name in quotes, if it needs them.
    package static func written(_ name: String) -> String {
        let isPlain = name != "*" && name != "**" && !name.isEmpty && !name.contains { ".\"\\=".contains($0) }
        if isPlain { return name }
        return "\"" + name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}

/// What is wrong with a path, and where.
public struct PropertyPathError: Error, Equatable, CustomStringConvertible {
    /// The character, from 1.
    public var column: Int
    /// What was expected there.
    public var problem: String

    /// Both in one line.
    public var description: String { "column \(column): \(problem)" }
}

/// Reads the parts of a path.
private struct PathParser {
    private let characters: [Character]
    private let end: Character?
    private var place = 0

    /// - Parameter end: what ends a path, unless it stands in quotes.
    init(_ text: some StringProtocol, end: Character? = nil) {
        characters = Array(text)
        self.end = end
    }

    /// What is left, from the character that ended the path.
    var rest: (text: String, column: Int)? {
        place < characters.count ? (String(characters[place...]), place + 1) : nil
    }

    private func error(_ problem: String, at place: Int? = nil) -> PropertyPathError {
        PropertyPathError(column: (place ?? self.place) + 1, problem: problem)
    }

    mutating func path() throws(PropertyPathError) -> [PropertyPath.Segment] {
        var segments: [PropertyPath.Segment] = []
        var last = 0
        repeat {
            if !segments.isEmpty { place += 1 }
            last = place
            guard segments.count < PropertyPath.mostSegments else {
                throw error("expected at most \(PropertyPath.mostSegments) names")
            }
            segments.append(try segment())
        } while place < characters.count && characters[place] == "."
        guard case .name = segments.last else { throw error("expected the name of a property", at: last) }
        return segments
    }

    private mutating func segment() throws(PropertyPathError) -> PropertyPath.Segment {
        if place < characters.count, characters[place] == "\"" { return .name(try quoted()) }
        let start = place
        var name = ""
        var isEscaped = false
        while place < characters.count, characters[place] != ".", characters[place] != end {
            if characters[place] == "\\" {
                isEscaped = true
                place += 1
                guard place < characters.count else { throw error("expected a character after the backslash") }
            }
            name.append(characters[place])
            place += 1
        }
        if name.isEmpty { throw error("expected a name, * or **", at: start) }
        if isEscaped { return .name(name) }
        return name == "*" ? .anyName : name == "**" ? .anyNames : .name(name)
    }

    private mutating func quoted() throws(PropertyPathError) -> String {
        let start = place
        var name = ""
        place += 1
        while place < characters.count, characters[place] != "\"" {
            if characters[place] == "\\", place + 1 < characters.count { place += 1 }
            name.append(characters[place])
            place += 1
        }
        guard place < characters.count else { throw error("expected a closing quote", at: start) }
        place += 1
        if name.isEmpty { throw error("expected a name", at: start) }
        guard place == characters.count || characters[place] == "." || characters[place] == end else {
            throw error("expected a dot")
        }
        return name
    }
}
