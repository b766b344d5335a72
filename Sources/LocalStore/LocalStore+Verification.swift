import StoreDocuments

/// What became of a version's files.
public struct VerifiedGift: Sendable, Equatable {
    /// The gift's id.
    public let id: String
    /// Which version.
    public let version: Int
    /// Bytes of its files, as they were installed.
    public let bytes: Int
    /// What is wrong with them, for people; nil where they are what was installed.
    public let fault: String?
}

/// What a look into a version's folder brings.
enum FolderInspection {
    /// It is what its record says. With the digest of the record.
    case whole(InstalledRecord, SHA256Digest)
    /// It is not, for this reason.
    case broken(String)
}

extension LocalStore {
    /// Reads every file of every installed version again and holds it against what was installed. A version that differs is
    /// removed, and wanted again if the catalogue lists it.
    ///
    /// A player may go on meanwhile: what it has read is in its memory.
    /// - Parameters:
    ///   - stop: ends it after the version at hand.
    ///   - report: takes each version, in the order of ids.
    /// - Returns: what was wrong with the database, in a line; nil where it is whole.
    @discardableResult
    public func verify(stop: StopSignal, report: (VerifiedGift) -> Void) throws(LocalStoreError) -> String? {
        let notice = try mendDatabase()
        try reconcile()
        for gift in try database.gifts() where gift.isInstalled {
            if stop.isStopped { break }
            var fault: String?
            if case .broken(let reason) = inspect(gift.release, digest: try database.recordDigest(of: gift.release)) {
                guard try discard(gift, reason: reason) else { continue }
                fault = reason
            }
            report(
                VerifiedGift(
                    id: gift.gift.id, version: gift.gift.version, bytes: gift.diskBytes ?? 0, fault: fault))
        }
        return notice
    }

    /// Holds a version's folder against its record, and that against its digest where that is known.
    func inspect(_ release: Release, digest: SHA256Digest?) -> FolderInspection {
        let folder = layout.folder(release)
        do {
            let (record, found) = try record(of: release)
            guard digest == nil || digest == found else {
                return .broken("\(InstalledRecord.name) is not what was installed")
            }
            for file in record.files {
                var hash = SHA256Hash()
                try disk.read("\(folder)/\(file.path)") { (piece, _) throws(DiskError) in hash.update(piece) }
                guard hash.finish() == file.digest else { return .broken("\(file.path) is not what was installed") }
            }
            return .whole(record, found)
        } catch let error as DiskError {
            return .broken("\(error.path.dropFirst(folder.count + 1)) cannot be read: \(error.reason)")
        } catch {
            return .broken("\(InstalledRecord.name): \(error)")
        }
    }

    /// What a version's folder says of itself, with the digest of that.
    /// - Throws: `DiskError` where it can't be read, `StoreDocumentError` where it is no such record.
    func record(of release: Release) throws -> (InstalledRecord, SHA256Digest) {
        let bytes = try disk.contents(
            of: "\(layout.folder(release))/\(InstalledRecord.name)", upTo: InstalledRecord.mostBytes)
        let record = try InstalledRecord(json: bytes)
        guard Release(record.gift) == release, record.files.allSatisfy({ InstalledRecord.isPlain($0.path) }) else {
            throw StoreDocumentError(path: "gift", problem: "expected \(release), found \(Release(record.gift))")
        }
        return (record, .of(bytes))
    }
}
