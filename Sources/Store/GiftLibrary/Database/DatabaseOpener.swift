import SystemIO

/// Opens the database of a library, and renames a damaged one.
struct DatabaseOpener {
    let layout: LibraryLayout
    let disk: SystemDisk

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
            for folder in [layout.gifts, layout.incoming] { try disk.makeFolder(folder) }
        } catch {
            throw LocalStoreError(error)
        }
    }

    /// Renames a damaged database and opens a new one.
    func replaceDamaged() throws(LocalStoreError) -> GiftDatabase {
        let lock = try lockIncomingFolder()
        defer { withExtendedLifetime(lock) {} }
        // Another program may have replaced the database in the meantime.
        if let database = try? openDatabase(), database.isIntact() { return database }
        do throws(DiskError) {
            for ending in ["", "-wal", "-shm"]
            where FileStatus.kind(of: layout.database + ending, followsLink: false) == .file {
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
    private func lockIncomingFolder() throws(LocalStoreError) -> OpenFile {
        do throws(SystemError) {
            let folder = try OpenFile(layout.incoming, .folder)
            for _ in 0..<100 {
                if (try? folder.lock()) != nil { return folder }
                SystemClock.sleep(until: .now + .milliseconds(10))
            }
        } catch {
            throw LocalStoreError(DiskError(path: layout.incoming, error))
        }
        throw LocalStoreError(.locked, "\(layout.database): another program is repairing it")
    }
}
