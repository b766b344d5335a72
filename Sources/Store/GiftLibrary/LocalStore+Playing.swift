import ExactNumbers
public import GiftPackages
public import LottieDocument
public import StoreProtocol
import SystemIO

/// An installed gift kind, read from disk and ready to play.
public struct PlayableGift: Sendable {
    /// The gift kind as the catalogue listed it.
    public let gift: StoreGift
    /// The animation with its pictures embedded.
    public let composition: Composition
    /// The parsed `gift.yaml` of the package; `nil` if there is none.
    public let manifest: GiftManifest?
    /// The state machine that decides what is shown of the animation; `nil` if it plays as it is.
    public let machine: GiftMachine?
    /// The animations that the manifest puts inside layers, by their paths in the package.
    public let insertedAnimations: [String: [UInt8]]
}

extension LocalStore {
    /// Reads the animation of a gift kind; `nil` if no version is installed or the kind is withdrawn.
    ///
    /// It reads the version that the catalogue lists, or the latest installed one until the listed version is
    /// installed. Every file is compared with the record of the installation. A damaged version is removed, becomes
    /// wanted again if the catalogue lists it, and the next version is read instead.
    public func loadPlayableGift(_ id: String) throws(LocalStoreError) -> PlayableGift? {
        for stored in try database.playableVersions(of: id) {
            do {
                let playable = try loadPlayableGift(
                    stored.release, digest: try database.recordDigest(of: stored.release))
                recordUse(of: stored)
                return playable
            } catch {
                // A version that cannot be removed is skipped.
                if !isReadOnly { _ = try discard(stored, reason: "\(error)") }
            }
        }
        return nil
    }

    /// Returns the animation that ``loadPlayableGift(_:)`` reads.
    public func loadComposition(of id: String) throws(LocalStoreError) -> Composition? {
        try loadPlayableGift(id)?.composition
    }

    /// Returns the paths of a gift kind's animation, which has its pictures next to it, and of its manifest, if any;
    /// `nil` if no version is installed.
    public func animationFile(of id: String) throws(LocalStoreError) -> (document: String, manifest: String?)? {
        for playable in try database.playableVersions(of: id) where isTrusted(playable.release) {
            let folder = layout.folder(playable.release)
            let (document, manifest) = (
                "\(folder)/\(PackageFiles.documentName)", "\(folder)/\(PackageFiles.manifestName)"
            )
            guard FileStatus.kind(of: document, followsLink: false) == .file else { continue }
            return (document, FileStatus.kind(of: manifest, followsLink: false) == .file ? manifest : nil)
        }
        return nil
    }

    private func loadPlayableGift(_ release: Release, digest: SHA256Digest?) throws -> PlayableGift {
        let (record, found) = try readRecord(of: release)
        guard digest == nil || digest == found else {
            throw DamagedVersion(description: "\(InstallationRecord.fileName) differs from the installed file")
        }
        // A read-only library still has the versions that no key has signed.
        if !publisherKeys.isEmpty { try checkSignature(of: release, trusted: publisherKeys) }
        let folder = layout.folder(release)
        var files: [String: [UInt8]] = [:]
        for file in record.files {
            let bytes = try disk.contents(of: "\(folder)/\(file.path)", maxBytes: max(file.size, 1))
            guard SHA256Digest.digest(of: bytes) == file.digest else {
                throw DamagedVersion(description: "\(file.path) differs from the installed file")
            }
            files[file.path] = bytes
        }
        let manifest = try PackageFiles.manifest(of: files)
        return PlayableGift(
            gift: record.gift, composition: try PackageFiles.composition(of: files), manifest: manifest,
            machine: try GiftMachine(files: files, manifest),
            insertedAnimations: files.filter { manifest?.insertedAnimationPaths.contains($0.key) == true })
    }

    /// Records that a gift kind was played, for ``prune(to:)``. It writes at most once an hour for each version, to
    /// spare the disk.
    private func recordUse(of stored: StoredGift) {
        if isReadOnly { return }
        let hourAgo = Timestamp(millisecondsSince1970: clock.millisecondsSince1970 - 3_600_000).textWithMilliseconds
        if let used = stored.lastPlayedAt, used > hourAgo { return }
        database.setUsed(stored.release, at: date)
    }
}

/// The difference between a version's files and the record of its installation.
private struct DamagedVersion: Error, CustomStringConvertible {
    let description: String
}
