import StoreProtocol
import SystemIO

/// The folder of a store, with operations that read or write one document each.
struct StoreFolder: Sendable {
    /// The published state: the contents of the two files that change.
    struct Published: Equatable, Sendable {
        var catalogue: CatalogueFile
        var settings: SettingsFile

        /// The number of the latest change. Each change increases one of the two revisions by one, so their sum counts
        /// changes.
        var event: Int { catalogue.catalogue.revision + settings.settings.revision }
    }

    let root: String
    let disk: any Disk
    /// The key with which the two files are signed; `nil` for none.
    var documentKey: PublisherPrivateKey?
    /// The size limits of the two files, in bytes, which readers enforce.
    private static let maxFileSizes = [
        StoreLayout.catalogue: StoreLimits.maxCatalogueBytes, StoreLayout.settings: StoreLimits.maxSettingsBytes,
    ]

    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// Returns the published state; `nil` if nothing has been published.
    ///
    /// - Parameters:
    ///   - notices: Set to one line for each listed gift kind that is invalid and left out.
    ///   - verifiesPackages: Whether the package of each listed gift kind must be there.
    func load(
        notices: inout [String], verifiesPackages: Bool = true
    ) throws(RepositoryError) -> Published? {
        guard let json = try contents(of: StoreLayout.catalogue) else {
            let strange = try names(in: root).filter { !StoreLayout.permittedNames.contains($0) }.min()
            if let strange { throw .notAStore(path: root, found: strange) }
            return nil
        }
        var rejected: [RejectedGift] = []
        let catalogue = try read(StoreLayout.catalogue, json) { json throws(StoreDocumentError) in
            try CatalogueFile(json: json, rejected: &rejected)
        }
        notices = rejected.map { "\(path(StoreLayout.catalogue)): \($0.error); \($0.id ?? "the gift") is left out" }
        if verifiesPackages { for gift in catalogue.catalogue.gifts { try validate(gift) } }
        guard let json = try contents(of: StoreLayout.settings) else {
            return Published(catalogue: catalogue, settings: .initial)
        }
        return Published(
            catalogue: catalogue, settings: try read(StoreLayout.settings, json, SettingsFile.init(json:)))
    }

    /// Checks that a listed gift kind can be sent: one that cannot must not be offered.
    private func validate(_ gift: StoreGift) throws(RepositoryError) {
        let name = StoreLayout.package(of: gift.id, version: gift.version)
        guard GiftID.isValid(gift.id), gift.package == name else {
            throw .damagedFile(
                path: path(StoreLayout.catalogue), reason: "expected \"\(name)\", found \"\(gift.package)\"")
        }
        try verifyPackage(of: gift)
    }

    /// Checks that a gift kind's package exists and has the listed size.
    func verifyPackage(of gift: StoreGift) throws(RepositoryError) {
        let name = StoreLayout.package(of: gift.id, version: gift.version)
        let size = try size(of: name)
        guard size == gift.size else {
            let found = size.map { "\($0)" } ?? "none"
            throw .damagedFile(path: path(name), reason: "expected a file of \(gift.size) bytes, found \(found)")
        }
    }

    /// Creates the required folders and removes files left over from a crash.
    func prepare() throws(RepositoryError) {
        try withDiskErrors { disk throws(DiskError) in
            for name in [StoreLayout.gifts, StoreLayout.incoming] {
                try verifyNoLink(name)
                try disk.makeFolder(path(name))
            }
            for name in try disk.names(in: path(StoreLayout.incoming)) {
                try disk.remove(path("\(StoreLayout.incoming)/\(name)"))
            }
            try disk.syncFolder(root)
            // An unreadable parent existed before, so its entry needs no sync.
            try? disk.syncFolder("\(root)/..")
        }
    }

    /// Publishes a catalogue after checking that it is readable.
    func replace(with file: CatalogueFile) throws(RepositoryError) {
        let json = json(of: file)
        try Self.verifyReadable(StoreLayout.catalogue, json, as: file, CatalogueFile.init(json:))
        try replace(StoreLayout.catalogue, with: json)
    }

    /// Publishes settings after checking that they are readable.
    func replace(with file: SettingsFile) throws(RepositoryError) {
        let json = json(of: file)
        try Self.verifyReadable(StoreLayout.settings, json, as: file, SettingsFile.init(json:))
        try replace(StoreLayout.settings, with: json)
    }

    /// Returns the file of a catalogue, signed if there is a key.
    func json(of file: CatalogueFile) -> [UInt8] {
        DocumentSignature.sign(file.json, as: .catalogue, with: documentKey)
    }

    /// Returns the file of settings, signed if there is a key.
    func json(of file: SettingsFile) -> [UInt8] {
        DocumentSignature.sign(file.json, as: .settings, with: documentKey)
    }

    /// Signs the files of a state that was loaded, if the key has not signed them yet.
    func signDocuments(_ state: Published) throws(RepositoryError) {
        guard let key = documentKey?.publicKey else { return }
        func isSigned(_ name: String, _ kind: DocumentSignature.Kind) throws(RepositoryError) -> Bool {
            guard let json = try contents(of: name) else { return false }
            do throws(DocumentSignatureError) {
                try DocumentSignature.check(json, as: kind, trusted: [key])
                return true
            } catch {
                return false
            }
        }
        if try !isSigned(StoreLayout.catalogue, .catalogue) { try replace(with: state.catalogue) }
        if try !isSigned(StoreLayout.settings, .settings) { try replace(with: state.settings) }
    }

    /// Checks that readers accept a document and decode it to the same value, with the parser that they use.
    static func verifyReadable<Document: Equatable>(
        _ name: String, _ json: [UInt8], as document: Document,
        _ read: ([UInt8]) throws(StoreDocumentError) -> Document
    ) throws(RepositoryError) {
        if let limit = maxFileSizes[name], json.count > limit { throw .tooLarge(name, limit: limit) }
        let found: Document
        do throws(StoreDocumentError) {
            found = try read(json)
        } catch {
            throw .unreadable(error)
        }
        guard found == document else {
            throw .unreadable(StoreDocumentError(path: name, problem: "expected what can be read as it was meant"))
        }
    }

    /// Replaces a file atomically.
    func replace(_ name: String, with json: [UInt8]) throws(RepositoryError) {
        try withDiskErrors { disk throws(DiskError) in
            try verifyNoLink(StoreLayout.incoming)
            try disk.replace(path(name), with: json, temporary: temporaryPath(name))
        }
    }

    /// Checks that a folder is not a link: a write through a link could end up anywhere on the disk.
    private func verifyNoLink(_ folder: String) throws(DiskError) {
        guard try !disk.isLink(path(folder)) else {
            throw DiskError(path: path(folder), reason: "expected a folder, found a link")
        }
    }

    /// Writes a version, which the catalogue does not list yet, after checking that it is readable.
    func write(_ record: VersionRecord, package: [UInt8]) throws(RepositoryError) {
        let (id, version) = (record.gift.id, record.gift.version)
        try Self.verifyReadable("", record.gift.json, as: record.gift) { json throws(StoreDocumentError) in
            try StoreGift(json: json)
        }
        try withDiskErrors { disk throws(DiskError) in
            for folder in [StoreLayout.incoming, StoreLayout.gifts, StoreLayout.folder(of: id)] {
                try verifyNoLink(folder)
            }
            try disk.makeFolder(path(StoreLayout.folder(of: id)))
            try disk.syncFolder(path(StoreLayout.gifts))
            let files = [
                (StoreLayout.package(of: id, version: version), package),
                (StoreLayout.record(of: id, version: version), record.json),
            ]
            for (name, bytes) in files { try disk.replace(path(name), with: bytes, temporary: temporaryPath(name)) }
        }
    }

    /// Returns the record of a version; `nil` if there is none.
    func record(of id: String, version: Int) throws(RepositoryError) -> VersionRecord? {
        let name = StoreLayout.record(of: id, version: version)
        guard let json = try contents(of: name) else { return nil }
        return try read(name, json, VersionRecord.init(json:))
    }

    /// Returns the highest version of a gift kind that was ever begun, published or not; 0 if there is none.
    func lastVersion(of id: String) throws(RepositoryError) -> Int {
        try versions(of: id).max() ?? 0
    }

    /// Returns all versions of a gift kind that were ever begun.
    func versions(of id: String) throws(RepositoryError) -> Set<Int> {
        Set(try names(in: path(StoreLayout.folder(of: id))).compactMap(StoreLayout.version(ofFile:)))
    }

    /// Removes the files of all versions of a gift kind; what a link leads to stays.
    ///
    /// - Returns: The number of removed files.
    func removeVersions(of id: String) throws(RepositoryError) -> Int {
        let folder = path(StoreLayout.folder(of: id))
        return try withDiskErrors { disk throws(DiskError) in
            if try disk.isLink(folder) { return 0 }
            let names = try disk.names(in: folder).filter { StoreLayout.version(ofFile: $0) != nil }
            for name in names { try disk.remove("\(folder)/\(name)") }
            return names.count
        }
    }

    private func temporaryPath(_ name: String) -> String {
        path("\(StoreLayout.incoming)/\(name.split(separator: "/").joined(separator: "-"))")
    }

    /// Returns the contents of a file; `nil` if there is none.
    func contents(of name: String) throws(RepositoryError) -> [UInt8]? {
        try withDiskErrors { disk throws(DiskError) in try disk.contents(of: path(name)) }
    }

    /// Returns the size of a file in bytes; `nil` if there is none.
    func size(of name: String) throws(RepositoryError) -> Int? {
        try withDiskErrors { disk throws(DiskError) in try disk.size(of: path(name)) }
    }

    /// Returns the names in a folder, sorted; empty if there is none.
    func names(in folder: String) throws(RepositoryError) -> [String] {
        try withDiskErrors { disk throws(DiskError) in try disk.names(in: folder) }
    }

    private func read<Document>(
        _ name: String, _ json: [UInt8], _ parse: ([UInt8]) throws(StoreDocumentError) -> Document
    ) throws(RepositoryError) -> Document {
        do throws(StoreDocumentError) {
            return try parse(json)
        } catch {
            throw .damagedFile(path: path(name), reason: error.description)
        }
    }

    private func withDiskErrors<Result>(
        _ body: (any Disk) throws(DiskError) -> Result
    ) throws(RepositoryError) -> Result {
        do throws(DiskError) {
            return try body(disk)
        } catch {
            throw .disk(error)
        }
    }
}
