public import GiftPackages
public import Lottie
public import StoreDocuments

/// A gift that can be played, read from the disk.
public struct PlayableGift: Sendable {
    /// The gift as the catalogue listed it.
    public let gift: StoreGift
    /// Its animation, with all pictures in it.
    public let composition: Composition
    /// What the package itself says of the gift, if it does.
    public let manifest: GiftManifest?
}

extension LocalStore {
    /// Reads the animation of a gift; nil where none is here, or where the gift was withdrawn.
    ///
    /// It is the version that the catalogue lists or, until that is here, the latest there is. Every file is held against
    /// what was installed: a version that was damaged since is removed, wanted again, and an earlier one read instead.
    public func playable(_ id: String) throws(LocalStoreError) -> PlayableGift? {
        for stored in try database.playable(id) {
            do {
                let playable = try read(stored.release, digest: try database.recordDigest(of: stored.release))
                noteUse(of: stored)
                return playable
            } catch {
                _ = try discard(stored, reason: "\(error)")
            }
        }
        return nil
    }

    /// The animation of a gift, as ``playable(_:)`` reads it.
    public func composition(of id: String) throws(LocalStoreError) -> Composition? { try playable(id)?.composition }

    /// Where the document of a gift's animation is, with its pictures beside it, and where its manifest is, if it has one;
    /// nil where no animation is here.
    public func animationFile(of id: String) throws(LocalStoreError) -> (document: String, manifest: String?)? {
        for playable in try database.playable(id) {
            let folder = layout.folder(playable.release)
            let (document, manifest) = ("\(folder)/\(PackageFiles.document)", "\(folder)/\(PackageFiles.manifest)")
            guard disk.size(of: document) != nil else { continue }
            return (document, disk.size(of: manifest) == nil ? nil : manifest)
        }
        return nil
    }

    private func read(_ release: Release, digest: SHA256Digest?) throws -> PlayableGift {
        let (record, found) = try record(of: release)
        guard digest == nil || digest == found else {
            throw DamagedVersion(description: "\(InstalledRecord.name) is not what was installed")
        }
        let folder = layout.folder(release)
        var files: [String: [UInt8]] = [:]
        for file in record.files {
            let bytes = try disk.contents(of: "\(folder)/\(file.path)", upTo: max(file.size, 1))
            guard SHA256Digest.of(bytes) == file.digest else {
                throw DamagedVersion(description: "\(file.path) is not what was installed")
            }
            files[file.path] = bytes
        }
        return PlayableGift(
            gift: record.gift, composition: try PackageFiles.composition(of: files),
            manifest: try PackageFiles.manifest(of: files))
    }

    /// Notes when a gift was played, for ``prune(to:dryRun:)``; once an hour, as a write makes the disk work.
    private func noteUse(of stored: StoredGift) {
        let hourAgo = DateText.text(milliseconds: clock.milliseconds - 3_600_000)
        if let used = stored.used, used > hourAgo { return }
        database.setUsed(stored.release, at: date)
    }
}

/// What of a version is not as it was installed.
private struct DamagedVersion: Error, CustomStringConvertible {
    let description: String
}
