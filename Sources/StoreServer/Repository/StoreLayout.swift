/// Where things are in the folder of a store. The folder is itself a catalogue that players can read without a server.
enum StoreLayout {
    /// What is published: replacing this file is publishing.
    static let catalogue = "catalogue.json"
    static let settings = "settings.json"
    static let gifts = "gifts"
    /// Files that are not whole yet.
    static let incoming = "incoming"
    /// Held by the server that works here.
    static let lock = "lock"
    /// All names that may be there before anything was published.
    static let names = [settings, gifts, incoming, lock]

    static func folder(of id: String) -> String { "\(gifts)/\(id)" }

    /// The package of a version, which never changes.
    static func package(of id: String, version: Int) -> String { "\(folder(of: id))/\(version).zip" }

    /// What was published with a version, and which version came before. It never changes either.
    static func record(of id: String, version: Int) -> String { "\(folder(of: id))/\(version).json" }

    /// The version that a file in a gift's folder belongs to; nil for files of others.
    static func version(ofFile name: String) -> Int? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "zip" || parts[1] == "json", let version = Int(parts[0]), version > 0,
            String(version) == parts[0]
        else { return nil }
        return version
    }
}
