package import JSON

extension LintReport {
    /// Returns the findings as a log for tools that show results of analyses beside the files.
    ///
    /// - Parameters:
    ///   - rules: The rules that were checked.
    ///   - version: The version of the program.
    /// - SeeAlso: Static Analysis Results Interchange Format (SARIF) Version 2.1.0, OASIS Standard.
    package func sarif(rules: Set<LintRule>, version: String) -> JSONValue {
        let listed = LintRule.allCases.filter { rules.contains($0) }
        let indices = Dictionary(uniqueKeysWithValues: listed.enumerated().map { ($1, $0) })
        let driver: JSONValue = .object([
            ("name", .string("giftty lint")), ("version", .string(version)),
            ("rules", .array(listed.map(\.sarif))),
        ])
        let results = files.flatMap { file in
            file.lint.findings.map { $0.sarif(in: file.name, ruleIndex: indices[$0.rule]) }
        }
        let run: JSONValue = .object([
            ("tool", .object([("driver", driver)])), ("columnKind", .string("unicodeCodePoints")),
            ("results", .array(results)),
        ])
        return .object([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
            ("runs", .array([run])),
        ])
    }

    /// Returns a path as a reference to a resource, in which bytes other than letters and digits are percent-encoded.
    ///
    /// - SeeAlso: RFC 3986, 2.1 "Percent-Encoding" and 4.1 "URI Reference".
    static func reference(to path: String) -> String {
        // A reference that begins with a slash is resolved against a scheme, which readers do not know.
        let prefix = path.hasPrefix("/") ? "file://" : ""
        return prefix
            + path.utf8.map { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"), UInt8(ascii: "~"):
                    return String(UnicodeScalar(byte))
                default:
                    let digits = String(byte, radix: 16, uppercase: true)
                    return "%" + (digits.count < 2 ? "0" : "") + digits
                }
            }
            .joined()
    }
}

extension LintRule {
    fileprivate var sarif: JSONValue {
        .object([
            ("id", .string(rawValue)), ("shortDescription", .object([("text", .string(summary))])),
            ("defaultConfiguration", .object([("level", .string(severity.rawValue))])),
        ])
    }
}

extension Finding {
    /// The place in the file. Exporters write a document on one line, so that for most findings only the path tells more.
    private var region: JSONValue {
        guard let position else { return .object([("startLine", .integer(1))]) }
        return .object([("startLine", .integer(position.line)), ("startColumn", .integer(position.column))])
    }

    fileprivate func sarif(in file: String, ruleIndex: Int?) -> JSONValue {
        var location: [(key: String, value: JSONValue)] = [
            (
                "physicalLocation",
                .object([
                    ("artifactLocation", .object([("uri", .string(LintReport.reference(to: file)))])),
                    ("region", region),
                ])
            )
        ]
        if !place.isEmpty {
            var logical: [(key: String, value: JSONValue)] = []
            if !layer.isEmpty { logical.append(("name", .string(layer))) }
            if !path.isEmpty { logical.append(("fullyQualifiedName", .string(path))) }
            location.append(("logicalLocations", .array([.object(logical)])))
        }
        var members: [(key: String, value: JSONValue)] = [("ruleId", .string(rule.rawValue))]
        if let ruleIndex { members.append(("ruleIndex", .integer(ruleIndex))) }
        return .object(
            members + [
                ("level", .string(severity.rawValue)), ("message", .object([("text", .string(message))])),
                ("locations", .array([.object(location)])),
            ])
    }
}
