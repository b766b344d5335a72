import PlayerSettings

/// A value of a manifest that is interpreted later: stored as written, with its position for errors.
public struct ManifestValue: Sendable, Hashable {
    /// The content of a value.
    public enum Content: Sendable, Hashable {
        /// The text of a scalar, such as a number.
        case text(String)
        /// A list.
        case list([ManifestValue])
        /// A mapping in file order.
        case members([Member])
    }

    /// A member of a mapping.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public var name: String
        /// The member's value.
        public var value: ManifestValue
    }

    /// The content of the value.
    public var content: Content
    /// The line in the manifest, from 1.
    public var line: Int
    /// The column in the manifest, from 1.
    public var column: Int

    /// The maximum depth of nested lists and mappings; enough for nested movements that a person writes.
    private static let maxDepth = 16
    /// The maximum number of values. Each use of an alias counts, because a few aliases can expand to millions of
    /// values.
    private static let maxValues = 10_000

    init(_ value: YAMLValue, name: String) throws(ConfigurationError) {
        var count = 0
        self = try Self.value(value, name, depth: 0, &count)
    }

    private static func value(
        _ value: YAMLValue, _ name: String, depth: Int, _ count: inout Int
    ) throws(ConfigurationError) -> ManifestValue {
        count += 1
        guard count <= maxValues else { throw value.error("\(name): expected at most \(maxValues) values") }
        guard depth <= maxDepth else { throw value.error("\(name): expected at most \(maxDepth) levels") }
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
