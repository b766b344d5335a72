/// The name of one state of what an address answers: the value of an `ETag` (RFC 9110, section 8.8.3).
struct EntityTag: Hashable, Sendable {
    /// What stands between the quotes.
    let opaque: String
    /// Whether it names what is as good as the same, rather than the same bytes.
    let isWeak: Bool

    init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The tag as a header has it.
    var header: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// The same state, packed: other bytes, so another strong tag.
    var packed: EntityTag { EntityTag(opaque + Self.packedEnding, isWeak: isWeak) }

    private static let packedEnding = "-gzip"

    /// Whether both name the same bytes (the strong comparison).
    func isIdentical(to other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Whether both name what is as good as the same (the weak comparison).
    func isEquivalent(to other: EntityTag) -> Bool { opaque == other.opaque }
}

/// The states that a condition names: the value of `If-Match` or `If-None-Match`.
enum EntityTagCondition: Equatable {
    /// Any state there is: `*`.
    case any
    /// One of these.
    case these([EntityTag])

    /// The condition in a header; what is no tag is passed over, so that the condition names fewer states.
    init(header: String) {
        if header.trimmedOfSpaces == "*" {
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

    /// Whether `tag` fits, compared strongly, as for changes (`If-Match`).
    func includes(identical tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .these(let tags): tags.contains { $0.isIdentical(to: tag) }
        }
    }

    /// Whether `tag` fits, compared weakly, as for copies that are kept (`If-None-Match`).
    func includes(equivalent tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .these(let tags): tags.contains { $0.isEquivalent(to: tag) }
        }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs around it, which headers allow.
    var trimmedOfSpaces: String {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        let start = drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...last])
    }
}
