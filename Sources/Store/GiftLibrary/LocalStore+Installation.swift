import StoreProtocol
import Synchronization
import SystemIO

/// The reason why a complete package was not installed.
enum InstallationError: Error {
    /// The files cannot be written.
    case disk(DiskError)
    /// The package is invalid.
    case package(String)
    /// The database cannot record the installation.
    case database(LocalStoreError)

    /// The reason for the row.
    var reason: String {
        switch self {
        case .disk(let error): error.isFull ? error.shortReason : error.summary
        case .package(let reason): reason
        case .database(let error): error.description
        }
    }
}

extension LocalStore {
    /// Checks and unpacks a complete package, and installs its files.
    ///
    /// - Parameters:
    ///   - gift: The gift kind as the catalogue lists it.
    ///   - url: The URL of the package.
    ///   - part: The package, whose lock the caller holds.
    ///   - trusted: The keys of which one must have signed the package; none if an unsigned one is accepted.
    /// - Throws: `InstallationError` if the files cannot be written, the package is invalid, or the database fails.
    func install(
        _ gift: StoreGift, url: String, from part: PartFile, trusted: [PublisherKey]
    ) throws(InstallationError) {
        let files = try unpackingLock.withLock { _ throws(InstallationError) in
            let files = try readPackageFiles(part, of: gift.id, trusted: trusted)
            let record = InstallationRecord(
                gift: gift,
                files: files.map { .init(path: $0.path, size: $0.bytes.count, digest: .digest(of: $0.bytes)) })
            do throws(DiskError) {
                try writeFolder(files + [(InstallationRecord.fileName, record.json)], as: Release(gift))
            } catch {
                throw .disk(error)
            }
            return record
        }
        do throws(LocalStoreError) {
            try database.setInstalled(files, digest: .digest(of: files.json), url: url, at: date)
        } catch {
            throw .database(error)
        }
    }

    private func readPackageFiles(
        _ part: PartFile, of id: String, trusted: [PublisherKey]
    ) throws(InstallationError) -> [VersionFile] {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.contents(of: part.path, maxBytes: RetryRules.standard.maxBytes)
        } catch {
            throw .disk(error)
        }
        do throws(PackageRejection) {
            return try PackageFiles.files(of: bytes, id: id, trusted: trusted)
        } catch {
            throw .package(error.description)
        }
    }

    /// Writes a version's files into a new folder, flushes them to the disk, and renames the folder to its final path.
    private func writeFolder(_ files: [VersionFile], as release: Release) throws(DiskError) {
        let building = layout.buildFolder(release, unique: random())
        do throws(DiskError) {
            var folders: Set<String> = [building]
            try disk.makeFolder(building)
            for file in files {
                var folder = building
                for part in file.path.split(separator: "/").dropLast() {
                    folder += "/\(part)"
                    if folders.insert(folder).inserted { try disk.makeFolder(folder) }
                }
                try disk.create("\(building)/\(file.path)", with: file.bytes)
            }
            for folder in folders { try disk.syncFolder(folder) }
            try moveIntoPlace(building, as: release)
        } catch {
            try? disk.removeTree(building)
            throw error
        }
    }

    /// Renames a complete folder to the version's path. It replaces an earlier package of the same version.
    private func moveIntoPlace(_ building: String, as release: Release) throws(DiskError) {
        let target = layout.folder(release)
        let versions = layout.versions(of: release.id)
        var last: DiskError?
        for _ in 0..<Self.maxAttempts {
            try disk.makeFolder(versions)
            try disk.syncFolder(layout.gifts)
            do throws(DiskError) {
                let discarded = try moveAside(target)
                try disk.rename(building, to: target)
                try disk.syncFolder(versions)
                if let discarded { try? disk.removeTree(discarded) }
                return
            } catch {
                // Another program removed the empty parent folder, or installed the version again; both are worth
                // another attempt.
                guard !error.isFull, FileStatus.kind(of: versions) != .folder || FileStatus.kind(of: target) == .folder
                else { throw error }
                last = error
            }
        }
        throw last ?? DiskError(path: target, reason: "it cannot be put in place")
    }

    /// Moves a folder to a path for removal.
    ///
    /// - Returns: The new path; `nil` if the folder does not exist.
    private func moveAside(_ folder: String) throws(DiskError) -> String? {
        guard FileStatus.kind(of: folder) == .folder else { return nil }
        let discarded = layout.discardFolder(unique: random())
        try disk.rename(folder, to: discarded)
        return discarded
    }

    /// The most attempts after a collision with another program.
    private static let maxAttempts = 5

    /// Removes a version from the disk and records the removal.
    ///
    /// - Parameters:
    ///   - stored: The version as the caller read it.
    ///   - reason: The reason for the row if the version becomes wanted again.
    /// - Returns: `false`, without any change, if another program holds the lock or changed the version since it was
    ///   read.
    func discard(_ stored: StoredGift, reason: String?) throws(LocalStoreError) -> Bool {
        let release = stored.release
        return try withLock(of: release) { _ throws(LocalStoreError) in
            guard try database.gift(release)?.installedAt == stored.installedAt else { return false }
            try database.setMissing(release, reason: reason, at: date)
            try withDiskErrors { () throws(DiskError) in try removeFolder(of: release) }
            return true
        } ?? false
    }

    /// Removes a version's folder; a rename first takes the complete folder out of the way.
    func removeFolder(of release: Release) throws(DiskError) {
        guard let discarded = try moveAside(layout.folder(release)) else { return }
        try disk.syncFolder(layout.versions(of: release.id))
        try disk.removeTree(discarded)
        try? FileSystem.removeFolder(layout.versions(of: release.id))
    }
}
