import TerminalText

/// A value in a YAML file with its position; every scalar is kept as written.
package struct YAMLValue {
    private let node: YAMLNode
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
        do throws(YAMLSyntaxError) {
            return try YAMLComposer.document(text).map { YAMLValue(node: $0, file: file) }
        } catch {
            throw ConfigurationError(error, file: file)
        }
    }

    /// Removes the byte order mark that some editors write; it has no meaning in UTF-8.
    static func withoutByteOrderMark(_ text: String) -> String {
        text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// The position of the value's beginning.
    package var place: ConfigurationError.Place {
        .file(path: file, line: node.place.line, column: node.place.column)
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
        switch node.content {
        case .scalar(let text, _): text.isEmpty ? "nothing" : "\"\(text.truncated(to: Self.maxQuotationLength))\""
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// The text of a scalar; `nil` for a collection.
    package var text: String? {
        guard case .scalar(let text, _) = node.content else { return nil }
        return text
    }

    /// Whether the value is a plain scalar without text, such as after a key without a value.
    package var isEmpty: Bool {
        guard case .scalar("", isQuoted: false) = node.content else { return false }
        return true
    }

    /// The elements of a list; `nil` for anything else.
    package var elements: [YAMLValue]? {
        guard case .sequence(let elements) = node.content else { return nil }
        return elements.map { YAMLValue(node: $0, file: file) }
    }

    /// The members of a mapping in file order; `nil` for anything else.
    package var members: [(key: YAMLValue, value: YAMLValue)]? {
        guard case .mapping(let members) = node.content else { return nil }
        return members.map { (YAMLValue(node: $0.key, file: file), YAMLValue(node: $0.value, file: file)) }
    }
}

extension ConfigurationError {
    fileprivate init(_ error: YAMLSyntaxError, file: String) {
        let place = error.place.map { Place.file(path: file, line: $0.line, column: $0.column) }
        let description =
            switch error.problem {
            case .syntax(let problem): "not YAML: \(problem)"
            case .duplicateKey(let key?): "duplicate key \"\(key)\""
            case .duplicateKey(nil): "duplicate key"
            }
        self.init(place ?? .wholeFile(path: file), description)
    }
}
