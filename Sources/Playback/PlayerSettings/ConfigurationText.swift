public import Playback
import TerminalText

/// The text of a configuration file, in which single settings can be changed while the rest stays the same.
public struct ConfigurationText: Sendable {
    /// The current text.
    public private(set) var text: String
    private let path: String
    private let keys: [SettingKey]

    /// Creates an editor of a file's text.
    ///
    /// - Parameters:
    ///   - text: The file's text; empty for a new file.
    ///   - path: The file's name in errors.
    ///   - keys: The settings that the file can have.
    public init(_ text: String, path: String, keys: [SettingKey] = SettingKey.configurable) {
        self.text = YAMLValue.withoutByteOrderMark(text)
        self.path = path
        self.keys = keys
    }

    /// Sets the value of a setting: replaces its value, or adds a line at the end. Comments and order stay.
    ///
    /// - Throws: `ConfigurationError` if the file is invalid or the value has a form that cannot be replaced safely;
    ///   the text then stays the same.
    public mutating func set(_ assignment: Assignment) throws(ConfigurationError) {
        let before = try Assignment.file(text, path: path, keys: keys)
        try change(
            assignment.key, to: try replacing(assignment) ?? adding(assignment),
            expecting: Self.values(before + [assignment]))
    }

    /// Removes a setting: its line, or its member between braces. Comments on other lines and the order stay.
    ///
    /// Nothing changes if the file does not have the setting.
    ///
    /// - Throws: `ConfigurationError` if the file is invalid or the setting has a form that cannot be removed safely; the
    ///   text then stays the same.
    public mutating func remove(_ key: SettingKey) throws(ConfigurationError) {
        let before = try Assignment.file(text, path: path, keys: keys)
        let rest = before.filter { $0.key.name != key.name }
        guard rest.count < before.count else { return }
        try change(key, to: try removing(key), expecting: Self.values(rest))
    }

    /// Takes another text, if exactly the setting `key` is different in it. That is checked independently of the form of
    /// the file.
    private mutating func change(
        _ key: SettingKey, to edited: String, expecting values: [String: SettingValue]
    ) throws(ConfigurationError) {
        guard let after = try? Assignment.file(edited, path: path, keys: keys), Self.values(after) == values else {
            throw ConfigurationError(
                .wholeFile(path: path), "\(key.name): cannot be changed in this form; edit the file by hand")
        }
        text = edited
    }

    private static func values(_ assignments: [Assignment]) -> [String: SettingValue] {
        Dictionary(assignments.map { ($0.key.name, $0.value) }) { _, last in last }
    }

    /// Returns the text with a replaced value; `nil` if the text does not contain the setting.
    private func replacing(_ assignment: Assignment) throws(ConfigurationError) -> String? {
        guard let (key, value) = try member(of: assignment.key) else { return nil }
        var lines = self.lines
        // A missing value has no position of its own: the new one goes after the key's colon.
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

    /// Returns the setting's name and value in the text; `nil` if the text does not contain the setting.
    func member(of key: SettingKey) throws(ConfigurationError) -> (key: YAMLValue, value: YAMLValue)? {
        try YAMLValue.document(text, file: path)?.members?.first { $0.key.text == key.name }
    }

    /// The lines of the text.
    var lines: [[Unicode.Scalar]] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    }

    /// Returns the range of the scalar that begins at `start` of a line.
    static func scalar(in line: [Unicode.Scalar], from start: Int) -> Range<Int> {
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

    /// Returns the text with a setting added at the end.
    private func adding(_ assignment: Assignment) -> String {
        let line = "\(assignment.key.name): \(Self.scalar(assignment.value))\n"
        guard let last = text.unicodeScalars.last else { return line }
        return last == "\n" ? text + line : text + "\n" + line
    }

    /// Returns a value as a YAML scalar.
    private static func scalar(_ value: SettingValue) -> String {
        guard case .text(let text) = value else { return value.description }
        return text.quotedForYAML
    }

    static func joined(_ lines: [[Unicode.Scalar]]) -> String {
        var result = String.UnicodeScalarView()
        for (number, line) in lines.enumerated() {
            if number > 0 { result.append("\n") }
            result.append(contentsOf: line)
        }
        return String(result)
    }
}
