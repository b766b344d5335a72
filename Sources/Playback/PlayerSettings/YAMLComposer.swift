import CYAML

/// Makes the tree of a YAML document of the events of libyaml.
///
/// It reads nested values recursively and expands aliases, so the text must keep the limits of `YAMLLimits`.
struct YAMLComposer: ~Copyable {
    /// The parser. It refers to itself, so it has an address of its own.
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    /// The values with an anchor so far, for aliases.
    private var anchors: [String: YAMLNode] = [:]

    /// Returns the value of the only document of a text; `nil` for a text without content.
    static func document(_ text: String) throws(YAMLSyntaxError) -> YAMLNode? {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(YAMLSyntaxError) in
            var composer = try YAMLComposer(bytes)
            return try composer.document()
        }
    }

    /// Creates a composer of a text in UTF-8, which must exist as long as the composer.
    private init(_ text: UnsafeBufferPointer<UInt8>) throws(YAMLSyntaxError) {
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw YAMLSyntaxError(problem: .syntax("out of memory"), place: nil)
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    private mutating func document() throws(YAMLSyntaxError) -> YAMLNode? {
        _ = try next()
        guard try next().kind == YAML_DOCUMENT_START_EVENT else { return nil }
        let root = try node(try next())
        _ = try next()
        let end = try next()
        guard end.kind == YAML_STREAM_END_EVENT else {
            throw YAMLSyntaxError(problem: .syntax("but found another document"), place: end.place)
        }
        return root
    }

    private mutating func node(_ event: Event) throws(YAMLSyntaxError) -> YAMLNode {
        let content: YAMLNode.Content
        switch event.kind {
        case YAML_ALIAS_EVENT:
            guard let node = event.anchor.flatMap({ anchors[$0] }) else {
                throw YAMLSyntaxError(problem: .syntax("found undefined alias"), place: event.place)
            }
            return node
        case YAML_SEQUENCE_START_EVENT: content = .sequence(try elements())
        case YAML_MAPPING_START_EVENT: content = .mapping(try members())
        default: content = .scalar(event.text, isQuoted: event.isQuoted)
        }
        let node = YAMLNode(content: content, place: event.place)
        if let anchor = event.anchor { anchors[anchor] = node }
        return node
    }

    private mutating func elements() throws(YAMLSyntaxError) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        while true {
            let event = try next()
            if event.kind == YAML_SEQUENCE_END_EVENT { return elements }
            elements.append(try node(event))
        }
    }

    private mutating func members() throws(YAMLSyntaxError) -> [(key: YAMLNode, value: YAMLNode)] {
        var members: [(key: YAMLNode, value: YAMLNode)] = []
        var keys = KeySet()
        while true {
            let event = try next()
            if event.kind == YAML_MAPPING_END_EVENT { return members }
            let key = try node(event)
            // The place of an alias is that of another value.
            try keys.insert(key, at: event.place)
            members.append((key, try node(try next())))
        }
    }

    private func next() throws(YAMLSyntaxError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw parserError }
        defer { yaml_event_delete(&event) }
        return Event(event)
    }

    private var parserError: YAMLSyntaxError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
        switch parser.pointee.error {
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR, YAML_COMPOSER_ERROR:
            return YAMLSyntaxError(problem: .syntax(problem), place: .init(parser.pointee.problem_mark))
        default: return YAMLSyntaxError(problem: .syntax(problem), place: nil)
        }
    }
}

extension YAMLComposer {
    /// The members of an event of libyaml that a tree needs.
    private struct Event {
        let kind: yaml_event_type_t
        let place: YAMLNode.Place
        /// The name after `&` or `*`.
        private(set) var anchor: String?
        private(set) var text = ""
        private(set) var isQuoted = false

        init(_ event: yaml_event_t) {
            kind = event.type
            place = YAMLNode.Place(event.start_mark)
            switch event.type {
            case YAML_ALIAS_EVENT: anchor = Self.text(event.data.alias.anchor)
            case YAML_SEQUENCE_START_EVENT: anchor = Self.text(event.data.sequence_start.anchor)
            case YAML_MAPPING_START_EVENT: anchor = Self.text(event.data.mapping_start.anchor)
            case YAML_SCALAR_EVENT:
                let scalar = event.data.scalar
                anchor = Self.text(scalar.anchor)
                // The text can contain NUL.
                text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
                isQuoted = [YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE].contains(scalar.style)
            default: break
            }
        }

        private static func text(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
            characters.map { String(cString: $0) }
        }
    }

    /// The keys of a mapping so far.
    private struct KeySet {
        private var texts: Set<String> = []
        private var collections: Set<String> = []

        /// Adds a key.
        ///
        /// - Throws: `YAMLSyntaxError` if the mapping has it already.
        mutating func insert(_ key: YAMLNode, at place: YAMLNode.Place) throws(YAMLSyntaxError) {
            if case .scalar(let text, _) = key.content {
                guard texts.insert(text).inserted else {
                    throw YAMLSyntaxError(problem: .duplicateKey(text), place: place)
                }
            } else {
                guard collections.insert(key.canonicalText).inserted else {
                    throw YAMLSyntaxError(problem: .duplicateKey(nil), place: place)
                }
            }
        }
    }
}

extension YAMLNode.Place {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
