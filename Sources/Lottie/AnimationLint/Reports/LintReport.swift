package import JSON
import LottieInspection

/// The findings about several files, in the forms for people and programs.
package struct LintReport: Sendable {
    /// A file with its findings.
    package struct File: Sendable {
        /// The path as it was given.
        package let name: String
        /// The findings.
        package let lint: Lint

        /// Creates a file with its findings.
        package init(name: String, lint: Lint) {
            self.name = name
            self.lint = lint
        }

        /// The findings and the figures as a JSON object.
        package var json: JSONValue {
            .object([
                ("file", .string(name)), ("findings", .array(lint.findings.map(\.json))),
                ("figures", lint.figures?.json ?? .null),
            ])
        }

        /// The findings as lines for people, after a line with the file.
        package var lines: [String] {
            guard !lint.findings.isEmpty else { return ["ok       \(name)"] }
            return ["\(name): \(lint.summary)"] + lint.findings.flatMap(\.lines)
        }
    }

    /// The files, in order.
    package let files: [File]

    /// Creates a report.
    package init(_ files: [File]) { self.files = files }

    /// The lines below those of the files: how many findings there are in all; none for a single file.
    package var closingLines: [String] {
        guard files.count > 1 else { return [] }
        let counts = Finding.Severity.allCases.reversed().map { severity in
            (severity: severity, count: files.reduce(0) { $0 + $1.lint.count(severity) })
        }
        return ["\(files.count) files: \(Lint.summary(counts))"]
    }
}

extension Lint {
    /// The numbers of findings in words, such as `1 error, 2 warnings`.
    package var summary: String {
        Self.summary(Finding.Severity.allCases.reversed().map { (severity: $0, count: count($0)) })
    }

    fileprivate static func summary(_ counts: [(severity: Finding.Severity, count: Int)]) -> String {
        let words = counts.filter { $0.count > 0 }.map { DisplayNames.counted($0.count, $0.severity.rawValue) }
        return words.isEmpty ? "no findings" : words.joined(separator: ", ")
    }
}

extension Finding {
    /// The finding as two lines for people: its rule and place, then its message.
    package var lines: [String] {
        let indent = Severity.allCases.map { $0.rawValue.count }.max() ?? 0
        let name = severity.rawValue + String(repeating: " ", count: indent - severity.rawValue.count)
        return ["  \(name)  \(([rule.rawValue] + place).joined(separator: "  "))", "           \(message)"]
    }

    /// The path and the layer's name in quotation marks, as far as there are any.
    package var place: [String] { (path.isEmpty ? [] : [path]) + (layer.isEmpty ? [] : ["\"\(layer)\""]) }
}
