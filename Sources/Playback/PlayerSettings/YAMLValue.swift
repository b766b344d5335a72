import TerminalText
import Yams

/// A value in a YAML file with its position; every scalar is kept as written.
package struct YAMLValue {
    private let node: Node
    private let file: String

    /// Reads the only document of a file.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - file: The file's name in errors.
    /// - Returns: The document's value; `nil` for a file without content.
    /// - Throws: `ConfigurationError` if the text is not YAML or exceeds the limits.
    package static func document(_ text: String, file: String) throws(ConfigurationError) -> YAMLValue? {
        let text = withoutByteOrderMark(text)
        try YAMLLimits.check(text, file: file)
        do {
            return try Yams.compose(yaml: text).map { YAMLValue(node: $0, file: file) }
        } catch {
            throw ConfigurationError(yaml: error, text: text, file: file)
        }
    }

    /// Removes the byte order mark that some editors write; it has no meaning in UTF-8.
    static func withoutByteOrderMark(_ text: String) -> String {
        text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// The position of the value's beginning.
    package var place: ConfigurationError.Place {
        .file(path: file, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    }

    /// Returns an error about this value.
    package func error(_ problem: String) -> ConfigurationError { ConfigurationError(place, problem) }

    /// Returns an error with the expected and the actual value of `name`.
    package func mismatch(_ name: String, expected: String) -> ConfigurationError {
        error("\(name): expected \(expected), found \(errorDescription)")
    }

    /// The maximum number of scalars of the input that an error quotes.
    package static var maxQuotationLength: Int { 200 }

    /// A description of the value for errors: the text in quotation marks, or the type of a collection.
    package var errorDescription: String {
        switch node {
        case .scalar(let scalar):
            scalar.string.isEmpty ? "nothing" : "\"\(scalar.string.truncated(to: Self.maxQuotationLength))\""
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

    /// Whether the value is a plain scalar without text, such as after a key without a value.
    package var isEmpty: Bool {
        guard case .scalar(let scalar) = node else { return false }
        return scalar.string.isEmpty && scalar.style != .singleQuoted && scalar.style != .doubleQuoted
    }

    /// The elements of a list; `nil` for anything else.
    package var elements: [YAMLValue]? {
        guard case .sequence(let sequence) = node else { return nil }
        return sequence.map { YAMLValue(node: $0, file: file) }
    }

    /// The members of a mapping in file order; `nil` for anything else.
    package var members: [(key: YAMLValue, value: YAMLValue)]? {
        guard case .mapping(let mapping) = node else { return nil }
        return mapping.map { (YAMLValue(node: $0.key, file: file), YAMLValue(node: $0.value, file: file)) }
    }
}

extension ConfigurationError {
    fileprivate init(yaml error: any Error, text: String, file: String) {
        func place(_ mark: Mark) -> Place { .file(path: file, line: mark.line, column: mark.column) }
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            self.init(place(mark), "not YAML: \(problem)")
        case YamlError.duplicatedKeysInMapping(let duplicates, let context):
            // Yams reports this text for keys that are lists or mappings.
            guard let key = duplicates.sorted().first, key != "<uncovertable>" else {
                self.init(place(context.mark), "duplicate key")
                return
            }
            let second = RepeatedKeySearch(key, in: text, first: context.mark).secondOccurrence()
            let own = second.map { Place.file(path: file, line: $0.line, column: $0.column) }
            self.init(own ?? place(context.mark), "duplicate key \"\(key)\"")
        case YamlError.reader(let problem, _, _, _):
            self.init(.wholeFile(path: file), "not YAML: \(problem)")
        default:
            self.init(.wholeFile(path: file), "not YAML")
        }
    }
}
