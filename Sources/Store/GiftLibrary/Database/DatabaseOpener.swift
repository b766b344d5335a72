#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Opens the database of a library, and renames a damaged one.
struct DatabaseOpener {
    let layout: LibraryLayout
    let disk: Disk

    /// The condition in which a database was found.
    enum Condition: Equatable {
        case intact
        /// The file was damaged, and the opened database is empty.
        case wasDamaged
        /// The database cannot be written, for the given reason.
        case readOnly(reason: String)

        var isReadOnly: Bool {
            if case .readOnly = self { true } else { false }
        }
    }

    /// Opens the database and creates the library's folders if necessary.
    ///
    /// - Parameter allowsReadOnly: Whether to open the database for reading if it cannot be written.
    /// - Throws: `LocalStoreError` if the database cannot be opened.
    func open(allowsReadOnly: Bool) throws(LocalStoreError) -> (database: GiftDatabase, condition: Condition) {
        do throws(LocalStoreError) {
            try makeFolders()
            return (try openDatabase(), .intact)
        } catch {
            switch error.kind {
            case .damaged: return (try replaceDamaged(), .wasDamaged)
            case .notWritable where allowsReadOnly:
                guard let database = try? GiftDatabase(readOnly: layout.database) else { throw error }
                return (database, .readOnly(reason: error.description))
            default: throw error
            }
        }
    }

    private func makeFolders() throws(LocalStoreError) {
        do throws(DiskError) {
            for folder in [layout.gifts, layout.incoming] { try disk.makeFolders(folder) }
        } catch {
            throw LocalStoreError(error)
        }
    }

    /// Renames a damaged database and opens a new one.
    func replaceDamaged() throws(LocalStoreError) -> GiftDatabase {
        let lock = try lockIncomingFolder()
        defer { close(lock) }
        // Another program may have replaced the database in the meantime.
        if let database = try? openDatabase(), database.isIntact() { return database }
        do throws(DiskError) {
            for ending in ["", "-wal", "-shm"] where disk.size(of: layout.database + ending) != nil {
                try disk.rename(layout.database + ending, to: "\(layout.database).broken\(ending)")
            }
        } catch {
            throw LocalStoreError(error)
        }
        return try openDatabase()
    }

    private func openDatabase() throws(LocalStoreError) -> GiftDatabase {
        let database = try GiftDatabase(path: layout.database)
        // The query reads every row, so damage in the middle of the file shows now.
        _ = try database.installedReleases()
        return database
    }

    /// Locks the folder of unfinished files. It gives up after about a second, so that a stopped program does not block
    /// the others.
    private func lockIncomingFolder() throws(LocalStoreError) -> Int32 {
        let folder = openFolder(layout.incoming, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard folder >= 0 else { throw LocalStoreError(DiskError.lastError(at: layout.incoming)) }
        for _ in 0..<100 {
            if flock(folder, LOCK_EX | LOCK_NB) == 0 { return folder }
            usleep(10_000)
        }
        close(folder)
        throw LocalStoreError(.locked, "\(layout.database): another program is repairing it")
    }
}

/// Calls the system's `open`, which the method of the same name shadows.
private func openFolder(_ path: String, _ flags: Int32) -> Int32 {
    open(path, flags)
}
