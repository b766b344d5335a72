import Configuration

/// A value of a manifest that means something elsewhere: kept as it was written, with its place for whoever finds fault with it.
public struct ManifestValue: Sendable, Hashable {
    /// What was written.
    public enum Content: Sendable, Hashable {
        /// A text, number or the like, by its letters.
        case text(String)
        /// A list.
        case list([ManifestValue])
        /// A mapping in the order written.
        case members([Member])
    }

    /// A member of a mapping.
    public struct Member: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: ManifestValue
    }

    /// What was written.
    public var content: Content
    /// The line in the manifest, from 1.
    public var line: Int
    /// The column in the manifest, from 1.
    public var column: Int

    /// How deep lists and mappings may lie in each other: movements of movements are read by people.
    private static let greatestDepth = 16
    /// Values in all: aliases, of which few can stand for millions, count each time.
    private static let mostValues = 10_000

    init(_ value: YAMLValue, name: String) throws(ConfigurationError) {
        var count = 0
        self = try Self.value(value, name, depth: 0, &count)
    }

    private static func value(
        _ value: YAMLValue, _ name: String, depth: Int, _ count: inout Int
    ) throws(ConfigurationError) -> ManifestValue {
        count += 1
        guard count <= mostValues else { throw value.error("\(name): expected at most \(mostValues) values") }
        guard depth <= greatestDepth else { throw value.error("\(name): expected at most \(greatestDepth) levels") }
        let content: Content
        if let text = value.text {
            content = .text(text)
        } else if let elements = value.elements {
            var list: [ManifestValue] = []
            for element in elements { list.append(try Self.value(element, name, depth: depth + 1, &count)) }
            content = .list(list)
        } else {
            var members: [Member] = []
            for (key, member) in value.members ?? [] {
                guard let text = key.text else { throw key.mismatch(name, expected: "a name") }
                members.append(Member(name: text, value: try Self.value(member, name, depth: depth + 1, &count)))
            }
            content = .members(members)
        }
        guard case .file(_, let line, let column) = value.place else {
            return ManifestValue(content: content, line: 1, column: 1)
        }
        return ManifestValue(content: content, line: line, column: column)
    }

    private init(content: Content, line: Int, column: Int) {
        self.content = content
        self.line = line
        self.column = column
    }
}
