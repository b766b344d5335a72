import Playback

/// The text of a configuration file, changed one setting at a time with everything else left as it is.
public struct ConfigurationText: Sendable {
    /// The text as it is now.
    public private(set) var text: String
    private let path: String
    private let keys: [SettingKey]

    /// The text of a file, empty for one that is yet to be written. `path` is its name in errors.
    public init(_ text: String, path: String, keys: [SettingKey] = SettingKey.all) {
        self.text = YAMLValue.withoutByteOrderMark(text)
        self.path = path
        self.keys = keys
    }

    /// Gives a setting a value: replaces the one that is there, comments and order kept, or adds a line at the end.
    ///
    /// A file that is broken, or in which the value stands in a form that cannot be replaced safely, is an error, and
    /// the text stays as it was.
    public mutating func set(_ assignment: Assignment) throws(ConfigurationError) {
        let before = try Assignment.file(text, path: path, keys: keys)
        let edited = try replacing(assignment) ?? adding(assignment)
        // Whatever the form of the file, the edit counts only if it did what it should and nothing else.
        guard let after = try? Assignment.file(edited, path: path, keys: keys),
            Self.values(after) == Self.values(before + [assignment])
        else {
            throw ConfigurationError(
                .wholeFile(path: path), "\(assignment.key.name): cannot be changed in this form; edit the file by hand")
        }
        text = edited
    }

    private static func values(_ assignments: [Assignment]) -> [String: SettingValue] {
        Dictionary(assignments.map { ($0.key.name, $0.value) }) { _, last in last }
    }

    /// The text with the value of a setting that it has replaced; `nil` when it has none.
    private func replacing(_ assignment: Assignment) throws(ConfigurationError) -> String? {
        let members = try YAMLValue.document(text, file: path)?.members ?? []
        guard let (key, value) = members.first(where: { $0.key.text == assignment.key.name }) else { return nil }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
        // A value that is left out has no place of its own: it goes behind the key's colon.
        guard case .file(_, let line, let column) = (value.isEmpty ? key : value).place,
            lines.indices.contains(line - 1), column - 1 <= lines[line - 1].count
        else { return text }
        let written = Array(Self.scalar(assignment.value).unicodeScalars)
        if value.isEmpty {
            guard let colon = lines[line - 1][(column - 1)...].firstIndex(of: ":") else { return text }
            lines[line - 1].insert(contentsOf: [" "] + written, at: colon + 1)
        } else {
            let range = Self.scalar(in: lines[line - 1], from: column - 1)
            lines[line - 1].replaceSubrange(range, with: written)
        }
        return Self.joined(lines)
    }

    /// The scalar that begins at `start` of a line.
    private static func scalar(in line: [Unicode.Scalar], from start: Int) -> Range<Int> {
        guard start < line.count else { return start..<start }
        if line[start] == "\"" || line[start] == "'" {
            var index = start + 1
            while index < line.count, line[index] != line[start] {
                index += line[start] == "\"" && line[index] == "\\" ? 2 : 1
            }
            return start..<min(index + 1, line.count)
        }
        var end = start
        while end < line.count, !isEndOfPlainScalar(line, at: end) { end += 1 }
        while end > start, line[end - 1] == " " || line[end - 1] == "\t" || line[end - 1] == "\r" { end -= 1 }
        return start..<end
    }

    private static func isEndOfPlainScalar(_ line: [Unicode.Scalar], at index: Int) -> Bool {
        switch line[index] {
        case ",", "}", "]": true
        case "#": index > 0 && (line[index - 1] == " " || line[index - 1] == "\t")
        default: false
        }
    }

    /// The text with a setting at its end.
    private func adding(_ assignment: Assignment) -> String {
        let line = "\(assignment.key.name): \(Self.scalar(assignment.value))\n"
        guard let last = text.unicodeScalars.last else { return line }
        return last == "\n" ? text + line : text + "\n" + line
    }

    /// A value as a YAML scalar.
    private static func scalar(_ value: SettingValue) -> String {
        guard case .text(let text) = value else { return value.description }
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20: "\\x\(scalar.value < 0x10 ? "0" : "")\(String(scalar.value, radix: 16))"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func joined(_ lines: [[Unicode.Scalar]]) -> String {
        var result = String.UnicodeScalarView()
        for (number, line) in lines.enumerated() {
            if number > 0 { result.append("\n") }
            result.append(contentsOf: line)
        }
        return String(result)
    }
}
