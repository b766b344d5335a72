/// An entity tag, the value of an `ETag` field (RFC 9110, section 8.8.3).
struct EntityTag: Hashable, Sendable {
    /// The text between the quotes.
    let opaque: String
    /// Whether the tag is weak: it identifies equivalent content instead of identical bytes.
    let isWeak: Bool

    init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The tag as the value of a header field.
    var header: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// The tag of the compressed form, whose bytes differ, so that it needs a strong tag of its own.
    var compressed: EntityTag { EntityTag(opaque + Self.compressedSuffix, isWeak: isWeak) }

    private static let compressedSuffix = "-gzip"

    /// Returns whether both tags identify the same bytes (strong comparison).
    func isIdentical(to other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Returns whether both tags identify equivalent content (weak comparison).
    func isEquivalent(to other: EntityTag) -> Bool { opaque == other.opaque }
}

/// The value of an `If-Match` or `If-None-Match` field.
enum EntityTagCondition: Equatable {
    /// Any current state: `*`.
    case any
    /// One of these tags.
    case these([EntityTag])

    /// Creates a condition from the value of a field; malformed tags are skipped.
    init(header: String) {
        if header.trimmingWhitespace == "*" {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        var rest = header[...]
        while let start = rest.firstIndex(of: "\"") {
            let isWeak = rest[..<start].hasSuffix("W/")
            let content = rest[rest.index(after: start)...]
            guard let end = content.firstIndex(of: "\"") else { break }
            tags.append(EntityTag(String(content[..<end]), isWeak: isWeak))
            rest = content[content.index(after: end)...]
        }
        self = .these(tags)
    }

    /// Returns whether the condition includes `tag` by strong comparison, as for `If-Match`.
    func includes(identical tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .these(let tags): tags.contains { $0.isIdentical(to: tag) }
        }
    }

    /// Returns whether the condition includes `tag` by weak comparison, as for `If-None-Match`.
    func includes(equivalent tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .these(let tags): tags.contains { $0.isEquivalent(to: tag) }
        }
    }
}

extension StringProtocol {
    /// The text without leading and trailing spaces and tabs, which fields permit around values.
    var trimmingWhitespace: String {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        let start = drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...last])
    }
}
