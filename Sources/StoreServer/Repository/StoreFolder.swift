import StoreDocuments

/// The folder of a store: what is read from it and written to it, in one piece each.
struct StoreFolder: Sendable {
    /// What is published: the content of the two files that are ever replaced.
    struct Published: Equatable, Sendable {
        var catalogue: CatalogueFile
        var settings: SettingsFile

        /// The number of the latest change: each raises one of the two revisions by one, so their sum counts them.
        var event: Int { catalogue.catalogue.revision + settings.settings.revision }
    }

    let root: String
    let disk: any StoreDisk

    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// What is published; nil where that is nothing yet.
    func load() throws(RepositoryError) -> Published? {
        guard let json = try contents(of: StoreLayout.catalogue) else {
            let strange = try names(in: root).filter { !StoreLayout.names.contains($0) }.min()
            if let strange { throw .noStore(path: root, found: strange) }
            return nil
        }
        let catalogue = try read(StoreLayout.catalogue, json, CatalogueFile.init(json:))
        for gift in catalogue.catalogue.gifts { try check(gift) }
        guard let json = try contents(of: StoreLayout.settings) else {
            return Published(catalogue: catalogue, settings: .initial)
        }
        return Published(
            catalogue: catalogue, settings: try read(StoreLayout.settings, json, SettingsFile.init(json:)))
    }

    /// A gift that can't be sent must not be offered.
    private func check(_ gift: StoreGift) throws(RepositoryError) {
        let name = StoreLayout.package(of: gift.id, version: gift.version)
        guard GiftID.isValid(gift.id), gift.package == name else {
            throw .brokenFile(
                path: path(StoreLayout.catalogue), reason: "expected \"\(name)\", found \"\(gift.package)\"")
        }
        let size = try size(of: name)
        guard size == gift.size else {
            let found = size.map { "\($0)" } ?? "none"
            throw .brokenFile(path: path(name), reason: "expected a file of \(gift.size) bytes, found \(found)")
        }
    }

    /// Makes the folders that must be there, and removes what a crash left over.
    func prepare() throws(RepositoryError) {
        try onDisk { disk throws(DiskError) in
            for name in [StoreLayout.gifts, StoreLayout.incoming] { try disk.makeFolder(path(name)) }
            for name in try disk.names(in: path(StoreLayout.incoming)) {
                try disk.remove(path("\(StoreLayout.incoming)/\(name)"))
            }
            try disk.syncFolder(root)
            // A parent that can't be looked into was there before.
            try? disk.syncFolder("\(root)/..")
        }
    }

    /// Publishes: replaces one of the two files.
    func replace(_ name: String, with json: [UInt8]) throws(RepositoryError) {
        try onDisk { disk throws(DiskError) in try disk.replace(path(name), with: json, by: temporary(name)) }
    }

    /// Writes down a version, which nobody knows of yet.
    func write(_ record: VersionRecord, package: [UInt8]) throws(RepositoryError) {
        let (id, version) = (record.gift.id, record.gift.version)
        try onDisk { disk throws(DiskError) in
            try disk.makeFolder(path(StoreLayout.folder(of: id)))
            try disk.syncFolder(path(StoreLayout.gifts))
            let files = [
                (StoreLayout.package(of: id, version: version), package),
                (StoreLayout.record(of: id, version: version), record.json),
            ]
            for (name, bytes) in files { try disk.replace(path(name), with: bytes, by: temporary(name)) }
        }
    }

    /// A version as it was written down; nil where there is none.
    func record(of id: String, version: Int) throws(RepositoryError) -> VersionRecord? {
        let name = StoreLayout.record(of: id, version: version)
        guard let json = try contents(of: name) else { return nil }
        return try read(name, json, VersionRecord.init(json:))
    }

    /// The highest version of a gift that was ever begun, published or not; 0 where there is none.
    func lastVersion(of id: String) throws(RepositoryError) -> Int {
        try names(in: path(StoreLayout.folder(of: id))).compactMap(StoreLayout.version(ofFile:)).max() ?? 0
    }

    private func temporary(_ name: String) -> String {
        path("\(StoreLayout.incoming)/\(name.split(separator: "/").joined(separator: "-"))")
    }

    /// The content of a file; nil where there is none.
    func contents(of name: String) throws(RepositoryError) -> [UInt8]? {
        try onDisk { disk throws(DiskError) in try disk.contents(of: path(name)) }
    }

    private func size(of name: String) throws(RepositoryError) -> Int? {
        try onDisk { disk throws(DiskError) in try disk.size(of: path(name)) }
    }

    private func names(in folder: String) throws(RepositoryError) -> [String] {
        try onDisk { disk throws(DiskError) in try disk.names(in: folder) }
    }

    private func read<Document>(
        _ name: String, _ json: [UInt8], _ parse: ([UInt8]) throws(StoreDocumentError) -> Document
    ) throws(RepositoryError) -> Document {
        do throws(StoreDocumentError) {
            return try parse(json)
        } catch {
            throw .brokenFile(path: path(name), reason: error.description)
        }
    }

    private func onDisk<Result>(
        _ body: (any StoreDisk) throws(DiskError) -> Result
    ) throws(RepositoryError) -> Result {
        do throws(DiskError) {
            return try body(disk)
        } catch {
            throw .disk(error)
        }
    }
}
