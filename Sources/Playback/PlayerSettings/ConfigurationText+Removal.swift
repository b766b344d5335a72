import Playback

extension ConfigurationText {
    /// Returns the text without a setting; the same text if the setting has a form of which nothing can be removed.
    func removing(_ key: SettingKey) throws(ConfigurationError) -> String {
        var lines = self.lines
        guard let (name, value) = try member(of: key), case .file(_, let number, let column) = name.place,
            lines.indices.contains(number - 1), column - 1 <= lines[number - 1].count
        else { return text }
        let line = lines[number - 1]
        if line[..<(column - 1)].allSatisfy({ $0 == " " }) {
            lines.removeSubrange(Self.lines(ofMemberAt: number - 1, in: lines))
        } else if let range = Self.member(in: line, from: column - 1, value, onLine: number) {
            lines[number - 1].removeSubrange(range)
        } else {
            return text
        }
        return Self.joined(lines)
    }

    /// Returns the lines of a setting that begins a line: with it go the lines of its value, which have more spaces at
    /// their beginning.
    private static func lines(ofMemberAt first: Int, in lines: [[Unicode.Scalar]]) -> Range<Int> {
        let indentation = lines[first].prefix { $0 == " " }.count
        var end = first + 1
        while end < lines.count, case let spaces = lines[end].prefix(while: { $0 == " " }).count, spaces > indentation,
            spaces < lines[end].count, lines[end][spaces] != "#"
        {
            end += 1
        }
        return first..<end
    }

    /// Returns the range of a setting between braces, with one of the commas around it; `nil` if its value is on another
    /// line.
    private static func member(
        in line: [Unicode.Scalar], from start: Int, _ value: YAMLValue, onLine number: Int
    ) -> Range<Int>? {
        guard !value.isEmpty, case .file(_, number, let column) = value.place, column - 1 <= line.count else {
            return nil
        }
        let end = scalar(in: line, from: column - 1).upperBound
        let next = line[end...].firstIndex { $0 != " " } ?? line.count
        if next < line.count, line[next] == "," {
            return start..<(line[(next + 1)...].firstIndex { $0 != " " } ?? line.count)
        }
        let before = line[..<start].lastIndex { $0 != " " }
        guard let before, line[before] == "," else { return start..<end }
        return before..<end
    }
}
