import StoreProtocol
public import SystemIO

/// The result of verifying a version.
public struct VerifiedGift: Sendable, Equatable {
    /// The id of the gift kind.
    public let id: String
    /// The version.
    public let version: Int
    /// The size of the files at installation, in bytes.
    public let bytes: Int
    /// The fault as text; `nil` if the files are unchanged.
    public let fault: String?
}

/// The result of inspecting a version's folder.
enum FolderInspection {
    /// The files match the record, which has this digest.
    case intact(InstallationRecord, SHA256Digest)
    /// The files are damaged, for the given reason.
    case damaged(String)
}

extension LocalStore {
    /// Verifies every file of every installed version.
    ///
    /// A damaged version is removed, and becomes wanted again if the catalogue lists it. A read-only library only
    /// reports it. Players may continue: what they have read is in memory.
    ///
    /// - Parameters:
    ///   - kinds: The ids of the gift kinds whose versions are verified; `nil` for all.
    ///   - stop: Ends the verification after the current version.
    ///   - report: Called for each version, by id.
    /// - Returns: The fault of the database as one line; `nil` if it is intact.
    @discardableResult
    public func verify(
        only kinds: Set<String>? = nil, stop: StopSignal, report: (VerifiedGift) -> Void
    ) throws(LocalStoreError) -> String? {
        let notice = try repairDatabase()
        try reconcileIfWritable()
        for gift in try database.gifts() where gift.isInstalled && kinds?.contains(gift.gift.id) != false {
            if stop.isStopped { break }
            var fault: String?
            if case .damaged(let reason) = inspect(gift.release, digest: try database.recordDigest(of: gift.release)) {
                do throws(LocalStoreError) {
                    if !isReadOnly { guard try discard(gift, reason: reason) else { continue } }
                    fault = reason
                } catch {
                    guard error.kind == .notWritable else { throw error }
                    fault = "\(reason); it can't be removed: \(error)"
                }
            }
            report(
                VerifiedGift(
                    id: gift.gift.id, version: gift.gift.version, bytes: gift.diskBytes ?? 0, fault: fault))
        }
        return notice
    }

    /// Reconciles like ``reconcile()``, but does nothing if the disk cannot be written.
    public func reconcileIfWritable() throws(LocalStoreError) {
        do throws(LocalStoreError) {
            try reconcile()
        } catch {
            guard error.kind == .notWritable else { throw error }
        }
    }

    /// Compares a version's files with its record, and the record with `digest` if it is known.
    func inspect(_ release: Release, digest: SHA256Digest?) -> FolderInspection {
        let folder = layout.folder(release)
        do {
            let (record, found) = try readRecord(of: release)
            guard digest == nil || digest == found else {
                return .damaged("\(InstallationRecord.fileName) differs from the installed file")
            }
            for file in record.files {
                var hash = SHA256Hash()
                try disk.read("\(folder)/\(file.path)") { (piece) throws(DiskError) in hash.update(piece) }
                guard hash.digest() == file.digest else {
                    return .damaged("\(file.path) differs from the installed file")
                }
            }
            return .intact(record, found)
        } catch let error as DiskError {
            return .damaged("\(error.path.dropFirst(folder.count + 1)) cannot be read: \(error.shortReason)")
        } catch {
            return .damaged("\(InstallationRecord.fileName): \(error)")
        }
    }

    /// Returns the record of a version and the record's digest.
    ///
    /// - Throws: `DiskError` if the file cannot be read, `StoreDocumentError` if it is not the record of this version.
    func readRecord(of release: Release) throws -> (InstallationRecord, SHA256Digest) {
        let bytes = try disk.contents(
            of: "\(layout.folder(release))/\(InstallationRecord.fileName)", maxBytes: InstallationRecord.maxBytes)
        let record = try InstallationRecord(json: bytes)
        guard Release(record.gift) == release, record.files.allSatisfy({ InstallationRecord.isSafePath($0.path) })
        else {
            throw StoreDocumentError(path: "gift", problem: "expected \(release), found \(Release(record.gift))")
        }
        return (record, .digest(of: bytes))
    }
}
