import StoreProtocol

/// The paths of the library's files.
struct LibraryLayout: Sendable {
    /// The folder of the library.
    let home: String

    /// The database.
    var database: String { home + "/gifts.sqlite" }
    /// The folder of the installed gift kinds.
    var gifts: String { home + "/gifts" }
    /// The folder of unfinished files: downloads, versions being unpacked, and versions being removed.
    var incoming: String { home + "/incoming" }

    /// Returns the folder with the versions of a gift kind.
    func versions(of id: String) -> String { "\(gifts)/\(id)" }

    /// Returns the folder of a version, which exists only when it is complete.
    func folder(_ release: Release) -> String { "\(versions(of: release.id))/\(release.version)" }

    /// Returns the path of a version's partly received package, which is also the lock for downloading and installing
    /// it.
    func partFile(_ release: Release) -> String { "\(incoming)/\(release)\(Self.partSuffix)" }

    /// Returns a new folder in which the owner of the version's lock assembles the version.
    func buildFolder(_ release: Release, unique: UInt64) -> String {
        "\(incoming)/\(release).\(String(unique, radix: 36))\(Self.buildSuffix)"
    }

    /// Returns a new path for a folder that is about to be removed.
    func discardFolder(unique: UInt64) -> String { "\(incoming)/\(String(unique, radix: 36))\(Self.discardSuffix)" }

    static let partSuffix = ".part"
    static let buildSuffix = ".new"
    static let discardSuffix = ".old"
}

/// One version of a gift kind.
struct Release: Hashable, Sendable, CustomStringConvertible {
    let id: String
    /// The version, 1 or more.
    let version: Int

    init(id: String, version: Int) {
        self.id = id
        self.version = version
    }

    init(_ gift: StoreGift) {
        self.init(id: gift.id, version: gift.version)
    }

    /// Creates a release from the text of ``description``; `nil` if the text is malformed.
    init?(_ text: some StringProtocol) {
        guard let dash = text.lastIndex(of: "-") else { return nil }
        self.init(id: String(text[..<dash]), folder: String(text[text.index(after: dash)...]))
    }

    /// Creates a release from the name of its folder; `nil` if the name is not a version or the id is invalid.
    init?(id: String, folder name: String) {
        guard GiftID.isValid(id), let version = Int(name), version > 0, String(version) == name else { return nil }
        self.init(id: id, version: version)
    }

    /// The id and the version with a hyphen between them, such as `rocket-3`.
    var description: String { "\(id)-\(version)" }
}
