/// The file name extensions that determine the formats of files.
enum FileExtension {
    /// Returns the extension of a path in lower case and without the dot; `nil` without one, as for `-` and
    /// `/dev/stdout`.
    static func of(_ path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name.index(after: dot) < name.endIndex else {
            return nil
        }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Checks that the extension of an output file fits its format. A name without an extension is always valid.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for any other extension.
    static func check(_ path: String, of option: String, among endings: [String]) throws(CommandFailure) {
        guard let ending = of(path), !endings.contains(ending) else { return }
        throw failure(path, of: option, among: endings)
    }

    /// Returns the failure that lists the extensions that an option accepts.
    static func failure(_ path: String, of option: String, among endings: [String]) -> CommandFailure {
        let dotted = endings.map { ".\($0)" }
        let listed =
            dotted.count > 1
            ? "\(dotted.dropLast().joined(separator: ", ")) or \(dotted.last ?? "")" : dotted.first ?? ""
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return CommandFailure(.usage, "\(option): expected a name that ends in \(listed), found \(name)")
    }
}
