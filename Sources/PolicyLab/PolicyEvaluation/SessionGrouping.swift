import PlayerSettings
import SessionResults

/// What sessions have in common, such as the room or the day: `folder:2`, `key:1`, `key:1,2`.
///
/// Sessions of one group depend on each other, so that a bootstrap draws the whole group.
public struct SessionGrouping: Hashable, Sendable, CustomStringConvertible {
    /// An error in the text of a grouping, or a session without such a group.
    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was found and what was expected, in one line.
        public let description: String
    }

    private enum Level: Hashable, Sendable {
        /// The folder of the file is 1, that around it is 2, ….
        case folder(Int)
        /// The values of the session's key, counted from 1, which stand in its name with `+` between them.
        case key([Int])
    }

    private let level: Level
    /// The text from which the grouping is read.
    public let description: String

    /// Reads `folder`, `folder:N`, `key`, `key:N` or `key:N,M`; without a number it is 1.
    ///
    /// - Throws: ``SyntaxError`` for any other text.
    public init(_ text: String) throws(SyntaxError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let numbers = (parts.count == 2 ? parts[1] : "1").split(separator: ",", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        guard numbers.allSatisfy({ 1...99 ~= $0 }) else {
            throw SyntaxError(description: "expected a number from 1 to 99 after the colon, found \"\(text)\"")
        }
        switch parts[0] {
        case "folder" where numbers.count == 1: level = .folder(numbers[0])
        case "key": level = .key(numbers)
        case "folder": throw SyntaxError(description: "expected one number after folder:, found \"\(text)\"")
        default: throw SyntaxError(description: Suggestion.unknown("group", parts[0], among: ["folder", "key"]))
        }
        description = text
    }

    /// Returns the name of the group of a session.
    ///
    /// - Parameters:
    ///   - session: The path of its file, or its key in a production log.
    ///   - isFile: Whether the session is in a file of its own.
    /// - Throws: ``SyntaxError`` if the session's name has no such folder or value.
    public func group(of session: String, isFile: Bool = true) throws(SyntaxError) -> String {
        let names = isFile ? session.split(separator: "/").map(String.init) : [session]
        switch level {
        case .folder(let number):
            guard names.count > number else {
                let found = names.count == 1 ? "none" : String(names.count - 1)
                throw SyntaxError(
                    description: "\(session): expected at least \(number) folders in the path, found \(found)")
            }
            return (session.hasPrefix("/") ? "/" : "") + names.dropLast(number).joined(separator: "/")
        case .key(let numbers):
            let name = names.last ?? ""
            let values = (isFile ? Self.withoutEnding(name) : name[...]).split(
                separator: "+", omittingEmptySubsequences: false)
            var found: [String] = []
            for number in numbers {
                guard values.indices.contains(number - 1) else {
                    throw SyntaxError(
                        description: "\(session): expected at least \(number) values with + between them in the name, "
                            + "found \(values.count)")
                }
                found.append(String(values[number - 1]))
            }
            return found.joined(separator: "+")
        }
    }

    /// Returns the name of a file without the ending of a session.
    private static func withoutEnding(_ name: String) -> Substring {
        let ending = [".ndjson", ".jsonl", ".yaml", ".yml"].first { name.hasSuffix($0) }
        return name.dropLast(ending?.count ?? 0)
    }
}

extension [SessionGrouping] {
    /// Returns the numbers of the groups of a session, one for each grouping.
    ///
    /// - Throws: `SessionGrouping.SyntaxError` if the session has no such group.
    public func groups(of session: String, isFile: Bool = true) throws(SessionGrouping.SyntaxError) -> [UInt64] {
        var numbers: [UInt64] = []
        for grouping in self {
            let group = try grouping.group(of: session, isFile: isFile)
            numbers.append(StableHash("\(grouping)\u{0}\(group)").number)
        }
        return numbers
    }
}
