import StoreProtocol
import SystemIO

extension LocalStore {
    /// Removes the installed versions that none of the keys has signed; those that the catalogue lists become wanted
    /// again. Without keys nothing is removed.
    func removeUntrusted(_ keys: [PublisherKey]) throws(LocalStoreError) {
        guard !keys.isEmpty else { return }
        for gift in try database.gifts() where gift.isInstalled {
            do throws(PackageSignatureError) {
                try checkSignature(of: gift.release, trusted: keys)
            } catch {
                _ = try discard(gift, reason: error.description)
            }
        }
    }

    /// Whether one of the library's keys has signed an installed version; true without keys.
    func isTrusted(_ release: Release) -> Bool {
        if publisherKeys.isEmpty { return true }
        do throws(PackageSignatureError) {
            try checkSignature(of: release, trusted: publisherKeys)
            return true
        } catch {
            return false
        }
    }

    /// Checks the signature of an installed version, whose files are those of its record.
    ///
    /// - Throws: `PackageSignatureError` if none of the keys has signed it.
    func checkSignature(of release: Release, trusted: [PublisherKey]) throws(PackageSignatureError) {
        guard let (record, _) = try? readRecord(of: release) else { throw .malformed }
        let file = try? disk.contents(
            of: "\(layout.folder(release))/\(PackageSignature.fileName)", maxBytes: PackageSignature.maxFileBytes)
        let files = record.files.filter { $0.path != PackageSignature.fileName }.map { ($0.path, $0.digest) }
        try PackageSignature.check(file, id: release.id, files: files, trusted: trusted)
    }
}
