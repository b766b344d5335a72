import CommandLineSupport
import SystemIO

/// Functions that find the files that arguments name: files, folders, patterns and lists.
enum SessionPaths {
    /// The endings of the files of a folder that are sessions.
    static let sessionEndings = [".yaml", ".yml", ".ndjson", ".jsonl"]

    /// The endings of the files of a folder that are production logs.
    static let logEndings = [".csv", ".tsv", ".ndjson", ".jsonl", ".log"].flatMap { ending in
        ["", ".gz", ".zst"].map { ending + $0 }
    }

    /// Returns the paths that the arguments name, in their order; those of a folder or a pattern are sorted by name. A
    /// path that is named several times is there once, and standard error says how many are.
    ///
    /// - Parameters:
    ///   - arguments: Files, folders, patterns with `*` and `?`, and `@FILE`, a list with one of these a line.
    ///   - endings: The endings of the files in folders.
    /// - Throws: `CommandFailure` with exit status 66 if a folder, a pattern or a list leads to nothing.
    static func paths(_ arguments: [String], endings: [String]) throws(CommandFailure) -> [String] {
        let named = try allPaths(arguments, endings: endings)
        var seen: Set<String> = []
        let paths = named.filter { seen.insert(plain($0)).inserted }
        let repeated = named.count - paths.count
        if repeated > 0 {
            StandardError.write(
                line: "giftty: \(repeated == 1 ? "1 file is" : "\(repeated) files are") named again, and read once")
        }
        return paths
    }

    /// Returns the paths of the lists among the arguments.
    static func lists(in arguments: [String]) -> [String] {
        arguments.filter { $0.hasPrefix("@") && $0.count > 1 }.map { String($0.dropFirst()) }
    }

    /// Returns a path without what does not change it.
    private static func plain(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return path.hasPrefix("/") ? "/" + parts : parts
    }

    private static func allPaths(_ arguments: [String], endings: [String]) throws(CommandFailure) -> [String] {
        var result: [String] = []
        for argument in arguments {
            if argument.hasPrefix("@"), argument.count > 1 {
                result += try allPaths(list(at: String(argument.dropFirst())), endings: endings)
            } else if argument != InputFile.standardInput, InputFile.isFolder(at: argument) {
                let found = try FolderFiles.paths(in: argument, endingIn: endings)
                guard !found.isEmpty else {
                    let names = endings.map { "*\($0)" }.joined(separator: ", ")
                    throw CommandFailure(.noInput, "\(argument): expected files (\(names)), found none")
                }
                result += found
            } else if isPattern(argument), !InputFile.exists(at: argument) {
                let found = matches(argument)
                guard !found.isEmpty else { throw CommandFailure(.noInput, "\(argument): no file fits") }
                result += found
            } else {
                result.append(argument)
            }
        }
        return result
    }

    /// Returns the lines of a list, without empty ones and without lists.
    private static func list(at path: String) throws(CommandFailure) -> [String] {
        let text = String(decoding: try InputFile.bytes(at: path), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.isEmpty }
        if let nested = lines.first(where: { $0.hasPrefix("@") }) {
            throw CommandFailure(.badData, "\(path): expected names of files, found \"\(nested)\"")
        }
        return lines
    }

    private static func isPattern(_ path: String) -> Bool { path.contains { $0 == "*" || $0 == "?" } }

    /// Returns the files that fit a pattern, sorted by name. Hidden files fit only a pattern that begins with a dot.
    private static func matches(_ pattern: String) -> [String] {
        var found = [pattern.hasPrefix("/") ? "/" : ""]
        for part in pattern.split(separator: "/").map(String.init) {
            found = found.flatMap { folder -> [String] in
                guard isPattern(part) else { return [folder + part + "/"] }
                let names = (try? FileSystem.names(in: folder.isEmpty ? "." : folder)) ?? []
                return names.filter { !$0.hasPrefix(".") || part.hasPrefix(".") }
                    .filter { fits(Array($0)[...], Array(part)[...]) }.sorted().map { folder + $0 + "/" }
            }
        }
        return found.map { String($0.dropLast()) }.filter { InputFile.exists(at: $0) }
    }

    private static func fits(_ name: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" {
            return fits(name, pattern.dropFirst()) || !name.isEmpty && fits(name.dropFirst(), pattern)
        }
        guard let letter = name.first, first == "?" || first == letter else { return false }
        return fits(name.dropFirst(), pattern.dropFirst())
    }
}
