/// A value of a YAML document with its position; every scalar is kept as written.
struct YAMLNode {
    /// A position in the text; line and column count from 1, columns in scalars of Unicode.
    struct Place: Equatable {
        let line: Int
        let column: Int
    }

    /// What the value is.
    enum Content {
        /// A text; `isQuoted` says whether it stands between quotation marks.
        case scalar(String, isQuoted: Bool)
        case sequence([YAMLNode])
        /// The members in file order.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    let content: Content
    /// The position of the value's beginning; of an alias, that of the value that it stands for.
    let place: Place

    /// A text that two values have in common if and only if they have the same texts in the same structure.
    var canonicalText: String {
        switch content {
        case .scalar(let text, _): "\(text.utf8.count):\(text)"
        case .sequence(let elements): "[\(elements.map(\.canonicalText).joined())]"
        case .mapping(let members): "{\(members.map { $0.key.canonicalText + $0.value.canonicalText }.joined())}"
        }
    }
}

/// The reason why a text is not a YAML document.
struct YAMLSyntaxError: Error {
    enum Problem {
        /// The text breaks a rule of YAML, in the words of libyaml.
        case syntax(String)
        /// A mapping has this key twice; `nil` for a key that is a list or a mapping.
        case duplicateKey(String?)
    }

    let problem: Problem
    /// The position; `nil` if the problem has none.
    let place: YAMLNode.Place?
}
