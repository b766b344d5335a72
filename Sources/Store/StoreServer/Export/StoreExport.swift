public import StoreProtocol
public import SystemIO

/// A copy of a store's folder, for object storage, content delivery networks, and backups.
///
///     let export = StoreExport(root: "store", target: "public")
///     let summary = try export.run()
///
/// The copy is itself a store's folder. The store may be running meanwhile: its catalogue is read first, and the files
/// of a version never change. Each run writes only what is missing or changed, and replaces the catalogue after all that
/// it refers to, so that a reader of the copy always sees a catalogue whose packages are all there.
public struct StoreExport: Sendable {
    /// What a copy contains.
    public enum Content: Sendable {
        /// What players may read: the versions of the gift kinds that the catalogue lists. It names withdrawn kinds, too.
        case published
        /// Everything, with withdrawn gift kinds, so that the store can be restored.
        case everything
    }

    /// The numbers of a run.
    public struct Summary: Sendable, Equatable {
        /// The revisions of the copied catalogue and settings.
        public var catalogueRevision, settingsRevision: Int
        /// The written and the removed files, and the sum of the written bytes.
        public var writtenFiles = 0, removedFiles = 0, writtenBytes = 0
        /// The files that were already there.
        public var keptFiles = 0

        init(_ published: StoreFolder.Published) {
            catalogueRevision = published.catalogue.catalogue.revision
            settingsRevision = published.settings.settings.revision
        }
    }

    /// The file with the digests of all files that never change, in the form that `sha256sum --check` reads.
    public static let digestsFileName = StoreLayout.digests

    private let source: StoreFolder
    private let target: StoreFolder
    private let disk: any ExportDisk
    private let content: Content
    private let announce: String?

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - root: The folder of the store.
    ///   - target: The folder of the copy, which is created if it is missing.
    ///   - content: What is copied.
    ///   - announce: The address of the broker that the copy's catalogue names; `nil` for none.
    ///   - documentKey: The key with which the copy's catalogue and settings are signed; `nil` for none.
    ///   - disk: The file operations.
    public init(
        root: String, target: String, content: Content = .published, announce: String? = nil,
        documentKey: PublisherPrivateKey? = nil, disk: any ExportDisk = SystemDisk()
    ) {
        source = StoreFolder(root: root, disk: disk)
        self.target = StoreFolder(root: target, disk: disk, documentKey: documentKey)
        self.disk = disk
        self.content = content
        self.announce = announce
    }

    /// Copies what changed since the last run.
    ///
    /// - Parameter trustsCopy: Whether a copy with the same catalogue and settings counts as complete. Otherwise each
    ///   version of the copy is compared.
    /// - Throws: `ExportError` if the folder is not a store, a file is damaged, the copy is newer, or writing fails.
    public func run(trustsCopy: Bool = false) throws(ExportError) -> Summary {
        var notices: [String] = []
        let published = try withRepositoryErrors { () throws(RepositoryError) in try source.load(notices: &notices) }
        guard var published else { throw .noStore(path: source.root) }
        let earlier = try earlierCopy()
        // An old store, such as one from before a restoration, must not take back what players have seen.
        if let earlier, earlier.isNewer(than: published) { throw .newerTarget(path: target.root) }
        published.catalogue.catalogue.announce = announce
        if trustsCopy, earlier == published { return Summary(published) }
        return try withRepositoryErrors { () throws(RepositoryError) in try copy(published, over: earlier) }
    }

    /// Checks that there is a store, and that the other folder is a copy or empty, before anything is written. A copy that
    /// is signed stays so: players that know its key refuse one without a signature.
    ///
    /// - Throws: `ExportError` otherwise.
    public func validate() throws(ExportError) {
        let catalogue = try withRepositoryErrors { () throws(RepositoryError) in
            try source.contents(of: StoreLayout.catalogue)
        }
        if catalogue == nil { throw .noStore(path: source.root) }
        _ = try earlierCopy()
        guard target.documentKey == nil else { return }
        let copy = try withRepositoryErrors { () throws(RepositoryError) in
            try target.contents(of: StoreLayout.catalogue)
        }
        if let copy, DocumentSignature.isSigned(copy) { throw .signedTarget(path: target.root) }
    }

    private func earlierCopy() throws(ExportError) -> StoreFolder.Published? {
        var notices: [String] = []
        do throws(RepositoryError) {
            return try target.load(notices: &notices, verifiesPackages: false)
        } catch {
            if case .damagedFile(let path, let reason) = error { throw .damagedTarget(path: path, reason: reason) }
            throw .repository(error)
        }
    }

    private func copy(
        _ published: StoreFolder.Published, over earlier: StoreFolder.Published?
    ) throws(RepositoryError) -> Summary {
        try target.prepare()
        var summary = Summary(published)
        let catalogue = published.catalogue.catalogue
        let withdrawn = content == .everything ? Array(catalogue.withdrawn.keys) : []
        let ids = (catalogue.gifts.map(\.id) + withdrawn).sorted()
        var digests = DigestList()
        for id in ids { try copyVersions(of: id, digests: &digests, &summary) }
        // Without the two documents: a reader would find them changed, but not their digests.
        try replace(StoreLayout.digests, with: digests.text, &summary)
        try replace(StoreLayout.settings, with: target.json(of: published.settings), &summary)
        // From here on, readers see the new state.
        try replace(StoreLayout.catalogue, with: target.json(of: published.catalogue), &summary)
        if earlier != nil { try removeGifts(except: Set(ids), &summary) }
        return summary
    }

    /// Copies the complete versions of a gift kind: those with a record, which is written after the package.
    private func copyVersions(
        of id: String, digests: inout DigestList, _ summary: inout Summary
    ) throws(RepositoryError) {
        for version in try source.versions(of: id).sorted() {
            guard let record = try source.record(of: id, version: version) else { continue }
            let package = StoreLayout.package(of: id, version: version)
            let (recordName, recordJSON) = (StoreLayout.record(of: id, version: version), record.json)
            digests.add(recordName, SHA256Digest.digest(of: recordJSON))
            digests.add(package, record.gift.sha256)
            let isComplete = try target.contents(of: recordName) == recordJSON
            if isComplete, try target.size(of: package) == record.gift.size {
                summary.keptFiles += 2
                continue
            }
            guard let bytes = try source.contents(of: package), SHA256Digest.digest(of: bytes) == record.gift.sha256
            else {
                throw .damagedFile(path: source.path(package), reason: "expected the package of its record")
            }
            try target.write(record, package: bytes)
            summary.writtenFiles += 2
            summary.writtenBytes += bytes.count
        }
    }

    /// Replaces a file of the copy if its contents differ.
    private func replace(_ name: String, with bytes: [UInt8], _ summary: inout Summary) throws(RepositoryError) {
        if try target.contents(of: name) == bytes {
            summary.keptFiles += 1
            return
        }
        try target.replace(name, with: bytes)
        summary.writtenFiles += 1
        summary.writtenBytes += bytes.count
    }

    /// Removes the files of gift kinds that are not copied any more, and their folders unless something else is in them.
    private func removeGifts(except ids: Set<String>, _ summary: inout Summary) throws(RepositoryError) {
        for id in try target.names(in: target.path(StoreLayout.gifts)) where !ids.contains(id) {
            summary.removedFiles += try target.removeVersions(of: id)
            if GiftID.isValid(id) { disk.removeEmptyFolder(target.path(StoreLayout.folder(of: id))) }
        }
    }

    private func withRepositoryErrors<Value>(
        _ body: () throws(RepositoryError) -> Value
    ) throws(ExportError) -> Value {
        do throws(RepositoryError) {
            return try body()
        } catch {
            throw .repository(error)
        }
    }
}

/// The lines that `sha256sum --check` reads.
private struct DigestList {
    private(set) var text: [UInt8] = []

    mutating func add(_ name: String, _ digest: SHA256Digest) { text += Array("\(digest.hex)  \(name)\n".utf8) }
}

/// The reason why a store could not be exported or recovered.
public enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A folder or file could not be read or written.
    case repository(RepositoryError)
    /// There is no store in the folder.
    case noStore(path: String)
    /// The copy has a newer revision than the store.
    case newerTarget(path: String)
    /// A document of the copy is damaged, so that nobody knows whether the copy is newer.
    case damagedTarget(path: String, reason: String)
    /// The copy is signed, and there is no key to sign it anew.
    case signedTarget(path: String)
    /// The folder of the copy lies in that of the store.
    case targetInStore(path: String)

    /// The error in one line.
    public var description: String {
        switch self {
        case .repository(let error): error.description
        case .noStore(let path): "\(path): expected the folder of a store, found no catalogue.json"
        case .newerTarget(let path):
            "\(path): expected an earlier copy of the store, found one with a newer revision"
        case .damagedTarget(let path, let reason):
            "\(path): \(reason); if the store has the latest changes, remove this file and export again"
        case .signedTarget(let path):
            "\(path): expected --document-key, as the copy is signed; without a signature, export to another folder"
        case .targetInStore(let path): "\(path): expected a folder outside the store"
        }
    }
}

extension StoreFolder.Published {
    /// Whether one of the two documents has a higher revision than in `other`.
    fileprivate func isNewer(than other: Self) -> Bool {
        catalogue.catalogue.revision > other.catalogue.catalogue.revision
            || settings.settings.revision > other.settings.settings.revision
    }
}
