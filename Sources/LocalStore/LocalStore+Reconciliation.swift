import StoreDocuments

extension LocalStore {
    /// Has rows and folders agree again after a program ended in the middle of something.
    ///
    /// A version's folder that no row knows is held against its own record and taken in, or removed where it is not whole;
    /// a row whose folder is gone is wanted again; what nobody works on any more is removed, but for what was received in
    /// part. Where there is nothing to do, it costs a listing of the folders.
    public func reconcile() throws(LocalStoreError) {
        let known = try database.installed()
        for id in try onDisk({ () throws(DiskError) in try disk.names(in: layout.gifts) }) {
            for name in try onDisk({ () throws(DiskError) in try disk.names(in: layout.versions(of: id)) }) {
                guard let release = Release(id: id, folder: name), !known.contains(release) else { continue }
                try withLock(of: release) { part throws(LocalStoreError) in try adoptFolder(of: release, holding: part)
                }
            }
        }
        for release in known where !disk.isFolder(layout.folder(release)) {
            try withLock(of: release) { _ throws(LocalStoreError) in
                guard !disk.isFolder(layout.folder(release)) else { return }
                try database.setGone(release, reason: "its files are gone", at: date)
            }
        }
        for release in try database.downloading() {
            // Whoever has the lock is at it.
            try withLock(of: release) { _ throws(LocalStoreError) in
                try database.setWanted(release, reason: nil, at: date)
            }
        }
        try sweepIncoming()
    }

    /// Takes in a version whose program ended between the renaming of its folder and the row, or whose database is lost.
    private func adoptFolder(of release: Release, holding part: PartFile) throws(LocalStoreError) {
        // Somebody may have finished with it since.
        if try database.gift(release)?.isInstalled == true { return }
        switch inspect(release, digest: nil) {
        case .whole(let record, let digest):
            try database.setInstalled(record, digest: digest, url: nil, at: date)
            try? part.remove()
        case .broken:
            try onDisk { () throws(DiskError) in try removeFolder(of: release) }
        }
    }

    /// Removes what programs that ended left behind. A part stays for as long as its version is wanted.
    func sweepIncoming() throws(LocalStoreError) {
        var pending: Set<Release>?
        for name in try onDisk({ () throws(DiskError) in try disk.names(in: layout.incoming) }) {
            let path = "\(layout.incoming)/\(name)"
            if name.hasSuffix(StoreLayout.discardedEnding) {
                try? disk.remove(path)
            } else if name.hasSuffix(StoreLayout.buildingEnding) {
                let parts = name.dropLast(StoreLayout.buildingEnding.count)
                guard let dot = parts.lastIndex(of: "."), let release = Release(parts[..<dot]) else { continue }
                try withLock(of: release) { _ throws(LocalStoreError) in try? disk.remove(path) }
            } else if name.hasSuffix(StoreLayout.partEnding),
                let release = Release(name.dropLast(StoreLayout.partEnding.count))
            {
                if pending == nil { pending = Set(try database.pending()) }
                guard pending?.contains(release) == false else { continue }
                try withLock(of: release) { part throws(LocalStoreError) in try? part.remove() }
            }
        }
    }

    /// Does something on the disk whose failure is the store's.
    func onDisk<Value>(_ body: () throws(DiskError) -> Value) throws(LocalStoreError) -> Value {
        do throws(DiskError) {
            return try body()
        } catch {
            throw LocalStoreError(error)
        }
    }

    /// Does something with a version for which nobody else may be at it; nil where somebody is.
    @discardableResult
    func withLock<Value>(
        of release: Release, _ body: (PartFile) throws(LocalStoreError) -> Value
    ) throws(LocalStoreError) -> Value? {
        let path = layout.part(release)
        guard let part = try onDisk({ () throws(DiskError) in try PartFile.locked(at: path, disk: disk) }) else {
            return nil
        }
        defer { if part.size == 0 { try? part.remove() } }
        return try body(part)
    }
}
