import StoreDocuments

/// Where everything of a store is.
struct StoreLayout: Sendable {
    /// The store's folder.
    let home: String

    /// The database.
    var database: String { home + "/gifts.sqlite" }
    /// Installed gifts.
    var gifts: String { home + "/gifts" }
    /// What is not finished: downloads, gifts being unpacked, and those on their way out.
    var incoming: String { home + "/incoming" }

    /// The folder of a gift's versions.
    func versions(of id: String) -> String { "\(gifts)/\(id)" }

    /// The folder of a version, which is there only when it is whole.
    func folder(_ release: Release) -> String { "\(versions(of: release.id))/\(release.version)" }

    /// What was received of a version's package, and the lock of whoever receives it.
    func part(_ release: Release) -> String { "\(incoming)/\(release)\(Self.partEnding)" }

    /// A new folder in which a version is put together, by whoever has the lock of its part.
    func building(_ release: Release, unique: UInt64) -> String {
        "\(incoming)/\(release).\(String(unique, radix: 36))\(Self.buildingEnding)"
    }

    /// A new path for what is to be removed.
    func discarded(unique: UInt64) -> String { "\(incoming)/\(String(unique, radix: 36))\(Self.discardedEnding)" }

    static let partEnding = ".part"
    static let buildingEnding = ".new"
    static let discardedEnding = ".old"
}

/// A gift in one of its versions.
struct Release: Hashable, Sendable, CustomStringConvertible {
    let id: String
    /// From 1 up.
    let version: Int

    init(id: String, version: Int) {
        self.id = id
        self.version = version
    }

    init(_ gift: StoreGift) {
        self.init(id: gift.id, version: gift.version)
    }

    /// The release that `text` names, as ``description`` does; nil where it is none.
    init?(_ text: some StringProtocol) {
        guard let dash = text.lastIndex(of: "-") else { return nil }
        self.init(id: String(text[..<dash]), folder: String(text[text.index(after: dash)...]))
    }

    /// The release in the folder of this name in the gift's folder; nil where it is none.
    init?(id: String, folder name: String) {
        guard GiftID.isValid(id), let version = Int(name), version > 0, String(version) == name else { return nil }
        self.init(id: id, version: version)
    }

    /// The gift's id and the version with a dash between them, such as `rocket-3`.
    var description: String { "\(id)-\(version)" }
}
