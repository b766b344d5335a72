import StoreProtocol

/// The file names in a store's folder. The folder is also a catalogue that players can read without a server.
enum StoreLayout {
    /// The catalogue; replacing this file publishes a change.
    static let catalogue = "catalogue.json"
    static let settings = "settings.json"
    static let gifts = "gifts"
    /// The folder of incomplete files.
    static let incoming = "incoming"
    /// The file that the running server locks.
    static let lock = "lock"
    /// The audit log.
    static let audit = "audit.ndjson"
    /// The file of an export with the digests of all packages.
    static let digests = "SHA256SUMS"
    /// All names that may exist before anything is published.
    static let permittedNames = [settings, gifts, incoming, lock, digests, audit]

    static func folder(of id: String) -> String { "\(gifts)/\(id)" }

    /// Returns the name of a version's package, which never changes.
    static func package(of id: String, version: Int) -> String { "\(folder(of: id))/\(version).zip" }

    /// Returns the name of a version's record: the published entry and the previous version. It never changes either.
    static func record(of id: String, version: Int) -> String { "\(folder(of: id))/\(version).json" }

    /// Returns the version of a file in a gift kind's folder; `nil` for other files.
    static func version(ofFile name: String) -> Int? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "zip" || parts[1] == "json", let version = Int(parts[0]),
            1...Int(StoreLimits.maxInteger) ~= version,
            String(version) == parts[0]
        else { return nil }
        return version
    }
}
