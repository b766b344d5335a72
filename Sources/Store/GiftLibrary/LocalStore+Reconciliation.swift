import StoreProtocol
import SystemIO

extension LocalStore {
    /// Makes the database and the folders consistent after a program ended in the middle of an operation.
    ///
    /// A version's folder without a row is verified with its record; then it gets a row, or is removed if it is
    /// damaged. A row without its folder becomes wanted again. Unfinished files that no program works on are removed,
    /// except partly received packages, and so are the empty folders of gift kinds. What a link in the place of a kind's
    /// folder leads to stays as it is. If everything is consistent, the call only lists the folders. A read-only library
    /// stays as it is.
    public func reconcile() throws(LocalStoreError) {
        if isReadOnly { return }
        let known = try database.installedReleases()
        for id in try withDiskErrors({ () throws(DiskError) in try disk.names(in: layout.gifts) }) {
            // The files there may be somebody else's.
            if try withDiskErrors({ () throws(DiskError) in try disk.isLink(layout.versions(of: id)) }) { continue }
            let versions = try withDiskErrors { () throws(DiskError) in try disk.names(in: layout.versions(of: id)) }
            if versions.isEmpty { removeEmptyFolder(of: id) }
            for name in versions {
                guard let release = Release(id: id, folder: name), !known.contains(release) else { continue }
                try withLock(of: release) { part throws(LocalStoreError) in
                    try registerFolder(of: release, holding: part)
                }
            }
        }
        for release in known where FileStatus.kind(of: layout.folder(release)) != .folder {
            try withLock(of: release) { _ throws(LocalStoreError) in
                guard FileStatus.kind(of: layout.folder(release)) != .folder else { return }
                try database.setMissing(release, reason: "its files are gone", at: date)
            }
        }
        for release in try database.downloadingReleases() {
            // Only an owner of the lock can be downloading, so with the lock nobody is.
            try withLock(of: release) { _ throws(LocalStoreError) in
                try database.setWanted(release, reason: nil, at: date)
            }
        }
        try removeUnfinishedFiles()
    }

    /// Removes the folder of a gift kind without a version. A program that is about to move one there makes it again.
    private func removeEmptyFolder(of id: String) {
        guard GiftID.isValid(id) else { return }
        try? FileSystem.removeFolder(layout.versions(of: id))
    }

    /// Adds the row of a version whose program ended between renaming the folder and writing the row, or whose database
    /// is lost.
    private func registerFolder(of release: Release, holding part: PartFile) throws(LocalStoreError) {
        // Another program may have added the row in the meantime.
        if try database.gift(release)?.isInstalled == true { return }
        switch inspect(release, digest: nil) {
        case .intact(let record, let digest):
            try database.setInstalled(record, digest: digest, url: nil, at: date)
            try? part.remove()
        case .damaged:
            try withDiskErrors { () throws(DiskError) in try removeFolder(of: release) }
        }
    }

    /// Removes files that ended programs left behind. The part file of a version stays while the version is wanted.
    func removeUnfinishedFiles() throws(LocalStoreError) {
        var pending: Set<Release>?
        for name in try withDiskErrors({ () throws(DiskError) in try disk.names(in: layout.incoming) }) {
            let path = "\(layout.incoming)/\(name)"
            if name.hasSuffix(LibraryLayout.discardSuffix) {
                try? disk.removeTree(path)
            } else if name.hasSuffix(LibraryLayout.buildSuffix) {
                let parts = name.dropLast(LibraryLayout.buildSuffix.count)
                guard let dot = parts.lastIndex(of: "."), let release = Release(parts[..<dot]) else { continue }
                try withLock(of: release) { _ throws(LocalStoreError) in try? disk.removeTree(path) }
            } else if name.hasSuffix(LibraryLayout.partSuffix),
                let release = Release(name.dropLast(LibraryLayout.partSuffix.count))
            {
                if pending == nil { pending = Set(try database.pendingReleases()) }
                guard pending?.contains(release) == false else { continue }
                try withLock(of: release) { part throws(LocalStoreError) in try? part.remove() }
            }
        }
    }

    /// Performs an operation on disk and converts its errors.
    func withDiskErrors<Value>(_ body: () throws(DiskError) -> Value) throws(LocalStoreError) -> Value {
        do throws(DiskError) {
            return try body()
        } catch {
            throw LocalStoreError(error)
        }
    }

    /// Runs `body` with the lock of a version.
    ///
    /// - Returns: The result of `body`; `nil` if another owner holds the lock.
    @discardableResult
    func withLock<Value>(
        of release: Release, _ body: (PartFile) throws(LocalStoreError) -> Value
    ) throws(LocalStoreError) -> Value? {
        let path = layout.partFile(release)
        guard let part = try withDiskErrors({ () throws(DiskError) in try PartFile.openLocked(at: path, disk: disk) })
        else {
            return nil
        }
        defer { if part.size == 0 { try? part.remove() } }
        return try body(part)
    }
}
