import ExactNumbers
public import PlayerSettings

extension LogMapping {
    private static let options = ["form", "separator", "columns", "session", "where", "reorder", "at"]

    /// Reads a mapping from YAML.
    ///
    ///     session: room
    ///     at: {column: created_at, format: ms}
    ///     gift: {column: gift_id, names: {5655: rose, 8913: castle}}
    ///     sender: user.name
    ///     value: {column: cents, times: 0.01}
    ///     id: order_id
    ///
    /// - Parameters:
    ///   - yaml: The YAML text.
    ///   - file: The name of the file in errors.
    /// - Throws: `ConfigurationError` with line and column if an entry is not valid.
    public init(yaml: String, file: String) throws(ConfigurationError) {
        guard let document = try YAMLValue.document(yaml, file: file) else {
            throw ConfigurationError(.wholeFile(path: file), "expected a mapping with \"at\" and \"gift\"")
        }
        let members = try YAMLFields(
            document, name: "mapping", known: Self.options + Field.allCases.map(\.rawValue))
        form = try Self.form(members)
        if let value = members["session"] {
            for name in try Self.texts(value, "session") { session.append(index(of: name)) }
        }
        if let value = members["where"] { try readConditions(value) }
        if members["reorder"] != nil { reorder = try members.duration("reorder") }
        at = try time(try members.required("at"))
        for field in Field.allCases {
            if let value = members[field.rawValue] { fields[field] = try mapped(value, field) }
        }
        if fields[.event] == nil, fields[.gift] == nil {
            throw document.error("mapping: \"gift\" is missing")
        }
    }

    /// Returns the index of a column that is read.
    private mutating func index(of column: String) -> Int {
        if let index = columns.firstIndex(of: column) { return index }
        columns.append(column)
        return columns.count - 1
    }

    /// Returns the text, or the list of texts.
    private static func texts(_ value: YAMLValue, _ name: String) throws(ConfigurationError) -> [String] {
        if let text = value.text { [text] } else { try value.texts(name) }
    }

    private static func form(_ members: YAMLFields) throws(ConfigurationError) -> Form? {
        let name = members["form"]
        let header = members["columns"] == nil ? nil : try members.texts("columns")
        var separator = UInt8(ascii: ",")
        if let value = members["separator"] {
            let text = value.text == "tab" ? "\t" : value.text ?? ""
            guard text.utf8.count == 1, let byte = text.utf8.first, !"\"\r\n".utf8.contains(byte) else {
                throw value.mismatch("separator", expected: "one character, or tab")
            }
            separator = byte
        }
        guard let name else {
            // Only CSV has these.
            let isCSV = header != nil || members["separator"] != nil
            return isCSV ? .csv(separator: separator, header: header) : nil
        }
        switch name.text {
        case "csv": return .csv(separator: separator, header: header)
        case "ndjson": return .ndjson
        default: throw name.mismatch("form", expected: "csv or ndjson")
        }
    }

    private mutating func readConditions(_ value: YAMLValue) throws(ConfigurationError) {
        guard let members = value.members else { throw value.mismatch("where", expected: "a mapping") }
        for (key, value) in members {
            let name = try key.nonEmptyText("where")
            conditions.append((index(of: name), Set(try Self.texts(value, name))))
        }
    }

    private mutating func time(_ value: YAMLValue) throws(ConfigurationError) -> MappedTime {
        if let column = value.text { return MappedTime(column: index(of: column)) }
        let members = try YAMLFields(value, name: "at", known: ["column", "format", "zone"])
        var time = MappedTime(column: index(of: try members.text("column")))
        var offset: Int64?
        if let zone = members["zone"] {
            offset = DatePattern.offset(zone.text ?? "")
            guard offset != nil else { throw zone.mismatch("zone", expected: "UTC or an offset such as +09:00") }
        }
        time.format = .date(offset: offset)
        guard let format = members["format"] else { return time }
        switch format.text ?? "" {
        case "rfc3339": break
        case let name where LogTimeFormat.names.contains(name):
            time.format = .number(places: 3 * ((LogTimeFormat.names.firstIndex(of: name) ?? 1) - 1))
        case let text:
            guard let pattern = DatePattern(text, offset: offset) else {
                throw format.mismatch(
                    "format",
                    expected: LogTimeFormat.names.alternatives
                        + ", or a pattern such as \"yyyy-MM-dd HH:mm:ss\" with a zone")
            }
            time.format = .pattern(pattern)
        }
        return time
    }

    private mutating func mapped(_ value: YAMLValue, _ field: Field) throws(ConfigurationError) -> MappedField {
        if let column = value.text {
            guard !column.isEmpty else { throw value.mismatch(field.rawValue, expected: "the name of a column") }
            return MappedField(column: index(of: column)).withEvents(field)
        }
        let members = try YAMLFields(
            value, name: field.rawValue,
            known: ["column", "constant", "default", "names", "others"] + Self.units(field))
        var mapped = MappedField()
        if let constant = members["constant"] {
            mapped.fallback = try constant.nonEmptyText("constant")
        } else {
            mapped.column = index(of: try members.text("column"))
            if let value = members["default"] { mapped.fallback = try value.nonEmptyText("default") }
        }
        for (key, value) in members["names"]?.members ?? [] {
            mapped.names[try key.nonEmptyText("names")] = try value.nonEmptyText("names")
        }
        if let value = members["others"] {
            let known = MappedField.Others.allCases.map(\.rawValue)
            guard let others = MappedField.Others(rawValue: value.text ?? "") else {
                throw value.mismatch("others", expected: known.alternatives)
            }
            mapped.others = others
        } else if field == .event {
            mapped.others = .wrong
        }
        try Self.checkNames(mapped, field, members)
        mapped = mapped.withEvents(field)
        mapped.factor = try Self.factor(members, field)
        return mapped
    }

    /// Returns the names of the option with the unit of a field.
    private static func units(_ field: Field) -> [String] {
        switch field {
        case .count, .value, .progress: ["times"]
        case .duration: ["unit"]
        default: []
        }
    }

    private static func factor(_ members: YAMLFields, _ field: Field) throws(ConfigurationError) -> ExactDecimal {
        if let unit = members["unit"] {
            guard let place = LogTimeFormat.names.dropFirst().firstIndex(of: unit.text ?? "") else {
                throw unit.mismatch("unit", expected: LogTimeFormat.names.dropFirst().map { $0 }.alternatives)
            }
            return ExactDecimal(1, digits: 3 * (place - 1))
        }
        guard let times = members["times"] else { return ExactDecimal(1, digits: 0) }
        guard let factor = ExactDecimal(times.text ?? ""), factor > ExactDecimal(0, digits: 0) else {
            throw times.mismatch("times", expected: "a number above 0")
        }
        return factor
    }

    /// Checks that the words of a log stand for what there is.
    private static func checkNames(
        _ mapped: MappedField, _ field: Field, _ members: YAMLFields
    ) throws(ConfigurationError) {
        guard field == .event else { return }
        for name in mapped.names.values.sorted() where !LoggedEvent.names.contains(name) {
            throw members.key("names").error("event: \(Suggestion.unknown("event", name, among: LoggedEvent.names))")
        }
    }
}

extension MappedField {
    /// Returns the field; events that have no names of the app's own have their own names.
    fileprivate func withEvents(_ field: LogMapping.Field) -> MappedField {
        guard field == .event, names.isEmpty else { return self }
        var mapped = self
        mapped.names = Dictionary(uniqueKeysWithValues: LoggedEvent.names.map { ($0, $0) })
        if mapped.others == .keep { mapped.others = .wrong }
        return mapped
    }
}
