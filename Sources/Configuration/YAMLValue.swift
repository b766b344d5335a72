import Yams

/// A value in a YAML file that knows where it stands; every scalar is kept as the text that was written.
package struct YAMLValue {
    private let node: Node
    private let file: String

    /// Reads the one document of a file; `nil` when the file has no content. `file` is its name in errors.
    package static func document(_ text: String, file: String) throws(ConfigurationError) -> YAMLValue? {
        do {
            return try Yams.compose(yaml: withoutByteOrderMark(text)).map { YAMLValue(node: $0, file: file) }
        } catch {
            throw ConfigurationError(yaml: error, file: file)
        }
    }

    /// Some editors begin a file with a byte order mark, which means nothing in UTF-8.
    static func withoutByteOrderMark(_ text: String) -> String {
        text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Where the value begins.
    package var place: ConfigurationError.Place {
        .file(path: file, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    }

    /// An error about this value.
    package func error(_ problem: String) -> ConfigurationError { ConfigurationError(place, problem) }

    /// An error that says what was expected for `name` and what was found.
    package func mismatch(_ name: String, expected: String) -> ConfigurationError {
        error("\(name): expected \(expected), found \(kind)")
    }

    /// What was written: the text in quotes, or what kind of collection.
    package var kind: String {
        switch node {
        case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : "\"\(scalar.string)\""
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .alias: "an alias"
        }
    }

    /// The text of a scalar; `nil` for a collection.
    package var text: String? {
        guard case .scalar(let scalar) = node else { return nil }
        return scalar.string
    }

    /// Whether the value is a scalar without text, as after a key with nothing behind it.
    package var isEmpty: Bool {
        guard case .scalar(let scalar) = node else { return false }
        return scalar.string.isEmpty && scalar.style != .singleQuoted && scalar.style != .doubleQuoted
    }

    /// The elements of a list; `nil` for anything else.
    package var elements: [YAMLValue]? {
        guard case .sequence(let sequence) = node else { return nil }
        return sequence.map { YAMLValue(node: $0, file: file) }
    }

    /// The members of a mapping in the order written; `nil` for anything else.
    package var members: [(key: YAMLValue, value: YAMLValue)]? {
        guard case .mapping(let mapping) = node else { return nil }
        return mapping.map { (YAMLValue(node: $0.key, file: file), YAMLValue(node: $0.value, file: file)) }
    }
}

extension ConfigurationError {
    fileprivate init(yaml error: any Error, file: String) {
        func place(_ mark: Mark) -> Place { .file(path: file, line: mark.line, column: mark.column) }
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            self.init(place(mark), "not YAML: \(problem)")
        case YamlError.duplicatedKeysInMapping(let duplicates, let context):
            self.init(place(context.mark), "\"\(duplicates.sorted().first ?? "")\" is given twice")
        case YamlError.reader(let problem, _, _, _):
            self.init(.wholeFile(path: file), "not YAML: \(problem)")
        default:
            self.init(.wholeFile(path: file), "not YAML")
        }
    }
}
