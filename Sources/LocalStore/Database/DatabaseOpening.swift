#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Opens a store's database, and moves one that is damaged out of the way.
struct DatabaseOpening {
    let layout: StoreLayout
    let disk: Disk

    /// Opens it; where it was damaged, what is opened is empty.
    func open() throws(LocalStoreError) -> (database: GiftDatabase, wasBroken: Bool) {
        do throws(LocalStoreError) {
            return (try opened(), false)
        } catch {
            guard error.kind == .damaged else { throw error }
            return (try reopen(), true)
        }
    }

    /// Opens it after it was found damaged.
    func reopen() throws(LocalStoreError) -> GiftDatabase {
        let lock = try lock()
        defer { close(lock) }
        // Another program may have found the same and mended it in the meantime.
        if let database = try? opened(), database.isWhole() { return database }
        do throws(DiskError) {
            for ending in ["", "-wal", "-shm"] where disk.size(of: layout.database + ending) != nil {
                try disk.rename(layout.database + ending, to: "\(layout.database).broken\(ending)")
            }
        } catch {
            throw LocalStoreError(error)
        }
        return try opened()
    }

    private func opened() throws(LocalStoreError) -> GiftDatabase {
        let database = try GiftDatabase(path: layout.database)
        // Reads a word of every row, so a file that is damaged in its middle shows now.
        _ = try database.installed()
        return database
    }

    /// Tries for a second, so that nobody who stands still makes everybody wait.
    private func lock() throws(LocalStoreError) -> Int32 {
        let folder = openFolder(layout.incoming, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard folder >= 0 else { throw LocalStoreError(DiskError.last(layout.incoming)) }
        for _ in 0..<100 {
            if flock(folder, LOCK_EX | LOCK_NB) == 0 { return folder }
            usleep(10_000)
        }
        close(folder)
        throw LocalStoreError(.locked, "\(layout.database): another program is mending it")
    }
}

/// The system's `open`, which a method of the same name hides.
private func openFolder(_ path: String, _ flags: Int32) -> Int32 {
    open(path, flags)
}
